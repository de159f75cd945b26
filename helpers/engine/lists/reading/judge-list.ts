import { LISTS, type ListDeclaration } from "../../../contract/lists.js";
import type { Findings } from "../../../wire/exchange.js";
import { Inconclusive, ifMoved, Moved, NotApplicable, noneOf, orWhyNot } from "../../../wire/outcome.js";
import type { Check } from "../../check/check.js";
import { CAUGHT_UP, judgeSteady } from "../../check/steady.js";
import { ListWatch, type Look, type Matters } from "./list-watch.js";
import { leavingLoss } from "./losing-direction.js";
import type { Reading } from "./reading.js";
import { known } from "./readings.js";

/** A relation over a list, judged on any reading. */
export type Judge = (reading: Reading) => Promise<Findings>;

/**
 * Judges a relation over a list that other clients may be changing: first on the reading that all checks share; then,
 * before a breach is believed, on readings of its own. See `judgeSteady`.
 * @param first the reading to begin with; by default what is known of the list. `knownOrLoose` is for relations between
 * walks, which can also be judged where no walk can be relied on
 */
export function judgeList(
  t: Check,
  list: ListDeclaration,
  matters: Matters,
  judge: Judge,
  first: typeof known = known,
): Promise<Findings> {
  return judgeParts(t, list, matters, [null], judge, first);
}

/**
 * Like `judgeList`, for a relation of several parts that are judged separately: only parts with findings are read
 * again, which is quicker and less often disturbed. The first breach that stays counts.
 */
export async function judgeParts<P>(
  t: Check,
  list: ListDeclaration,
  matters: Matters,
  parts: readonly P[],
  judge: (reading: Reading, part: P) => Promise<Findings>,
  first: typeof known = known,
): Promise<Findings> {
  const reading = await new ListWatch(t, list, matters).first(first);
  const firsts = await Promise.all(parts.map((part) => orWhyNot(judge(reading, part))));
  const reasons: Inconclusive[] = [];
  for (const [at, part] of parts.entries()) {
    const watch = new ListWatch(t, list, matters);
    const read = async (seen: Look | null) =>
      seen === null ? orThrow(firsts[at]) : judge(watch.reading(seen), part);
    const steady = judgeSteady(read, watch, t.session);
    const found = await orWhyNot(steady.then((each) => leavingLoss(t, reading, each)));
    if (found instanceof Inconclusive) reasons.push(found);
    else if (found.length > 0) return found;
  }
  // A part that cannot be judged hides no breach of another one.
  if (reasons.length > 0) throw noneOf(reasons);
  return [];
}

function orThrow(first: Findings | Inconclusive = []): Findings {
  if (first instanceof Inconclusive) throw first;
  return first;
}

/**
 * Like `judgeList`, for the many values of one property: once a breach is confirmed, the smaller values tried for the
 * report are judged by what is known, unless other clients may have changed that since.
 */
export function listJudge(t: Check, list: ListDeclaration, matters: Matters) {
  let confirmed = false;
  return async (judge: Judge): Promise<Findings> => {
    if (confirmed && !(await new ListWatch(t, list, matters).othersWrite()))
      return judge(await known(t, list));
    const judging = judgeList(t, list, matters, judge);
    // A smaller value that cannot be judged takes nothing from the breach.
    if (confirmed) return ifMoved(judging, async () => []);
    const findings = await judging;
    confirmed = findings.length > 0;
    return findings;
  };
}

/**
 * Judges each of the three lists; a list that holds too little leaves the verdict to the others, one that moved does not.
 * Where the effort is low, the first list that holds enough stands for all.
 * @throws Inconclusive if none could be judged
 */
export function eachList(
  t: Check,
  judge: (t: Check, list: ListDeclaration) => Promise<Findings>,
): Promise<void> {
  const trials = Object.values(LISTS).map((list) => () => tried(t, () => judge(t, list), `${list.name}: `));
  return t.affords("lists.every") ? judgeAll(t, trials) : judgeFirst(trials);
}

/**
 * Judges each of several lists; one that cannot be judged leaves the verdict to the others, unless it moved.
 * @throws Inconclusive if none could be judged, or NotApplicable if the rule applies to none
 */
export function judgeEach<L>(
  t: Check,
  lists: readonly L[],
  judge: (list: L) => Promise<Findings>,
): Promise<void> {
  return judgeAll(
    t,
    lists.map((list) => () => tried(t, () => judge(list), "")),
  );
}

/** Why a list could not be judged. */
type Reason = Inconclusive | NotApplicable;

/** Judges one list: null if it could be judged, otherwise why not. */
type Trial = () => Promise<Reason | null>;

/** @param title what to put before the reason why the list was not judged */
async function tried(t: Check, judge: () => Promise<Findings>, title: string): ReturnType<Trial> {
  try {
    t.find(await onceMore(t, judge));
    return null;
  } catch (error) {
    if (error instanceof NotApplicable) return new NotApplicable(`${title}${error.message}`);
    if (!(error instanceof Inconclusive)) throw error;
    const Kind = error instanceof Moved ? Moved : Inconclusive;
    return new Kind(`${title}${error.message}`, ...error.options);
  }
}

/** Judges a list that moved each time once more, a while later. */
function onceMore(t: Check, judge: () => Promise<Findings>): Promise<Findings> {
  return ifMoved(judge(), async () => {
    await t.session.pause(CAUGHT_UP);
    return judge();
  });
}

async function judgeAll(t: Check, trials: readonly Trial[]): Promise<void> {
  const reasons = await Promise.all(trials.map((trial) => trial()));
  if (!reasons.includes(null)) throw reasonOf(reasons);
  // What one list shows says nothing of another, which might have broken the rule.
  for (const reason of reasons) if (reason instanceof Moved) t.moved(reason);
}

async function judgeFirst(trials: readonly Trial[]): Promise<void> {
  const reasons: Reason[] = [];
  for (const trial of trials) {
    const reason = await trial();
    if (reason === null) return;
    reasons.push(reason);
  }
  throw reasonOf(reasons);
}

function reasonOf(reasons: readonly (Reason | null)[]): Reason {
  const open = reasons.filter((reason) => reason instanceof Inconclusive);
  if (open.length > 0) return noneOf(open);
  return new NotApplicable(reasons.flatMap((reason) => reason?.message ?? []).join("; "));
}
