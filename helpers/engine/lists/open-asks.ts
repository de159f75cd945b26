import { NEEDED_QUERY, type OpenListDeclaration } from "../../contract/lists.js";
import type { NoPage } from "../../target/walk.js";
import { decodeOpenPage, type Page } from "../../wire/decode.js";
import type { Answered } from "../../wire/exchange.js";
import type { Check } from "../check/check.js";
import { fullestParent } from "./open-parent.js";
import type { ListQuery } from "./pages.js";

/** A page that could not be read, with the answer instead. */
interface Unread extends NoPage {
  readonly exchange: Answered;
  readonly why: string;
}

/** Asks for one page, as `tryOpenPage`. @throws Inconclusive if the answer shows none */
export async function askOpenPage(t: Check, list: OpenListDeclaration, query: ListQuery): Promise<Page> {
  const page = await tryOpenPage(t, list, query);
  return page.kind === "page"
    ? page
    : t.inconclusive(`${list.operation} answered ${page.exchange.answer.status}: ${page.why}`);
}

/** Asks for one page; of a list below another resource, for that of the fullest one. */
export async function tryOpenPage(
  t: Check,
  list: OpenListDeclaration,
  page: ListQuery,
): Promise<Page | Unread> {
  const { operation, id, below } = list;
  const path =
    below === undefined ? {} : { [below.parameter]: (await fullestParent(t, operation, below)).id };
  const exchange = await t.ask({ operation, path, query: { ...NEEDED_QUERY[operation], ...page } });
  const decoded = decodeOpenPage(exchange, id);
  return decoded.kind === "page"
    ? t.session.lean.keep(decoded)
    : { kind: "unread", exchange, why: decoded.why };
}
