import { describe } from "vitest";
import { isShippingField, SHIPPING_FIELDS, statusesWithout } from "../../helpers/contract/purchase-orders.js";
import type { Check } from "../../helpers/engine/check/check.js";
import { CUT_SHORT, FORM, hasNoEffect } from "../../helpers/engine/resources/odd-bodies.js";
import { ownValues } from "../../helpers/engine/resources/purchase-orders/bodies.js";
import { SHIPPING } from "../../helpers/engine/resources/purchase-orders/changes.js";
import { draftTrial } from "../../helpers/engine/resources/purchase-orders/draft.js";
import { withOrder } from "../../helpers/engine/resources/purchase-orders/listed.js";
import { movedOn } from "../../helpers/engine/resources/purchase-orders/moves.js";
import { type OpenTrial, openTrial } from "../../helpers/engine/resources/purchase-orders/open.js";
import { otherValues } from "../../helpers/engine/resources/purchase-orders/other-values.js";
import { exclusively, readOrderAs } from "../../helpers/engine/resources/purchase-orders/reading.js";
import { isAccepted, type Step, send } from "../../helpers/engine/resources/purchase-orders/sending.js";
import { judgeTold } from "../../helpers/engine/resources/purchase-orders/told-laws.js";
import {
  judgeChangeRefused,
  judgeLost,
  judgeUnchanged,
} from "../../helpers/engine/resources/purchase-orders/trial-laws.js";
import { needsBody } from "../../helpers/engine/resources/sample-bodies.js";
import { rule } from "../../helpers/engine/vitest/rule.js";
import { errorsName, toldBy } from "../../helpers/oracles/answers/refusal.js";
import { deniesState, namesState } from "../../helpers/oracles/purchase-orders/outcome.js";
import { deniesFreeText, isOwnText } from "../../helpers/oracles/purchase-orders/own-texts.js";
import { renderValue } from "../../helpers/wire/message.js";

const LATE = statusesWithout("shipping");

/**
 * Whether each change is refused for the state of the order: it says so, or it denies a text as the run's draft took one
 * there, in all requests alike; not where the order takes no change at all, as the shape of the requests may be wrong.
 */
async function refusedForState(t: Check, { steps, shapes }: OpenTrial): Promise<(step: Step) => boolean> {
  // An order that takes other changes may refuse one for its value.
  const takesChanges = steps.some(isAccepted);
  const isTelling = takesChanges ? namesState : deniesState;
  const draft = !takesChanges || steps.every(isAccepted) ? null : await t.tryGiven(draftTrial);
  const isLost = (field: string) => draft?.lost.some((each) => each.field === field) === true;
  const { run } = t.settings;
  const isSent = (step: Step, field: string) => isAccepted(step) && isOwnText(run, step.values[field]);
  const isTaken = (field: string) =>
    !shapes.has(field) && !isLost(field) && draft?.steps.some((step) => isSent(step, field)) === true;
  return (step) =>
    step.outcome === "refused" && (isTelling(step.exchange.answer) || deniesFreeText(run, step, isTaken));
}

async function judgeOpenAccepted(t: Check): Promise<void> {
  const trial = await t.given(openTrial);
  const { steps } = trial;
  const isForState = await refusedForState(t, trial);
  for (const step of steps) {
    const { exchange, outcome, words } = step;
    if (outcome === "accepted") t.saw("accepted changes");
    else if (isForState(step)) {
      t.saw("refused changes");
      t.expect(exchange, `${words} is accepted on an open order`).succeeds();
    } else
      t.observe(
        `${words} was answered with ${exchange.answer.status}; the service may not accept the value.`,
      );
  }
  if (!steps.some((step) => isAccepted(step) || isForState(step)))
    needsBody(
      t,
      SHIPPING.operation,
      "the target accepts none of the made-up values for the nine fields; the contract shows neither their types nor a wrapper around them",
    );
}

async function judgeEachField(t: Check): Promise<void> {
  const { denied, shapes, steps } = await t.given(openTrial);
  t.saw("accepted fields", shapes.size);
  for (const { field, value, exchanges } of denied) {
    const documented = `${field} is accepted with ${renderValue(value)}, which the order shows`;
    const [whole, without] = exchanges.map(({ answer }) => answer.status);
    t.breach(exchanges, documented, `status ${whole}; without it, status ${without}`, `/${field}`);
  }
  const left = SHIPPING_FIELDS.filter((field) => !shapes.has(field));
  if (denied.length === 0 && left.length > 0)
    needsBody(
      t,
      SHIPPING.operation,
      `no request with ${left.join(" or ")} was accepted${whyLeft(left, steps)}`,
    );
}

async function judgeApplied(t: Check): Promise<void> {
  const trial = await t.given(openTrial);
  await judgeLost(t, trial, isShippingField);
  t.find(trial.strays);
}

async function judgeSmuggled(t: Check): Promise<void> {
  const { extras, smuggled, harmed, doubt } = await t.given(openTrial);
  for (const { pointer, before, after, exchanges } of harmed) {
    const documented = `shipping details leave ${pointer} as it was: ${renderValue(before, 60)}`;
    t.breach(exchanges, documented, renderValue(after, 60), pointer);
  }
  if (extras === 0)
    t.inconclusive(doubt ?? "needs an open order that accepts a shipping field and shows another member");
  t.saw("further members", extras);
  for (const { field, sent, shown, exchanges } of smuggled) {
    const documented = `${field} is not a shipping field, so the shipping details leave it as it was`;
    const received = `${renderValue(sent, 60)} was sent along, and the order shows ${renderValue(shown, 60)}`;
    t.breach(exchanges, documented, received, `/${field}`);
  }
  if (doubt !== null) t.inconclusive(doubt);
}

async function judgeStatusAlong(t: Check): Promise<void> {
  const smuggled = (await t.tryGiven(movedOn))?.smuggled ?? null;
  if (smuggled === null) return;
  const { step, word, before, after } = smuggled;
  if (step.outcome === "unclear") return;
  t.saw("statuses sent along");
  if (after.status !== word) return;
  const documented = `an order that is ${before.status} stays so when its shipping details change`;
  t.breach([step.exchange, after.exchange], documented, after.status);
}

async function judgeAnsweredStatus(t: Check): Promise<void> {
  if ((await t.tryGiven(openTrial)) !== null) await judgeTold(t, SHIPPING);
}

async function observeDraft(t: Check): Promise<void> {
  await withOrder(t, "draft", 1, (id) =>
    exclusively(t, [id], async () => {
      const order = await readOrderAs(t, id, "draft");
      const values = await otherValues(t, order, ["note_to_supplier"], "shipping details of a draft");
      const { exchange, outcome } = await send(t, SHIPPING, order, "changes", values);
      t.saw("requests");
      t.observe(`Shipping details of a draft purchase order are answered with ${exchange.answer.status}.`);
      if (outcome === "accepted")
        await send(t, SHIPPING, order, "changes", ownValues(order, ["note_to_supplier"]));
    }),
  );
}

// biome-ignore format: one rule a line
describe("Purchase order rules: shipping details", { meta: { reads: ["purchase-orders"] } }, () => {
  rule.fromStandard("purchase-orders.shipping-details.open.accepted", "changes each field alone and all together", judgeOpenAccepted);
  rule.fromStandard("purchase-orders.shipping-details.open.each-field", "puts the values of an open order back", judgeEachField);
  rule.fromStandard("purchase-orders.shipping-details.open.applied", "reads an open order after accepted changes", judgeApplied);
  rule.fromStandard("content.non-json-refused", "changes shipping details by a form-encoded body", hasNoEffect(FORM, "purchase order", openTrial));
  rule.fromStandard("content.unreadable-json", "changes shipping details by truncated JSON", hasNoEffect(CUT_SHORT, "purchase order", openTrial));
  rule.fromStandard("purchase-orders.shipping-details.open.only-shipping", "sends further members along", judgeSmuggled);
  rule.fromStandard("purchase-orders.shipping-details.open.only-shipping", "sends a status along for an order that it moves on", judgeStatusAlong);
  rule.fromStandard("purchase-orders.shipping-details.open.only-shipping", "looks at the status in the answers", judgeAnsweredStatus);
  rule.fromStandard("purchase-orders.shipping-details.refused-late", "sends shipping details of late orders", (t) => judgeChangeRefused(t, SHIPPING, LATE));
  rule.fromStandard("purchase-orders.shipping-details.refused-late.unchanged", "reads late orders before and after", (t) => judgeUnchanged(t, SHIPPING, LATE));
  rule.fromThorough("purchase-orders.shipping-details.draft", "sends shipping details of a draft", observeDraft);
});

/** What the target says of fields that it did not accept: whether it refuses the values or the fields. */
function whyLeft(left: readonly string[], steps: readonly Step[]): string {
  const refused = steps.filter(({ outcome }) => outcome === "refused").map(({ exchange }) => exchange.answer);
  const said = left.flatMap((field) => refused.findLast((answer) => errorsName(answer, wordOf(field))) ?? []);
  return said.length === 0
    ? ", and the answers do not show whether the values or the fields are refused"
    : `: ${[...new Set(said.map(toldBy))].join(", ")}`;
}

function wordOf(field: string): RegExp {
  return new RegExp(`\\b${field}\\b`);
}
