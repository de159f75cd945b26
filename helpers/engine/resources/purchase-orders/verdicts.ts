import type { OrderStatus } from "../../../contract/purchase-orders.js";
import { renderValue } from "../../../wire/message.js";
import { Inconclusive } from "../../../wire/outcome.js";
import type { Check } from "../../check/check.js";
import type { Change } from "./changes.js";
import type { Applied } from "./fields.js";
import { needsEach } from "./listed.js";
import { type RefusalTrial, refusalTrial } from "./refusals.js";

/** Judges that accepted values show on the order. Inconclusive if it shows none of them. */
export function judgeLost(t: Check, { judged, lost }: Applied, isJudged: (field: string) => boolean): void {
  const fields = judged.filter(isJudged);
  if (fields.length === 0) {
    t.inconclusive("no accepted change of a member that the order shows; see the rule on its acceptance");
  }
  t.saw("fields", fields.length);
  for (const { field, pointer, sent, shown, exchanges } of lost) {
    if (!isJudged(field)) continue;
    const documented = `the order shows ${pointer.slice(1)} ${renderValue(sent)} after the accepted change`;
    t.breach(exchanges, documented, renderValue(shown), pointer);
  }
}

/**
 * Judges that a change was refused in each status. A refusal counts only if the same kind of body was accepted in a
 * status that allows it; an acceptance always counts.
 */
export async function judgeRefused(
  t: Check,
  { kind, status: allowed }: Change,
  statuses: readonly OrderStatus[],
): Promise<void> {
  const trials = await refusalTrials(t, statuses);
  let uncalibrated = 0;
  for (const { status, steps, calibrated } of trials) {
    for (const { exchange, outcome, words } of steps.filter((step) => step.kind === kind)) {
      if (outcome === "accepted") t.expect(exchange, words).refused();
      if (outcome === "refused" && !calibrated.has(kind)) uncalibrated += 1;
      else if (outcome !== "unclear") t.saw(`requests in ${status}`);
      else t.observe(`${words} was answered ${exchange.answer.status}, which is no refusal.`);
    }
  }
  needsEvidence(t, { trials, kind, allowed, uncalibrated });
  needsEach(t, statuses, trials);
}

/** Judges that a refused change left the order as it was. */
export async function judgeSlips(
  t: Check,
  { kind, status: allowed }: Change,
  statuses: readonly OrderStatus[],
): Promise<void> {
  const trials = await refusalTrials(t, statuses);
  let uncalibrated = 0;
  for (const { status, steps, calibrated, slips } of trials) {
    for (const { step, before, after, restless } of slips)
      if (step.kind === kind) t.expect(step.exchange).unchanged(before, after, restless);
    const refused = steps.filter((step) => step.kind === kind && step.outcome === "refused").length;
    if (calibrated.has(kind)) t.saw(`refused requests in ${status}`, refused);
    else uncalibrated += refused;
  }
  needsEvidence(t, { trials, kind, allowed, uncalibrated });
  needsEach(t, statuses, trials);
}

/** The trials that could be made; if none could, inconclusive for the first one's reason. */
export async function refusalTrials(
  t: Check,
  statuses: readonly OrderStatus[],
): Promise<readonly RefusalTrial[]> {
  const tried = await Promise.allSettled(statuses.map((status) => t.given(refusalTrial(status))));
  const made = tried.flatMap((trial) => (trial.status === "fulfilled" ? [trial.value] : []));
  const reasons = tried.flatMap((trial) => (trial.status === "rejected" ? [trial.reason] : []));
  const defect = reasons.find((reason) => !(reason instanceof Inconclusive));
  if (defect !== undefined) throw defect;
  if (made.length === 0 && reasons.length > 0) throw reasons[0];
  return made;
}

interface Evidence {
  readonly trials: readonly RefusalTrial[];
  readonly kind: Change["kind"];
  readonly allowed: Change["status"];
  /** The number of refusals that may be about the body. */
  readonly uncalibrated: number;
}

function needsEvidence(t: Check, { trials, kind, allowed, uncalibrated }: Evidence): void {
  if (uncalibrated > 0) {
    t.inconclusive(
      `${uncalibrated} requests were refused, but the same kind of body is not known to be accepted in ${allowed}`,
    );
  }
  const steps = trials.flatMap((trial) => trial.steps).filter((step) => step.kind === kind);
  if (steps.every(({ outcome }) => outcome === "unclear"))
    t.inconclusive("no request was answered in a way that tells acceptance from refusal");
}
