import { SHIPPING_FIELDS } from "../../../contract/purchase-orders.js";
import { emptied } from "../../../oracles/purchase-orders/emptied.js";
import { otherCargo } from "../../../oracles/purchase-orders/lines.js";
import { shippingFieldsOf, statusMember, tellsStatus } from "../../../oracles/purchase-orders/orders.js";
import type { Change } from "../../../wire/changes.js";
import type { Answered, Findings } from "../../../wire/exchange.js";
import { ifReadable } from "../../../wire/outcome.js";
import { jsonOf } from "../../../wire/raw.js";
import type { Check } from "../../check/check.js";
import { given } from "../../check/given.js";
import type { OddDone } from "../odd-bodies.js";
import { borrow } from "./borrowed.js";
import { SHIPPING, type Shape, type Values } from "./changes.js";
import { sendEach, sendTogether } from "./field-requests.js";
import { type Applied, lookAfter, type Tried, together } from "./fields.js";
import type { SeenOrder } from "./history.js";
import { changeableOrders, withOrder } from "./listed.js";
import { changeOddly } from "./odd-changes.js";
import { isDateField, otherValues } from "./other-values.js";
import { type PutBack, returnOrder } from "./put-back.js";
import type { Step } from "./sending.js";
import { type Smuggling, smuggle } from "./smuggling.js";
import { straysNow } from "./stray-texts.js";

/** A change of an order, by shipping details, that was not sent. */
interface Harm extends Change {
  readonly exchanges: readonly [Answered, Answered, Answered];
}

/** A field that was never accepted, not even with the value that the order shows, unlike all others. */
interface Denied {
  readonly field: string;
  readonly value: unknown;
  /** All fields with the values of the order, refused; and without that field, accepted. */
  readonly exchanges: readonly [Answered, Answered];
}

/** What came of shipping details of one open order. */
export interface OpenTrial extends Applied, Smuggling {
  /** The order as read by id before the trial. */
  readonly before: SeenOrder;
  readonly steps: readonly Step[];
  /** Fields whose change was accepted, with the shape in which it was alone, otherwise together with others. */
  readonly shapes: ReadonlyMap<string, Shape>;
  /** Members that are not shipping fields but changed when only shipping fields were sent. */
  readonly harmed: readonly Harm[];
  /** The status, if the order shows another one afterwards. */
  readonly moved: readonly Harm[];
  readonly denied: readonly Denied[];
  /** Changes by bodies that must not be taken. */
  readonly odd: readonly OddDone[];
  /** Texts of the run on other orders, while this one showed them. */
  readonly strays: Findings;
  /** Why it is unknown whether shipping details set the status: another client may have done so. Null if it is known. */
  readonly doubt: string | null;
}

/**
 * Shipping details of an open order: all fields together, then each field alone, by bodies that must not be taken, and
 * with further members. If all together are accepted, only some are sent alone, except at effort thorough. Once a run.
 */
export const openTrial = given(async (t): Promise<OpenTrial> => {
  const trial = await withOrder(t, "open", 0, (id) => tryOpen(t, id));
  if (trial.moved.length === 0 && trial.smuggled.every(({ isSure }) => isSure)) return trial;
  const next = (await changeableOrders(t, "open")).find((id) => id !== trial.before.id);
  // Another client may have moved one order on, but is unlikely to have moved the next one too.
  const again = next === undefined ? null : await ifReadable(tryOpen(t, next));
  return again === null ? surely(trial) : { ...again, harmed: [...again.harmed, ...again.moved] };
});

/**
 * A trial without what another client may have done to the order. A status that the answer to the change shows is not
 * such: had another client moved the order, the change would be refused.
 */
function surely(trial: OpenTrial): OpenTrial {
  const { before, moved, smuggled, harmed } = trial;
  const isAnswered = ({ after, exchanges: [changed] }: Harm) =>
    tellsStatus(jsonOf(changed.answer), before.id, after);
  const [status] = [
    ...moved.flatMap((each) => (isAnswered(each) ? [] : [each.after])),
    ...smuggled.flatMap(({ isSure, shown }) => (isSure ? [] : [shown])),
  ];
  return {
    ...trial,
    harmed: [...harmed, ...moved.filter(isAnswered)],
    smuggled: smuggled.filter(({ isSure }) => isSure),
    doubt:
      status === undefined
        ? null
        : `the purchase order ${before.id} was open and is ${status} now; run again`,
  };
}

/** Changes an order and puts it back. */
function tryOpen(t: Check, id: string): Promise<OpenTrial> {
  return borrow(t, id, SHIPPING, async (before) => {
    const { tried, alone, after: changed } = await tryFields(t, before);
    const isChanged = tried.some(({ accepted }) => accepted !== null);
    const strays = isChanged ? ((await ifReadable(straysNow(t, id))) ?? []) : [];
    const shapes = new Map(tried.flatMap((one) => [...one.shapes]));
    const { odd, after } = await changeOddly(t, SHIPPING, changed, shapes);
    const smuggling = await smuggle(t, after, alone);
    const own = shippingFieldsOf(before.record);
    const returned = isChanged ? await returnOrder(t, SHIPPING, after, "shipping-fields", own) : null;
    return {
      ...smuggling,
      ...together(returned === null ? tried : [...tried, returned]),
      before,
      steps: tried.flatMap(({ steps }) => steps),
      shapes,
      harmed: tried.flatMap(harmOf),
      moved: tried.flatMap(moveOf),
      denied: returned === null ? [] : deniedBy(returned.back, own, shapes),
      odd,
      strays,
      doubt: null,
    };
  });
}

/**
 * A date of the order may be refused because it is past, an empty value because it is empty, and an object because it is
 * sent in another form.
 */
function deniedBy(
  { exchange, refusedFor }: PutBack,
  own: Values,
  taken: ReadonlyMap<string, Shape>,
): readonly Denied[] {
  if (refusedFor === null) return [];
  const { field, without } = refusedFor;
  const value = own[field];
  const isPlain = (typeof value === "string" && value !== "") || typeof value === "number";
  return !isPlain || isDateField(field) || taken.has(field)
    ? []
    : [{ field, value, exchanges: [exchange, without.exchange] }];
}

/** What was changed of an order. */
interface Changed {
  readonly tried: readonly Tried[];
  /** The fields that were accepted alone, with their shapes. */
  readonly alone: ReadonlyMap<string, Shape>;
  readonly after: SeenOrder;
}

/** Changes the fields together, and then alone. */
async function tryFields(t: Check, before: SeenOrder): Promise<Changed> {
  const all = await tryTogether(t, before, SHIPPING_FIELDS);
  if (all.accepted === null) return tryAloneFirst(t, before);
  // An order that was moved on may refuse everything else.
  if (moveOf(all).length > 0) return { tried: [all], alone: new Map(), after: all.after };
  const fields = t.affords("purchase-orders.fields-alone") ? SHIPPING_FIELDS : someFields(t);
  const each = await tryEach(t, all.after, fields);
  return { tried: [all, each], alone: each.shapes, after: each.after };
}

/** Changes each field alone, and then together those that were accepted. */
async function tryAloneFirst(t: Check, before: SeenOrder): Promise<Changed> {
  const each = await tryEach(t, before, SHIPPING_FIELDS);
  const all = await tryTogether(t, each.after, [...each.shapes.keys()]);
  return { tried: [all, each], alone: each.shapes, after: all.after };
}

/** Every fourth field; the seed decides which. */
function someFields(t: Check): readonly string[] {
  return SHIPPING_FIELDS.filter((_, at) => at % 4 === t.settings.seed % 4);
}

async function tryTogether(t: Check, order: SeenOrder, fields: readonly string[]): Promise<Tried> {
  const values = await otherValues(t, order, fields, "fields together");
  return lookAfter(t, SHIPPING, order, await sendTogether(t, SHIPPING, order, values, ["shipping-fields"]));
}

async function tryEach(t: Check, order: SeenOrder, fields: readonly string[]): Promise<Tried> {
  const values = await otherValues(t, order, fields, "each field alone");
  return lookAfter(t, SHIPPING, order, await sendEach(t, SHIPPING, order, values));
}

/** What an accepted change did to the cargo of the order, and what it emptied. */
function harmOf(tried: Tried): readonly Harm[] {
  const [before, after] = [tried.before.record, tried.after.record];
  const cargo = otherCargo(before, after);
  const isNew = ({ pointer }: Change) => cargo.every((change) => change.pointer !== pointer);
  return [...cargo, ...emptied(before, after).filter(isNew)].flatMap((change) => harmBy(tried, change));
}

/** The status, if the order shows another one after an accepted change. */
function moveOf(tried: Tried): readonly Harm[] {
  const [before, after] = [tried.before.status, tried.after.status];
  if (before === null || after === null || before === after) return [];
  return harmBy(tried, { pointer: `/${statusMember(tried.before.record)}`, before, after });
}

function harmBy({ before, after, accepted }: Tried, change: Change): readonly Harm[] {
  return accepted === null
    ? []
    : [{ ...change, exchanges: [accepted.exchange, after.exchange, before.exchange] }];
}
