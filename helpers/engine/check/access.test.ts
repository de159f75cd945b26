import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Access, type Kind, type Use } from "./access.js";

const KINDS = ["webhooks", "batches", "labels"] as const satisfies readonly Kind[];
const kinds = fc.uniqueArray(fc.constantFrom(...KINDS), { maxLength: 2 });
const uses = fc.array(fc.record({ changes: kinds, reads: kinds }), { maxLength: 12 });

describe("access to kinds of resources", () => {
  it("lets nobody beside who changes a kind, everybody else side by side, and all come to their turn", async () => {
    await fc.assert(
      fc.asyncProperty(uses, fc.scheduler(), async (all, scheduler) => {
        const access = new Access();
        const under = new Set<Required<Use>>();
        const ended = all.map((use) =>
          access.during(use, async () => {
            const others = [...under];
            for (const kind of use.changes)
              expect(others.some((each) => [...each.changes, ...each.reads].includes(kind))).toBe(false);
            for (const kind of use.reads)
              expect(others.some((each) => each.changes.includes(kind))).toBe(false);
            under.add(use);
            await scheduler.schedule(Promise.resolve());
            under.delete(use);
          }),
        );
        await scheduler.waitFor(Promise.all(ended));
        expect(under.size).toBe(0);
      }),
    );
  });

  it("lets readers of one kind in at the same time", async () => {
    const access = new Access();
    let most = 0;
    let now = 0;
    const read = () =>
      access.during({ reads: ["labels"] }, async () => {
        now += 1;
        most = Math.max(most, now);
        await new Promise(setImmediate);
        now -= 1;
      });
    await Promise.all([read(), read(), read()]);
    expect(most).toBe(3);
  });

  it("goes on after a failure, which the caller gets", async () => {
    const access = new Access();
    const failed = access.during({ changes: ["batches"] }, () => Promise.reject(new Error("odd")));
    const next = access.during({ changes: ["batches"] }, () => Promise.resolve("done"));
    await expect(failed).rejects.toThrow("odd");
    await expect(next).resolves.toBe("done");
  });
});
