import fc from "fast-check";
import type { ListDeclaration } from "../../../contract/lists.js";
import type { Item } from "../../../wire/decode.js";
import type { Findings } from "../../../wire/exchange.js";
import { ifReadable } from "../../../wire/outcome.js";
import type { Check } from "../../check/check.js";
import { choices } from "../asking/combinations.js";
import { dueUnder, parametersOf } from "../asking/sieves.js";
import { type Combination, combination } from "../asking/tries.js";
import { type Judge, listJudge } from "../reading/judge-list.js";
import { judgeTry, walkTry, withOmissions } from "../reading/judge-try.js";
import type { Reading } from "../reading/reading.js";
import { known } from "../reading/readings.js";
import { refusesPastLast } from "./past-last.js";

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
    if (findings.length === 0 && !(await wasExcused(t, first, one))) t.saw("combinations");
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
      const isExcused =
        walk.kind === "refused" &&
        (mayBeRefused(these, reading.items) || (await isPastLast(t, these, reading)));
      return isExcused ? [] : judgeTry(t, reading, these, "breach");
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

/** Whether a list was refused for a reason that says nothing of its filters: then nothing was seen of it. */
async function wasExcused(t: Check, reading: Reading, one: Combination): Promise<boolean> {
  if ((await walkTry(t, reading, one)).kind !== "refused") return false;
  return one.mayBeRefused === "always" || isPastLast(t, one, reading);
}

function mayBeRefused({ mayBeRefused: when, parts }: Combination, items: readonly Item[]): boolean {
  return when === "always" || (when === "where none is due" && dueUnder(items, ...parts) === 0);
}

/** Whether page 1 is past the last, and pages past the last are refused: the rule of those reports it. */
async function isPastLast(t: Check, { parts }: Combination, reading: Reading): Promise<boolean> {
  return dueUnder(reading.items, ...parts) === 0 && (await ifReadable(refusesPastLast(t, reading))) === true;
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
