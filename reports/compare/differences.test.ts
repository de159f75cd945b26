import { describe, expect, it } from "vitest";
import { anExchange } from "../testing/sample.js";
import { differencesBetween } from "./differences.js";
import { MOST_OWNERS } from "./gathering.js";
import { habitsOf } from "./traits.js";

/** What differs where one service answers these bodies, and another those. */
function between(one: readonly unknown[], other: readonly unknown[]) {
  const traits = (bodies: readonly unknown[]) =>
    habitsOf(bodies.map((body, index) => anExchange(index, body)));
  return differencesBetween(traits(one), traits(other));
}

const label = (more: object = {}) => ({ label_id: "se-1", created_at: "2026-09-14T08:30:00.123Z", ...more });
const list = (...labels: unknown[]) => ({ labels, total: labels.length });

/** Labels of ids of their own. */
const records = (more: (at: number) => object, count = 12) =>
  Array.from({ length: count }, (_, at) => label({ label_id: `se-${at}`, ...more(at) }));

describe("differences of two services", () => {
  it("are none between other data in the same form", () => {
    const one = [list(label(), label({ label_id: "se-77" }))];
    const other = [list(label({ label_id: "se-5", created_at: "2020-01-01T00:00:00Z" }))];
    expect(between(one, one)).toEqual([]);
    expect(between(one, other)).toEqual([]);
  });

  it("are told of many records, of which only some are known one by one", () => {
    const many = (more: object) =>
      Array.from({ length: 60 }, (_, page) =>
        list(...Array.from({ length: 50 }, (_, at) => label({ label_id: `se-${page * 50 + at}`, ...more }))),
      );
    const found = between(many({}), many({ extra: 1 }));
    expect(found.map(({ what, after }) => [what, after])).toEqual([["extra", "there"]]);
    const traits = habitsOf(many({}).map((body, index) => anExchange(index, body)));
    const known = [...traits.objects.values(), ...[...traits.sightings.values()].map(({ all }) => all)];
    expect(Math.max(...known.map(({ size }) => size))).toBe(MOST_OWNERS);
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

  it("are not members of what the other never showed", () => {
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

  it("are members that some lack", () => {
    const all = records(() => ({ extra: 1 }));
    const some = records((at) => (at % 2 === 0 ? { extra: 1 } : {}));
    expect(between([list(...all)], [list(...some)])).toMatchObject([
      { aspect: "member", what: "extra", before: "nothing else", after: "also missing from some" },
    ]);
  });

  it("are not what one record happens to be", () => {
    const one = label({ notes: "x", extra: null });
    const other = label({ notes: null, more: 1, extra: "x" });
    expect(between([list(one)], [list(other, label({ label_id: "se-2", extra: "x" }))])).toEqual([]);
    const [few, many] = [
      records(() => ({ notes: "x" }), 2),
      records((at) => ({ notes: at < 3 ? null : "x" })),
    ];
    expect(between([list(...many)], [list(...few)])).toEqual([]);
  });

  it("are not what both show somewhere", () => {
    const [texts, nulls] = [records(() => ({ notes: "x" })), records(() => ({ notes: null }))];
    const aside = [label({ first: { notes: "x" }, last: { notes: null } })];
    expect(between([list(...texts, ...aside)], [list(...nulls, ...aside)])).toEqual([]);
    expect(between([list(...texts)], [list(...nulls)])).toMatchObject([{ before: "a text", after: "null" }]);
  });

  it("are links that write the parameters of a list otherwise", () => {
    const linked = (href: string) => ({ ...list(), links: { next: { href } } });
    const asked = "/v1/labels?page_size=5&sort_dir=desc";
    const told = (href: string) =>
      between([linked(`${asked}&page=2`)], [linked(href)]).map(({ what, before, after }) => [
        what,
        before,
        after,
      ]);
    const what = "parameters of links";
    expect(told(`${asked}&page=7`)).toEqual([]);
    expect(told(asked.replace("desc", "DESC"))).toEqual([[what, "nothing else", "also spelled differently"]]);
    expect(told(`${asked}&shipment_status=any`)).toEqual([[what, "nothing else", "also others added"]]);
    expect(told("/v1/labels?cursor=x")).toEqual([[what, "as asked", "left out or others added"]]);
  });
});
