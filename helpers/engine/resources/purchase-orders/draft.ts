import { isShippingField, SHIPPING_FIELDS } from "../../../contract/purchase-orders.js";
import { dropsLines, movedIds, oneMore } from "../../../oracles/purchase-orders/lines.js";
import { changes } from "../../../wire/changes.js";
import type { Check } from "../../check/check.js";
import { given } from "../../check/given.js";
import { originals, ownValues, sendsBack } from "./bodies.js";
import { borrow } from "./borrowed.js";
import { PUT, type Shape, type Values } from "./changes.js";
import type { FieldStep } from "./field-requests.js";
import { type Applied, Fields, type Lost, TEXTS, type Tried, textsIn, together } from "./fields.js";
import { type FormPut, putDraftForm } from "./forms.js";
import type { SeenOrder } from "./history.js";
import { changeableOrder, neighboursOf } from "./listed.js";
import { otherValues, textElsewhere } from "./other-values.js";
import { returnOrder } from "./returned.js";
import type { Step } from "./sending.js";

/** Further members, besides shipping fields and lines, for which other orders have another value. */
const PLACES = ["warehouse_id", "supplier_id"];

/** What came of PUT of a draft. */
export interface DraftTrial extends Applied {
  /** The draft as read by id before the trial. */
  readonly before: SeenOrder;
  readonly steps: readonly Step[];
  /** The first shape that was accepted, or null. */
  readonly shape: Shape | null;
  readonly refused: readonly FieldStep[];
  /** Members besides the shipping fields that a PUT changed, or could have changed. */
  readonly taken: readonly string[];
  /** The update by a form; null where none was due. */
  readonly form: FormPut | null;
  /** The PUT that restores the whole draft; null if it was no longer a draft. */
  readonly back: Step | null;
}

/**
 * PUT of a draft: first texts, in one shape after the other until one is accepted; then everything else in that shape.
 * Puts everything back. Once a run.
 */
export const draftTrial = given(async (t): Promise<DraftTrial> => {
  const id = await changeableOrder(t, "draft", 0);
  return borrow(t, id, PUT, (before) => tryDraft(t, before), furtherOf);
});

async function tryDraft(t: Check, before: SeenOrder): Promise<DraftTrial> {
  const texts = await otherValues(t, before, textsIn(before), "draft");
  const first = await new Fields(t, PUT, before).anyhow(texts);
  const [shape] = first.shapes.values();
  if (shape === undefined) return { ...first, shape: null, taken: [], form: null, back: null };
  const second = await new Fields(t, PUT, first.after).anyhow(await restOf(t, first), [shape]);
  const kept = sendsBack(shape) ? notKept(first, second) : [];
  const taken = Object.keys(ownValues(before, Object.keys(second.values))).filter(
    (name) => !isShippingField(name),
  );
  const spoilt = kept.map(({ field }) => field);
  const form = await putDraftForm(t, second.after, shape);
  // A form has only texts: what it may have changed is put back too.
  const formed = form?.isDone ? Object.keys(furtherOf(before)) : [];
  const touched = [...new Set([...taken, ...spoilt, ...formed])];
  const original = { ...originals(t, PUT, before), ...ownValues(before, touched) };
  const returned = await returnOrder(t, PUT, form?.after ?? second.after, shape, original);
  const { back } = returned;
  const isDraft = second.after.status === "draft";
  return {
    form,
    ...together([first, second, { judged: spoilt, lost: kept }, ...(isDraft ? [returned] : [])]),
    before,
    steps: [...first.steps, ...second.steps, ...(isDraft ? [back] : [])],
    shape,
    refused: [...first.refused, ...second.refused],
    taken,
    back: isDraft ? back : null,
  };
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
  const others = await neighboursOf(t, after.id);
  const places = PLACES.flatMap((name) => {
    const own = after.record[name];
    const other = typeof own === "string" ? textElsewhere(others, name, own) : undefined;
    return other === undefined ? [] : [[name, other] as const];
  });
  const more = oneMore(after.record);
  const isLike = more !== null && changes(before.record[more.member], after.record[more.member]).length === 0;
  return {
    ...(await otherValues(t, after, rest, "rest of a draft")),
    ...Object.fromEntries(places),
    ...(isLike ? { [more.member]: more.lines } : {}),
  };
}

/**
 * What the first PUT sent back unchanged but the order no longer shows: lines of which some are gone, and ids of other
 * records which the second PUT changed as well; another client is unlikely to change them twice.
 */
function notKept(first: Tried, second: Tried): readonly Lost[] {
  const lost = (field: string, sent: unknown, { accepted, after }: Tried): readonly Lost[] =>
    accepted === null
      ? []
      : [
          {
            field,
            pointer: `/${field}`,
            sent,
            shown: after.record[field],
            isFormer: false,
            exchanges: [accepted.exchange, after.exchange],
          },
        ];
  const lines = dropsLines(first.before.record, first.after.record);
  const moved = movedIds(first.before.record, first.after.record);
  const due = { ...first.after.record, ...second.values };
  const again = movedIds(due, second.after.record).filter((name) => moved.includes(name));
  return [
    ...(lines === null ? [] : lost(lines, first.before.record[lines], first)),
    ...again.flatMap((name) => lost(name, due[name], second)),
  ];
}
