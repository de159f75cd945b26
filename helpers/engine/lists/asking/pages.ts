import type { SortKey } from "../../../contract/generated/types.js";
import { DEFAULT_PAGE, type ListDeclaration } from "../../../contract/lists.js";
import { toldBy } from "../../../oracles/answers/refusal.js";
import type { Place } from "../../../oracles/lists/slices.js";
import type { Walked } from "../../../target/lists/walk.js";
import { askedOf } from "../../../wire/asked.js";
import { decodePage, idsOf, type Page } from "../../../wire/decode.js";
import type { Answered, Exchange, Finding } from "../../../wire/exchange.js";
import { requestLine } from "../../../wire/message.js";
import { is4xx, isSuccess } from "../../../wire/status.js";
import type { Check } from "../../check/check.js";
import { sighted } from "./sightings.js";

/** Query of a list request; undefined values are left out. */
export type ListQuery = Readonly<Record<string, string | number | undefined>>;

/** Parameters that a request for a filtered list may leave out. */
export type Omittable = "page" | "page_size" | "sort_dir" | "sort_by";

/** A query without some of its parameters. */
export function without(query: ListQuery, names: readonly Omittable[]): ListQuery {
  return Object.fromEntries(Object.entries(query).filter(([name]) => !names.some((each) => each === name)));
}

/** A page by its place in the list, sorted by a key. */
export interface Cut extends Place {
  readonly by: SortKey;
}

/** The query for such a page. */
export function cutQuery({ page, size, dir, by }: Cut): ListQuery {
  return { page, page_size: size, sort_dir: dir, sort_by: by };
}

/** A 4xx instead of a page, except one about the key; or a success without a body. */
export interface Refused {
  readonly kind: "refused";
  readonly exchange: Answered;
}

const ABOUT_THE_KEY = new Set([401, 403]);

/**
 * Asks for one page, whatever was read before.
 * @param isShared whether the answer serves all checks
 * @param like a page whose request has the parameters in the order to send them in; without it, the run's seed decides
 * @throws Inconclusive if the answer is neither a page nor a refusal
 */
export async function askPage(
  t: Check,
  list: ListDeclaration,
  query: ListQuery,
  isShared = false,
  like?: Page,
): Promise<Page | Refused> {
  const asked = like === undefined ? query : inOrderOf(like, query);
  const read = pageIn(t, list, await t.ask({ operation: list.operation, query: asked, isShared }));
  if (read.kind === "page") await sighted(t, list, read);
  return read;
}

/** A query in the order of the one that a page was asked for with; what that lacks comes last. */
function inOrderOf(page: Page, query: ListQuery): readonly (readonly [string, string])[] {
  return Object.entries({ ...queryOf(page), ...query }).flatMap(([name]) => {
    const value = query[name];
    return value === undefined ? [] : [[name, String(value)] as const];
  });
}

/** The page that an answer shows, or its refusal. */
export function pageIn(t: Check, list: ListDeclaration, exchange: Answered): Page | Refused {
  const { status, body } = exchange.answer;
  const refused = is4xx(status) && !ABOUT_THE_KEY.has(status);
  const nothing = isSuccess(status) && body.kind === "empty";
  if (refused || nothing) return { kind: "refused", exchange };
  const page = decodePage(exchange, list.name);
  if (page.kind === "page") return t.session.lean.keep(page);
  return t.inconclusive(`${requestLine(exchange)} could not be read as a page: ${page.why}`);
}

/** What was read. @throws Inconclusive if it was refused */
export function accepted<T extends Page | Walked>(t: Check, read: T | Refused): T {
  if (read.kind !== "refused") return read;
  return t.inconclusive(
    `${requestLine(read.exchange)} answered with ${read.exchange.answer.status}, so there is nothing to judge`,
  );
}

/** The refusal as a breach of the check's rule; `documented` says what should have come. */
export function refusal(t: Check, { exchange }: Refused, documented: string): Finding {
  const isEmpty = exchange.answer.body.kind === "empty";
  return t.finding(exchange, documented, `${toldBy(exchange.answer)}${isEmpty ? ", no body" : ""}`);
}

/** The exchanges behind what was read. */
export function exchangesOf(read: { readonly pages: readonly Page[] }): readonly Exchange[] {
  return read.pages.map((page) => page.exchange);
}

/** Ids on the pages of a walk, in the order delivered. */
export function idsIn(pages: readonly Pick<Page, "items">[]): readonly string[] {
  return pages.flatMap((page) => idsOf(page.items));
}

/** Whether the same ids were read, each as often, in any order. */
export function sameIds(left: readonly string[], right: readonly string[]): boolean {
  return JSON.stringify(left.toSorted()) === JSON.stringify(right.toSorted());
}

/** The largest page size up to some that fills the last page: there a miscount of pages shows. */
export function dividing(held: number, largest: number): number {
  let size = largest;
  while (held % size !== 0) size -= 1;
  return size;
}

/** The number of the page that was asked for, from 1. */
export function pageOf({ exchange }: { readonly exchange: Exchange }): number {
  return askedOf(exchange)?.page ?? DEFAULT_PAGE;
}

/** The query that a page was asked for with. */
export function queryOf({ exchange }: Page): ListQuery {
  return Object.fromEntries(new URL(exchange.request.url).searchParams);
}

/** A query in words: "page=1&page_size=5". */
export function queryWords(query: ListQuery): string {
  return Object.entries(query)
    .map((pair) => pair.join("="))
    .join("&");
}
