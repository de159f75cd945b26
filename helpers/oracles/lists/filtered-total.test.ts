import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sampleItem, servedPage } from "../testing.js";
import { filteredTotal } from "./filtered-total.js";
import { byMember } from "./filters.js";

const voided = byMember("status", "voided");
const item = (at: number, status: string) => sampleItem(`se-${at}`, at, { status });
const known = [item(1, "voided"), item(2, "error"), item(3, "voided"), item(4, "voided")];
const due = known.filter(({ raw }) => raw.status === "voided");

/** Judges the total of a filtered list on one page, beside all that is known. */
function judge(total: unknown, { items = due, walkWhole = true, knownWhole = true } = {}) {
  const page = servedPage(items, { page: 1, size: 9, dir: "asc" }, { total });
  const walk = { items, whole: walkWhole, pages: [page] };
  const claim = { rule: "labels.total", filter: voided, walk, known: { items: known, whole: knownWhole } };
  return filteredTotal(claim).map(({ received }) => received);
}

describe("filteredTotal", () => {
  it("finds every other number than that of the items delivered", () => {
    fc.assert(
      fc.property(fc.nat(9), (total) => {
        expect(judge(total)).toHaveLength(total === due.length ? 0 : 1);
      }),
    );
  });

  it("says so where it counts the whole list", () => {
    expect(judge(4)).toEqual(["total 4, the number of all items"]);
    expect(judge(2)).toEqual(["total 2"]);
  });

  it("leaves lost items to the filter, if all items are known", () => {
    const items = due.slice(1);
    expect(judge(3, { items })).toEqual([]);
    expect(judge(3, { items, knownWhole: false })).toEqual(["total 3"]);
  });

  it("judges no filter that lets in more, no walk that is not whole, and no page without a total", () => {
    expect(judge(9, { items: known })).toEqual([]);
    expect(judge(9, { walkWhole: false })).toEqual([]);
    expect(judge(undefined)).toEqual([]);
  });
});
