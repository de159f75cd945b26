import fc from "fast-check";
import type { SortKey } from "../../../contract/generated/types.js";
import type { ListDeclaration } from "../../../contract/lists.js";
import type { Edge } from "../../../oracles/lists/windows.js";
import { bothTimes, datedBy } from "../../../wire/dated.js";
import type { Item, Page } from "../../../wire/decode.js";
import type { Answered, Findings } from "../../../wire/exchange.js";
import { mayBeSame } from "../../../wire/instant.js";
import { howToGetMore, plural } from "../../../wire/message.js";
import { Inconclusive, ifReadable, noneOf, orWhyNot } from "../../../wire/outcome.js";
import type { Check } from "../../check/check.js";
import { boundsBeside, boundsBetween } from "../asking/bounds.js";
import { type ListQuery, type Refused, refusal } from "../asking/pages.js";
import { type Sieve, together, windowSieve } from "../asking/sieves.js";
import { inUtc, plainTry, type Try } from "../asking/tries.js";
import { bothBounds, boundTries, boundTriesAround, EDGES, windowTries } from "../asking/window-tries.js";
import { judgeList, listJudge } from "../reading/judge-list.js";
import { cutSize, judgeTry, walkTry } from "../reading/judge-try.js";
import { WHICH_AND_WHEN, WHICH_ITEMS } from "../reading/list-watch.js";
import type { Reading } from "../reading/reading.js";
import { known } from "../reading/readings.js";
import { datedOf } from "../reading/walkable.js";
import { findingsAt } from "./inclusive.js";
import { refusesPastLast } from "./past-last.js";
import { SINCE_EVER, SINCE_MICROSECOND } from "./without-filter.js";

/**
 * Judges one date bound: close behind an item near the end of the list, cut in two pages in its middle, and within the
 * second of an item.
 * @throws Inconclusive without items, or, for modified_at, if none was modified after its creation
 */
export async function judgeBound(
  t: Check,
  list: ListDeclaration,
  member: SortKey,
  edge: Edge,
): Promise<void> {
  const { items } = await known(t, list);
  const dated = datedOf(t, list, items, member);
  const between = boundsBetween(dated);
  const tries = (between.length === 0 ? boundTriesAround : boundTries)(items, member, edge);
  if (tries.length === 0)
    t.inconclusive(
      `needs ${list.name} that show ${member}; the list shows ${plural(items.length, "item")}. ${howToGetMore(list.name)}`,
    );
  const judge = listJudge(t, list, member === "created_at" ? WHICH_ITEMS : WHICH_AND_WHEN);
  for (const one of tries.slice(0, t.budget("lists.bounds"))) {
    t.saw("bounds");
    const findings = await judge((reading) => judgeWithOffset(t, reading, one));
    t.find(findings);
    if (findings.length > 0) return;
  }
  if (list.windows[member] === "inclusive" && t.affords("lists.cut"))
    t.find((await t.unlessMoved(judge((reading) => findingsAt(t, reading, edge, "lost")))) ?? []);
  if (between.length > 0 && t.affords("lists.bounds.drawn")) {
    const beside = boundsBeside(dated).flatMap(({ behind, before }) => [behind, before]);
    await t.property(
      "drawn bounds",
      fc.constantFrom(...between, ...beside),
      t.budget("lists.bounds.drawn"),
      (at) => {
        const one = plainTry(windowSieve(member, { [edge]: at }));
        return judge((reading) => judgeTry(t, reading, one, "inconclusive"));
      },
      (at) => `${member}_${edge}=${at.text}`,
    );
  }
  // Last: a bound that loses items is a breach all the same.
  if (member === "modified_at" && !showsChange(items))
    t.inconclusive(
      `needs one of the ${list.name} that was modified after its creation: bounds of either time find the same; modify one or point at an account with some`,
    );
}

/** Whether an item shows that it was modified after its creation. */
function showsChange(items: readonly Item[]): boolean {
  return bothTimes(items).some(({ created_at, modified_at }) => !mayBeSame(created_at, modified_at));
}

/** If a bound with an offset is refused or fails, it is judged in UTC: another rule judges offsets. */
async function judgeWithOffset(t: Check, reading: Reading, one: Try): Promise<Findings> {
  if (one.inUtc === undefined) return judgeTry(t, reading, one, "inconclusive");
  const found = await ifReadable(judgeTry(t, reading, one, "inconclusive"));
  return found?.length === 0 ? found : judgeTry(t, reading, inUtc(one), "inconclusive");
}

/**
 * The answers to bounds in UTC with Z, both together and one alone, as the filters' own checks ask for them. A bound
 * that is accepted with an offset need not be asked for with Z.
 */
export async function boundsInUtc(t: Check, list: ListDeclaration): Promise<readonly (Page | Refused)[]> {
  const reading = await ifReadable(known(t, list));
  if (reading === null) return [];
  const windows = bothBounds(list, reading.items, t.settings.seed);
  const both = windows
    .filter(({ mayBeRefused }) => mayBeRefused !== "always")
    .map(async (one) => {
      const page_size = cutSize(reading, one);
      const ask = ({ query }: Sieve, sort: Try["sort"]) =>
        ifReadable(reading.ask(t, { ...query, ...sort, page: 1, page_size }));
      const sorted = await ask(one.sieve, one.sort);
      if (sorted?.kind !== "refused") return sorted;
      // The sorting may be what is refused, or windows of both times together.
      return ask(together(one.parts.slice(0, EDGES.length)), {});
    });
  const alone = windowTries(list, reading.items).map((one) => firstAccepted(t, reading, one));
  const reads = (await Promise.all([...both, ...alone])).filter((read) => read !== null);
  return reads.filter(({ exchange }) => /_(?:start|end)=[^&]*Z(?:&|$)/.test(exchange.request.url));
}

/**
 * The breach of bounds in UTC that a list refuses. A 404 says nothing against their form but that nothing was found, which
 * the rule of the filter judges; or that of pages past the last, where those are refused.
 */
export async function refusedBounds(t: Check, list: ListDeclaration, exchange: Answered): Promise<Findings> {
  const refused = { kind: "refused", exchange } as const;
  if (exchange.answer.status !== 404) return [refusal(t, refused, "a date-time in UTC with Z is accepted")];
  const reading = await ifReadable(known(t, list));
  if (reading !== null && (await ifReadable(refusesPastLast(t, reading))) === true) return [];
  const bounds = [...new URL(exchange.request.url).searchParams].filter(
    ([name]) => name in list.rules.filter,
  );
  const words = bounds.map(([name, value]) => `${name}=${value}`).join("&");
  const [[only = ""] = [], ...others] = bounds;
  const rule = others.length > 0 ? list.rules.combined : (list.rules.filter[only] ?? t.rule);
  return [{ ...refusal(t, refused, `the items with ${words}, or an empty list`), rule }];
}

/**
 * Page 1 under one bound: with an offset, in UTC, or unsorted, whichever is accepted first; otherwise the last refusal.
 */
async function firstAccepted(t: Check, reading: Reading, one: Try): Promise<Page | Refused | null> {
  let refused: Refused | null = null;
  const forms = [one, ...(one.inUtc === undefined ? [] : [inUtc(one)]), { ...inUtc(one), sort: {} }];
  for (const form of forms) {
    const walk = await ifReadable(walkTry(t, reading, form));
    if (walk?.kind !== "refused") return walk?.pages[0] ?? null;
    refused = walk;
  }
  return refused;
}

/**
 * Judges that bounds with an offset are read as the moments that they name: close to an item that would come too if the
 * offset were ignored.
 * @throws Inconclusive if none is accepted, or no two items have different times
 */
export async function judgeOffsets(t: Check, list: ListDeclaration): Promise<Findings> {
  return judgeList(t, list, "every-member", async (reading) => {
    const tries = windowTries(list, reading.items).filter((one) => one.inUtc !== undefined);
    if (tries.length === 0) t.inconclusive(`needs two ${list.name} created at different times`);
    const judged = await Promise.all(tries.map((one) => orWhyNot(judgeOffset(t, reading, one))));
    const reasons = judged.filter((one) => one instanceof Inconclusive);
    if (reasons.length === tries.length) throw noneOf(reasons);
    return judged.flatMap((one) => (one instanceof Inconclusive ? [] : one)).slice(0, 1);
  });
}

/**
 * Judges that a bound with microseconds is accepted where one in whole seconds is, on pages as large as may be, or as
 * the reading's.
 * @throws Inconclusive if neither is accepted
 */
export function judgeMicroseconds(t: Check, list: ListDeclaration): Promise<Findings> {
  return judgeList(t, list, WHICH_ITEMS, async (reading) => {
    const ask = (query: ListQuery) => ifReadable(reading.ask(t, query));
    const sized = { page_size: reading.size };
    const large = await ask(SINCE_MICROSECOND);
    const fine = large?.kind === "page" ? large : await ask({ ...SINCE_MICROSECOND, ...sized });
    if (fine === null) return t.inconclusive("the page under a bound with microseconds cannot be read");
    const plain = fine.kind === "page" ? fine : await ask({ ...SINCE_EVER, ...sized });
    if (plain?.kind !== "page") t.inconclusive("bounds in whole seconds are refused too");
    t.saw("bounds");
    if (fine.kind !== "refused") return [];
    return [refusal(t, fine, "a date-time with six digits of fraction is accepted")];
  });
}

/** Whether items print a time with an offset as it is sent. */
function printOffsets(items: readonly Item[]): boolean {
  return (datedBy(items) ?? []).some(({ at }) => /[+-]\d{2}:\d{2}$/.test(at.text));
}

/** Judges one bound with an offset. @throws Inconclusive if it is refused or cannot be read */
async function judgeOffset(t: Check, reading: Reading, one: Try): Promise<Findings> {
  const walk = await walkTry(t, reading, one);
  const isAccepted =
    walk.kind === "walk" || (await walkTry(t, reading, { ...one, sort: {} })).kind === "walk";
  if (!isAccepted && printOffsets(reading.items)) {
    t.saw("bounds");
    return [refusal(t, walk, "a bound with an offset is accepted, as the list's own times have one")];
  }
  if (!isAccepted)
    return t.inconclusive(
      `bounds with an offset are refused with ${walk.exchange.answer.status}, which is left open`,
    );
  const findings = await judgeTry(t, reading, one, "inconclusive");
  t.saw("bounds");
  // If the same moment in UTC fails too, the parameter's own rule reports it.
  const isOwn = findings.length > 0 && (await judgeTry(t, reading, inUtc(one), "inconclusive")).length === 0;
  return isOwn ? findings : [];
}
