import type { OrderStatus } from "../../../contract/purchase-orders.js";
import { renderValue } from "../../../wire/message.js";
import { Inconclusive, noneOf, orWhyNot } from "../../../wire/outcome.js";
import type { Check, Given } from "../../check/check.js";
import type { AttemptStep } from "./attempts.js";
import type { Change, FieldChange } from "./changes.js";
import type { Applied, Tried } from "./fields.js";
import { needsNoOtherRun } from "./history.js";
import { needsEach, presentOf } from "./listed.js";
import { type RefusalTrial, refusalTrial } from "./refusals.js";
import { isOf } from "./sending.js";

/** Judges that accepted values show on the order, unless it shows none of them. */
export async function judgeLost(
  t: Check,
  { steps, judged, lost }: Applied & Pick<Tried, "steps">,
  isJudged: (field: string) => boolean,
): Promise<void> {
  const fields = judged.filter(isJudged);
  if (fields.length === 0) {
    if (steps.some(({ outcome }) => outcome === "accepted"))
      t.notApplicable(
        "the order shows none of the changed fields under its documented name, and the contract leaves open what it shows",
      );
    t.inconclusive("no change of a field was accepted; see the rule on its acceptance");
  }
  t.saw("fields", fields.length);
  const judgedLost = lost.filter(({ field }) => isJudged(field));
  if (judgedLost.length > 0) await needsNoOtherRun(t);
  for (const { pointer, sent, shown, exchanges } of judgedLost) {
    const documented = `the order shows ${pointer.slice(1)} ${renderValue(sent)} after the accepted change`;
    t.breach(exchanges, documented, renderValue(shown), pointer);
  }
}

/** Judges that a change was refused in each status. */
export function judgeChangeRefused(
  t: Check,
  change: FieldChange,
  statuses: readonly OrderStatus[],
): Promise<void> {
  return judgeTrials(t, change, statuses, (trial) => judgeSteps(t, change, trial));
}

/** Judges that requests of a change were refused. An acceptance always counts, a refusal only if it tells something. */
export function judgeSteps(t: Check, change: Change, { status, steps }: RefusalTrial): void {
  for (const { exchange, outcome, words, isTelling } of steps.filter(isOf(change))) {
    if (outcome === "accepted") t.expect(exchange, words).refused();
    if (outcome === "unclear")
      t.observe(`${words} was answered with ${exchange.answer.status}, which is not a refusal.`);
    else if (outcome === "accepted" || isTelling) t.saw(`requests in ${status}`);
  }
}

/** Judges that a refused change left the order as it was. */
export function judgeUnchanged(
  t: Check,
  change: FieldChange,
  statuses: readonly OrderStatus[],
): Promise<void> {
  return judgeTrials(t, change, statuses, (trial, steps) => {
    judgeSlips(t, change, trial);
    if (areProved(steps)) t.saw(`refused requests in ${trial.status}`, refusedOf(steps).length);
  });
}

/** Judges what refused requests of a change did to the order. */
export function judgeSlips(t: Check, change: Change, { slips }: RefusalTrial): void {
  for (const { step, before, after, restless } of slips)
    if (isOf(change)(step)) t.expect(step.exchange).unchanged(before, after, restless);
}

/** Judges the trials of a change, of which there must be one for each status. */
async function judgeTrials(
  t: Check,
  change: FieldChange,
  statuses: readonly OrderStatus[],
  judge: (trial: RefusalTrial, steps: readonly AttemptStep[]) => void,
): Promise<void> {
  const { trials, reasons } = await trialsIn(t, statuses, refusalTrial);
  let unproved = 0;
  const unclear: OrderStatus[] = [];
  const answered = new Set<number>();
  for (const trial of trials) {
    const steps = trial.steps.filter(isOf(change));
    judge(trial, steps);
    if (!areProved(steps)) unproved += refusedOf(steps).length;
    if (!steps.every(({ outcome }) => outcome === "unclear")) continue;
    unclear.push(trial.status);
    for (const { exchange } of steps) answered.add(exchange.answer.status);
  }
  if (unproved > 0)
    t.inconclusive(
      `${unproved} requests were refused, but the same kind of body is not known to be accepted in ${change.status}`,
    );
  if (unclear.length > 0)
    t.inconclusive(
      `no request on an order that is ${unclear.join(" or ")} was answered in a way that tells acceptance from refusal: ${[...answered].join(", ") || "none was sent"}`,
    );
  if (reasons.length > 0) throw noneOf(reasons);
  await needsEach(t, statuses, trials);
}

function refusedOf(steps: readonly AttemptStep[]): readonly AttemptStep[] {
  return steps.filter(({ outcome }) => outcome === "refused");
}

/** Whether the same kind of body was accepted where it may be, so that refusals of it count. */
function areProved(steps: readonly AttemptStep[]): boolean {
  return steps.some(({ isTelling }) => isTelling);
}

interface Trials<T> {
  readonly trials: readonly T[];
  /** Why others could not be made although there is an order in their status. */
  readonly reasons: readonly Inconclusive[];
}

/** The trials of those statuses that have an order. @throws Inconclusive if none could be made */
export async function trialsIn<T>(
  t: Check,
  statuses: readonly OrderStatus[],
  trialIn: (status: OrderStatus) => Given<T>,
): Promise<Trials<T>> {
  const present = await presentOf(t, statuses);
  const tried = await Promise.all(present.map((status) => orWhyNot(t.given(trialIn(status)))));
  const trials = tried.flatMap((trial) => (trial instanceof Inconclusive ? [] : [trial]));
  const reasons = tried.filter((trial) => trial instanceof Inconclusive);
  if (trials.length === 0) throw noneOf(reasons);
  return { trials, reasons };
}
