import { type OrderStatus, statusesWithout } from "../../../contract/purchase-orders.js";
import { alike } from "../../../oracles/answers/likeness.js";
import { toldBy } from "../../../oracles/answers/refusal.js";
import { DOCUMENT_LAWS, isDelivery } from "../../../oracles/purchase-orders/documents.js";
import { emptiedByMove } from "../../../oracles/purchase-orders/emptied.js";
import { otherCargo } from "../../../oracles/purchase-orders/lines.js";
import { orderWithId, statusMember } from "../../../oracles/purchase-orders/orders.js";
import { deniesState, speaksOf } from "../../../oracles/purchase-orders/outcome.js";
import { renderValue } from "../../../wire/message.js";
import { ifReadable, noneOf } from "../../../wire/outcome.js";
import { jsonOf } from "../../../wire/raw.js";
import type { Check } from "../../check/check.js";
import { needsBody } from "../sample-bodies.js";
import { UNKNOWN_STATUS } from "./attempts.js";
import { type Change, RECEIPT, STATUS } from "./changes.js";
import { asked, received } from "./documents.js";
import { needsEach } from "./listed.js";
import { isSetBack, movedOn, type StatusMove } from "./moves.js";
import { refusalTrial } from "./refusals.js";
import { isOf } from "./sending.js";
import { cancelling, type StatusTrial, statusTrial } from "./status-trials.js";
import { judgeTold } from "./told-laws.js";
import { judgeSlips, judgeSteps, trialsIn } from "./trial-laws.js";

/** An order in these statuses does not become a draft again. */
const FINAL = statusesWithout("draftAgain");
/** Orders in these statuses are sent several status words, an open one only the unknown one. */
const MORE_WORDS = ["draft", ...FINAL] as const;
const ONE_WORD = ["open"] as const;

const NOT_READ =
  "the answers do not show that the status was read, and the contract does not name the member that holds it";

/** Judges that the order which the run cancelled now refuses a change. */
export function judgeOnceCancelled(change: Change): (t: Check) => Promise<void> {
  return async (t) => {
    const step = (await t.tryGiven(cancelling))?.afterwards.find(isOf(change));
    if (step === undefined) return;
    t.saw("orders cancelled by the run");
    if (step.outcome === "accepted")
      t.expect(step.exchange, "an order that was just cancelled takes no more changes").refused();
  };
}

/** Judges that orders refuse an unknown status. */
export async function judgeUnknownWords(t: Check): Promise<void> {
  const trials = await judgeWords(t, MORE_WORDS, judgeUnknownWord);
  const further = (await ifReadable(trialsIn(t, ONE_WORD, refusalTrial)))?.trials ?? [];
  for (const trial of further) {
    judgeSteps(t, STATUS, trial);
    judgeSlips(t, STATUS, trial);
  }
  await needsEach(t, [...MORE_WORDS, ...ONE_WORD], [...trials, ...further]);
}

/** Judges that finished orders do not become drafts again. */
export async function judgeFinal(t: Check): Promise<void> {
  await needsEach(t, FINAL, await judgeWords(t, FINAL, judgeBackwards));
}

/**
 * Judges status words that were sent to orders in these statuses.
 * @param judge is told whether any trial shows that the service reads the status, and gets all trials
 */
async function judgeWords(
  t: Check,
  statuses: readonly OrderStatus[],
  judge: (t: Check, trial: StatusTrial, read: boolean, trials: readonly StatusTrial[]) => void,
): Promise<readonly StatusTrial[]> {
  const { trials, reasons } = await trialsIn(t, statuses, statusTrial);
  const read = trials.some(isRead);
  for (const trial of trials) judge(t, trial, read, trials);
  if (!read) needsBody(t, STATUS.operation, NOT_READ);
  if (reasons.length > 0) throw noneOf(reasons);
  return trials;
}

/**
 * Whether the service reads the member in which the status was sent; the contract does not name it. It does if the
 * answer mentions the word, or differs from the answer to an existing status.
 */
function isRead({ unknown, backwards }: StatusTrial): boolean {
  const { exchange, values } = unknown.step;
  if (Object.keys(values).some((member) => speaksOf(exchange, UNKNOWN_STATUS, member))) return true;
  if (unknown.after.status !== unknown.before.status) return true;
  return backwards !== null && !alike(exchange, backwards.step.exchange);
}

function judgeUnknownWord(
  t: Check,
  { status, unknown }: StatusTrial,
  read: boolean,
  trials: readonly StatusTrial[],
): void {
  const { step, before, after } = unknown;
  const isMoved = after.status !== before.status;
  // Another client may have moved one order, but is unlikely to have moved two to the same status.
  const isOurs = isMoved && trials.filter((each) => isMovedTo(each, after.status)).length > 1;
  const moved = isOurs || JSON.stringify(after.record).includes(UNKNOWN_STATUS);
  if (!moved && (step.outcome === "unclear" || !read)) return;
  if (!moved && step.outcome !== "accepted" && isMoved) return;
  t.saw(`requests on orders that are ${status}`);
  if (step.outcome !== "accepted" && !moved) return;
  const shown = renderValue(after.record[statusMember(before.record)]);
  const received = `status ${step.exchange.answer.status}; the order shows ${shown}`;
  t.breach(step.exchange, `status ${UNKNOWN_STATUS} is refused with a 4xx`, received);
}

function isMovedTo({ unknown: { before, after } }: StatusTrial, status: OrderStatus | null): boolean {
  return status !== null && after.status === status && before.status !== status;
}

function judgeBackwards(t: Check, { status, backwards }: StatusTrial, read: boolean): void {
  if (backwards === null) return;
  const { exchange, outcome } = backwards.step;
  const isDraft = backwards.after.status === "draft";
  if (outcome === "unclear" || (!read && !isDraft)) return;
  t.saw(`orders that are ${status}`);
  if (outcome !== "accepted" && !isDraft) return;
  const received = `status ${exchange.answer.status}; the order shows ${backwards.after.status}`;
  t.breach(exchange, `an order that is ${status} is not set back to draft`, received);
}

/** Judges that a draft which the run cancelled is cancelled. */
export async function judgeCancelled(t: Check): Promise<void> {
  const cancelled = await t.given(cancelling);
  if (cancelled === null)
    return t.inconclusive(
      "needs a further draft that may be cancelled for good, on a target whose every resource is a fixture",
    );
  const { step, after } = cancelled;
  if (step.outcome !== "accepted" || after.status === null)
    return needsBody(
      t,
      STATUS.operation,
      `cancelling a draft was answered with ${toldBy(step.exchange.answer)}; neither the transitions nor the body are documented`,
    );
  t.saw("orders cancelled");
  if (after.status === "cancelled") return judgeCargo(t, cancelled);
  const exchanges = [step.exchange, after.exchange];
  t.breach(exchanges, "the order is cancelled after the accepted change", after.status);
}

/** Judges that each accepted change of a status shows on the order, and leaves its cargo as it was. */
export async function judgeMoves(t: Check): Promise<void> {
  for (const move of (await t.tryGiven(movedOn))?.moves ?? []) {
    const { word, step, before, after } = move;
    if (after.status === null) continue;
    // Another client may have moved on an order that the answer shows as due.
    const isAsTold = orderWithId(jsonOf(step.exchange.answer), before.id)?.status === word;
    if (isAsTold && after.status !== word && after.status !== before.status)
      t.inconclusive(
        `the purchase order ${before.id} was ${word} after the change and is ${after.status} now; run again`,
      );
    t.saw("changes of status");
    if (after.status !== word)
      return t.breach(step.exchange, `the order is ${word} after the accepted change`, after.status);
    judgeCargo(t, move);
  }
  await judgeTold(t, STATUS);
}

/** Judges that an order which the run opened has an order summary, as orders have that were open before. */
export async function judgeOpened(t: Check): Promise<void> {
  const summary = (await t.tryGiven(movedOn))?.summary ?? null;
  if (summary === null) return;
  const before = (await t.given(asked("orderSummary"))).filter(({ status }) => status === "open");
  const { available } = DOCUMENT_LAWS;
  if (!before.some(isDelivery) || !available.counts(summary, before)) return;
  t.saw("documents of orders that were opened");
  if (available.holds(summary)) return;
  const documented = "the PDF of an order that was opened just now, as of those that were open before";
  t.breach(summary.exchange, documented, received(summary.exchange));
}

/** Judges that an order which the run opened takes shipping details, as an order does that was open before. */
export async function judgeOpenedDetails(t: Check): Promise<void> {
  const details = (await t.tryGiven(movedOn))?.details ?? null;
  if (details === null) return;
  const { step, after } = details;
  if (step.outcome === "accepted") t.saw("shipping details of orders that were opened");
  else if (deniesState(step.exchange.answer) && after.status === "open")
    t.breach(
      [step.exchange, after.exchange],
      "an order that was opened just now takes shipping details, as those do that were open before",
      `refused with ${toldBy(step.exchange.answer)}; the order is open`,
    );
}

/** Judges that a receipt neither sets an order back nor changes its cargo. */
export async function judgeReceipt(t: Check): Promise<void> {
  const { receipt } = await t.given(movedOn);
  const { step, before, after } = receipt;
  if (step.outcome !== "accepted")
    needsBody(t, RECEIPT, `a receipt was answered with ${toldBy(step.exchange.answer)}`);
  t.saw("receipts");
  if (isSetBack(after) && after.status !== before.status) {
    const documented = `a receipt moves the order on or leaves it ${before.status}`;
    return t.breach(step.exchange, documented, after.status);
  }
  judgeCargo(t, receipt);
}

/** A move leaves the lines, the supplier and the warehouse as they were, and empties no text. */
function judgeCargo(t: Check, { step, before, after }: StatusMove): void {
  const [held, shown] = [before.record, after.record];
  const [change] = [...otherCargo(held, shown), ...emptiedByMove(held, shown)];
  if (change === undefined) return;
  const { pointer } = change;
  const documented = `${pointer} ${renderValue(change.before, 60)}, as before ${step.words}`;
  t.breach(step.exchange, documented, change.after, pointer);
}
