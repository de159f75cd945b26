import { isObject } from "../../../contract/json.js";
import { type Walked, walkOf, walkPages } from "../../../target/lists/walk.js";
import {
  decodeOpenPage,
  hasId,
  type Item,
  idsOf,
  MALFORMED,
  NO_LINKS,
  type Page,
} from "../../../wire/decode.js";
import type { Answered } from "../../../wire/exchange.js";
import { requestLine } from "../../../wire/message.js";
import { ifReadable } from "../../../wire/outcome.js";
import { jsonOf } from "../../../wire/raw.js";
import type { Ask } from "../../check/ask.js";
import type { Check } from "../../check/check.js";
import type { ListQuery } from "../asking/pages.js";

/** A list whose shape the contract leaves open, read as far as its envelope leads. */
export interface OpenList {
  /** Each id once, in the order delivered. */
  readonly items: readonly Item[];
  readonly pages: readonly Page[];
  readonly exchanges: readonly Answered[];
  /** False if more pages were announced than could be read, or there may be more. */
  readonly whole: boolean;
}

type ReadPage = (page: number) => Promise<Page>;

/** What to ask for, and the members that may hold an item's id, the likelier one first. */
interface OpenListRequest {
  readonly operation: NonNullable<Ask["operation"]>;
  readonly query?: ListQuery;
  readonly idMembers: readonly string[];
  /** True for a list that the contract shows without pages: it is whole unless it says otherwise. */
  readonly unpaged?: boolean;
  /** The first page, if it was read already. */
  readonly first?: Answered;
}

/** Lists whose page sizes are open are unlikely to have a smaller default. */
const SMALLEST_DEFAULT = 10;

/**
 * Reads a list with all its pages. Sends page parameters only if the first page does not show that it is the only one.
 * @throws Inconclusive if it is refused, or holds no array of objects with ids
 */
export async function readOpenList(t: Check, request: OpenListRequest): Promise<OpenList> {
  const exchanges: Answered[] = [];
  const first = await readPage(t, request, undefined, exchanges);
  const read = (number: number) =>
    number === 1 ? Promise.resolve(first) : readPage(t, request, number, exchanges);
  const most = t.budget("lists.open.pages");
  const isSingle = first.pages === null ? showsAll(first, request) : first.pages < 2;
  const walkOn = first.pages === null ? walkUncounted : walkShown;
  const walk = isSingle ? walkOf({ pages: [first], whole: true }) : await walkOn(read, first, most);
  const items = new Map(walk.items.map((item) => [item.id, item]));
  const whole = walk.whole && items.size === walk.items.length;
  return { items: [...items.values()], pages: walk.pages, exchanges, whole };
}

/** Whether the only page of a list that does not count its pages shows that there are no others. */
function showsAll({ total, items, links }: Page, { unpaged = false }: OpenListRequest): boolean {
  if (links.next !== null && links.next !== MALFORMED) return false;
  return total === null ? unpaged || items.length < SMALLEST_DEFAULT : total <= items.length;
}

/**
 * Walks a list that does not count its pages, until one is empty. A target may refuse pages that it does not have, or
 * know no pages and repeat the first: neither shows that the list is whole.
 */
async function walkUncounted(read: ReadPage, first: Page, most: number): Promise<Walked> {
  const pages = [first];
  const seen = new Set(idsOf(first.items));
  while (pages.length < most) {
    const page = await ifReadable(read(pages.length + 1));
    const ends = page?.items.length === 0;
    if (page === null || ends || page.items.every(({ id }) => seen.has(id)))
      return walkOf({ pages, whole: ends });
    for (const id of idsOf(page.items)) seen.add(id);
    pages.push(page);
  }
  return walkOf({ pages, whole: false });
}

/** Walks a list by the size that its first page shows. */
async function walkShown(read: ReadPage, { items, pages }: Page, most: number): Promise<Walked> {
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
  if (exchange.answer.status === 204 || (request.unpaged && isEmptyObject(exchange)))
    return emptyPage(exchange);
  const decoded = request.idMembers.map((member) => decodeOpenPage(exchange, member));
  const identified = decoded.find((each): each is Page => each.kind === "page" && each.items.every(hasId));
  return (
    identified ??
    t.inconclusive(`${requestLine(exchange)} shows no list of objects with ${request.idMembers.join(" or ")}`)
  );
}

/** Whether the answer is the object in which a list of records under their ids is empty. */
function isEmptyObject({ answer }: Answered): boolean {
  const json = jsonOf(answer);
  return isObject(json) && Object.keys(json).length === 0;
}

function emptyPage(exchange: Answered): Page {
  const unknown = { total: null, page: null, pages: null };
  return { kind: "page", exchange, array: "", ...unknown, links: NO_LINKS, items: [] };
}
