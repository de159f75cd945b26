import fc from "fast-check";
import { type ListDeclaration, LONG_AGO } from "../../../contract/lists.js";
import { toldBy } from "../../../oracles/answers/refusal.js";
import { meetsFilter } from "../../../oracles/lists/filters.js";
import { createdAfter, createdBefore, creations, datedBy, oldestFirst } from "../../../wire/dated.js";
import { type Item, idsOf, type Page } from "../../../wire/decode.js";
import type { Exchange, Findings } from "../../../wire/exchange.js";
import { SECOND, shifted } from "../../../wire/instant.js";
import { plural, renderIds } from "../../../wire/message.js";
import { ifReadable } from "../../../wire/outcome.js";
import type { Check } from "../../check/check.js";
import { choices } from "../asking/combinations.js";
import { exchangesOf, type ListQuery, queryOf } from "../asking/pages.js";
import { dueUnder, parametersOf, sieveOf, surelyMeeting, valuesOf, windowSieve } from "../asking/sieves.js";
import { type Combination, combination, plainTry, type Try } from "../asking/tries.js";
import { valueTries } from "../asking/value-tries.js";
import { membersOf } from "../asking/window-tries.js";
import { type Judge, judgeList, judgeParts, listJudge } from "../reading/judge-list.js";
import { judgeTry, walkTry, withOmissions } from "../reading/judge-try.js";
import { mattersToFilter, WHICH_ITEMS } from "../reading/list-watch.js";
import type { Reading } from "../reading/reading.js";
import { known } from "../reading/readings.js";

/**
 * Judges the filter of one parameter: the filtered list holds exactly the items that meet it, on one page and cut in
 * two, in both directions, and nothing for values that no item has.
 * @throws Inconclusive if no items differ in it
 */
export async function judgeFilter(t: Check, list: ListDeclaration, parameter: string): Promise<void> {
  const { items } = await known(t, list);
  const tries = valueTries(t, list, items, parameter);
  if (tries.length === 0)
    t.inconclusive(
      `needs ${list.name} that differ in ${parameter}; ${plural(items.length, "item")} found. Create such ${list.name} or point at an account with some`,
    );
  const matters = mattersToFilter(list, parameter);
  const found = await judgeParts(t, list, matters, tries, (reading, one) =>
    judgeTry(t, reading, one, "breach"),
  );
  t.find(found);
  if (found.length === 0 && t.affords("lists.strange-values"))
    t.find(await judgeList(t, list, matters, (reading) => judgeStranger(t, reading, parameter)));
  t.saw("values", tries.length);
}

/** Asks for a value that no item has: any item under it is one too many. */
async function judgeStranger(t: Check, reading: Reading, parameter: string): Promise<Findings> {
  const { list, items } = reading;
  const value = strangeValue(list, items, parameter);
  const sieve = value === null ? null : sieveOf(list, parameter, value);
  if (sieve === null) return [];
  const read = await reading.ask(t, sieve.query);
  // Another rule judges a refusal of such a value.
  if (read.kind === "refused") return [];
  t.saw("values that no item has");
  return meetsFilter({ rule: t.rule, exchanges: [read.exchange], filter: sieve.filter, items: read.items });
}

/** Judges that values which no item has are not refused. */
export async function judgeUnknownValues(t: Check, list: ListDeclaration): Promise<void> {
  const reading = await known(t, list);
  for (const parameter of Object.keys(list.filters)) {
    const value = strangeValue(list, reading.items, parameter);
    if (value === null) continue;
    const read = await reading.ask(t, { [parameter]: value });
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

/** Judges several filters at once: up to four that one item meets, and some that no item meets together. */
export async function judgeFiltersTogether(t: Check, list: ListDeclaration): Promise<void> {
  const first = await known(t, list);
  const { items } = first;
  const asked = first.combinations(t);
  if (asked.length === 0)
    t.inconclusive(`needs two filters that each match some ${list.name} and not others`);
  const judge = listJudge(t, list, "every-member");
  for (const one of asked) {
    const findings = await judgeCombination(t, list, judge, one);
    t.find(findings);
    if (findings.some(({ rule }) => rule === t.rule)) return t.saw("combinations");
    if (findings.length === 0) t.saw("combinations");
  }
  const from = choices(list, items, "wide");
  const runs = t.budget("lists.combinations.drawn");
  if (runs === 0 || from.length < 2) return;
  const places = fc.subarray([...from.keys()], { minLength: 2, maxLength: Math.min(3, from.length) });
  const drawn = fc.tuple(fc.constantFrom(...items), places);
  await t.property(
    "drawn combinations",
    drawn.map(([item, chosen]) => chosen.flatMap((place) => from[place]?.(item) ?? [])),
    runs,
    async (parts) => (parts.length < 2 ? [] : judgeCombination(t, list, judge, combination(parts))),
    (parts) => parts.map(({ filter: { words } }) => words).join("&"),
  );
}

/**
 * Judges several filters at once; a combination that no item can meet may be refused. If one fails alone, its rule is
 * blamed. If two of them suffice, they are the evidence.
 */
async function judgeCombination(
  t: Check,
  list: ListDeclaration,
  judge: (one: Judge) => Promise<Findings>,
  one: Combination,
): Promise<Findings> {
  const together = (these: Combination) =>
    judge(async (reading) => {
      const walk = await walkTry(t, reading, these);
      const mayBeRefused = these.mayBeRefused && dueUnder(reading.items, ...these.parts) === 0;
      return walk.kind === "refused" && mayBeRefused ? [] : judgeTry(t, reading, these, "breach");
    });
  const findings = await together(one);
  if (findings.every(({ rule }) => rule !== t.rule)) return findings;
  const alone = await judgeAlone(t, list, judge, one);
  if (alone.length > 0) return alone;
  for (const pair of one.parts.length > 2 ? pairsOf(one.parts) : []) {
    const fewer = await together(combination(pair, one));
    if (fewer.some(({ rule }) => rule === t.rule)) return fewer;
  }
  return findings;
}

function pairsOf<T>(all: readonly T[]): readonly (readonly [T, T])[] {
  return all.flatMap((one, at) => all.slice(at + 1).map((other) => [one, other] as const));
}

/**
 * The breaches of the first filter of several that fails on its own, under its own rule.
 * @throws Inconclusive if a date bound is refused on its own: another rule judges whether date-times are accepted
 */
export async function judgeAlone(
  t: Check,
  list: ListDeclaration,
  judge: (one: Judge) => Promise<Findings>,
  one: Combination,
): Promise<Findings> {
  for (const part of one.parts) {
    const parameter = parametersOf(part);
    const onRefusal = parameter in list.filters ? "breach" : "inconclusive";
    const alone = await judge((reading) =>
      judgeTry(t, reading, { ...withOmissions(t, reading, one), sieve: part }, onRefusal),
    );
    const rule = list.rules.filter[parameter] ?? t.rule;
    if (alone.length > 0) return alone.map((found) => (found.rule === t.rule ? { ...found, rule } : found));
  }
  return [];
}

/** A bound before any item, and a page larger than any that a target is likely to serve, below the offset limit. */
export const SINCE_EVER: ListQuery = {
  created_at_start: LONG_AGO,
  sort_dir: "asc",
  sort_by: "created_at",
  page_size: 5_000,
};

/**
 * Judges that the unfiltered list holds the items of every value that the filter names.
 * @throws Inconclusive if none of the values gives an item
 */
export async function judgeEveryValue(t: Check, list: ListDeclaration, parameter: string): Promise<void> {
  const judge = async (reading: Reading) => {
    const tries = valueTries(t, list, reading.items, parameter);
    const asked = (list.filters[parameter]?.values ?? []).flatMap((value) => {
      const sieve = sieveOf(list, parameter, value);
      // The filter's own check sends the same request, if it asks for this value.
      const own = tries.find((one) => one.sieve.query[parameter] === value);
      return sieve === null ? [] : [own ?? plainTry(sieve)];
    });
    const judged = await Promise.all(asked.map((one) => judgeInList(t, reading, one)));
    if (judged.every((one) => one === null))
      t.inconclusive(`needs one of the ${list.name} that is found under ${parameter}`);
    return judged.flatMap((one) => one ?? []);
  };
  t.find(await judgeList(t, list, mattersToFilter(list, parameter), judge));
}

/** Judges that the unfiltered list holds the items of every age, and that a bound beyond all of them leaves none. */
export async function judgeEveryAge(t: Check, list: ListDeclaration): Promise<void> {
  const judge = async (reading: Reading) => {
    // With a page, so that no other check has asked for it long before.
    const query = { ...SINCE_EVER, page: 1 };
    // A target may refuse so large a page, or give more than a run keeps.
    const large = await ifReadable(reading.ask(t, query));
    const page = large?.kind === "page" ? large : await reading.ask(t, { ...query, page_size: reading.size });
    if (page.kind === "refused") return [];
    const lost = lostWithout(t, reading, [page.exchange], page.items, "any created_at") ?? [];
    return lost.length > 0 ? lost : judgeBeyond(t, reading, page);
  };
  t.find(await judgeList(t, list, WHICH_ITEMS, judge));
}

const YEAR = 365n * 86_400n * SECOND;
const BEYOND = { start: 9n * YEAR, end: -9n * YEAR } as const;

/**
 * Asks for a page again, each time with one bound beyond all items. A target that keeps answers, and forgets that bound
 * when it looks for one, gives the same page; so this comes right after it.
 */
async function judgeBeyond(t: Check, reading: Reading, page: Page): Promise<Findings> {
  const { list } = reading;
  const bounds = membersOf(list).flatMap((member) => [[member, "start"] as const, [member, "end"] as const]);
  const judged = bounds.map(async ([member, edge]) => {
    const dated = oldestFirst(datedBy(page.items, member) ?? []);
    const from = dated.at(edge === "start" ? -1 : 0);
    if (from === undefined) return [];
    const { query, filter } = windowSieve(member, { [edge]: shifted(from.at, BEYOND[edge]) });
    const read = await ifReadable(reading.ask(t, { ...queryOf(page), ...query }));
    // A target may refuse a bound so far away.
    if (read?.kind !== "page") return [];
    const rule = list.rules.filter[`${member}_${edge}`] ?? t.rule;
    return meetsFilter({ rule, exchanges: [read.exchange, page.exchange], filter, items: read.items });
  });
  // Where filters are joined wrongly, one bound tells enough.
  return (await Promise.all(judged)).flat().slice(0, 1);
}

/** Items found with a filter that the unfiltered list lacks; null if the filter finds none. */
async function judgeInList(t: Check, reading: Reading, one: Try): Promise<Findings | null> {
  const walk = await walkTry(t, reading, one);
  const { filter } = one.sieve;
  if (walk.kind === "refused") return null;
  // Items that do not meet the filter are judged by the filter's own rule.
  const meeting = surelyMeeting(walk.items, filter);
  return lostWithout(t, reading, exchangesOf(walk), meeting, filter.words);
}

/** Items found with a filter that the unfiltered list lacks; null if it need hold none of them. */
export function lostWithout(
  t: Check,
  reading: Reading,
  exchanges: readonly Exchange[],
  items: readonly Item[],
  words: string,
): Findings | null {
  const found = mustHold(reading, items);
  if (found.length === 0) return null;
  t.saw("items", found.length);
  const held = new Set(idsOf(reading.items));
  const lost = idsOf(found).filter((id) => !held.has(id));
  if (lost.length === 0) return [];
  const documented = `${reading.list.name} with ${words} are also in the unfiltered list`;
  return [t.finding(exchanges, documented, `missing there: ${renderIds(lost)}`)];
}

/** Those of some items that the known part of a list must hold: not those beyond its end. */
function mustHold({ items, whole, dir }: Reading, some: readonly Item[]): readonly Item[] {
  if (whole) return some;
  const last = creations(items).at(dir === "asc" ? -1 : 0);
  if (last === undefined) return [];
  return dir === "asc" ? createdBefore(some, last) : createdAfter(some, last);
}
