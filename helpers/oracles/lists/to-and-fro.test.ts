import { describe, expect, it } from "vitest";
import { ToAndFro } from "./to-and-fro.js";

const item = (id: string, status: string) => ({ id, createdAt: null, raw: { label_id: id, status } });

/** What is left of two items after these states of the first were seen; the second one stays as it is. */
function leftOf(...states: readonly string[]) {
  const seen = new ToAndFro(["status"]);
  for (const state of states) seen.look([item("a", state), item("b", "completed")]);
  const items = seen.without([item("a", "completed"), item("b", "completed")]);
  return { left: items.map(({ raw }) => raw.status), change: seen.sawChange, has: seen.has("a") };
}

describe("ToAndFro", () => {
  it("leaves items as they are that stay, or change once", () => {
    const left = ["completed", "completed"];
    expect(leftOf("completed", "completed")).toEqual({ left, change: false, has: false });
    expect(leftOf("processing", "completed", "completed")).toEqual({ left, change: true, has: false });
  });

  it("leaves open what came back to a former value", () => {
    const left = [undefined, "completed"];
    expect(leftOf("completed", "processing", "completed")).toEqual({ left, change: true, has: true });
  });

  it("looks at the members that matter only", () => {
    const seen = new ToAndFro(["carrier_id"]);
    for (const state of ["completed", "processing", "completed"]) seen.look([item("a", state)]);
    expect([seen.has("a"), seen.sawChange]).toEqual([false, false]);
  });
});
