import { isObject } from "../contract/json.js";
import { LISTS, type LinkName } from "../contract/lists.js";
import type { ListName } from "../contract/model.js";
import type { Exchange } from "./exchange.js";
import { findArray } from "./find-array.js";
import { type Instant, parseInstant } from "./instant.js";
import type { Raw } from "./raw.js";
import { recordsByKey } from "./records-by-key.js";
import { troubleInWords } from "./trouble.js";

/** One entry of a list. */
export interface Item {
  readonly id: string;
  /** Null if missing or not a timestamp. */
  readonly createdAt: Instant | null;
  readonly raw: Raw;
}

/** The ids of items, in their order. */
export function idsOf(items: readonly Pick<Item, "id">[]): readonly string[] {
  return items.map(({ id }) => id);
}

/** The record with an id in a list; null if it is not there. */
export function itemOf(list: { readonly items: readonly Item[] } | null, id: string): Raw | null {
  return list?.items.find((item) => item.id === id)?.raw ?? null;
}

/** Marks a link that is neither `{}` nor `{href: string}`; its schema rule reports that. */
export const MALFORMED = "malformed";

/** For each link its href, null if it does not exist (`{}`), or `MALFORMED`. */
type Links = Readonly<Record<LinkName, string | null>>;

/** What the links of a page without any say. */
export const NO_LINKS: Links = { first: null, last: null, prev: null, next: null };

/** A list answer, as far as relations need it. */
export interface Page {
  readonly kind: "page";
  readonly exchange: Exchange;
  /** Name of the array member. */
  readonly array: string;
  /** Null if missing or not an integer, like `page` and `pages`. */
  readonly total: number | null;
  readonly page: number | null;
  readonly pages: number | null;
  readonly links: Links;
  readonly items: readonly Item[];
}

export type DecodedPage = Page | { readonly kind: "undecodable"; readonly why: string };

/**
 * Reads a paged list answer leniently: a broken member that no relation needs is left to the schema rules. Only an
 * answer without an array of objects with ids is undecodable.
 */
export function decodePage(exchange: Exchange, array: ListName): DecodedPage {
  const idMember = LISTS[array].id;
  const undecodable = (why: string): DecodedPage => ({ kind: "undecodable", why });
  const shown = jsonShown(exchange);
  if (!("value" in shown)) return undecodable(shown.why);
  const { value } = shown;
  if (!isObject(value)) return undecodable("the body is not a JSON object");
  const list = value[array];
  if (!Array.isArray(list)) return undecodable(`the body has no array "${array}"`);
  const items = list.map((entry: unknown) => decodeItem(entry, idMember));
  const broken = items.indexOf(null);
  if (broken >= 0) return undecodable(`/${array}/${broken} is not an object with ${idMember}`);
  return {
    kind: "page",
    exchange,
    array,
    ...decodeEnvelope(value),
    items: items.filter((item) => item !== null),
  };
}

/**
 * Reads a list answer whose array the contract does not name; see `findArray` and `recordsByKey`. Entries without
 * `idMember` are identified by their position. Undecodable if several arrays may be the list.
 */
export function decodeOpenPage(exchange: Exchange, idMember: string): DecodedPage {
  const shown = jsonShown(exchange);
  if (!("value" in shown)) return { kind: "undecodable", why: shown.why };
  const { value } = shown;
  const name = new URL(exchange.request.url).pathname.split("/").at(-1) ?? "";
  const envelope = decodeEnvelope(value);
  const keyed = recordsByKey(value, idMember);
  const found =
    keyed === null
      ? findArray(value, { id: idMember, name, total: envelope.total })
      : { ...keyed, isSure: true };
  if (found === null) return { kind: "undecodable", why: "the body holds no array of objects" };
  if (!found.isSure)
    return { kind: "undecodable", why: "the body holds several arrays that may be the list" };
  const items = found.items.map(
    (raw, at) => decodeItem(raw, idMember) ?? { id: `#${at}`, createdAt: parseInstant(raw.created_at), raw },
  );
  return { kind: "page", exchange, array: found.pointer.slice(1), ...envelope, items };
}

/** The JSON of an answer with status 200, or why there is none. */
function jsonShown({ answer, trouble }: Exchange): { readonly value: unknown } | { readonly why: string } {
  if (answer === null) return { why: `no answer (${troubleInWords(trouble ?? "unknown trouble")})` };
  const { status, body } = answer;
  if (status !== 200) return { why: `status ${status}` };
  if (body.kind === "json") return { value: body.value };
  return {
    why: body.kind === "unreadable" ? `the body is ${body.why}` : `the body is ${body.kind}, not JSON`,
  };
}

/** Whether an item of such a page has an id of its own. */
export function hasId({ id }: Item): boolean {
  return !id.startsWith("#");
}

/** Reads one entry of a list; null if it is not an object with an id. */
export function decodeItem(entry: unknown, idMember: string): Item | null {
  if (!isObject(entry)) return null;
  const id = entry[idMember];
  if (typeof id !== "string" && typeof id !== "number") return null;
  return { id: String(id), createdAt: parseInstant(entry.created_at), raw: entry };
}

function decodeEnvelope(body: unknown): Pick<Page, "total" | "page" | "pages" | "links"> {
  const envelope = isObject(body) ? body : {};
  return {
    total: integerOrNull(envelope.total),
    page: integerOrNull(envelope.page),
    pages: integerOrNull(envelope.pages),
    links: decodeLinks(envelope.links),
  };
}

function integerOrNull(value: unknown): number | null {
  return typeof value === "number" && Number.isInteger(value) ? value : null;
}

function decodeLinks(value: unknown): Links {
  const links = isObject(value) ? value : {};
  return {
    first: decodeLink(links.first),
    last: decodeLink(links.last),
    prev: decodeLink(links.prev),
    next: decodeLink(links.next),
  };
}

function decodeLink(link: unknown): string | null {
  if (!isObject(link)) return MALFORMED;
  // A link that does not exist is an empty object, nothing else.
  if (Object.keys(link).length === 0) return null;
  return typeof link.href === "string" ? link.href : MALFORMED;
}
