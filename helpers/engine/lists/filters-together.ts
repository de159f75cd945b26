import fc from "fast-check";
import type { ListDeclaration } from "../../contract/lists.js";
import type { Finding } from "../../wire/exchange.js";
import type { Check } from "../check/check.js";
import { dueUnder, parametersOf } from "./asked-filters.js";
import { choices } from "./combinations.js";
import { type Judge, listJudge } from "./judge-list.js";
import { judgeTry } from "./judge-try.js";
import type { Reading } from "./reading.js";
import { known } from "./readings.js";
import { type Combination, combination } from "./tries.js";
import { walkTry } from "./try-walks.js";

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
