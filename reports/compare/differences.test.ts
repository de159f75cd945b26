import { describe, expect, it } from "vitest";
import { anExchange } from "../testing/sample.js";
import { differencesBetween } from "./differences.js";
import { traitsOf } from "./traits.js";

/** What differs where one service answers these bodies, and another those. */
function between(one: readonly unknown[], other: readonly unknown[]) {
  const traits = (bodies: readonly unknown[]) =>
    traitsOf(bodies.map((body, index) => anExchange(index, body)));
  return differencesBetween(traits(one), traits(other));
}

const label = (more: object = {}) => ({ label_id: "se-1", created_at: "2026-09-14T08:30:00.123Z", ...more });
const list = (...labels: unknown[]) => ({ labels, total: labels.length });

describe("differences of two services", () => {
  it("are none between other data in the same form", () => {
    const one = [list(label(), label({ label_id: "se-77" }))];
    const other = [list(label({ label_id: "se-5", created_at: "2020-01-01T00:00:00Z" }))];
    expect(between(one, one)).toEqual([]);
    expect(between(one, other)).toEqual([]);
  });

  it("are members that only one of them shows, told once for all places", () => {
    const found = between([list(label())], [{ ...list(label({ extra: null })), extra: null }]);
    expect(found).toEqual([
      {
        aspect: "member",
        what: "extra",
        before: "not there",
        after: "there",
        places: ["GET /v1/labels 200/labels/*", "GET /v1/labels 200"],
      },
    ]);
  });

  it("are no members of what the other never showed", () => {
    expect(between([list(label({ inner: { deep: 1 } }))], [list()])).toEqual([]);
  });

  it("are forms of values", () => {
    const told = (more: object) =>
      between([list(label())], [list(label(more))]).map(({ before, after }) => [before, after]);
    expect(told({ label_id: "77" })).toEqual([["an id like se-1", "digits"]]);
    expect(told({ created_at: "2026-09-14T08:30:00+02:00" })).toEqual([
      ["a timestamp with Z", "a timestamp with an offset"],
    ]);
    expect(told({ created_at: "2026-09-14T08:30:00.123456Z" })).toEqual([
      ["nothing else", "also a timestamp with 6 digits of fraction"],
    ]);
    expect(told({ created_at: null })).toEqual([["a timestamp with Z", "null"]]);
  });
});
