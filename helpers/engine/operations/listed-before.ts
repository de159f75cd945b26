import type { OperationId } from "../../contract/generated/types.js";
import { LISTED_NOTE } from "../../target/recordings/note-names.js";
import type { Exchange } from "../../wire/exchange.js";
import { objectOf } from "../../wire/raw.js";
import { succeeded } from "../../wire/status.js";
import type { Check } from "../check/check.js";
import { earlierAddress } from "./earlier-address.js";

/** What a list is filtered by. */
export type Filter = Readonly<Record<string, string>>;

/** What an address may say besides its filters; of the pages, the first. */
const PAGING = new Set(["page", "page_size", "sort_by", "sort_dir"]);

/**
 * Address of a filtered list that was asked for before a write, and that one page showed whole: a service that keeps
 * answers by their address may show there what was before the write. Null if there is none.
 */
export function listedBefore(
  t: Check,
  operation: OperationId,
  filter: Filter,
  write: Pick<Exchange, "index">,
): Promise<string | null> {
  const { journal } = t.session;
  return earlierAddress(t, `${LISTED_NOTE}: ${operation}`, async () => {
    const chosen = journal
      .exchangesOf(operation)
      .filter(({ index, request }) => index < write.index && request.key === "right")
      .find(
        (exchange) =>
          succeeded(exchange) &&
          asksOnlyFor(filter, exchange.request.url) &&
          isWhole(journal.load(exchange.index)),
      );
    return chosen && new URL(chosen.request.url);
  });
}

/** Whether an address asks for the first page of a list under just these filters, sorted in any way. */
export function asksOnlyFor(filter: Filter, url: string): boolean {
  const params = [...new URL(url).searchParams];
  const filters = params.filter(([name]) => !PAGING.has(name));
  const isFirst = params.every(([name, value]) => name !== "page" || value === "1");
  const wanted = Object.entries(filter);
  return (
    isFirst && filters.length === wanted.length && filters.every(([name, value]) => filter[name] === value)
  );
}

/** Whether a page shows its whole list. */
function isWhole({ answer }: Exchange): boolean {
  const page = answer === null ? null : objectOf(answer);
  const items = Object.values(page ?? {}).find(Array.isArray);
  return items !== undefined && items.length === page?.total;
}

/** How to say that a list lacks something. @param href the address of before, if it was asked for by that */
export function notListed(href: string | null): string {
  return href === null
    ? "it is not listed there"
    : "it is not listed there, at an address that was asked for before the write too";
}
