import { decodeOpenPage, type Item, type Page } from "../../wire/decode.js";
import { requestLine } from "../../wire/message.js";
import type { Answered, Ask, Check } from "../check/check.js";

/** A list whose shape the contract leaves open, read as far as its own envelope leads. */
export interface OpenList {
  /** Each id once, in the order delivered. */
  readonly items: readonly Item[];
  readonly exchanges: readonly Answered[];
  /** False where more pages were announced than could be read. */
  readonly whole: boolean;
}

/** What to ask for, and under which members the items show their id, the likelier one first. */
interface OpenListRequest {
  readonly operation: NonNullable<Ask["operation"]>;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly idMembers: readonly string[];
  /** The first page, where it was read already. */
  readonly first?: Answered;
}

/** Pages of one list, by effort. */
const MOST_PAGES = { quick: 3, standard: 10, thorough: 100 } as const;

/**
 * Reads a list with all its pages. Page parameters are sent only where the first page shows that there are more.
 * @throws Inconclusive when it is refused, or holds no array of objects with ids
 */
export async function readOpenList(t: Check, request: OpenListRequest): Promise<OpenList> {
  const first = await readPage(t, request, undefined);
  const exchanges = [first.exchange];
  const items = new Map(first.items.map((item) => [item.id, item]));
  const pages = first.pages ?? 1;
  const last = Math.min(pages, MOST_PAGES[t.settings.effort]);
  for (let number = 2; number <= last; number += 1) {
    const page = await readPage(t, request, number);
    exchanges.push(page.exchange);
    const fresh = page.items.filter(({ id }) => !items.has(id));
    for (const item of fresh) items.set(item.id, item);
    // A target that turns no pages would repeat itself to the end.
    if (fresh.length === 0) return { items: [...items.values()], exchanges, whole: false };
  }
  return { items: [...items.values()], exchanges, whole: last === pages };
}

/** Ids of what was read. */
export function idsIn(list: { readonly items: readonly Item[] }): readonly string[] {
  return list.items.map(({ id }) => id);
}

interface OpenPage {
  readonly exchange: Answered;
  readonly items: readonly Item[];
  readonly pages: number | null;
}

async function readPage(t: Check, request: OpenListRequest, page: number | undefined): Promise<OpenPage> {
  const known = page === undefined ? request.first : undefined;
  const exchange =
    known ?? (await t.askOk({ operation: request.operation, query: { ...request.query, page } }));
  if (exchange.answer.status === 204) return { exchange, items: [], pages: null };
  const decoded = request.idMembers.map((member) => decodeOpenPage(exchange, member));
  const identified = decoded.find((each): each is Page => each.kind === "page" && each.items.every(hasId));
  if (identified !== undefined) return { exchange, items: identified.items, pages: identified.pages };
  return t.inconclusive(
    `${requestLine(exchange)} shows no list of objects with ${request.idMembers.join(" or ")}`,
  );
}

/** Items without an id are numbered by their position; see `decodeOpenPage`. */
function hasId({ id }: Item): boolean {
  return !id.startsWith("#");
}
