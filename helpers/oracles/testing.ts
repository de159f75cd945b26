/** Exchanges, pages and worlds of items for the tests of this folder. */
import fc from "fast-check";
import type { Dated } from "../wire/dated.js";
import { decodeItem, decodePage, type Item, type Page } from "../wire/decode.js";
import type { Answered, Body, Exchange } from "../wire/exchange.js";
import { parseInstant, SECOND, shifted } from "../wire/instant.js";

/** What a test needs to say about an exchange; the rest is ordinary. */
export interface Sample {
  readonly path?: string;
  readonly method?: string;
  readonly operation?: string | null;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A JSON value, or a body as it is. */
  readonly json?: unknown;
  readonly body?: Body;
  readonly index?: number;
  readonly key?: Exchange["request"]["key"];
  readonly trouble?: string;
}

/** An answered exchange on http://target.test, or one in trouble. */
export function sampleExchange(sample: Sample = {}): Exchange {
  const { path = "/v1/labels", method = "GET", operation = "v1ListLabels", index = 0 } = sample;
  const json: Body = { kind: "json", value: sample.json, text: JSON.stringify(sample.json) ?? "" };
  const body = sample.body ?? ("json" in sample ? json : { kind: "empty" });
  const headers = sample.headers ?? {
    "content-type": "application/json",
    "x-service-requestid": `request-${index}`,
  };
  return {
    index,
    check: "test",
    ordinal: 0,
    operation,
    request: {
      method,
      url: new URL(path, "http://target.test").href,
      headers: {},
      body: null,
      key: sample.key ?? "right",
    },
    answer: sample.trouble === undefined ? { status: sample.status ?? 200, headers, body } : null,
    trouble: sample.trouble ?? null,
    startedAt: "2024-01-01T00:00:00.000Z",
    ms: 1,
  };
}

/** The same, certainly answered. */
export function sampleAnswered(sample: Sample = {}): Answered {
  const exchange = sampleExchange(sample);
  if (exchange.answer === null) throw new Error("a sample in trouble has no answer");
  return { ...exchange, answer: exchange.answer };
}

const EPOCH = parseInstant("2024-01-01T00:00:00Z");

/** A label-like item, this many seconds after the start of 2024. */
export function sampleItem(id: string, second: number, more: Readonly<Record<string, unknown>> = {}): Item {
  if (EPOCH === null) throw new Error("the epoch of the samples is a timestamp");
  const raw = { label_id: id, created_at: shifted(EPOCH, BigInt(second) * SECOND).text, ...more };
  const item = decodeItem(raw, "label_id");
  if (item === null) throw new Error("a sample item has an id");
  return item;
}

/** The times of items that all have one. */
export function sampleDated(items: readonly Item[]): readonly Dated[] {
  return items.flatMap(({ id, createdAt }) => (createdAt === null ? [] : [{ id, at: createdAt }]));
}

/** Oldest to newest, up to 24 items, many with equal times. */
export const worlds = fc
  .array(fc.nat(8), { minLength: 0, maxLength: 24 })
  .map((seconds) =>
    seconds.toSorted((a, b) => a - b).map((second, rank) => sampleItem(`se-${rank + 1}`, second)),
  );

/** A query over a world: page, size, direction. */
export const queries = fc.record({
  page: fc.integer({ min: 1, max: 8 }),
  size: fc.integer({ min: 1, max: 8 }),
  dir: fc.constantFrom("asc" as const, "desc" as const),
});
export type Query = { page: number; size: number; dir: "asc" | "desc" };

/** The items that a conforming target puts on a page, computed independently of the oracle: cut, then sorted. */
export function servedItems(world: readonly Item[], { page, size, dir }: Query): readonly Item[] {
  const ranked = dir === "asc" ? world : world.toReversed();
  const cut = ranked.slice((page - 1) * size, page * size);
  return dir === "asc" ? cut : cut.toReversed();
}

/** The answer of a conforming target's label list, with changes in its body. */
export function servedExchange(
  world: readonly Item[],
  query: Query,
  change: Readonly<Record<string, unknown>> = {},
  further = "",
): Exchange {
  const pages = Math.ceil(world.length / query.size);
  const href = (page: number) => ({
    href: `/v1/labels?page=${page}&page_size=${query.size}&sort_dir=${query.dir}${further}`,
  });
  const path = href(query.page).href;
  const json = {
    labels: servedItems(world, query).map((item) => item.raw),
    total: world.length,
    page: query.page,
    pages,
    links: {
      first: world.length > 0 ? href(1) : {},
      last: world.length > 0 ? href(pages) : {},
      prev: query.page > 1 && query.page <= pages ? href(query.page - 1) : {},
      next: query.page < pages ? href(query.page + 1) : {},
    },
    ...change,
  };
  return sampleExchange({ path, json, index: query.page });
}

/** The same, decoded. */
export function servedPage(
  world: readonly Item[],
  query: Query,
  change: Readonly<Record<string, unknown>> = {},
  further = "",
): Page {
  const page = decodePage(servedExchange(world, query, change, further), "labels");
  if (page.kind !== "page") throw new Error(page.why);
  return page;
}

/** All pages of one walk. */
export function servedWalk(
  world: readonly Item[],
  size: number,
  dir: "asc" | "desc" = "asc",
): readonly Page[] {
  const pages = Math.max(1, Math.ceil(world.length / size));
  return Array.from({ length: pages }, (_, at) => servedPage(world, { page: at + 1, size, dir }));
}
