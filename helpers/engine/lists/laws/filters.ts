import type { ListDeclaration } from "../../../contract/lists.js";
import { toldBy } from "../../../oracles/answers/refusal.js";
import { meetsFilter } from "../../../oracles/lists/filters.js";
import type { Item, Page } from "../../../wire/decode.js";
import type { Findings } from "../../../wire/exchange.js";
import { plural } from "../../../wire/message.js";
import type { Check } from "../../check/check.js";
import type { Refused } from "../asking/pages.js";
import { sieveOf, valuesOf } from "../asking/sieves.js";
import { plainTry, type Try } from "../asking/tries.js";
import { valueTries } from "../asking/value-tries.js";
import { judgeList, judgeParts } from "../reading/judge-list.js";
import { judgeTry, restOf, withOmissions } from "../reading/judge-try.js";
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
    t.find(await judgeList(t, list, matters, (reading) => judgeAlike(t, reading, parameter, tries)));
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
 * Asks for one more value in the words of a request for another one: a target that keeps answers, and forgets the filter
 * when it looks for one, gives the items of the other value. Where all values are known it is a value of another try.
 */
async function judgeAlike(
  t: Check,
  reading: Reading,
  parameter: string,
  tries: readonly Try[],
): Promise<Findings> {
  const { list, items } = reading;
  const [one, other] = tries.filter(isUsual);
  const value = strangeValue(list, items, parameter);
  if (value !== null) return judgeStranger(t, reading, parameter, value);
  if (one === undefined || other === undefined) return [];
  return judgeTry(t, reading, { ...withOmissions(t, reading, one), sieve: other.sieve }, "breach");
}

/** Whether a list is asked for on one page, and in no order that a rule of its own judges. */
function isUsual({ pages, sort }: Try): boolean {
  return pages === 1 && sort.sort_by !== "modified_at";
}

/** Asks for a value that no item has: any item under it is one too many. */
async function judgeStranger(
  t: Check,
  reading: Reading,
  parameter: string,
  value: string,
): Promise<Findings> {
  const sieve = sieveOf(reading.list, parameter, value);
  if (sieve === null) return [];
  const read = await askStranger(t, reading, parameter, value);
  // Another rule judges a refusal of such a value.
  if (read.kind === "refused") return [];
  t.saw("values that no item has");
  return meetsFilter({ rule: t.rule, exchanges: [read.exchange], filter: sieve.filter, items: read.items });
}

/** Asks for a value that no item has, in the words of a request for another value if there is one. */
function askStranger(t: Check, reading: Reading, parameter: string, value: string): Promise<Page | Refused> {
  const one = valueTries(t, reading.list, reading.items, parameter).find(isUsual);
  const rest = one === undefined ? {} : restOf(t, reading, one);
  return reading.ask(t, { ...rest, [parameter]: value });
}

/** Judges that values which no item has are not refused. */
export async function judgeUnknownValues(t: Check, list: ListDeclaration): Promise<void> {
  const reading = await known(t, list);
  for (const parameter of Object.keys(list.filters)) {
    const value = strangeValue(list, reading.items, parameter);
    if (value === null) continue;
    const read = await askStranger(t, reading, parameter, value);
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
