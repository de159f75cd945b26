import { SHIPPING_FIELDS } from "../../../contract/purchase-orders.js";
import { notApplied } from "../../../oracles/purchase-orders/fields.js";
import {
  dropsLines,
  keepsLast,
  keepsNumbers,
  type OneMore,
  oneMore,
} from "../../../oracles/purchase-orders/lines.js";
import { isAboutState } from "../../../oracles/purchase-orders/outcome.js";
import { changes } from "../../../wire/changes.js";
import { type Check, given } from "../../check/check.js";
import {
  type Applied,
  type AppliedChange,
  type AppliedTo,
  judgeAppliedAgain,
  type Lost,
  NOTHING_SENT,
  type Step,
  stepOf,
  stillIn,
  TEXTS,
  together,
} from "./applied.js";
import {
  originals,
  otherValues,
  ownValues,
  PUT_SHAPES,
  type PutShape,
  put,
  putBody,
  type Values,
} from "./bodies.js";
import { owe } from "./owing.js";
import {
  alone,
  changeableOrder,
  listedOrders,
  readNow,
  readOrderAs,
  readUntil,
  type SeenOrder,
} from "./reading.js";

/** A further member, beside shipping fields and lines, for which other orders have another value. */
const PLACE = "warehouse_id";

/** A PUT that changes one field. */
export interface FieldStep {
  readonly field: string;
  readonly step: Step;
}

export interface DraftTrial extends Applied {
  /** The draft as read by id before the trial. */
  readonly before: SeenOrder;
  readonly steps: readonly Step[];
  /** The first body that was accepted, or null. */
  readonly shape: PutShape | null;
  /** Shipping fields that were refused even when sent alone. */
  readonly refused: readonly FieldStep[];
  /** What became of other members than shipping fields. */
  readonly further: Applied;
  /** Other members than shipping fields that a PUT changed, or could have changed. */
  readonly taken: readonly string[];
  /** The last PUT, which restores the draft; null if it was no longer a draft. */
  readonly back: Step | null;
}

/**
 * PUT of a draft: first texts, in one shape after the other until one is accepted; then everything else in that shape.
 * Puts everything back. Once a run.
 */
export const draftTrial = given(async (t): Promise<DraftTrial> => {
  const id = await changeableOrder(t, "draft", 0);
  return alone(t, [id], async () => {
    const before = await readOrderAs(t, id, "draft");
    const settled = owe(t, before, "draft");
    const { steps, shape, texts, accepted, refused } = await putTexts(t, before);
    if (shape === null || accepted === null) {
      await settled();
      const denied = steps.find(({ exchange }) => isAboutState(exchange.answer));
      if (denied !== undefined) await stillIn(t, id, "draft", denied);
      const none = { shape: null, refused: [], further: NOTHING_SENT, taken: [], back: null };
      return { before, steps, ...none, ...NOTHING_SENT };
    }
    const send = async (order: SeenOrder, values: Values) =>
      stepOf("put", "PUT of a draft", await put(t, order, shape, values));
    const { after, ...own } = await judgeAppliedAgain(t, before, { values: texts, step: accepted, send });
    const moved = await judgeMoved(t, shape, before, { after, send });
    const rest = await putOthers(t, before, after, shape);
    const dropped = together([judgeDropped(shape, before, after, accepted), moved]);
    const back = await putBack(t, { before, last: rest.after, shape, dropped, former: rest.former });
    await settled();
    await rest.settledToo();
    const further = together([dropped, rest.further]);
    const taken = Object.keys(rest.former);
    const alone = [...refused, ...rest.refused];
    const denied = alone.find(({ step }) => isAboutState(step.exchange.answer));
    if (denied !== undefined) await stillIn(t, id, "draft", denied.step);
    return { before, steps, shape, refused: alone, further, taken, back, ...together([own, rest.others]) };
  });
});

/** What became of the texts that were sent first. */
interface Texts {
  readonly steps: readonly Step[];
  readonly shape: PutShape | null;
  /** The accepted texts. */
  readonly texts: Values;
  readonly accepted: Step | null;
  readonly refused: readonly FieldStep[];
}

/** Sends other texts in one shape after the other; if none is accepted, each text alone. */
async function putTexts(t: Check, before: SeenOrder): Promise<Texts> {
  const shown = TEXTS.filter((field) => before.record[field] !== undefined);
  const texts = await otherValues(t, before, shown.length > 0 ? shown : TEXTS, 1);
  const all = await putInShapes(t, before, texts);
  if (all.accepted !== null || shown.length < 2) return { ...all, texts, refused: [] };
  const steps = [...all.steps];
  for (const field of shown) {
    const one = { [field]: texts[field] };
    const { shape, accepted, steps: tried } = await putInShapes(t, before, one);
    steps.push(...tried);
    if (shape === null) continue;
    const others = await putAlone(
      t,
      before,
      shape,
      Object.fromEntries(Object.entries(texts).filter(([name]) => name !== field)),
    );
    return {
      steps,
      shape,
      texts: { ...one, ...others.values },
      accepted: others.last ?? accepted,
      refused: others.refused,
    };
  }
  return { steps, shape: null, texts, accepted: null, refused: [] };
}

async function putInShapes(t: Check, before: SeenOrder, values: Values) {
  const steps: Step[] = [];
  for (const shape of PUT_SHAPES) {
    if (putBody(t, shape, before, values) === null) continue;
    const step = stepOf("put", `PUT of a draft (${shape})`, await put(t, before, shape, values));
    steps.push(step);
    if (step.outcome === "accepted") return { steps, shape, accepted: step };
  }
  return { steps, shape: null, accepted: null };
}

/** Sends each field in turn, with those accepted before it: the accepted values, and the refused fields. */
async function putAlone(t: Check, before: SeenOrder, shape: PutShape, all: Values) {
  const refused: FieldStep[] = [];
  let values: Values = {};
  let last: Step | null = null;
  for (const [field, value] of Object.entries(all)) {
    const sent = { ...values, [field]: value };
    const step = stepOf("put", `PUT of a draft with another ${field}`, await put(t, before, shape, sent));
    if (step.outcome === "accepted") [values, last] = [sent, step];
    else refused.push({ field, step });
  }
  return { values, last, refused };
}

interface Changed {
  readonly before: SeenOrder;
  readonly last: SeenOrder;
  readonly shape: PutShape;
  readonly dropped: Applied;
  readonly former: Values;
}

/** Restores a draft; null if it was no longer a draft. */
async function putBack(t: Check, { before, last, shape, dropped, former }: Changed): Promise<Step | null> {
  const original = { ...originals(t, before), ...former, ...ownValues(before, dropped.judged) };
  const back = stepOf("put", "PUT of a draft", await put(t, last, shape, original));
  return last.status === "draft" ? stillIn(t, before.id, "draft", back) : null;
}

/** Lines that were sent back unchanged but of which some are gone. */
function judgeDropped(shape: PutShape, before: SeenOrder, after: SeenOrder, step: Step): Applied {
  const member = dropsLines(before.record, after.record);
  // A body without lines may leave the order without lines.
  if (member === null || shape === "changes" || shape === "given") return NOTHING_SENT;
  const [sent, shown] = [before.record[member], after.record[member]];
  const exchanges = [step.exchange, after.exchange] as const;
  return { judged: [member], lost: [{ field: member, sent, shown, exchanges }] };
}

/** Shapes that send back what they do not change. */
const SENDS_BACK: ReadonlySet<PutShape> = new Set(["record", "editable", "as-answered"]);

/** Ids of other records that were sent back unchanged but show another value afterwards. */
function movedFrom({ record }: SeenOrder, after: SeenOrder): readonly string[] {
  return Object.keys(record).filter(
    (name) =>
      name.endsWith("_id") &&
      typeof record[name] === "string" &&
      typeof after.record[name] === "string" &&
      record[name] !== after.record[name],
  );
}

/** Ids that each PUT of other texts changes although it sends them back; another client hardly changes them twice. */
async function judgeMoved(
  t: Check,
  shape: PutShape,
  before: SeenOrder,
  { after, send }: Pick<AppliedTo, "after"> & Pick<AppliedChange, "send">,
): Promise<Applied> {
  const moved = SENDS_BACK.has(shape) ? movedFrom(before, after) : [];
  if (moved.length === 0) return NOTHING_SENT;
  const { exchange } = await send(after, await otherValues(t, after, TEXTS, 9));
  const last = await readNow(t, before.id);
  const again = movedFrom(after, last).filter((field) => moved.includes(field));
  return {
    judged: again,
    lost: again.map((field) => ({
      field,
      sent: after.record[field],
      shown: last.record[field],
      exchanges: [exchange, last.exchange],
    })),
  };
}

/** The outcome of the second PUT of a draft. */
interface Others {
  readonly after: SeenOrder;
  readonly others: Applied;
  readonly further: Applied;
  readonly refused: readonly FieldStep[];
  /** The draft's first values of other members than shipping fields that may have been changed. */
  readonly former: Values;
  readonly settledToo: () => Promise<void>;
}

/**
 * Changes the fields that the first PUT left alone, and further members. If their values are refused, there is nothing
 * to judge.
 */
async function putOthers(t: Check, first: SeenOrder, before: SeenOrder, shape: PutShape): Promise<Others> {
  const rest = SHIPPING_FIELDS.filter(
    (field) => !TEXTS.includes(field) && before.record[field] !== undefined,
  );
  const values = await otherValues(t, before, rest, 2);
  const more = linesToChange(first, before);
  const place = await placeToChange(t, before);
  const lines = more === null ? {} : { [more.member]: more.lines };
  const extras = { ...place, ...lines };
  const former = ownValues(first, Object.keys(extras));
  const settledToo = Object.keys(former).length === 0 ? async () => {} : owe(t, first, "draft", former);
  const send = async (order: SeenOrder, some: Values) =>
    stepOf("put", "PUT of a draft", await put(t, order, shape, some));
  const whole = await send(before, { ...values, ...extras });
  const isWhole = whole.outcome === "accepted";
  const fields = isWhole
    ? { values, last: whole, refused: [] }
    : await putFields(t, { before, shape }, values, whole);
  const { after, ...others } =
    fields.last === null
      ? { after: before, ...NOTHING_SENT }
      : await judgeAppliedAgain(t, before, { values: fields.values, step: fields.last, send });
  const done = { others, refused: fields.refused, settledToo };
  const step = isWhole || Object.keys(extras).length === 0 ? whole : await send(before, extras);
  if (step.outcome !== "accepted" || Object.keys(extras).length === 0)
    return { ...done, after, further: NOTHING_SENT, former: {} };
  const shown = isWhole ? after : await readNow(t, before.id);
  const { after: last, ...further } = await judgeFurther(t, { before, place, more, step }, shown);
  return { ...done, after: last, further, former };
}

/** Fields not accepted with everything else: sent together if there was anything else, then each alone. */
async function putFields(
  t: Check,
  { before, shape }: { readonly before: SeenOrder; readonly shape: PutShape },
  values: Values,
  whole: Step,
) {
  if (Object.keys(values).length === 0) return { values, last: null, refused: [] };
  const step = stepOf("put", "PUT of a draft", await put(t, before, shape, values));
  if (step.outcome === "accepted") return { values, last: step, refused: [] };
  return whole.outcome === "refused" && step.outcome === "refused"
    ? putAlone(t, before, shape, values)
    : { values, last: null, refused: [] };
}

/** Higher quantities in the first and last line, unless the service changed the lines when they were sent back. */
function linesToChange(first: SeenOrder, now: SeenOrder): OneMore | null {
  const more = oneMore(now.record);
  if (more === null) return null;
  return changes(first.record[more.member], now.record[more.member]).length === 0 ? more : null;
}

/** The warehouse of another order. */
async function placeToChange(t: Check, { record }: SeenOrder): Promise<Values> {
  const own = record[PLACE];
  if (typeof own !== "string" || !t.settings.fixturesAll) return {};
  const seen = (await t.given(listedOrders)).map((order) => order.record[PLACE]);
  const other = seen.find((value) => typeof value === "string" && value !== own);
  return other === undefined ? {} : { [PLACE]: other };
}

/** A change of the warehouse and the lines of an order. */
interface FurtherChange {
  readonly before: SeenOrder;
  readonly place: Values;
  readonly more: OneMore | null;
  readonly step: Step;
}

/** Whether the order shows the changed lines and warehouse; reads again only if it does not. */
async function judgeFurther(t: Check, change: FurtherChange, shown: SeenOrder): Promise<AppliedTo> {
  const judge = (order: SeenOrder) => together([judgePlace(change, order), judgeLines(change, order)]);
  const isLost = (order: SeenOrder) => judge(order).lost.length > 0;
  const after = isLost(shown) ? await readUntil(t, change.before.id, (order) => !isLost(order)) : shown;
  return { after, ...judge(after) };
}

function judgePlace({ before, place, step }: FurtherChange, after: SeenOrder): Applied {
  const sent = place[PLACE];
  const isLost =
    sent === undefined ? null : notApplied(PLACE, { [PLACE]: sent }, before.record, after.record);
  if (isLost === null) return NOTHING_SENT;
  const exchanges = [step.exchange, after.exchange] as const;
  const lost = isLost ? [{ field: PLACE, sent, shown: after.record[PLACE], exchanges }] : [];
  return { judged: [PLACE], lost };
}

/** The quantity of the first line; if that was applied, that of the last line. */
function judgeLines({ before, more, step }: FurtherChange, after: SeenOrder): Applied {
  const isLost = more === null ? null : keepsNumbers(more, before.record, after.record);
  if (more === null || isLost === null) return NOTHING_SENT;
  const { member, number, lines, sent, last } = more;
  const exchanges = [step.exchange, after.exchange] as const;
  const fieldOf = (line: number) => `${member}/${line}/${number}`;
  const lost: Lost[] = [];
  if (isLost) lost.push({ field: fieldOf(0), sent, shown: sent - 1, exchanges });
  else if (last !== null && keepsLast(more, before.record, after.record))
    lost.push({ field: fieldOf(lines.length - 1), sent: last, shown: last - 2, exchanges });
  return { judged: [fieldOf(0)], lost };
}
