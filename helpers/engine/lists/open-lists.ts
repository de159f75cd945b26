import type { OperationId } from "../../contract/generated/types.js";
import {
  DEFAULT_PAGE,
  DEFAULT_PAGE_SIZE,
  NEEDED_QUERY,
  type OpenListDeclaration,
} from "../../contract/lists.js";
import { operationInScope } from "../../contract/scope.js";
import { pageLength } from "../../oracles/envelope.js";
import { linksKeepPageSize } from "../../oracles/links.js";
import { type NoPage, type Walked, walkPages } from "../../target/walk.js";
import { askedOf } from "../../wire/asked.js";
import { decodeOpenPage, type Item, MALFORMED, type Page } from "../../wire/decode.js";
import type { Answered, Finding } from "../../wire/exchange.js";
import { count, renderIds, requestLine } from "../../wire/message.js";
import { Inconclusive, orWhyNot } from "../../wire/outcome.js";
import type { Ask } from "../check/ask.js";
import { type Check, given } from "../check/check.js";
import { exchangesOf, idsOf, type ListQuery } from "./pages.js";
import { judgeSteady, watchText } from "./steady.js";

// Lists whose items the document does not show. Whatever they carry of the envelope must be right. Their page sizes are
// open, so they are read and judged by the sizes that they show.

/** A list whose shape the contract leaves open, read as far as its envelope leads. */
export interface OpenList {
  /** Each id once, in the order delivered. */
  readonly items: readonly Item[];
  readonly exchanges: readonly Answered[];
  /** False if more pages were announced than could be read, or there may be more. */
  readonly whole: boolean;
}

/** What to ask for, and the members that may hold an item's id, the likelier one first. */
interface OpenListRequest {
  readonly operation: NonNullable<Ask["operation"]>;
  readonly query?: ListQuery;
  readonly idMembers: readonly string[];
  /** The first page, if it was read already. */
  readonly first?: Answered;
}

/** How many pages a list is cut into, and the least number of a page that is read beside; the sizes asked for. */
const PAGES = 2;
const BESIDE = 3;
const SMALL = 2;
const LARGEST = 100;
/** Lists whose page sizes are open hardly have a smaller default. */
const SMALLEST_DEFAULT = 10;
/** Items that lie between two pages of different sizes if they certainly share none, whatever ties may do. */
const APART = 8;
/** Disturbed readings of a list before the check gives up. */
const DISTURBED = 2;

/**
 * Reads a list with all its pages. Sends page parameters only if the first page shows that there are more.
 * @throws Inconclusive if it is refused, or holds no array of objects with ids
 */
export async function readOpenList(t: Check, request: OpenListRequest): Promise<OpenList> {
  const exchanges: Answered[] = [];
  const first = await readPage(t, request, undefined, exchanges);
  const read = (number: number) =>
    number === 1 ? Promise.resolve(first) : readPage(t, request, number, exchanges);
  const most = t.budget("lists.open.pages");
  const walk = first.pages === null || first.pages < 2 ? single(first) : await walkShown(read, first, most);
  const items = new Map(walk.items.map((item) => [item.id, item]));
  const whole = walk.whole && items.size === walk.items.length && (first.pages !== null || showsAll(first));
  return { items: [...items.values()], exchanges, whole };
}

/** Whether the only page of a list that does not count its pages shows that there are no others. */
function showsAll({ total, items, links }: Page): boolean {
  if (links.next !== null && links.next !== MALFORMED) return false;
  return total === null ? items.length < SMALLEST_DEFAULT : total <= items.length;
}

function single(page: Page): Walked {
  return { kind: "walk", pages: [page], items: page.items, whole: true };
}

/** Walks a list by the size that its first page shows. */
async function walkShown(
  read: (page: number) => Promise<Page>,
  { items, pages }: Page,
  most: number,
): Promise<Walked> {
  const size = Math.max(1, items.length);
  return walkPages<never>(read, { size, held: Math.max(0, ((pages ?? 1) - 1) * size + 1), most });
}

async function readPage(
  t: Check,
  request: OpenListRequest,
  page: number | undefined,
  exchanges: Answered[],
): Promise<Page> {
  const had = page === undefined ? request.first : undefined;
  const { operation, query } = request;
  const exchange = had ?? (await t.askOk({ operation, query: { ...query, page } }));
  exchanges.push(exchange);
  if (exchange.answer.status === 204) return emptyPage(exchange);
  const decoded = request.idMembers.map((member) => decodeOpenPage(exchange, member));
  const identified = decoded.find((each): each is Page => each.kind === "page" && each.items.every(hasId));
  return (
    identified ??
    t.inconclusive(`${requestLine(exchange)} shows no list of objects with ${request.idMembers.join(" or ")}`)
  );
}

function emptyPage(exchange: Answered): Page {
  const unknown = { total: null, page: null, pages: null };
  return { kind: "page", exchange, array: "", ...unknown, links: NO_LINKS, items: [] };
}

/** Items without an id are numbered by position; see `decodeOpenPage`. */
function hasId({ id }: Item): boolean {
  return !id.startsWith("#");
}

/** A walk over an open list in two pages, and a page of a smaller size, shared by all checks. */
class OpenReading {
  #walk: Promise<Walked> | null = null;

  constructor(
    readonly list: OpenListDeclaration,
    /** Of a long list page 3 or a later one, since some mistakes show only there; otherwise page 1. */
    readonly sample: Page,
    /** False if it was read again to confirm a breach. */
    readonly isShared: boolean,
  ) {}

  walk(t: Check): Promise<Walked> {
    this.#walk ??= walkFrom(t, this.list, this.sample);
    return this.#walk;
  }
}

/** Readings of the open lists, made by the first check that asks and shared. */
const openReadings = given(async () => new Map<OperationId, Promise<OpenReading>>());

/**
 * Judges each list in scope; a list that cannot be judged leaves the verdict to the others.
 * @throws Inconclusive if none could be judged
 */
export async function eachOpenList(
  t: Check,
  lists: readonly OpenListDeclaration[],
  judge: (t: Check, reading: OpenReading) => Promise<readonly Finding[]>,
): Promise<void> {
  const reasons: string[] = [];
  const inScope = lists.filter(({ operation }) => operationInScope(operation, t.settings));
  const shared = await t.given(openReadings);
  const judgeOne = async (list: OpenListDeclaration) => {
    const reading = shared.get(list.operation) ?? readSample(t, list, true);
    shared.set(list.operation, reading);
    const read = async (seen: string | null) =>
      judge(t, await (seen === null ? reading : readSample(t, list, false)));
    const watch = watchText(() => fingerprint(t, list), DISTURBED, t.session);
    const found = await orWhyNot(judgeSteady(read, watch, t.session));
    if (found instanceof Inconclusive) reasons.push(found.message);
    else t.find(found);
  };
  await Promise.all(inScope.map(judgeOne));
  if (reasons.length === inScope.length) t.inconclusive([...new Set(reasons)].join("; "));
}

/** A walk collects as many items as the list counts, each of them once. */
export async function openTotals(t: Check, reading: OpenReading): Promise<readonly Finding[]> {
  const { list, sample } = reading;
  if (sample.total === null)
    return t.inconclusive(`needs a list that carries total; ${list.operation} carries none`);
  const walk = sample.total > 1 ? await reading.walk(t) : single(sample);
  if (!walk.whole)
    t.inconclusive(
      `${list.operation} counts ${sample.total} items, too many for a walk at effort ${t.settings.effort}`,
    );
  const collected = distinct(walk.pages);
  t.saw("pages", walk.pages.length);
  const twice = repeated(walk.pages);
  if (twice.length > 0)
    return [
      t.finding(
        exchangesOf(walk),
        `each item of the list on one of its ${count(walk.pages.length, "page")}`,
        `on two pages: ${renderIds(twice)}`,
      ),
    ];
  const wrong = [sample, ...walk.pages].find((page) => page.total !== null && page.total !== collected);
  if (wrong === undefined) return [];
  return [
    t.finding(
      [wrong.exchange, ...exchangesOf(walk)],
      `total is ${collected}: a walk over ${count(walk.pages.length, "page")} collects ${count(collected, "item")}`,
      `total ${wrong.total}`,
      "/total",
    ),
  ];
}

/**
 * A request without page gives page 1: it shares items with page 1 of another size and none with a page far behind it,
 * whichever order items have inside a page and whatever was created between the two.
 */
export async function openDefault(t: Check, reading: OpenReading): Promise<readonly Finding[]> {
  const { list, sample, isShared } = reading;
  const { operation } = list;
  const listed = await (isShared
    ? t.listed(operation)
    : t.ask({ operation, query: { ...NEEDED_QUERY[operation] } }));
  const plain = decodeOpenPage(listed, list.id);
  const first = pageOf(sample) === 1 ? sample : (await reading.walk(t)).pages[0];
  if (plain.kind !== "page" || !first?.items.length || ![...plain.items, ...first.items].every(hasId))
    return t.inconclusive(`needs a list whose items show ${list.id}; ${operation} shows none`);
  t.saw("lists");
  const came = new Set(idsOf(plain));
  const shares = (page: Page) => idsOf(page).some((id) => came.has(id));
  const isFarBehind = (pageOf(sample) - 1) * sizeOf(sample) >= came.size + APART;
  if (shares(first) && !(isFarBehind && shares(sample))) return [];
  // Many items may have been created between the two.
  if (isShared) return openDefault(t, await readSample(t, list, false));
  return [
    t.finding(
      [plain.exchange, first.exchange],
      `without page the items of page 1, such as ${renderIds(idsOf(first))}`,
      came.size === 0 ? "none" : renderIds(idsOf(plain)),
    ),
  ];
}

/**
 * Ids on a page that stood on one before it, of pages that bring others too: a page behind the last may be the last
 * once more.
 */
function repeated(pages: readonly Page[]): readonly string[] {
  const seen = new Set<string>();
  return pages.flatMap(({ items }) => {
    const ids = items.filter(hasId).map(({ id }) => id);
    const again = ids.filter((id) => seen.has(id));
    for (const id of ids) seen.add(id);
    return again.length < ids.length ? again : [];
  });
}
/** Distinct entries of a walk: an identical item with the same id on another page is not counted again. */
function distinct(pages: readonly Page[]): number {
  const texts = pages.map(({ items }) =>
    items.map((item) => (hasId(item) ? JSON.stringify(item.raw) : null)),
  );
  const seen = new Set<string>();
  let count = 0;
  for (const page of texts) {
    count += page.filter((text) => text === null || !seen.has(text)).length;
    for (const text of page) if (text !== null) seen.add(text);
  }
  return count;
}

/** A page holds as many items as were asked for. */
export async function openSizes(t: Check, { list, sample }: OpenReading): Promise<readonly Finding[]> {
  const { total } = sample;
  if (total === null || total < 2)
    return t.inconclusive(
      `needs a list with total and more items than the page size; ${list.operation} shows total ${total}`,
    );
  t.saw("pages");
  if (list.below === undefined && total % sizeOf(sample) !== 0) {
    // Some mistakes show only if the last page is full, some only from page 3 on. The exchange oracles judge this page.
    await ask(t, list, { page: total > BESIDE ? BESIDE : 1, page_size: dividing(total) });
  }
  return pageLength({ rule: t.rule, page: sample });
}

/**
 * The next link leads to the next page of the same size, from a small page and from each page of a walk. Links may
 * have any form: only what they lead to counts.
 */
export async function openLinks(t: Check, reading: OpenReading): Promise<readonly Finding[]> {
  const { list, sample } = reading;
  const { pages } = sample.total !== null && sample.total > 1 ? await reading.walk(t) : single(sample);
  for (const [at, page] of [sample, ...pages].entries()) {
    // That page may have another size than the walk, so the page after it is not known.
    const wrong = await wrongNext(t, list, page, at === 0 ? undefined : pages[at]);
    if (wrong !== null) return [wrong];
  }
  return [];
}

/**
 * What is wrong with the page behind a next link. A link that keeps page_size as asked for is not followed.
 * @param due the next page, if the run has read it
 */
async function wrongNext(
  t: Check,
  list: OpenListDeclaration,
  page: Page,
  due: Page | undefined,
): Promise<Finding | null> {
  const { next } = page.links;
  if (typeof next !== "string" || next === MALFORMED) return null;
  if (linksKeepPageSize({ rule: t.rule, page: { ...page, links: { ...NO_LINKS, next } } }).length === 0)
    return null;
  const size = page.items.length;
  // Another rule judges a target that gives more than asked for.
  if (size > sizeOf(page)) return null;
  t.saw("links followed");
  const decoded = decodeOpenPage(await t.ask({ href: next, samePath: true }), list.id);
  if (decoded.kind !== "page") return null;
  const isOther = due !== undefined && keysOf(due).join() !== keysOf(decoded).join();
  if (decoded.items.length <= size && !isOther) return null;
  return t.finding(
    [decoded.exchange, page.exchange],
    `next of a page of size ${size} leads to the next page of that size`,
    `${count(decoded.items.length, "item")} at ${next}`,
  );
}

const NO_LINKS = { first: null, last: null, prev: null, next: null };

/** @param early true if what was read before shows how long the list is; a short one is then walked from this page on */
async function readSample(t: Check, list: OpenListDeclaration, early: boolean): Promise<OpenReading> {
  const total = early ? await totalBefore(t, list) : null;
  const size = total === null || total < 2 ? SMALL : walkSize(total);
  const isLong = total !== null && (list.below === undefined ? size >= DEFAULT_PAGE_SIZE : total > BESIDE);
  const page_size = isLong ? dividing(total) : size;
  return new OpenReading(
    list,
    await ask(t, list, { page: isLong ? pageBeside(total, page_size) : 1, page_size }),
    early,
  );
}

/** A page far behind one of the default size, or page 3 if the list has none. */
function pageBeside(total: number, size: number): number {
  const behind = Math.ceil((DEFAULT_PAGE_SIZE + APART) / size) + 1;
  return behind * size > total ? BESIDE : Math.max(BESIDE, behind);
}

/** How many items the list counts by what was read before; null if nothing shows it. */
async function totalBefore(t: Check, { operation, id, below }: OpenListDeclaration): Promise<number | null> {
  if (below !== undefined) {
    const { held } = await fullest(t, operation, below);
    return Number.isSafeInteger(held) ? held : null;
  }
  const page = decodeOpenPage(await t.listed(operation), id);
  return page.kind === "page" ? page.total : null;
}

/** The largest small page size that makes several pages and fills the last: some mistakes show only there. */
function dividing(total: number): number {
  let size = Math.min(DEFAULT_PAGE_SIZE - 1, Math.max(1, Math.floor(total / (BESIDE + 1))));
  while (total % size !== 0) size -= 1;
  return size;
}

function walkSize(total: number): number {
  return Math.min(LARGEST, Math.floor(total / PAGES) + 1);
}

/** Walks the list. A page past the last may be refused. @param small a page that may be the first of the walk */
async function walkFrom(t: Check, list: OpenListDeclaration, small: Page): Promise<Walked> {
  const size = walkSize(small.total ?? 0);
  const read = async (page: number): Promise<Page | NoPage> => {
    if (page === 1 && sizeOf(small) === size) return small;
    return askOpen(t, list, { page, page_size: size });
  };
  const walk = await walkPages(read, { size, most: t.budget("lists.open.pages") });
  if (walk.kind === "walk") return walk;
  return t.inconclusive(`a page of ${list.operation} that its total counts could not be read`);
}

/** The size that was asked for. */
function sizeOf({ exchange }: Page): number {
  return askedOf(exchange)?.size ?? DEFAULT_PAGE_SIZE;
}

/** The page that was asked for. */
function pageOf({ exchange }: Page): number {
  return askedOf(exchange)?.page ?? DEFAULT_PAGE;
}

/** What distinguishes the items of an open list; null for an item without an id. */
function keysOf(page: Page): readonly (string | null)[] {
  return page.items.map((item) => (hasId(item) ? item.id : null));
}

/** Changes when the list changes, as far as its first page shows. */
async function fingerprint(t: Check, list: OpenListDeclaration): Promise<string> {
  const { total, items } = await ask(t, list, {});
  return JSON.stringify([total, items.map((item) => item.raw)]);
}

async function ask(t: Check, list: OpenListDeclaration, query: ListQuery): Promise<Page> {
  const page = await askOpen(t, list, query);
  return page.kind === "page"
    ? page
    : t.inconclusive(`${list.operation} answered ${page.exchange.answer.status}: ${page.why}`);
}

/**
 * The listed resource that counts most items, with their number; the first known one where none counts any. Either
 * generation may list it: open batches, which v1 lists, hardly have errors.
 */
async function fullest(
  t: Check,
  operation: OperationId,
  { parameter, countedBy }: NonNullable<OpenListDeclaration["below"]>,
): Promise<{ readonly id: string; readonly held: number | null }> {
  const [first] = await t.census.ids(parameter);
  if (first === undefined) return t.inconclusive(`needs a batch for ${operation}`);
  const held = ({ raw }: Item) => (raw.status === "archived" ? 0 : Number(raw[countedBy] ?? 0));
  const parents = (["v1ListBatches", "v2ListBatches"] as const).filter((each) =>
    operationInScope(each, t.settings),
  );
  const ownFirst = operation.startsWith("v1") ? parents : parents.toReversed();
  for (const each of ownFirst) {
    const page = decodeOpenPage(await t.listed(each), parameter);
    const items = page.kind === "page" ? page.items.filter(hasId) : [];
    const [most] = items.toSorted((one, other) => held(other) - held(one));
    if (most !== undefined && held(most) > 0) return { id: most.id, held: held(most) };
  }
  return { id: first, held: null };
}

/** A page that could not be read, with the answer instead. */
interface Unread extends NoPage {
  readonly exchange: Answered;
  readonly why: string;
}

async function askOpen(t: Check, list: OpenListDeclaration, page: ListQuery): Promise<Page | Unread> {
  const { operation, id, below } = list;
  const path = below === undefined ? {} : { [below.parameter]: (await fullest(t, operation, below)).id };
  const exchange = await t.ask({ operation, path, query: { ...NEEDED_QUERY[operation], ...page } });
  const decoded = decodeOpenPage(exchange, id);
  return decoded.kind === "page"
    ? t.session.lean.keep(decoded)
    : { kind: "unread", exchange, why: decoded.why };
}
