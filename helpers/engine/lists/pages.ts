import { LIST_OPERATIONS } from "../../contract/lists.js";
import type { SortDir } from "../../oracles/slices.js";
import { decodePage, type Item, type ListName, type Page } from "../../wire/decode.js";
import type { Exchange, Finding } from "../../wire/exchange.js";
import { requestLine } from "../../wire/message.js";
import { ifReadable } from "../../wire/outcome.js";
import { isSuccess } from "../../wire/status.js";
import type { Answered, Check } from "../check/check.js";

/** Query of a list request; undefined values are left out. */
export type ListQuery = Readonly<Record<string, string | number | undefined>>;

/** A 4xx in place of a page, other than one about the key, or a success without a body. */
export interface Refused {
  readonly kind: "refused";
  readonly exchange: Answered;
}

/** Several pages read one after the other, as far as they were read. */
export interface Walked {
  readonly kind: "walk";
  readonly pages: readonly Page[];
  /** In the order delivered; an item that came twice stands here twice. */
  readonly items: readonly Item[];
  /** True when the last page was reached. */
  readonly whole: boolean;
}

/** How a walk goes; the filters apart. */
export interface WalkPlan {
  /** A page size that the target serves in full: a page with fewer items ends the walk. */
  readonly size: number;
  /** Left to the target's default when missing, as is `by`. */
  readonly dir?: SortDir;
  readonly by?: "created_at" | "modified_at";
  /** Most pages to read; default `WALK_PAGES`. */
  readonly most?: number;
  /** See `askPage`. */
  readonly within?: object;
}

/** Pages of one filtered walk, by effort: enough for the usual account, bounded for a huge one. */
const WALK_PAGES = { quick: 3, standard: 6, thorough: 100 } as const;
const ABOUT_THE_KEY = new Set([401, 403]);

/** What was asked for within one reading of the lists, by list and query. */
const readings = new WeakMap<object, Map<string, Promise<Page | Refused>>>();
/** Readings that go with the census, so that what it read counts for them too. */
const ofCensus = new WeakSet<object>();

/**
 * Asks for one page and returns it, or the refusal for the check to judge.
 * @param within a reading (`Known`) that checks share: the same page is asked for once within it
 * @throws Inconclusive when the answer is neither: another status, a body that is no list
 */
export function askPage(
  t: Check,
  list: ListName,
  query: ListQuery,
  within?: object,
): Promise<Page | Refused> {
  if (within === undefined) return askAnew(t, list, query);
  const pages = readings.get(within) ?? new Map<string, Promise<Page | Refused>>();
  readings.set(within, pages);
  const key = keyOf(list, query);
  const read = ofCensus.has(within) && key === keyOf(list, {}) ? plainPage : askAnew;
  const page = pages.get(key) ?? read(t, list, query);
  pages.set(key, page);
  return page;
}

/** Has pages that the census read stand for what is asked for within a reading. */
export function keepPages(
  within: object,
  list: ListName,
  pages: readonly (readonly [ListQuery, Page])[],
): void {
  const kept = pages.map(([query, page]) => [keyOf(list, query), Promise.resolve(page)] as const);
  readings.set(within, new Map([...(readings.get(within) ?? []), ...kept]));
  ofCensus.add(within);
}

function keyOf(list: ListName, query: ListQuery): string {
  return JSON.stringify([
    list,
    Object.entries(query)
      .flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
      .toSorted(),
  ]);
}

async function askAnew(t: Check, list: ListName, query: ListQuery): Promise<Page | Refused> {
  return readAnswer(t, list, await t.ask({ operation: LIST_OPERATIONS[list], query }));
}

async function plainPage(t: Check, list: ListName): Promise<Page | Refused> {
  return readAnswer(t, list, await t.listed(LIST_OPERATIONS[list]));
}

function readAnswer(t: Check, list: ListName, exchange: Answered): Page | Refused {
  const { status, body } = exchange.answer;
  const refused = status >= 400 && status < 500 && !ABOUT_THE_KEY.has(status);
  const nothing = isSuccess(status) && body.kind === "empty";
  if (refused || nothing) return { kind: "refused", exchange };
  const page = decodePage(exchange, list);
  if (page.kind === "page") return t.session.lean.keep(page);
  return t.inconclusive(`${requestLine(exchange)} could not be read as a page: ${page.why}`);
}

/**
 * One page.
 * @throws Inconclusive when it is refused or cannot be read
 */
export async function readPage(t: Check, list: ListName, query: ListQuery, within?: object): Promise<Page> {
  return accepted(t, await askPage(t, list, query, within));
}

/** Walks a list under filters from page 1 on, until a page is not full. */
export async function walkPages(
  t: Check,
  list: ListName,
  filters: ListQuery,
  plan: WalkPlan,
): Promise<Walked | Refused> {
  const pages: Page[] = [];
  const most = plan.most ?? WALK_PAGES[t.settings.effort];
  let collected = 0;
  for (let page = 1; page <= most; page += 1) {
    const sort = { sort_dir: plan.dir, sort_by: plan.by };
    const read = await askPage(t, list, { ...filters, ...sort, page, page_size: plan.size }, plan.within);
    if (read.kind === "refused") return read;
    pages.push(read);
    collected += read.items.length;
    // The items decide, not total alone: a wrong total must not cut the walk short.
    if (read.items.length < plan.size) return walked(pages, true);
    if (collected === read.total && !(await countsTooFew(t, list))) return walked(pages, true);
  }
  return walked(pages, false);
}

/** Whether the list is known to hold more than its total says. */
async function countsTooFew(t: Check, list: ListName): Promise<boolean> {
  const census = await ifReadable(t.census.list(list));
  return census?.whole === true && census.oldest.length > census.total;
}

/**
 * What was read.
 * @throws Inconclusive when it was refused
 */
export function accepted<T extends Page | Walked>(t: Check, read: T | Refused): T {
  if (read.kind !== "refused") return read;
  return t.inconclusive(
    `${requestLine(read.exchange)} answered ${read.exchange.answer.status}, so there is nothing to judge`,
  );
}

/** The refusal as a breach of the check's rule; `documented` says what should have come. */
export function refusal(t: Check, { exchange }: Refused, documented: string): Finding {
  return {
    rule: t.rule,
    request: requestLine(exchange),
    operation: exchange.operation,
    documented,
    received: `status ${exchange.answer.status}${exchange.answer.body.kind === "empty" ? ", no body" : ""}`,
    exchanges: [exchange.index],
  };
}

/** The exchanges behind what was read. */
export function exchangesOf(read: Walked): readonly Exchange[] {
  return read.pages.map((page) => page.exchange);
}

/** Ids of what was read, in the order delivered. */
export function idsOf(read: { readonly items: readonly Item[] }): readonly string[] {
  return read.items.map((item) => item.id);
}

function walked(pages: readonly Page[], whole: boolean): Walked {
  return { kind: "walk", pages, items: pages.flatMap((page) => page.items), whole };
}
