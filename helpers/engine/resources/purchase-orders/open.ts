import { SHIPPING_FIELDS } from "../../../contract/purchase-orders.js";
import { otherCargo } from "../../../oracles/purchase-orders/lines.js";
import { statusMember } from "../../../oracles/purchase-orders/orders.js";
import type { Change } from "../../../wire/changes.js";
import type { Answered } from "../../../wire/exchange.js";
import type { Check } from "../../check/check.js";
import { given } from "../../check/given.js";
import { ownValues } from "./bodies.js";
import { borrow, type PutBack } from "./borrowed.js";
import { SHIPPING, type Shape, type Values } from "./changes.js";
import { type Applied, Fields, type Tried, together } from "./fields.js";
import type { SeenOrder } from "./history.js";
import { changeableOrder } from "./listed.js";
import { isDateField, otherValues } from "./other-values.js";
import { returnOrder } from "./returned.js";
import type { Step } from "./sending.js";
import { NOTHING_SMUGGLED, type Smuggling, smuggle } from "./smuggling.js";

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
interface Part extends Applied, Smuggling {
  readonly steps: readonly Step[];
  /** Fields whose change was accepted, with the shape in which it was alone, otherwise together with others. */
  readonly shapes: ReadonlyMap<string, Shape>;
  /** Members that are not shipping fields but changed when only shipping fields were sent. */
  readonly harmed: readonly Harm[];
  /** The status, if the order shows another one afterwards. */
  readonly moved: readonly Harm[];
  readonly denied: readonly Denied[];
}

type OpenTrial = Omit<Part, "moved">;

/**
 * Shipping details of an open order: all fields together, then each field alone, and with further members. If all
 * together are accepted, only some are sent alone, except at effort thorough. Once a run.
 */
export const openTrial = given(async (t): Promise<OpenTrial> => {
  const trial = await tryOpen(t, await changeableOrder(t, "open", 0));
  if (trial.moved.length === 0) return trial;
  // Another client may have moved one order on, but is unlikely to have moved the next one too.
  const again = await tryOpen(t, await changeableOrder(t, "open", 1));
  return joined([trial, { ...again, harmed: [...again.harmed, ...again.moved] }]);
});

/** Changes an order and puts it back. */
function tryOpen(t: Check, id: string): Promise<Part> {
  return borrow(t, id, SHIPPING, async (before) => {
    const { tried, alone, after } = await tryFields(t, before);
    const smuggling = await smuggle(t, after, alone);
    const isChanged = tried.some(({ accepted }) => accepted !== null);
    const own = ownValues(before, SHIPPING_FIELDS);
    const parts = tried.map((one) => ({ ...one, ...effectsOf(one), ...NOTHING_SMUGGLED, denied: [] }));
    const all = { ...joined(parts), ...smuggling };
    if (!isChanged) return all;
    const returned = await returnOrder(t, SHIPPING, after, "shipping-fields", own);
    return { ...all, ...together([all, returned]), denied: deniedBy(returned.back, own, all.shapes) };
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
  const all = await sendTogether(t, before, SHIPPING_FIELDS);
  if (all.accepted === null) return tryAloneFirst(t, before);
  // An order that was moved on may refuse everything else.
  if (effectsOf(all).moved.length > 0) return { tried: [all], alone: new Map(), after: all.after };
  const fields = t.affords("purchase-orders.fields-alone") ? SHIPPING_FIELDS : someFields(t);
  const each = await sendEach(t, all.after, fields);
  return { tried: [all, each], alone: each.shapes, after: each.after };
}

/** Changes each field alone, and then together those that were accepted. */
async function tryAloneFirst(t: Check, before: SeenOrder): Promise<Changed> {
  const each = await sendEach(t, before, SHIPPING_FIELDS);
  const fields = [...each.shapes.keys()];
  if (fields.length === 0) return { tried: [each], alone: each.shapes, after: before };
  const all = await sendTogether(t, each.after, fields);
  return { tried: [all, each], alone: each.shapes, after: all.after };
}

/** Every fourth field; the seed decides which. */
function someFields(t: Check): readonly string[] {
  return SHIPPING_FIELDS.filter((_, at) => at % 4 === t.settings.seed % 4);
}

async function sendTogether(t: Check, order: SeenOrder, fields: readonly string[]): Promise<Tried> {
  const values = await otherValues(t, order, fields, "fields together");
  return new Fields(t, SHIPPING, order).together(values, ["shipping-fields"]);
}

async function sendEach(t: Check, order: SeenOrder, fields: readonly string[]): Promise<Tried> {
  return new Fields(t, SHIPPING, order).each(await otherValues(t, order, fields, "each field alone"));
}

/** What the accepted changes did to the order besides what was sent. */
function effectsOf({ before, after, accepted }: Tried): Pick<Part, "harmed" | "moved"> {
  if (accepted === null) return { harmed: [], moved: [] };
  const exchanges = [accepted.exchange, after.exchange, before.exchange] as const;
  const isMoved = before.status !== null && after.status !== null && after.status !== before.status;
  const status = { pointer: `/${statusMember(before.record)}`, before: before.status, after: after.status };
  return {
    harmed: otherCargo(before.record, after.record).map((change) => ({ ...change, exchanges })),
    moved: isMoved ? [{ ...status, exchanges }] : [],
  };
}

function joined(parts: readonly Part[]): Part {
  return {
    ...together(parts),
    steps: parts.flatMap(({ steps }) => steps),
    shapes: new Map(parts.flatMap(({ shapes }) => [...shapes])),
    smuggled: parts.flatMap(({ smuggled }) => smuggled),
    extras: parts.reduce((sum, { extras }) => sum + extras, 0),
    harmed: parts.flatMap(({ harmed }) => harmed),
    moved: parts.flatMap(({ moved }) => moved),
    denied: parts.flatMap(({ denied }) => denied),
  };
}
