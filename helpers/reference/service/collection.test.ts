import fc from "fast-check";
import { expect, it } from "vitest";
import { Collection, type Kept } from "./collection.js";

const act = fc.record({
  what: fc.constantFrom("add", "remove", "touch"),
  which: fc.nat({ max: 30 }),
  at: fc.nat({ max: 20 }),
});

interface Act {
  readonly what: string;
  readonly which: number;
  readonly at: number;
}

/** Does the same to a collection and to the ids that it should hold. */
function perform({ what, which, at }: Act, newId: string, all: Collection<Kept>, held: Set<string>): void {
  if (what === "add") {
    held.add(all.add({ id: newId, seq: 0, created: at, modified: at }).id);
    return;
  }
  const id = [...held][which % Math.max(1, held.size)];
  if (id === undefined) return;
  if (what === "remove") {
    held.delete(all.remove(id) ? id : "");
    return;
  }
  const item = all.get(id);
  if (item) all.touch(item, at);
}

it("stays ordered by both keys through any additions, removals and changes", () => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 60 }), fc.boolean(), (acts, indexed) => {
      const all = new Collection<Kept>();
      if (indexed) all.ordered("modified");
      const held = new Set<string>();
      acts.forEach((one, index) => {
        perform(one, `${index}`, all, held);
      });
      for (const key of ["created", "modified"] as const) {
        const list = all.ordered(key);
        expect(new Set(list.map(({ id }) => id))).toEqual(held);
        const sorted = [...list].sort((a, b) => a[key] - b[key] || a.seq - b.seq);
        expect(list).toEqual(sorted);
      }
    }),
  );
});
