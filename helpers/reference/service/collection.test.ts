import fc from "fast-check";
import { expect, it } from "vitest";
import { Collection, type Kept } from "./collection.js";

const act = fc.record({
  what: fc.constantFrom("add", "remove", "touch"),
  which: fc.nat({ max: 30 }),
  at: fc.nat({ max: 20 }),
});

it("stays ordered by both keys through any additions, removals and changes", () => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 60 }), fc.boolean(), (acts, indexed) => {
      const all = new Collection<Kept>();
      if (indexed) all.ordered("modified");
      const held = new Set<string>();
      for (const [index, { what, which, at }] of acts.entries()) {
        const id = [...held][which % Math.max(1, held.size)];
        if (what === "add") held.add(all.add({ id: `${index}`, seq: 0, created: at, modified: at }).id);
        else if (id !== undefined && what === "remove") held.delete(all.remove(id) ? id : "");
        else if (id !== undefined) {
          const item = all.get(id);
          if (item) all.touch(item, at);
        }
      }
      for (const key of ["created", "modified"] as const) {
        const list = all.ordered(key);
        expect(new Set(list.map(({ id }) => id))).toEqual(held);
        const sorted = [...list].sort((a, b) => a[key] - b[key] || a.seq - b.seq);
        expect(list).toEqual(sorted);
      }
    }),
  );
});
