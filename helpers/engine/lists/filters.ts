import fc from "fast-check";
import type { ListDeclaration } from "../../contract/lists.js";
import { meetsFilter } from "../../oracles/filters.js";
import type { Item } from "../../wire/decode.js";
import type { Exchange, Finding } from "../../wire/exchange.js";
import { compareInstants, type Instant } from "../../wire/instant.js";
import { count, renderIds } from "../../wire/message.js";
import { ifReadable } from "../../wire/outcome.js";
import type { Check } from "../check/check.js";
import { choices } from "./combinations.js";
import { type Judge, judgeList, judgeParts, listJudge } from "./judge-list.js";
import { judgeTry, walkTry } from "./judge-try.js";
import { mattersToFilter, WHICH_ITEMS } from "./list-watch.js";
import { exchangesOf, idsOf, type ListQuery } from "./pages.js";
import type { Reading } from "./reading.js";
import { known } from "./readings.js";
import { dueUnder, parametersOf, sieveOf, surelyMeeting, valuesOf } from "./sieves.js";
import { type Combination, combination, type Try, valueTries } from "./tries.js";

/**
 * Judges the filter of one parameter: the filtered list holds exactly the items that meet it, on one page and cut in
 * two, in both directions, and nothing for values that no item has.
 * @throws Inconclusive if no items differ in it
 */
export async function filter(t: Check, list: ListDeclaration, parameter: string): Promise<void> {
  const { items } = await known(t, list);
  const tries = valueTries(t, list, items, parameter);
  if (tries.length === 0)
    t.inconclusive(
      `needs ${list.name} that differ in ${parameter}; ${count(items.length, "item")} found. Create such ${list.name} or point at an account with some`,
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

/** Judges several filters at once: up to four that one item meets, and some that no item meets together. */
export async function filtersTogether(t: Check, list: ListDeclaration): Promise<void> {
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
  if (!t.affords("lists.combinations.drawn") || from.length < 2) return;
  const drawn = fc
    .tuple(
      fc.nat(items.length - 1),
      fc.subarray([...from.keys()], { minLength: 2, maxLength: Math.min(3, from.length) }),
    )
    .map(([at, places]) => {
      const item = items[at];
      return item === undefined ? [] : places.flatMap((place) => from[place]?.(item) ?? []);
    });
  await t.property(
    "drawn combinations",
    drawn,
    { runs: t.budget("lists.combinations.drawn") },
    async (parts) => (parts.length < 2 ? [] : judgeCombination(t, list, judge, combination(parts))),
    (parts) => parts.map(({ filter: { words } }) => words).join("&"),
  );
}

/** Judges several filters at once. If one of them fails alone, its rule is blamed. */
async function judgeCombination(
  t: Check,
  list: ListDeclaration,
  judge: (one: Judge) => Promise<readonly Finding[]>,
  one: Combination,
): Promise<readonly Finding[]> {
  const findings = await judge((reading) => judgeTogether(t, reading, one));
  if (findings.every(({ rule }) => rule !== t.rule)) return findings;
  const alone = await partsAlone(t, list, judge, one);
  return alone.length > 0 ? alone : findings;
}

/**
 * The breaches of the first filter of several that fails on its own, under its own rule.
 * @throws Inconclusive if a date bound is refused on its own: another rule judges whether date-times are accepted
 */
export async function partsAlone(
  t: Check,
  list: ListDeclaration,
  judge: (one: Judge) => Promise<readonly Finding[]>,
  one: Combination,
): Promise<readonly Finding[]> {
  for (const part of one.parts) {
    const parameter = parametersOf(part);
    const onRefusal = parameter in list.filters ? "breach" : "inconclusive";
    const alone = await judge((reading) => judgeTry(t, reading, { ...one, sieve: part }, onRefusal));
    const rule = list.rules.filter[parameter] ?? t.rule;
    if (alone.length > 0) return alone.map((found) => (found.rule === t.rule ? { ...found, rule } : found));
  }
  return [];
}

/** A combination that no item meets may be refused. */
async function judgeTogether(t: Check, reading: Reading, one: Combination): Promise<readonly Finding[]> {
  const { parts, mayBeRefused } = one;
  const walk = await walkTry(t, reading, one);
  if (walk.kind === "refused" && (mayBeRefused || dueUnder(reading.items, ...parts) === 0)) return [];
  return judgeTry(t, reading, one, "breach");
}

/** Asks for values that no item has: the answer must be an empty list. */
export async function unknownValues(t: Check, list: ListDeclaration): Promise<void> {
  const reading = await known(t, list);
  for (const parameter of Object.keys(list.filters)) {
    const value = strangeValue(list, reading.items, parameter);
    if (value === null) continue;
    const read = await reading.ask(t, { [parameter]: value });
    // If items come, the filter's own rule reports it; they are no evidence here.
    if (read.kind === "page" && read.items.length > 0) continue;
    t.saw("values");
    if (read.kind === "refused")
      t.breach(
        read.exchange,
        `status 200 and an empty list for a ${parameter} that no item has`,
        `status ${read.exchange.answer.status}`,
      );
  }
}

/** Asks for a value that no item has: any item under it is one too many. */
export async function judgeStranger(
  t: Check,
  reading: Reading,
  parameter: string,
): Promise<readonly Finding[]> {
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

/** A value that no item has: an existing value cut short if nothing has that, otherwise a made-up one. */
function strangeValue(list: ListDeclaration, items: readonly Item[], parameter: string): string | null {
  const { unknown = null } = list.filters[parameter] ?? {};
  if (unknown === null) return null;
  const shown = valuesOf(list, items, parameter).map(([value]) => value);
  const cut = shown[0]?.slice(0, -1) ?? "";
  return cut === "" || shown.includes(cut) ? unknown : cut;
}

// What is found under a filter is in the unfiltered list too.

/** A bound before any item, and a page larger than any that a target is likely to serve, below the offset limit. */
export const SINCE_EVER: ListQuery = {
  created_at_start: "2000-01-01T00:00:00Z",
  sort_dir: "asc",
  sort_by: "created_at",
  page_size: 5_000,
};

/**
 * Judges that the unfiltered list holds the items of every value that the filter names.
 * @throws Inconclusive if none of the values gives an item
 */
export async function everyValue(t: Check, list: ListDeclaration, parameter: string): Promise<void> {
  t.find(
    await judgeList(t, list, mattersToFilter(list, parameter), async (reading) => {
      const tries = valueTries(t, list, reading.items, parameter);
      const values = list.filters[parameter]?.values ?? [];
      const judged = await Promise.all(
        values.map(async (value) => {
          const sieve = sieveOf(list, parameter, value);
          // The filter's own check sends the same request, if it asks for this value.
          const own = tries.find((one) => one.sieve.query[parameter] === value);
          if (sieve === null) return null;
          return judgeInList(t, reading, own ?? { sieve, pages: 1, sort: {} });
        }),
      );
      if (judged.every((one) => one === null))
        t.inconclusive(`needs one of the ${list.name} that is found under ${parameter}`);
      return judged.flatMap((one) => one ?? []);
    }),
  );
}

/** Judges that the unfiltered list holds the items of every age. */
export async function everyAge(t: Check, list: ListDeclaration): Promise<void> {
  t.find(
    await judgeList(t, list, WHICH_ITEMS, async (reading) => {
      const query = SINCE_EVER;
      // A target may refuse so large a page, or give more than a run keeps.
      const large = await ifReadable(reading.ask(t, query));
      const page =
        large?.kind === "page" ? large : await reading.ask(t, { ...query, page_size: reading.size });
      if (page.kind === "refused") return [];
      return lostWithout(t, reading, [page.exchange], page.items, "any created_at") ?? [];
    }),
  );
}

/** Items found with a filter that the unfiltered list lacks; null if the filter finds none. */
async function judgeInList(t: Check, reading: Reading, one: Try): Promise<readonly Finding[] | null> {
  const walk = await walkTry(t, reading, one);
  const { filter } = one.sieve;
  if (walk.kind === "refused") return null;
  // Items that do not meet the filter are judged by the filter's own rule.
  const meeting = surelyMeeting(walk.items, filter);
  return lostWithout(t, reading, exchangesOf(walk), meeting, filter.words);
}

/** Items found with a filter that the unfiltered list lacks; null if it need hold none of them. */
function lostWithout(
  t: Check,
  reading: Reading,
  exchanges: readonly Exchange[],
  items: readonly Item[],
  words: string,
): readonly Finding[] | null {
  const found = mustHold(reading, items);
  if (found.length === 0) return null;
  t.saw("items", found.length);
  const held = new Set(idsOf(reading));
  const lost = idsOf({ items: found }).filter((id) => !held.has(id));
  if (lost.length === 0) return [];
  return [
    t.finding(
      exchanges,
      `${reading.list.name} with ${words} are also in the unfiltered list`,
      `missing there: ${renderIds(lost)}`,
    ),
  ];
}

/** Those of some items that the known part of a list must hold: not those beyond its end. */
function mustHold({ items, whole, dir }: Reading, some: readonly Item[]): readonly Item[] {
  if (whole) return some;
  const times = items.flatMap((item) => item.createdAt ?? []).toSorted(compareInstants);
  const last = dir === "asc" ? times.at(-1) : times[0];
  if (last === undefined) return [];
  const before = (at: Instant) =>
    dir === "asc" ? compareInstants(at, last) < 0 : compareInstants(at, last) > 0;
  return some.filter(({ createdAt }) => createdAt !== null && before(createdAt));
}
