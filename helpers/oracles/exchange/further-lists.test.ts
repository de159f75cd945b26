import { describe, expect, it } from "vitest";
import { sampleExchange } from "../testing.js";
import { ExchangeJudge } from "./judge.js";

const RULE = "paging.envelope.v2.further";
const link = (page: number) => ({ href: `/v2/pickups?page=${page}` });
const PAGE = {
  pickups: [{ pickup_id: "se-1" }, { pickup_id: "se-2" }],
  total: 5,
  page: 1,
  pages: 3,
  links: { first: link(1), last: link(3), prev: {}, next: link(2) },
};

/** What is wrong with an answer. */
function wrongIn(json: object, operation = "v2ListPickups", query = ""): string[] {
  const judge = new ExchangeJudge({ requestIdHeader: "X-Service-RequestID", serviceName: null });
  judge.look(sampleExchange({ operation, path: `/v2/pickups${query}`, json }));
  return judge.collected(RULE).findings.map(({ pointer = "" }) => pointer);
}

/** What is wrong with such a page of pickups. */
const wrong = (change: Readonly<Record<string, unknown>>) => wrongIn({ ...PAGE, ...change });

describe("the envelope of a v2 list that is not said to be paged", () => {
  it("has its documented types where all of it is there", () => {
    expect(wrong({})).toEqual([]);
    expect(wrong({ total: "5" })).toEqual(["/total"]);
    expect(wrong({ pages: null })).toEqual(["/pages"]);
    expect(wrong({ links: [] })).toEqual(["/links"]);
    expect(wrong({ links: { ...PAGE.links, prev: null } })).toEqual(["/links/prev"]);
  });

  it("agrees with itself and with the items", () => {
    expect(wrong({ page: 2 })).toEqual(["/page"]);
    expect(wrong({ pages: 2 })).toEqual(["/pages"]);
    expect(wrong({ total: 1, pages: 1, links: { ...PAGE.links, last: link(1), next: {} } })).toEqual([
      "/total",
    ]);
    expect(wrong({ links: { ...PAGE.links, next: link(3) } })).toEqual(["/links/next/href"]);
    expect(wrong({ links: { ...PAGE.links, prev: link(1) } })).toEqual(["/links/prev"]);
  });

  it("is not judged where only some of its names are there, or another rule judges it", () => {
    const { links: _, ...some } = PAGE;
    expect(wrongIn({ ...some, total: "5" })).toEqual([]);
    expect(wrongIn({ ...PAGE, total: "5" }, "v2ListLabels")).toEqual([]);
    const behind = { ...PAGE, pickups: [], page: 4 };
    expect(wrongIn(behind, "v2ListPickups", "?page=4")).toEqual([]);
  });
});
