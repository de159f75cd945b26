import type { ListDeclaration } from "../../../contract/lists.js";
import { toldBy } from "../../../oracles/answers/refusal.js";
import { meetsFilter } from "../../../oracles/lists/filters.js";
import type { Item, Page } from "../../../wire/decode.js";
import type { Findings } from "../../../wire/exchange.js";
import { plural } from "../../../wire/message.js";
import { ifReadable } from "../../../wire/outcome.js";
import type { Check } from "../../check/check.js";
import type { ListQuery, Refused } from "../asking/pages.js";
import { dueUnder, sieveOf, valuesOf } from "../asking/sieves.js";
import { plainTry, type Try } from "../asking/tries.js";
import { valueTries } from "../asking/value-tries.js";
import { judgeList, judgeParts } from "../reading/judge-list.js";
import { judgeTry, walkTry } from "../reading/judge-try.js";
import { mattersToFilter } from "../reading/list-watch.js";
import type { Reading } from "../reading/reading.js";
import { known } from "../reading/readings.js";

/**
 * Judges the filter of one parameter: the filtered list holds exactly the items that meet it, on one page and cut in
 * two, in both directions, and nothing for values that no item has.
 * @throws Inconclusive if no items differ in it; the one value that all have is tried nevertheless
 */
export async function judgeFilter(t: Check, list: ListDeclaration, parameter: string): Promise<void> {
  const { items } = await known(t, list);
  const telling = valueTries(t, list, items, parameter);
  const tries = telling.length > 0 ? telling : tryOfAll(list, items, parameter);
  const matters = mattersToFilter(list, parameter);
  const found = await judgeParts(t, list, matters, tries, (reading, one) =>
    judgeTry(t, reading, one, "breach"),
  );
  t.find(found);
  if (found.length === 0 && t.affords("lists.strange-values"))
    t.find(await judgeList(t, list, matters, (reading) => judgeAlike(t, reading, parameter)));
  t.saw("values", telling.length);
  if (telling.length === 0)
    t.inconclusive(
      `needs ${list.name} that differ in ${parameter}; ${plural(items.length, "item")} found. Create such ${list.name} or point at an account with some`,
    );
}

/** The one value that all items have, under which all of them come. */
function tryOfAll(list: ListDeclaration, items: readonly Item[], parameter: string): readonly Try[] {
  const [shown] = valuesOf(list, items, parameter);
  const sieve = shown === undefined ? null : sieveOf(list, parameter, shown[0]);
  return sieve === null ? [] : [plainTry(sieve)];
}

/**
 * Asks for a value that no item has, or for another one where all values are known: any item without it is one too many.
 */
async function judgeAlike(t: Check, reading: Reading, parameter: string): Promise<Findings> {
  const { list, items } = reading;
  const strange = strangeValue(list, items, parameter);
  const sieve =
    strange === null ? valueTries(t, list, items, parameter)[0]?.sieve : sieveOf(list, parameter, strange);
  if (sieve === null || sieve === undefined) return [];
  const read = await askInWordsOfAnother(t, reading, parameter, sieve.query);
  // Another rule judges a refusal of such a value.
  if (read.kind === "refused") return [];
  t.saw("values asked for like others");
  return meetsFilter({ rule: t.rule, exchanges: [read.exchange], filter: sieve.filter, items: read.items });
}

/** Asks for a value like the last one that some items have, by creation on one page; alone if there is none. */
async function askInWordsOfAnother(
  t: Check,
  reading: Reading,
  parameter: string,
  query: ListQuery,
): Promise<Page | Refused> {
  const other = valueTries(t, reading.list, reading.items, parameter).findLast(
    ({ pages, sort, sieve }) =>
      pages === 1 && sort.sort_by !== "modified_at" && dueUnder(reading.items, sieve) > 0,
  );
  const walk = other === undefined ? null : await ifReadable(walkTry(t, reading, other));
  const page = walk?.kind === "walk" ? walk.pages[0] : undefined;
  return page === undefined ? reading.ask(t, query) : reading.askAlike(t, page, query);
}

/** Judges that values which no item has are not refused. */
export async function judgeUnknownValues(t: Check, list: ListDeclaration): Promise<void> {
  const reading = await known(t, list);
  for (const parameter of Object.keys(list.filters)) {
    const value = strangeValue(list, reading.items, parameter);
    if (value === null) continue;
    const read = await askInWordsOfAnother(t, reading, parameter, { [parameter]: value });
    // If items come, the filter's own rule reports it; they are not evidence here.
    if (read.kind === "page" && read.items.length > 0) continue;
    t.saw("values");
    if (read.kind === "refused")
      t.breach(
        read.exchange,
        `status 200 and an empty list for a ${parameter} that no item has`,
        toldBy(read.exchange.answer),
      );
  }
}

/** A value that no item has: an existing value cut short if nothing has that, otherwise a made-up one. */
function strangeValue(list: ListDeclaration, items: readonly Item[], parameter: string): string | null {
  const { unknown = null, by } = list.filters[parameter] ?? {};
  // A tag may be found by its beginning: the contract does not say how tags are compared.
  if (unknown === null || by === "tag") return unknown;
  const shown = valuesOf(list, items, parameter).map(([value]) => value);
  const cut = shown[0]?.slice(0, -1) ?? "";
  return cut === "" || shown.includes(cut) ? unknown : cut;
}
