import { isShippingField, SHIPPING_FIELDS } from "../../../contract/purchase-orders.js";
import { isOnlyOneAccepted } from "../../../oracles/answers/refusal.js";
import { TEXTS } from "../../../oracles/purchase-orders/fields.js";
import { dropsLines, movedIds, oneMore } from "../../../oracles/purchase-orders/lines.js";
import { changes } from "../../../wire/changes.js";
import type { Check } from "../../check/check.js";
import { given } from "../../check/given.js";
import type { OddDone } from "../odd-bodies.js";
import { onceUnlocked } from "../unlocked.js";
import { originals, ownValues, sendsBack } from "./bodies.js";
import { borrow } from "./borrowed.js";
import { PUT, type Shape, type Values } from "./changes.js";
import { type FieldStep, sendAnyhow } from "./field-requests.js";
import { type Applied, type Lost, lookAfter, type Tried, textsIn, together } from "./fields.js";
import { orderHistory, type SeenOrder } from "./history.js";
import { withOrder } from "./listed.js";
import { changeOddly } from "./odd-changes.js";
import { otherValues, textsElsewhere } from "./other-values.js";
import { returnOrder } from "./put-back.js";
import { readNow } from "./reading.js";
import { isOf, type Step, send } from "./sending.js";

/** Further members, besides shipping fields and lines, for which other orders have another value. */
const PLACES = ["warehouse_id", "supplier_id"];

/** What came of PUT of a draft. */
export interface DraftTrial extends Applied {
  /** The draft as read by id before the trial. */
  readonly before: SeenOrder;
  readonly steps: readonly Step[];
  /** The first shape that was accepted, or null. */
  readonly shape: Shape | null;
  /** The requests for single fields, sent because all together were refused. */
  readonly each: readonly FieldStep[];
  /** Members besides the shipping fields that a PUT changed, or could have changed. */
  readonly taken: readonly string[];
  /** Updates by bodies that must not be taken. */
  readonly odd: readonly OddDone[];
  /** The PUT that restores the whole draft; null if it was no longer a draft. */
  readonly back: Step | null;
  /** The only accepted PUT once more, as the draft is now, where all after it were refused. */
  readonly repeated: Step | null;
  /** The accepted PUT after which it was no longer a draft, and the order then; null if it stayed one. */
  readonly moved: { readonly step: Step; readonly after: SeenOrder } | null;
}

/**
 * PUT of a draft: first texts, in one shape after the other until one is accepted; then everything else in that shape.
 * Puts everything back. Once a run.
 */
export const draftTrial = given(async (t): Promise<DraftTrial> => {
  const tryNth = (n: number) =>
    withOrder(t, "draft", n, (id) => borrow(t, id, PUT, (before) => tryDraft(t, before), furtherOf));
  const trial = await tryNth(0);
  // Another client may have moved one draft on, but is unlikely to have moved the next one too.
  return trial.moved === null ? trial : tryNth(1);
});

async function tryDraft(t: Check, before: SeenOrder): Promise<DraftTrial> {
  const texts = await sendAnyhow(t, PUT, before, await otherValues(t, before, textsIn(before), "draft"));
  const first = await lookAfter(t, PUT, before, texts.steps);
  const [shape] = first.shapes.values();
  const begun = { ...first, each: texts.each, taken: [], odd: [], back: null, repeated: null };
  if (shape === undefined) return { ...begun, shape: null, moved: null };
  if (first.accepted !== null && first.after.status !== null && first.after.status !== "draft")
    return { ...begun, shape, moved: { step: first.accepted, after: first.after } };
  const rest = await sendAnyhow(t, PUT, first.after, await restOf(t, first), [shape]);
  const second = await lookAfter(t, PUT, first.after, rest.steps);
  const kept = sendsBack(shape) ? notKept(first, second) : [];
  const spoilt = kept.map(({ field }) => field);
  const taken = Object.keys(second.values).filter(
    (name) => !isShippingField(name) && before.record[name] !== undefined,
  );
  const { odd, after } = await changeOddly(t, PUT, second.after, first.shapes);
  // A form has only texts: what it may have changed is put back too.
  const formed = odd.some(({ isDone }) => isDone) ? Object.keys(furtherOf(before)) : [];
  const former = { ...originals(t, PUT, before), ...ownValues(before, [...taken, ...spoilt, ...formed]) };
  const returned = await returnOrder(t, PUT, after, shape, former);
  const isDraft = second.after.status === "draft";
  const back = isDraft ? returned.back : null;
  const repeated = isDraft ? await repeatOnly(t, before, shape, first.values) : null;
  return {
    ...together([first, second, { judged: spoilt, lost: kept }, ...(isDraft ? [returned] : [])]),
    before,
    steps: [...first.steps, ...second.steps, ...(back === null ? [] : [back])],
    shape,
    each: [...texts.each, ...rest.each],
    taken,
    odd,
    back,
    repeated,
    moved: null,
  };
}

/**
 * Sends the values of the only accepted PUT once more, where all after it were refused: there may be a reason against
 * each of their values, but none against those.
 */
async function repeatOnly(t: Check, { id }: SeenOrder, shape: Shape, values: Values): Promise<Step | null> {
  const { sent } = await t.given(orderHistory);
  const made = sent.filter((each) => each.id === id && isOf(PUT)(each));
  if (!isOnlyOneAccepted(made.map(({ exchange }) => exchange))) return null;
  // Read anew, as the order may show a version.
  return onceUnlocked(t, [PUT.operation], async () => send(t, PUT, await readNow(t, id), shape, values));
}

/** What the second PUT may change besides shipping fields: the lines, the warehouse and the supplier. */
function furtherOf(order: SeenOrder): Values {
  const lines = oneMore(order.record)?.member;
  return ownValues(order, lines === undefined ? PLACES : [...PLACES, lines]);
}

/**
 * Other values for what the first PUT left alone: the remaining shipping fields, warehouse and supplier of other orders,
 * and higher quantities in the lines, unless the service changed the lines when they were sent back.
 */
async function restOf(t: Check, { before, after }: Tried): Promise<Values> {
  const rest = SHIPPING_FIELDS.filter((field) => !TEXTS.includes(field) && after.record[field] !== undefined);
  const more = oneMore(after.record);
  const isLike = more !== null && changes(before.record[more.member], after.record[more.member]).length === 0;
  return {
    ...(await otherValues(t, after, rest, "rest of a draft")),
    ...(await textsElsewhere(t, after, PLACES)),
    ...(isLike ? { [more.member]: more.lines } : {}),
  };
}

/**
 * What the first PUT sent back unchanged but the order no longer shows: lines of which some are gone, and ids of other
 * records which the second PUT changed as well; another client is unlikely to change them twice.
 */
function notKept(first: Tried, second: Tried): readonly Lost[] {
  const lost = (field: string, sent: unknown, { accepted, after }: Tried): readonly Lost[] => {
    if (accepted === null) return [];
    const shown = after.record[field];
    const exchanges = [accepted.exchange, after.exchange] as const;
    return [{ field, pointer: `/${field}`, sent, shown, isFormer: false, exchanges }];
  };
  const lines = dropsLines(first.before.record, first.after.record);
  const moved = movedIds(first.before.record, first.after.record);
  const due = { ...first.after.record, ...second.values };
  // A value that is new at each reading is none of the order's, such as the id of the request in its answer.
  const isKnown = (name: string) =>
    [first.before, first.after].some(({ record }) => record[name] === second.after.record[name]);
  const again = movedIds(due, second.after.record).filter((name) => moved.includes(name) && isKnown(name));
  return [
    ...(lines === null ? [] : lost(lines, first.before.record[lines], first)),
    ...again.flatMap((name) => lost(name, due[name], second)),
  ];
}
