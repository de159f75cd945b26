import type { Operation } from "../../contract/model.js";
import { matchOperation } from "../../contract/operations.js";
import { REPEATED_NOTE } from "../../target/recordings/note-names.js";
import type { Exchange } from "../../wire/exchange.js";
import { pathBelow } from "../../wire/own-address.js";
import { succeeded } from "../../wire/status.js";
import type { Check } from "../check/check.js";
import { givenEach } from "../check/given.js";
import { earlierAddress } from "./earlier-address.js";

/**
 * Path and query of a read that succeeded with the right key earlier in this run: one of records that were there before
 * it; of a paged list a further page, or else one with any parameters. Null if there is none.
 */
export const askedBefore = givenEach((t, operation: Operation) =>
  earlierAddress(t, `${REPEATED_NOTE}: ${operation.id}`, async () => {
    const urls: URL[] = [];
    for (const url of succeededUrls(t.session.journal.exchangesOf(operation.id)))
      if (await isOfKnown(t, operation, url)) urls.push(url);
    return operation.paged ? furthest(urls) : urls.at(-1);
  }),
);

function succeededUrls(exchanges: readonly Exchange[]): readonly URL[] {
  return exchanges
    .filter((exchange) => exchange.request.key === "right" && succeeded(exchange))
    .map(({ request }) => new URL(request.url));
}

/** The last address of a further page; if there is none, the last with any parameters. */
export function furthest(urls: readonly URL[]): URL | undefined {
  return (
    urls.findLast(({ searchParams }) => Number(searchParams.get("page")) > 1) ??
    urls.findLast(({ search }) => search !== "")
  );
}

/** Whether the lists of the target show all ids in the path of an operation's address. */
async function isOfKnown(t: Check, { id, method }: Operation, { pathname }: URL): Promise<boolean> {
  const called = matchOperation(method, pathBelow(t.settings.url, pathname));
  if (called?.operation.id !== id) return false;
  for (const [parameter, value] of Object.entries(called.params))
    if (!(await t.census.ids(parameter)).includes(value)) return false;
  return true;
}
