import type { OperationId } from "../../contract/generated/types.js";
import { LIST_PARAMETERS } from "../../contract/lists.js";
import type { Operation } from "../../contract/model.js";
import { matchOperation } from "../../contract/operations.js";
import { LISTED_NOTE, REPEATED_NOTE } from "../../target/recordings/note-names.js";
import type { Exchange } from "../../wire/exchange.js";
import { pathBelow } from "../../wire/own-address.js";
import { objectOf } from "../../wire/raw.js";
import { succeededWithKey } from "../../wire/status.js";
import type { Check } from "../check/check.js";
import { givenEach } from "../check/given.js";

// Addresses that the run asked for before. A service that keeps answers by their addresses may show there what was
// before a write, or what the right key was given.

/**
 * Path and query of a read that succeeded with the right key earlier in this run: one of records that were there before
 * it, where a list shows such; of a paged list a further page, or else one with any parameters. Null if there is none.
 */
export const askedBefore = givenEach((t, operation: Operation) =>
  earlierAddress(t, `${REPEATED_NOTE}: ${operation.id}`, async () => {
    const urls: URL[] = [];
    for (const url of succeededUrls(t.session.journal.outlinesOf(operation.id)))
      if (await isOfKnown(t, operation, url)) urls.push(url);
    return operation.paged ? furthest(urls) : urls.at(-1);
  }),
);

function succeededUrls(exchanges: readonly Exchange[]): readonly URL[] {
  return exchanges.filter(succeededWithKey).map(({ request }) => new URL(request.url));
}

/** The last address of a further page; if there is none, the last with any parameters. */
export function furthest(urls: readonly URL[]): URL | undefined {
  return (
    urls.findLast(({ searchParams }) => Number(searchParams.get("page")) > 1) ??
    urls.findLast(({ search }) => search !== "")
  );
}

/** Whether the lists of the target show the ids in the path of an operation's address, where they show such ids. */
async function isOfKnown(t: Check, { id, method }: Operation, { pathname }: URL): Promise<boolean> {
  const called = matchOperation(method, pathBelow(t.settings.url, pathname));
  if (called?.operation.id !== id) return false;
  for (const [parameter, value] of Object.entries(called.params)) {
    const listed = await t.census.ids(parameter);
    if (listed.length > 0 && !listed.includes(value)) return false;
  }
  return true;
}

export type Filter = Readonly<Record<string, string>>;

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
      .outlinesOf(operation)
      .filter(succeededWithKey)
      .find(
        ({ index, request }) =>
          index < write.index && asksOnlyFor(filter, request.url) && isWhole(journal.load(index)),
      );
    return chosen && new URL(chosen.request.url);
  });
}

/** Whether an address asks for the first page of a list under just these filters, sorted in any way. */
export function asksOnlyFor(filter: Filter, url: string): boolean {
  const params = [...new URL(url).searchParams];
  const filters = params.filter(([name]) => !LIST_PARAMETERS.includes(name));
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

/** How to say that a list lacks something. @param href the address used before, if it was asked for by that */
export function notListed(href: string | null): string {
  return href === null
    ? "it is not listed there"
    : "it is not listed there, at an address that was asked for before the write too";
}

/**
 * Path and query of an address that the run asked for before. A replay repeats what the recorded run chose, whatever it
 * has asked for so far. Null if there is none.
 * @param note the name under which the choice is recorded
 */
async function earlierAddress(
  t: Check,
  note: string,
  choose: () => Promise<URL | undefined>,
): Promise<string | null> {
  const { sideNotes, player } = t.session;
  const recorded = sideNotes.recall<string>(note);
  if (recorded !== null || player !== null) return recorded;
  const chosen = await choose();
  if (chosen === undefined) return null;
  const address = chosen.pathname + chosen.search;
  sideNotes.remember(note, address);
  return address;
}
