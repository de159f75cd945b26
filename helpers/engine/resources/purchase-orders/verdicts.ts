import type { OrderStatus } from "../../../contract/purchase-orders.js";
import { renderValue } from "../../../wire/message.js";
import { Inconclusive } from "../../../wire/outcome.js";
import type { Check } from "../../check/check.js";
import type { Applied, Lost, Step } from "./applied.js";
import type { Harm } from "./open.js";
import { type RefusalTrial, refusalTrial } from "./refusals.js";

type Closed = Exclude<OrderStatus, "draft">;

/** Judges that accepted values show on the order. Inconclusive if it shows none of them. */
export function judgeLost(t: Check, { judged, lost }: Applied): void {
  if (judged.length === 0) {
    t.inconclusive("no accepted change of a member that the order shows; see the rule on its acceptance");
  }
  t.saw("fields", judged.length);
  for (const { field, sent, shown, exchanges } of lost) {
    t.breach(
      exchanges,
      `the order shows ${field} ${renderValue(sent)} after the accepted change`,
      renderValue(shown),
      `/${field}`,
    );
  }
}

/** Judges that values which must not be applied were not. */
export function judgeSmuggled(t: Check, smuggled: readonly Lost[]): void {
  for (const { field, sent, exchanges } of smuggled) {
    t.breach(
      exchanges,
      `${field} is no shipping field, so the shipping details leave it as it was`,
      `the order shows ${renderValue(sent)}, as sent`,
      `/${field}`,
    );
  }
}

/** Judges that shipping details changed nothing else. */
export function judgeHarmed(t: Check, harmed: readonly Harm[]): void {
  for (const { pointer, before, after, exchanges } of harmed) {
    t.breach(
      exchanges,
      `shipping details leave ${pointer} as it was: ${renderValue(before, 60)}`,
      renderValue(after, 60),
      pointer,
    );
  }
}

/**
 * Judges that requests of one kind were refused in each status. A refusal counts only if the same kind of body was
 * accepted in a status that allows it; an acceptance always counts.
 */
export async function judgeRefused(t: Check, kind: Step["kind"], statuses: readonly Closed[]): Promise<void> {
  const trials = await trialsOf(t, statuses);
  let uncalibrated = 0;
  for (const { status, steps, calibrated } of trials) {
    for (const { exchange, outcome, words } of steps.filter((step) => step.kind === kind)) {
      if (outcome === "accepted") {
        t.expect(exchange, words).refused();
      }
      if (outcome === "refused" && !calibrated.has(kind)) uncalibrated += 1;
      else if (outcome !== "unclear") t.saw(`requests in ${status}`);
      else t.observe(`${words} was answered ${exchange.answer.status}, which is no refusal.`);
    }
  }
  endWithoutEvidence(t, trials, kind, uncalibrated);
  needsEach(t, statuses, trials);
}

/** Judges that refused requests of one kind left the order as it was. */
export async function judgeSlips(t: Check, kind: Step["kind"], statuses: readonly Closed[]): Promise<void> {
  const trials = await trialsOf(t, statuses);
  let uncalibrated = 0;
  for (const { status, steps, calibrated, slips } of trials) {
    for (const slip of slips.filter((each) => each.step.kind === kind)) {
      const { step, before, after, restless } = slip;
      t.expect(step.exchange).unchanged(before, after, restless);
    }
    const refused = steps.filter((step) => step.kind === kind && step.outcome === "refused").length;
    if (calibrated.has(kind)) t.saw(`refused requests in ${status}`, refused);
    else uncalibrated += refused;
  }
  endWithoutEvidence(t, trials, kind, uncalibrated);
  needsEach(t, statuses, trials);
}

/**
 * Ends a check that could not look at an order in each of the statuses: what holds in some need not hold in others.
 * @param seen what was looked at
 */
export function needsEach(
  t: Check,
  statuses: readonly OrderStatus[],
  seen: readonly { readonly status: OrderStatus }[],
): void {
  const unseen = statuses.filter((each) => seen.every(({ status }) => status !== each));
  if (unseen.length === 0) return;
  t.inconclusive(
    `no purchase order could be tried that is ${unseen.join(" or ")}; name one as fixture purchase_order:<status>`,
  );
}

/** The trials that could be made; if none could, inconclusive for the first one's reason. */
export async function trialsOf(t: Check, statuses: readonly Closed[]): Promise<readonly RefusalTrial[]> {
  const made: RefusalTrial[] = [];
  let reason: Inconclusive | null = null;
  const tried = await Promise.allSettled(statuses.map((status) => t.given(refusalTrial(status))));
  for (const trial of tried) {
    if (trial.status === "fulfilled") made.push(trial.value);
    else if (trial.reason instanceof Inconclusive) reason ??= trial.reason;
    else throw trial.reason;
  }
  if (made.length === 0 && reason !== null) throw reason;
  return made;
}

function endWithoutEvidence(
  t: Check,
  trials: readonly RefusalTrial[],
  kind: Step["kind"],
  uncalibrated: number,
): void {
  if (uncalibrated === 0) {
    const steps = trials.flatMap((trial) => trial.steps).filter((step) => step.kind === kind);
    if (steps.some(({ outcome }) => outcome !== "unclear")) return;
  }
  if (uncalibrated === 0)
    t.inconclusive("no request was answered in a way that tells acceptance from refusal");
  const allowed = kind === "put" ? "a draft" : "an open order";
  t.inconclusive(
    `${uncalibrated} requests were refused, but the same kind of body is not known to be accepted on ${allowed}`,
  );
}
