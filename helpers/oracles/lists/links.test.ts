import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LINK_NAMES, type LinkName } from "../../contract/lists.js";
import { decodePage, type Page } from "../../wire/decode.js";
import { queries, sampleExchange, sampleItem, servedPage, worlds } from "../testing.js";
import {
  addsParameter,
  allOffPath,
  isRequestFor,
  leadsToOwnWords,
  linkEmpty,
  linksKeepFilters,
  linksKeepPageSize,
  linksKeepSort,
  linksShowAny,
  linksShowFilters,
  linkTarget,
} from "./links.js";

const world = [1, 2, 3, 4, 5].map((second) => sampleItem(`se-${second}`, second));
const middle = { page: 2, size: 2, dir: "asc" } as const;
const first = { ...middle, page: 1 };
const last = { ...middle, page: 3 };

function judge(page: Page): string[] {
  const findings = [
    ...LINK_NAMES.flatMap((link) => [
      ...linkEmpty({ rule: `${link}.empty`, page, link }),
      ...linkTarget({ rule: link, page, link }),
    ]),
    ...linksKeepPageSize({ rule: "size", page }),
    ...linksKeepSort({ rule: "sort", page }),
    ...linksKeepFilters({ rule: "filters", page }),
  ];
  return findings.map((finding) => finding.rule);
}

/** The page with some of its hrefs replaced; null makes a link empty. */
function withLinks(page: Page, links: Partial<Record<LinkName, string | null>>): Page {
  return { ...page, links: { ...page.links, ...links } };
}

describe("links", () => {
  it("say nothing against conforming pages, filtered ones and those past the end too", () => {
    const filters = fc.constantFrom("", "&label_status=voided", "&created_at_start=2024-01-01T00%3A00%3A00Z");
    fc.assert(
      fc.property(worlds, queries, filters, (items, query, further) => {
        expect(judge(servedPage(items, query, {}, further))).toEqual([]);
      }),
    );
  });

  it("may lead to an address in words of the target's own, which they then need not keep", () => {
    const page = servedPage(world, first);
    const led = servedPage(world, middle, {}, "&after=opaque");
    expect([leadsToOwnWords(page, led), leadsToOwnWords(led, led)]).toEqual([true, false]);
    expect(leadsToOwnWords(page, servedPage(world, middle, {}, "&label_status=voided"))).toBe(false);
    const { next } = servedPage(world, middle).links;
    expect(judge(withLinks(led, { next }))).not.toContain("filters");
  });

  it("may name more than was asked for", () => {
    const page = servedPage(world, first);
    const href = String(page.links.next);
    expect(addsParameter(page, href)).toBe(false);
    expect(addsParameter(page, `${href}&shipment_status=any`)).toBe(true);
    const unsorted = { ...page, exchange: { ...page.exchange, request: { ...page.exchange.request } } };
    unsorted.exchange.request.url = page.exchange.request.url.replace(/&?sort_(?:by|dir)=[^&]*/g, "");
    expect(addsParameter(unsorted, href)).toBe(false);
  });

  it("may all be missing from a single page, and none alone", () => {
    const page = servedPage(world, { ...first, size: 9 });
    expect(judge(withLinks(page, { first: null, last: null }))).toEqual([]);
    expect(judge(withLinks(page, { last: null }))).toEqual(["last"]);
  });

  it("are blamed on the link that is wrong", () => {
    const page = servedPage(world, middle);
    expect(judge(withLinks(page, { next: page.links.prev }))).toEqual(["next"]);
    expect(judge(withLinks(page, { next: null }))).toEqual(["next"]);
    expect(judge(withLinks(page, { prev: page.links.next }))).toEqual(["prev"]);
    expect(judge(withLinks(page, { first: page.links.last }))).toEqual(["first"]);
    expect(judge(withLinks(page, { last: page.links.first }))).toEqual(["last"]);
    expect(judge(withLinks(servedPage(world, first), { prev: page.links.first }))).toEqual(["prev.empty"]);
    expect(judge(withLinks(servedPage(world, last), { next: page.links.last }))).toEqual(["next.empty"]);
  });

  it("may be relative, on a foreign host, behind a gateway's prefix, in any order, or name page 1 by silence", () => {
    const page = servedPage(world, middle);
    for (const prefix of ["http://target.test", "https://elsewhere.test:8443/gateway"]) {
      const next = `${prefix}/v1/labels?sort_dir=asc&page_size=2&page=3`;
      expect(judge(withLinks(page, { next }))).toEqual([]);
    }
    expect(judge(withLinks(page, { next: "?page=3&page_size=2&sort_dir=asc" }))).toEqual([]);
    expect(judge(withLinks(page, { first: "/v1/labels?page_size=2&sort_dir=asc" }))).toEqual([]);
    expect(judge(withLinks(page, { next: "/v1/labels?cursor=abc" }))).toEqual([]);
  });

  it("must lead to the same list", () => {
    const page = servedPage(world, middle);
    expect(judge(withLinks(page, { next: "/v1/shipments?page=3&page_size=2&sort_dir=asc" }))).toEqual([
      "next",
    ]);
    expect(judge(withLinks(page, { next: "http://[" }))).toEqual(["next"]);
  });

  it("are one mistake where all of them lead to another path", () => {
    const page = servedPage(world, middle);
    const moved = (href: string | null) => String(href).replace("/v1/", "/");
    const { first: one, last: two, prev, next } = page.links;
    const all = { first: moved(one), last: moved(two), prev: moved(prev), next: moved(next) };
    expect(allOffPath(withLinks(page, all))).toBe(true);
    expect(allOffPath(withLinks(page, { ...all, next }))).toBe(false);
    expect(allOffPath(withLinks(page, { first: null, last: null, prev: null, next: all.next }))).toBe(false);
    expect(allOffPath(page)).toBe(false);
  });

  it("must keep what was asked for", () => {
    const further = "&label_status=voided";
    const page = servedPage(world, middle, {}, further);
    const next = (query: string) => judge(withLinks(page, { next: `/v1/labels?page=3${query}` }));
    expect(next(`&page_size=2&sort_dir=asc${further}`)).toEqual([]);
    expect(next(`&sort_dir=asc${further}`)).toEqual(["size"]);
    expect(next(`&page_size=2${further}`)).toEqual(["sort"]);
    expect(next("&page_size=2&sort_dir=asc")).toEqual(["filters"]);
    expect(next("&page_size=2&sort_dir=asc&label_status=completed")).toEqual(["filters"]);
  });

  it("may spell a time differently", () => {
    const page = servedPage(world, middle, {}, "&created_at_end=2024-01-01T00:00:09Z");
    const next = "/v1/labels?page=3&page_size=2&sort_dir=asc&created_at_end=2024-01-01T00:00:09.000%2B00:00";
    expect(judge(withLinks(page, { next }))).toEqual([]);
  });
});

describe("linksShowAny", () => {
  const shipments = (query: string, href: string) => {
    const json = {
      shipments: [{ shipment_id: "se-1" }],
      total: 1,
      page: 1,
      pages: 1,
      links: { first: { href }, last: { href }, prev: {}, next: {} },
    };
    const page = decodePage(sampleExchange({ path: `/v1/shipments${query}`, json }), "shipments");
    if (page.kind !== "page") throw new Error(page.why);
    return page;
  };

  it("asks for any only without a status filter, and lets any stand for a status", () => {
    const any = "/v1/shipments?page=1&shipment_status=any";
    expect(linksShowAny({ rule: "any", page: shipments("", any) })).toEqual([]);
    expect(linksShowAny({ rule: "any", page: shipments("", "/v1/shipments?page=1") })).toHaveLength(1);
    expect(
      linksShowAny({ rule: "any", page: shipments("?shipment_status=pending", "/v1/shipments") }),
    ).toEqual([]);
    expect(judge(shipments("?shipment_status=pending", any))).toEqual([]);
  });

  it("leaves it to following whether any stands for the status asked for", () => {
    const shown = (query: string, status: string) =>
      linksShowFilters({ rule: "f", page: shipments(query, `/v1/shipments?page=1${status}`) });
    const pending = "?shipment_status=pending";
    expect(shown(pending, "&shipment_status=any")).toHaveLength(1);
    expect(shown(pending, "")).toHaveLength(1);
    expect(shown(pending, "&shipment_status=pending")).toEqual([]);
    expect(shown("", "&shipment_status=any")).toEqual([]);
    expect(shown(`${pending}&batch_id=se-1`, "&batch_id=se-1&shipment_status=any")).toEqual([]);
  });

  it("lets the filters go that a batch makes the service ignore", () => {
    const query = "?batch_id=se-9&tag=x&shipment_status=pending";
    expect(judge(shipments(query, "/v1/shipments?page=1&batch_id=se-9"))).toEqual([]);
    expect(judge(shipments(query, "/v1/shipments?page=1&tag=x"))).toEqual(["filters"]);
  });
});

describe("isRequestFor", () => {
  const page = servedPage(world, first);
  const query = { page: 2, page_size: 2, sort_dir: "asc", label_status: undefined };

  it("takes the href of a conforming page for the request by number, in any order and form of address", () => {
    const turned = "/v1/labels?sort_dir=asc&page_size=2&page=2";
    const { origin } = new URL(page.exchange.request.url);
    for (const href of [String(page.links.next), turned, origin + turned])
      expect(isRequestFor(href, page, query)).toBe(true);
  });

  it.each([
    ["another page", "/v1/labels?page=3&page_size=2&sort_dir=asc"],
    ["a parameter more", "/v1/labels?page=2&page_size=2&sort_dir=asc&shipment_status=any"],
    ["a parameter less", "/v1/labels?page=2&page_size=2"],
    ["a parameter twice", "/v1/labels?page=2&page=2&page_size=2&sort_dir=asc"],
    ["another path", "/v2/labels?page=2&page_size=2&sort_dir=asc"],
    ["another host", "https://elsewhere.example/v1/labels?page=2&page_size=2&sort_dir=asc"],
    ["no address", "https://"],
  ])("does not where there is %s", (_, href) => {
    expect(isRequestFor(href, page, query)).toBe(false);
  });
});
