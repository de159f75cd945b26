import { isObject } from "../../../contract/json.js";
import { SHIPPING_FIELDS, type ShippingField } from "../../../contract/purchase-orders.js";
import { otherCargo } from "../../../oracles/purchase-orders/lines.js";
import { statusMember } from "../../../oracles/purchase-orders/orders.js";
import { outcomeOf } from "../../../oracles/purchase-orders/outcome.js";
import type { Change } from "../../../wire/changes.js";
import type { Answered } from "../../../wire/exchange.js";
import { type Check, given } from "../../check/check.js";
import {
  type Applied,
  type AppliedTo,
  judgeApplied,
  judgeAppliedAgain,
  type Lost,
  NOTHING_SENT,
  type Step,
  stepOf,
  stillIn,
  together,
} from "./applied.js";
import {
  otherValues,
  ownValues,
  postShipping,
  postStatus,
  type ShippingShape,
  type Values,
} from "./bodies.js";
import { owe } from "./owing.js";
import { alone, changeableOrder, listedOrders, readNow, readOrderAs, type SeenOrder } from "./reading.js";

/** How many further members to smuggle in at once. */
const MOST_EXTRAS = 3;

interface OpenTrial extends Applied {
  /** One step for each field, then one for all of them. */
  readonly steps: readonly Step[];
  /** Fields whose change was accepted, with the accepted shape. */
  readonly fields: ReadonlyMap<ShippingField, ShippingShape>;
  /** Members that are no shipping fields but were changed. */
  readonly smuggled: readonly Lost[];
  readonly extras: number;
  /** Members that are no shipping fields but changed when only shipping fields were sent. */
  readonly harmed: readonly Harm[];
}

/** A change of an order, by shipping details, that was not sent. */
export interface Harm extends Change {
  readonly exchanges: readonly [Answered, Answered, Answered];
}

function harmOf(before: SeenOrder, { exchange }: Step, after: SeenOrder): readonly Harm[] {
  const exchanges = [exchange, after.exchange, before.exchange] as const;
  return otherCargo(before.record, after.record).map((change) => ({ ...change, exchanges }));
}

/** The status, where it is another one after the change. */
function movedBy(before: SeenOrder, { exchange }: Step, after: SeenOrder): readonly Harm[] {
  if (before.status === null || after.status === null || after.status === before.status) return [];
  const exchanges = [exchange, after.exchange, before.exchange] as const;
  return [
    { pointer: `/${statusMember(before.record)}`, before: before.status, after: after.status, exchanges },
  ];
}

/**
 * Shipping details of an open order: all fields together, each field alone, and with further members. If all together
 * are accepted, only some are sent alone, except at effort thorough. Once a run.
 */
export const openTrial = given(async (t): Promise<OpenTrial> => {
  const [first, second] = [await changeableOrder(t, "open", 0), await changeableOrder(t, "open", 1)];
  const whole = await alone(t, [second], () => changeAll(t, second, SHIPPING_FIELDS));
  if (whole.step.outcome === "accepted") {
    const shapes = SHIPPING_FIELDS.map((field) => [field, "among-all"] as const);
    // Another client may have moved one order on, but hardly the next one too.
    const again =
      whole.moved.length === 0 ? null : await alone(t, [first], () => changeAll(t, first, SHIPPING_FIELDS));
    if (again !== null && again.moved.length > 0) {
      const harmed = [...again.harmed, ...again.moved];
      return {
        ...NOTHING_SMUGGLED,
        ...again,
        harmed,
        fields: new Map(shapes),
        steps: [whole.step, again.step],
      };
    }
    const names = t.affords("purchase-orders.fields-alone")
      ? SHIPPING_FIELDS
      : someFields(t, SHIPPING_FIELDS);
    const single = await alone(t, [first], () => changeEach(t, first, names));
    const fields = new Map<ShippingField, ShippingShape>([...shapes, ...single.fields]);
    const harmed = [...whole.harmed, ...single.harmed];
    return { ...single, fields, steps: [whole.step, ...single.steps], harmed, ...together([single, whole]) };
  }
  const single = await alone(t, [first], () => changeEach(t, first, SHIPPING_FIELDS));
  const fields = [...single.fields.keys()];
  if (fields.length === 0) return single;
  const all = await alone(t, [second], () => changeAll(t, second, fields));
  const harmed = [...single.harmed, ...all.harmed];
  return { ...single, steps: [...single.steps, all.step], harmed, ...together([single, all]) };
});

/** Every fourth field; the seed decides which. */
export function someFields(t: Check, fields: readonly ShippingField[]): readonly ShippingField[] {
  return fields.filter((_, at) => at % 4 === t.settings.seed % 4);
}

async function changeEach(t: Check, id: string, names: readonly ShippingField[]): Promise<OpenTrial> {
  const before = await readOrderAs(t, id, "open");
  const values = await otherValues(t, before, names, 3);
  const settled = owe(t, before, "open");
  const fields = new Map<ShippingField, ShippingShape>();
  const steps: Step[] = [];
  for (const field of names) {
    const { step, shape } = await changeOne(t, before, field, values);
    steps.push(step);
    if (step.outcome === "accepted") fields.set(field, shape);
  }
  const accepted = Object.fromEntries([...fields.keys()].map((field) => [field, values[field]]));
  const last = steps.findLast(({ outcome }) => outcome === "accepted");
  const applied =
    last === undefined
      ? { ...NOTHING_SENT, after: before }
      : await judgeEach(t, before, accepted, last, fields);
  const harmed = last === undefined ? [] : harmOf(before, last, applied.after);
  const smuggling = await smuggle(t, before, fields);
  if (fields.size > 0) await postShipping(t, before, "among-all", ownValues(before, SHIPPING_FIELDS));
  await settled();
  return { steps, fields, harmed, ...together([applied]), ...smuggling };
}

async function changeOne(
  t: Check,
  order: SeenOrder,
  field: ShippingField,
  values: Values,
): Promise<{ step: Step; shape: ShippingShape }> {
  const value = { [field]: values[field] };
  const words = `shipping details with another ${field}`;
  const step = stepOf("shipping", words, await postShipping(t, order, "alone", value));
  if (step.outcome === "accepted") return { step, shape: "alone" };
  // A service may need all of them each time.
  const full = stepOf("shipping", words, await postShipping(t, order, "among-all", value));
  return full.outcome === "accepted"
    ? { step: full, shape: "among-all" }
    : { step: await stillIn(t, order.id, "open", step), shape: "alone" };
}

/**
 * Reads once, after each field was changed in turn. A service that replaces all fields may have undone earlier changes,
 * so a field is changed again on its own before it counts as lost.
 */
async function judgeEach(
  t: Check,
  before: SeenOrder,
  values: Values,
  last: Step,
  fields: ReadonlyMap<ShippingField, ShippingShape>,
): Promise<AppliedTo> {
  const all = await judgeApplied(t, before, values, last);
  const lost: Lost[] = [];
  for (const { field } of all.lost) {
    const shape = fields.get(SHIPPING_FIELDS.find((name) => name === field) ?? "note_to_supplier") ?? "alone";
    const order = await readNow(t, before.id);
    const value = await otherValues(t, order, [field], 4);
    const send = async (now: SeenOrder, some: Values) =>
      stepOf("shipping", field, await postShipping(t, now, shape, some));
    const step = await send(order, value);
    if (step.outcome !== "accepted") continue;
    lost.push(...(await judgeAppliedAgain(t, order, { values: value, step, send })).lost);
  }
  return { ...all, lost };
}

async function changeAll(
  t: Check,
  id: string,
  fields: readonly ShippingField[],
): Promise<Applied & Pick<OpenTrial, "harmed"> & { readonly step: Step; readonly moved: readonly Harm[] }> {
  const before = await readOrderAs(t, id, "open");
  const values = await otherValues(t, before, fields, 5);
  const settled = owe(t, before, "open");
  const send = async (order: SeenOrder, some: Values) =>
    stepOf(
      "shipping",
      "shipping details with all fields changed",
      await postShipping(t, order, "among-all", some),
    );
  const step = await send(before, values);
  if (step.outcome !== "accepted") {
    await settled();
    return { step: await stillIn(t, id, "open", step), harmed: [], moved: [], ...NOTHING_SENT };
  }
  const { after, ...applied } = await judgeAppliedAgain(t, before, { values, step, send });
  await postShipping(t, before, "among-all", ownValues(before, SHIPPING_FIELDS));
  await settled();
  return { step, harmed: harmOf(before, step, after), moved: movedBy(before, step, after), ...applied };
}

type Smuggling = Pick<OpenTrial, "smuggled" | "extras">;
const NOTHING_SMUGGLED: Smuggling = { smuggled: [], extras: 0 };

/** Sends further members along with a shipping field: values of other orders, an extra line, and a status. */
async function smuggle(
  t: Check,
  before: SeenOrder,
  fields: ReadonlyMap<ShippingField, ShippingShape>,
): Promise<Smuggling> {
  const [carrier] = fields;
  if (carrier === undefined) return NOTHING_SMUGGLED;
  const [field, shape] = carrier;
  const foreign = await foreignValues(t, before);
  const status: Values = before.status === null ? {} : { [statusMember(before.record)]: "draft" };
  const lines = longerLines(before);
  const cargo = { ...foreign, ...lines, ...status };
  const own = await otherValues(t, before, [field], 6);
  const send = (values: Values) => postShipping(t, before, shape, { ...own, ...values });
  if (Object.keys(cargo).length === 0) return NOTHING_SMUGGLED;
  let exchange = await send(cargo);
  // A refusal of one member must not hide that another one gets through.
  for (const part of [foreign, lines, status]) {
    if (outcomeOf(exchange.answer) === "accepted" || Object.keys(part).length === 0) continue;
    exchange = await send(part);
  }
  const after = await readNow(t, before.id);
  const exchanges = [exchange, after.exchange] as const;
  const smuggled = Object.entries(cargo)
    .map(([name, sent]): Lost => ({ field: name, sent, shown: after.record[name], exchanges }))
    .filter(({ sent, shown }) => (Array.isArray(sent) ? isAsLong(sent, shown) : shown === sent));
  await unload(t, before, smuggled);
  return { smuggled, extras: Object.keys(cargo).length };
}

/** A service may add members to the lines it stores, but not change their number. */
function isAsLong(sent: readonly unknown[], shown: unknown): boolean {
  return Array.isArray(shown) && shown.length === sent.length;
}

/** Texts of other orders for members that are neither shipping fields nor computed by the service. */
export async function foreignValues(t: Check, { id, record }: SeenOrder): Promise<Values> {
  const others = t.settings.fixturesAll
    ? (await t.given(listedOrders)).filter((order) => order.id !== id)
    : [];
  const found: [string, unknown][] = [];
  for (const [name, value] of Object.entries(record)) {
    if (typeof value !== "string" || value === "" || !/^[a-z]+_id$|name$|memo$|^notes?$/.test(name)) continue;
    if (name === "purchase_order_id" || SHIPPING_FIELDS.some((field) => field === name)) continue;
    const other = others
      .map((order) => order.record[name])
      .find((seen) => typeof seen === "string" && seen !== value);
    if (other !== undefined && found.length < MOST_EXTRAS) found.push([name, other]);
  }
  return Object.fromEntries(found);
}

/** The order's lines, with the first line twice. */
function longerLines({ record }: SeenOrder): Values {
  for (const [name, value] of Object.entries(record))
    if (Array.isArray(value) && isObject(value[0])) return { [name]: [value[0], ...value] };
  return {};
}

/** Puts back what was smuggled in, the same way. */
async function unload(t: Check, before: SeenOrder, smuggled: readonly Lost[]): Promise<void> {
  const names = smuggled.map(({ field }) => field);
  if (names.length > 0) await postShipping(t, before, "alone", ownValues(before, names));
  const member = statusMember(before.record);
  if (names.includes(member) && before.status !== null) await postStatus(t, before, before.status);
}
