import { isShippingField } from "../../../contract/purchase-orders.js";
import { errorsName, toldBy } from "../../../oracles/answers/refusal.js";
import { haveSameSupplier, withDetails } from "../../../oracles/purchase-orders/orders.js";
import { deniesField, namesState } from "../../../oracles/purchase-orders/outcome.js";
import { isOwnText } from "../../../oracles/purchase-orders/own-texts.js";
import { renderValue } from "../../../wire/message.js";
import type { Check } from "../../check/check.js";
import { type DraftTrial, draftTrial } from "./draft.js";
import type { FieldStep } from "./field-requests.js";
import { neighboursOf } from "./listed.js";
import { openTrial } from "./open.js";
import { isDateField } from "./other-values.js";
import { isAccepted } from "./sending.js";

// A service may refuse a value. So the refusal of a field counts only as far as something shows that the value is good.

/** Words of a message about what a value may depend on beside the state: whom the order is with, or what it is taken by. */
const OTHER_GROUND =
  /supplier|vendor|contract|agree|warehouse|carrier|account|enabled|supported|already|in use|taken/i;

/** Whether some orders take a value of a field that a draft refuses. */
type IsTaken = (field: string, value: unknown) => boolean;

/** Whether a value of a field can fit every state of an order. */
function fitsEachState(field: string): boolean {
  return !isDateField(field) && field !== "payment_status";
}

function refusedFields({ each }: DraftTrial): readonly FieldStep[] {
  return each.filter(({ field, outcome }) => outcome === "refused" && isShippingField(field));
}

/** What an open order took: another text of the run or, from the same supplier if that matters, the very value. */
async function takenWhenOpen(t: Check, { before }: DraftTrial, isAnySupplier: boolean): Promise<IsTaken> {
  const open = await t.tryGiven(openTrial);
  const isLike = open !== null && (isAnySupplier || haveSameSupplier(before.record, open.before.record));
  const taken = open?.steps.filter(isAccepted) ?? [];
  const isOwn = (value: unknown) => isOwnText(t.settings.run, value);
  const isAsGood = (one: unknown, other: unknown) =>
    (isOwn(one) && isOwn(other)) || (isLike && one === other);
  return (field, value) => fitsEachState(field) && taken.some((step) => isAsGood(step.values[field], value));
}

/** What other orders show, too. */
async function takenAnywhere(t: Check, trial: DraftTrial): Promise<IsTaken> {
  const isTaken = await takenWhenOpen(t, trial, true);
  const others = (await neighboursOf(t, trial.before.id)).map(({ record }) => withDetails(record));
  return (field, value) =>
    isTaken(field, value) || (fitsEachState(field) && others.some((other) => other[field] === value));
}

/**
 * Judges that every field of a draft can be edited. A refusal counts if it says that it is about the state, or if it
 * names the field although an open order took another text of the run there or, from the same supplier, the very value,
 * unless that may fit one state only.
 */
export async function judgeFields(t: Check, trial: DraftTrial): Promise<void> {
  const refused = refusedFields(trial);
  if (refused.length === 0) return;
  const isTaken = await takenWhenOpen(t, trial, false);
  for (const step of refused) {
    const { field, exchange, words } = step;
    if (isPlainlyDenied(step, isTaken))
      t.expect(exchange, `all fields of a draft can be edited, ${field} too`).succeeds();
    else t.observe(`${words} was answered with ${exchange.answer.status}.`);
  }
}

function isPlainlyDenied({ field, exchange, values }: FieldStep, isTaken: IsTaken): boolean {
  return (
    namesState(exchange.answer) || (isTaken(field, values[field]) && deniesField(exchange.answer, field))
  );
}

/**
 * Judges that no field of a draft is denied by its name with a value that another order shows or took. What an order may
 * have can depend on its supplier, among others, so this is a warning.
 */
export async function judgeEachField(t: Check): Promise<void> {
  const trial = await t.given(draftTrial);
  const accepted = new Set(trial.steps.filter(isAccepted).flatMap(({ values }) => Object.keys(values)));
  if (accepted.size === 0)
    return t.inconclusive("no update of a draft was accepted; see purchase-orders.draft.put-accepted");
  const refused = refusedFields(trial);
  // A refused field may be among those that were put back as they were.
  const taken = [...accepted].filter(
    (name) => isShippingField(name) && !refused.some(({ field }) => field === name),
  );
  t.saw("accepted fields", taken.length);
  if (refused.length === 0) return;
  const [isPlain, isTaken] = [await takenWhenOpen(t, trial, false), await takenAnywhere(t, trial)];
  // What is plainly denied is what the rule of the acceptance tells.
  const doubtful = refused.filter((step) => !isPlainlyDenied(step, isPlain));
  const denied = doubtful.filter(
    (step) => isPlainlyDenied(step, isTaken) && !errorsName(step.exchange.answer, OTHER_GROUND),
  );
  for (const { field, exchange, values } of denied) {
    const documented = `${field} of a draft can become ${renderValue(values[field])}, which another order has`;
    t.breach(exchange, documented, toldBy(exchange.answer));
  }
  const left = doubtful.filter((step) => !denied.includes(step)).map(({ field }) => field);
  if (left.length > 0)
    t.inconclusive(`no update of a draft by ${left.join(" or ")} was accepted, and other values may be`);
}
