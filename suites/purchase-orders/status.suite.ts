import { describe } from "vitest";
import type { OrderStatus } from "../../helpers/contract/purchase-orders.js";
import type { Check } from "../../helpers/engine/check/check.js";
import { rule } from "../../helpers/engine/check/rule.js";
import {
  type RefusalTrial,
  UNKNOWN_STATUS,
} from "../../helpers/engine/resources/purchase-orders/refusals.js";
import { madeTries, type Tried, walk } from "../../helpers/engine/resources/purchase-orders/statuses.js";
import { needsEach, trialsOf } from "../../helpers/engine/resources/purchase-orders/verdicts.js";
import { alike } from "../../helpers/oracles/likeness.js";
import { otherCargo } from "../../helpers/oracles/purchase-orders/lines.js";
import { statusMember } from "../../helpers/oracles/purchase-orders/orders.js";
import { outcomeOf, speaksOf } from "../../helpers/oracles/purchase-orders/outcome.js";
import { renderValue } from "../../helpers/wire/message.js";
import { ifReadable } from "../../helpers/wire/outcome.js";

/** Orders in these statuses are sent several status words. */
const MORE_WORDS = ["draft", "closed", "cancelled"] as const satisfies readonly OrderStatus[];
/** Orders in these statuses are sent only the unknown status, beside other requests that must be refused. */
const ONE_WORD = ["open", "receiving", "received"] as const satisfies readonly OrderStatus[];

/** Judges that the order which the run cancelled now refuses changes. */
async function judgeOnceCancelled(t: Check, kind: "put" | "shipping"): Promise<void> {
  const [trial] = (await ifReadable(madeTries(t, ["draft"]))) ?? [];
  const tried = trial?.cancelled?.[kind] ?? null;
  if (tried === null) return;
  t.saw("orders cancelled by the run");
  if (outcomeOf(tried.answer) === "accepted")
    t.expect(tried, "an order that was just cancelled takes no more changes").refused();
}

/**
 * Whether the service reads the member in which the status was sent; the contract does not name it. It does if the
 * answer mentions the word, or differs from the answer to an existing status.
 */
function isRead({ member, before, unknown, backwards }: Tried): boolean {
  if (speaksOf(unknown.answer, UNKNOWN_STATUS, member)) return true;
  if (unknown.after.status !== before.status) return true;
  return backwards !== null && !alike(unknown.answer, backwards.answer);
}

/** An order refuses an unknown status. @param read whether any trial shows that the service reads the status */
function judgeUnknownWord(t: Check, { status, before, unknown }: Tried, read: boolean): void {
  const { answer, after } = unknown;
  const outcome = outcomeOf(answer.answer);
  const moved = JSON.stringify(after.record).includes(UNKNOWN_STATUS) || after.status !== before.status;
  if (!moved && (outcome === "unclear" || !read)) return;
  t.saw(`requests on orders that are ${status}`);
  if (outcome !== "accepted" && !moved) return;
  const shown = renderValue(after.record[statusMember(before.record)]);
  t.breach(
    answer,
    `status ${UNKNOWN_STATUS} is refused with a 4xx`,
    `status ${answer.answer.status}; the order shows ${shown}`,
  );
}

/** Like `judgeUnknownWord`, for an order that was sent the unknown status among other requests to refuse. */
function judgeWordRefused(t: Check, { status, steps, slips }: RefusalTrial): void {
  for (const { kind, exchange, outcome } of steps) {
    if (kind !== "status" || outcome === "unclear") continue;
    t.saw(`requests on orders that are ${status}`);
    t.expect(exchange, `status ${UNKNOWN_STATUS} of an order that is ${status}`).refused();
  }
  for (const { step, before, after, restless } of slips) {
    if (step.kind === "status") t.expect(step.exchange).unchanged(before, after, restless);
  }
}

/** A finished order does not become a draft again. `read` as in `judgeUnknownWord`. */
function judgeBackwards(t: Check, { status, backwards }: Tried, read: boolean): void {
  if (backwards === null) return;
  const { answer, after } = backwards;
  const outcome = outcomeOf(answer.answer);
  const isDraft = after.status === "draft";
  if (outcome === "unclear" || (!read && !isDraft)) return;
  t.saw(`orders that are ${status}`);
  if (outcome !== "accepted" && !isDraft) return;
  t.breach(
    answer,
    `an order that is ${status} is not set back to draft`,
    `status ${answer.answer.status}; the order shows ${after.status}`,
  );
}

const NOT_READ =
  "the answers do not show that the status was read; the contract does not name the member that holds it";

describe("Purchase order rules: status", { meta: { reads: ["purchase-orders"] } }, () => {
  rule.fromStandard("purchase-orders.put-refused", "puts a draft that it has cancelled", (t) =>
    judgeOnceCancelled(t, "put"),
  );

  rule.fromStandard(
    "purchase-orders.shipping-details.refused-late",
    "sends shipping details of a draft that it has cancelled",
    (t) => judgeOnceCancelled(t, "shipping"),
  );

  rule.fromStandard(
    "purchase-orders.status.unknown-word",
    "sends a status that does not exist",
    async (t) => {
      const trials = await madeTries(t, MORE_WORDS);
      const further = (await ifReadable(trialsOf(t, ONE_WORD))) ?? [];
      const read = trials.some(isRead);
      for (const trial of trials) judgeUnknownWord(t, trial, read);
      if (!read) t.inconclusive(NOT_READ);
      for (const trial of further) judgeWordRefused(t, trial);
      needsEach(t, [...MORE_WORDS, ...ONE_WORD], [...trials, ...further]);
    },
  );

  rule.fromStandard(
    "purchase-orders.status.backwards",
    "sets closed and cancelled orders back to draft",
    async (t) => {
      const trials = await madeTries(t, ["closed", "cancelled"]);
      const read = trials.some(isRead);
      for (const trial of trials) judgeBackwards(t, trial, read);
      if (!read) t.inconclusive(NOT_READ);
      needsEach(t, ["closed", "cancelled"], trials);
    },
  );

  rule.fromStandard("purchase-orders.status.applied", "cancels a draft and reads it", async (t) => {
    const [trial] = await madeTries(t, ["draft"]);
    const cancelled = trial?.cancelled ?? null;
    if (cancelled === null)
      return t.inconclusive(
        "needs a further draft that may be cancelled for good, on a target whose every resource is a fixture",
      );
    const { answer, after } = cancelled;
    if (outcomeOf(answer.answer) !== "accepted" || after.status === null)
      return t.inconclusive(
        `cancelling a draft was answered ${answer.answer.status}; which transitions are valid is not documented`,
      );
    t.saw("orders cancelled");
    if (after.status === "cancelled") return;
    t.breach([answer, after.exchange], "the order is cancelled after the accepted change", after.status);
  });

  rule.fromStandard("purchase-orders.status.applied", "opens a draft and sets it to receiving", async (t) => {
    const walked = t.settings.writes === "fixtures" ? await ifReadable(t.given(walk)) : null;
    if (walked === null) return;
    for (const { word, answer, shown } of walked.moved) {
      if (shown.status === null) continue;
      t.saw("changes of status");
      const [cargo] = otherCargo(walked.before.record, shown.record);
      if (shown.status !== word)
        return t.breach(answer, `the order is ${word} after the accepted change`, shown.status);
      if (cargo !== undefined)
        return t.breach(answer, `${cargo.pointer} ${renderValue(cargo.before, 60)}, as before`, cargo.after);
    }
  });

  rule.fromStandard("purchase-orders.receives.order", "records a receipt and reads the order", async (t) => {
    const { answer, from, after } = (await t.given(walk)).receipt;
    if (outcomeOf(answer.answer) !== "accepted")
      t.inconclusive(
        `a receipt was answered ${answer.answer.status}; give a body under bodies.v2CreatePurchaseOrderReceipt`,
      );
    t.saw("receipts");
    const isBack = after.status === "draft" || after.status === "cancelled";
    if (isBack && after.status !== from.status)
      return t.breach(
        answer,
        `the order, ${from.status} before the receipt, moves on or stays`,
        after.status,
      );
    const [cargo] = otherCargo(from.record, after.record);
    if (cargo !== undefined)
      t.breach(
        answer,
        `${cargo.pointer} ${renderValue(cargo.before, 60)}, as before the receipt`,
        cargo.after,
      );
  });

  rule.fromStandard("purchase-orders.receives.status", "records a receipt and reads the order", async (t) => {
    const { answer, from, after } = (await t.given(walk)).receipt;
    t.saw("receipts");
    t.observe(
      `A receipt is answered ${answer.answer.status}; the order is ${from.status} before and ${after.status} after.`,
    );
  });
});
