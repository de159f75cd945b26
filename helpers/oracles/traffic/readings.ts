import { createHash } from "node:crypto";
import { LIST_PARAMETERS, listOf, type SortDir } from "../../contract/lists.js";
import type { ListName } from "../../contract/model.js";
import { findOperation } from "../../contract/operations.js";
import { type Asked, askedOf } from "../../wire/asked.js";
import { decodePage, type Page } from "../../wire/decode.js";
import type { Exchange } from "../../wire/exchange.js";
import { isPlainlyValid } from "../answers/plainly-valid.js";

/** When an exchange was under way, in milliseconds since 1970. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** A page, in recorded traffic, of one of the lists that the contract describes in full. */
export interface PageSeen extends Span {
  readonly list: ListName;
  readonly page: Page;
  readonly asked: Asked;
  readonly total: number;
  /** Which client asked which service for which list. */
  readonly source: string;
  /** The filters of the query, normalised. */
  readonly filters: string;
  /** The query, normalised. */
  readonly query: string;
  /** Null if not asked for; the same for `by`. */
  readonly dir: SortDir | null;
  readonly by: string | null;
  /** Distinguishes a fresh answer from one cached on the way: its headers, shortened. */
  readonly stamp: string;
}

/** When the exchange was under way; null if the recording does not say. */
export function spanOf({ startedAt, ms }: Exchange): Span | null {
  const from = Date.parse(startedAt);
  return Number.isFinite(from) && Number.isFinite(ms) && ms >= 0 ? { from, to: from + ms } : null;
}

/** Which client asked, and where: the address up to the generation. */
export function placeOf({ check, request }: Exchange): string {
  return `${check} ${request.url.slice(0, Math.max(0, request.url.search(/\/v[12]\//)))}`;
}

/** A list page that relations can use; null for anything else. */
export function readingOf(exchange: Exchange): PageSeen | null {
  const operation = exchange.operation === null ? null : findOperation(exchange.operation);
  const list = operation === null ? undefined : listOf(operation.id)?.name;
  const span = spanOf(exchange);
  if (operation === null || list === undefined || span === null) return null;
  if (!isPlainlyValid(operation, exchange.request.url)) return null;
  const page = decodePage(exchange, list);
  const asked = askedOf(exchange);
  if (page.kind !== "page" || page.total === null || asked === null) return null;
  const { searchParams } = asked.url;
  const pairs = [...searchParams].map(([name, value]) => `${name}=${value}`).sort();
  const dir = searchParams.get("sort_dir");
  return {
    ...span,
    list,
    page,
    asked,
    total: page.total,
    source: `${placeOf(exchange)} ${list}`,
    filters: pairs.filter((pair) => !LIST_PARAMETERS.includes(pair.replace(/=.*/s, ""))).join("&"),
    query: pairs.join("&"),
    dir: dir === "asc" || dir === "desc" ? dir : null,
    by: searchParams.get("sort_by"),
    stamp: createHash("sha1").update(JSON.stringify(exchange.answer?.headers)).digest("base64"),
  };
}
