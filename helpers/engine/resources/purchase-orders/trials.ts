import {
  dropsLines,
  isAboutState,
  keepsLast,
  keepsNumbers,
  LATE_STATUSES,
  notApplied,
  type OneMore,
  type OrderStatus,
  type Outcome,
  oneMore,
  ordersIn,
  otherCargo,
  outcomeOf,
  SHIPPING_FIELDS,
  type ShippingField,
  statusMember,
} from "../../../oracles/purchase-orders.js";
import { type Change, changes } from "../../../wire/changes.js";
import { ifReadable } from "../../../wire/outcome.js";
import { isObject } from "../../../wire/raw.js";
import { type Answered, type Check, type Given, given } from "../../check/check.js";
import {
  originals,
  otherValues,
  ownValues,
  PUT_SHAPES,
  type PutShape,
  postShipping,
  postStatus,
  put,
  putBody,
  type ShippingShape,
  type Values,
} from "./bodies.js";
import { owe } from "./owing.js";
import {
  alone,
  changeableOrder,
  lastReading,
  listedOrders,
  readOrder,
  readOrderAs,
  readUntil,
  type SeenOrder,
} from "./reading.js";

/** Texts that mean nothing to the service: the least that a PUT can change. */
const TEXTS: readonly ShippingField[] = ["note_to_supplier", "reference_number", "tracking_number"];
/** Members beside the shipping fields that are worth smuggling in, at most so many at once. */
const MOST_EXTRAS = 3;
/** Of what an order shows beside its shipping fields and lines, what other orders give another value for. */
const PLACE = "warehouse_id";

/** A request that would change an order, and how it was taken. */
export interface Step {
  readonly kind: "put" | "shipping" | "status";
  readonly words: string;
  readonly exchange: Answered;
  readonly outcome: Outcome;
}

/** A field that an accepted request set and that the order does not show. */
export interface Lost {
  readonly field: string;
  readonly sent: unknown;
  readonly shown: unknown;
  readonly exchanges: readonly [Answered, Answered];
}

/** A value that was sent to one order and turned up on another. */
export interface Stray {
  readonly id: string;
  readonly field: string;
  readonly value: unknown;
  readonly exchanges: readonly [Answered, Answered];
}

/** What became of accepted values: fields that could be judged, those that were lost, those that went astray. */
export interface Applied {
  readonly judged: readonly string[];
  readonly lost: readonly Lost[];
  readonly strays: readonly Stray[];
}

/** The same with the order as it was read last. */
type AppliedTo = Applied & { readonly after: SeenOrder };

const NOTHING_SENT: Applied = { judged: [], lost: [], strays: [] };

export interface DraftTrial extends Applied {
  /** The draft as it was read by id before all of this. */
  readonly before: SeenOrder;
  readonly steps: readonly Step[];
  /** The first body that was accepted, or null. */
  readonly shape: PutShape | null;
  /** What became of members that are no shipping fields. */
  readonly further: Applied;
  /** Members beside the shipping fields that a PUT changed, or could have. */
  readonly taken: readonly string[];
  /** The last PUT, which puts back what the draft showed at first; null where it was no draft any more. */
  readonly back: Step | null;
}

/** PUT of a draft, in one shape after the other until one is accepted; put back afterwards. Once a run. */
export const draftTrial = given(async (t): Promise<DraftTrial> => {
  const id = await changeableOrder(t, "draft", 0);
  return alone(t, [id], async () => {
    const before = await readOrderAs(t, id, "draft");
    const shown = TEXTS.filter((field) => before.record[field] !== undefined);
    const values = await otherValues(t, before, shown.length > 0 ? shown : TEXTS, 1);
    const steps: Step[] = [];
    const settled = owe(t, before, "draft");
    for (const shape of PUT_SHAPES) {
      if (putBody(t, shape, before, values) === null) continue;
      const step = stepOf("put", `PUT of a draft (${shape})`, await put(t, before, shape, values));
      steps.push(step);
      if (step.outcome !== "accepted") continue;
      const { after, ...texts } = await judgeApplied(t, before, values, step);
      const applied = [texts, await findStrays(t, id, values, step)];
      const { after: last, others, further, former, settledToo } = await putOthers(t, before, after, shape);
      applied.push(others);
      const dropped = judgeDropped(shape, before, after, step);
      const lines = ownValues(before, dropped.judged);
      const original = { ...originals(t, before), ...former, ...lines };
      const sentBack = stepOf("put", "PUT of a draft", await put(t, last, shape, original));
      await settled();
      await settledToo();
      const back = last.status === "draft" ? sentBack : null;
      const taken = Object.keys(former);
      return {
        before,
        steps,
        shape,
        further: together([dropped, further]),
        taken,
        back,
        ...together(applied),
      };
    }
    await settled();
    return { before, steps, shape: null, further: NOTHING_SENT, taken: [], back: null, ...NOTHING_SENT };
  });
});

/** Lines that were sent back as they were, and of which some are gone. */
function judgeDropped(shape: PutShape, before: SeenOrder, after: SeenOrder, step: Step): Applied {
  const member = dropsLines(before.record, after.record);
  // A body without lines may well leave the order without.
  if (member === null || shape === "changes" || shape === "given") return NOTHING_SENT;
  const [sent, shown] = [before.record[member], after.record[member]];
  const exchanges = [step.exchange, after.exchange] as const;
  return { judged: [member], lost: [{ field: member, sent, shown, exchanges }], strays: [] };
}

/** What the second PUT of a draft brought about. */
interface Others {
  readonly after: SeenOrder;
  readonly others: Applied;
  readonly further: Applied;
  /** Members that are no shipping fields, as the draft showed them at first, where they may have been changed. */
  readonly former: Values;
  readonly settledToo: () => Promise<void>;
}

/**
 * The fields that the first PUT left alone, and members that are no shipping fields; their values may be refused,
 * then there is nothing to judge.
 */
async function putOthers(t: Check, first: SeenOrder, before: SeenOrder, shape: PutShape): Promise<Others> {
  const rest = SHIPPING_FIELDS.filter(
    (field) => !TEXTS.includes(field) && before.record[field] !== undefined,
  );
  const values = await otherValues(t, before, rest, 2);
  const more = linesToChange(first, before);
  const place = await placeToChange(t, before);
  const extras = { ...place, ...(more !== null && { [more.member]: more.lines }) };
  const former = ownValues(first, Object.keys(extras));
  const settledToo = Object.keys(former).length === 0 ? async () => {} : owe(t, first, "draft", former);
  let done: Others = {
    after: before,
    others: NOTHING_SENT,
    further: NOTHING_SENT,
    former: {},
    settledToo,
  };
  const whole = { ...values, ...extras };
  const parts = [values, extras].filter((part) => Object.keys(part).length > 0);
  // All at once; only where that is refused, one kind after the other.
  for (const sent of parts.length === 2 ? [whole, ...parts] : parts) {
    const step = stepOf("put", "PUT of a draft", await put(t, before, shape, sent));
    if (step.outcome !== "accepted") continue;
    if (sent !== extras) {
      const { after, ...others } = await judgeApplied(t, before, values, step);
      done = { ...done, after, others };
    }
    if (sent !== values) {
      const shown = sent === whole ? done.after : await readOrder(t, before.id);
      const { after, ...further } = await judgeFurther(t, { before, shown, place, more, step });
      done = { ...done, after, further, former };
    }
    if (sent === whole) break;
  }
  return done;
}

/** More of the first and the last line, unless the service gave the lines another form when they were sent back unchanged. */
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

interface Further {
  readonly before: SeenOrder;
  /** As it was read after the change. */
  readonly shown: SeenOrder;
  readonly place: Values;
  readonly more: OneMore | null;
  readonly step: Step;
}

/** Whether the order shows the changed line and warehouse: read again only where it does not. */
async function judgeFurther(t: Check, { before, shown, place, more, step }: Further): Promise<AppliedTo> {
  const placeLost = ({ record }: SeenOrder) =>
    place[PLACE] === undefined ? null : notApplied(PLACE, place[PLACE], before.record, record);
  const linesLost = ({ record }: SeenOrder) =>
    more === null ? null : keepsNumbers(more, before.record, record);
  const lastLost = ({ record }: SeenOrder) => more !== null && keepsLast(more, before.record, record);
  const isLost = (order: SeenOrder) =>
    placeLost(order) === true || linesLost(order) === true || lastLost(order);
  const after = isLost(shown) ? await readUntil(t, before.id, (order) => !isLost(order)) : shown;
  const exchanges = [step.exchange, after.exchange] as const;
  const judged: string[] = [];
  const lost: Lost[] = [];
  if (placeLost(after) !== null) judged.push(PLACE);
  if (placeLost(after) === true)
    lost.push({ field: PLACE, sent: place[PLACE], shown: after.record[PLACE], exchanges });
  if (more !== null && linesLost(after) !== null) {
    const field = `${more.member}/0/${more.number}`;
    judged.push(field);
    if (linesLost(after) === true) lost.push({ field, sent: more.sent, shown: more.sent - 1, exchanges });
    else if (more.last !== null && lastLost(after)) {
      const last = `${more.member}/${more.lines.length - 1}/${more.number}`;
      lost.push({ field: last, sent: more.last, shown: more.last - 2, exchanges });
    }
  }
  return { after, judged, lost, strays: [] };
}

export interface OpenTrial extends Applied {
  /** One for each field, then one for all of them. */
  readonly steps: readonly Step[];
  /** Fields whose change was accepted, with the shape that was. */
  readonly fields: ReadonlyMap<ShippingField, ShippingShape>;
  /** Members that are no shipping fields and were changed all the same. */
  readonly smuggled: readonly Lost[];
  readonly extras: number;
  /** Members that are no shipping fields and are not as they were before shipping fields alone were sent. */
  readonly harmed: readonly Harm[];
}

/** What shipping details did to an order beside what was sent. */
export interface Harm extends Change {
  readonly exchanges: readonly [Answered, Answered, Answered];
}

function harmOf(before: SeenOrder, { exchange }: Step, after: SeenOrder): readonly Harm[] {
  const exchanges = [exchange, after.exchange, before.exchange] as const;
  return otherCargo(before.record, after.record).map((change) => ({ ...change, exchanges }));
}

/**
 * Shipping details of an open order: all fields together, each field alone, and with further members. Where all
 * together are accepted, only some are sent alone unless the effort is thorough. Once a run.
 */
export const openTrial = given(async (t): Promise<OpenTrial> => {
  const [first, second] = [await changeableOrder(t, "open", 0), await changeableOrder(t, "open", 1)];
  if (!t.affords("purchase-orders.fields-alone")) {
    const all = await alone(t, [second], () => changeAll(t, second, SHIPPING_FIELDS));
    if (all.step.outcome === "accepted") {
      const single = await alone(t, [first], () => changeEach(t, first, someFields(t, SHIPPING_FIELDS)));
      const whole = SHIPPING_FIELDS.map((field) => [field, "among-all"] as const);
      const fields = new Map<ShippingField, ShippingShape>([...whole, ...single.fields]);
      const harmed = [...all.harmed, ...single.harmed];
      return { ...single, fields, steps: [all.step, ...single.steps], harmed, ...together([single, all]) };
    }
  }
  const single = await alone(t, [first], () => changeEach(t, first, SHIPPING_FIELDS));
  const fields = [...single.fields.keys()];
  if (fields.length === 0) return single;
  const all = await alone(t, [second], () => changeAll(t, second, fields));
  const harmed = [...single.harmed, ...all.harmed];
  return { ...single, steps: [...single.steps, all.step], harmed, ...together([single, all]) };
});

/** Every third field; which ones, the seed decides. */
function someFields(t: Check, fields: readonly ShippingField[]): readonly ShippingField[] {
  return fields.filter((_, at) => at % 3 === t.settings.seed % 3);
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
  // A service may want all of them each time.
  const full = stepOf("shipping", words, await postShipping(t, order, "among-all", value));
  return full.outcome === "accepted" ? { step: full, shape: "among-all" } : { step, shape: "alone" };
}

/**
 * Reads once after all fields were changed one by one. A field that a later request put back, as a service may
 * that replaces all of them, is changed once more by itself before it counts as lost.
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
    const order = await readOrder(t, before.id);
    const value = await otherValues(t, order, [field], 4);
    const step = stepOf("shipping", field, await postShipping(t, order, shape, value));
    if (step.outcome === "accepted") lost.push(...(await judgeApplied(t, order, value, step)).lost);
  }
  return { ...all, lost };
}

async function changeAll(
  t: Check,
  id: string,
  fields: readonly ShippingField[],
): Promise<Applied & Pick<OpenTrial, "harmed"> & { readonly step: Step }> {
  const before = await readOrderAs(t, id, "open");
  const values = await otherValues(t, before, fields, 5);
  const settled = owe(t, before, "open");
  const exchange = await postShipping(t, before, "among-all", values);
  const step = stepOf("shipping", "shipping details with all fields changed", exchange);
  if (step.outcome !== "accepted") {
    await settled();
    return { step, harmed: [], ...NOTHING_SENT };
  }
  const { after, ...own } = await judgeApplied(t, before, values, step);
  const applied = [own, await findStrays(t, id, values, step)];
  await postShipping(t, before, "among-all", ownValues(before, SHIPPING_FIELDS));
  await settled();
  return { step, harmed: harmOf(before, step, after), ...together(applied) };
}

type Smuggling = Pick<OpenTrial, "smuggled" | "extras">;
const NOTHING_SMUGGLED: Smuggling = { smuggled: [], extras: 0 };

/** Sends members that are no shipping fields along with one that is: values of other orders, more lines, and a status. */
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
  const after = await readOrder(t, before.id);
  const exchanges = [exchange, after.exchange] as const;
  const smuggled = Object.entries(cargo)
    .map(([name, sent]): Lost => ({ field: name, sent, shown: after.record[name], exchanges }))
    .filter(({ sent, shown }) => (Array.isArray(sent) ? isAsLong(sent, shown) : shown === sent));
  await unload(t, before, smuggled);
  return { smuggled, extras: Object.keys(cargo).length };
}

/** Lines may gain members of the service's own when they are taken over, but not their number. */
function isAsLong(sent: readonly unknown[], shown: unknown): boolean {
  return Array.isArray(shown) && shown.length === sent.length;
}

/** Strings of other orders under members that are neither shipping fields nor the service's own. */
async function foreignValues(t: Check, { id, record }: SeenOrder): Promise<Values> {
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

/** What is ordered, with its first line twice. */
function longerLines({ record }: SeenOrder): Values {
  for (const [name, value] of Object.entries(record))
    if (Array.isArray(value) && isObject(value[0])) return { [name]: [value[0], ...value] };
  return {};
}

/** Puts back what was smuggled in, by the way that let it in. */
async function unload(t: Check, before: SeenOrder, smuggled: readonly Lost[]): Promise<void> {
  const names = smuggled.map(({ field }) => field);
  if (names.length > 0) await postShipping(t, before, "alone", ownValues(before, names));
  const member = statusMember(before.record);
  if (names.includes(member) && before.status !== null) await postStatus(t, before, before.status);
}

/** Changes that a refused request made all the same. */
export interface Slip {
  readonly step: Step;
  readonly changes: readonly Change[];
  readonly exchanges: readonly [Answered, Answered, Answered];
}

export interface RefusalTrial {
  readonly status: OrderStatus;
  readonly steps: readonly Step[];
  /** Kinds of requests whose body is known to be accepted in the status that allows them. */
  readonly calibrated: ReadonlySet<Step["kind"]>;
  readonly slips: readonly Slip[];
}

/** How one request of a trial is made, on what the order shows at the time. */
interface Attempt {
  readonly kind: Step["kind"];
  readonly words: string;
  readonly send: (order: SeenOrder) => Promise<Answered>;
  readonly undo: (order: SeenOrder) => Promise<Answered>;
}

/** PUT of an order that is no draft. Shipping details too, where they can no longer be changed. Once a run. */
export const refusalTrials: Readonly<Record<Exclude<OrderStatus, "draft">, Given<RefusalTrial>>> = {
  open: given((t) => refusalTrial(t, "open")),
  receiving: given((t) => refusalTrial(t, "receiving")),
  received: given((t) => refusalTrial(t, "received")),
  cancelled: given((t) => refusalTrial(t, "cancelled")),
  closed: given((t) => refusalTrial(t, "closed")),
};

async function refusalTrial(t: Check, status: Exclude<OrderStatus, "draft">): Promise<RefusalTrial> {
  const id = await changeableOrder(t, status, 0);
  const draft = await ifReadable(t.given(draftTrial));
  const shape = draft?.shape ?? null;
  const late = LATE_STATUSES.some((each) => each === status);
  const fields = late
    ? ((await ifReadable(t.given(openTrial)))?.fields ?? new Map())
    : new Map<ShippingField, ShippingShape>();
  const attempts = [
    putAttempt(t, shape ?? "record", draft?.taken ?? []),
    ...(late ? shippingAttempts(t, status, fields) : []),
  ];
  const calibrated = new Set<Step["kind"]>();
  if (shape !== null) calibrated.add("put");
  if (fields.size > 0) calibrated.add("shipping");
  return alone(t, [id], async () => {
    const known = draft === null ? null : await knownAs(t, id, status, draft);
    const trial = { id, status, attempts };
    return { status, calibrated, ...((await refuseAtOnce(t, trial, known)) ?? (await refuse(t, trial))) };
  });
}

/**
 * The order as it was read by id last, or as the list shows it where that shows the draft just as its reading by id
 * did. Null where neither can be had.
 */
async function knownAs(
  t: Check,
  id: string,
  status: OrderStatus,
  { before, shape }: DraftTrial,
): Promise<SeenOrder | null> {
  const listed = (await ifReadable(t.given(listedOrders))) ?? [];
  const inList = (wanted: string) => listed.find((order) => order.id === wanted);
  const isAsListed =
    shape !== "as-answered" && changes(inList(before.id)?.record, before.record).length === 0;
  const known = (await lastReading(t, id)) ?? (isAsListed ? inList(id) : undefined);
  return known?.status === status ? known : null;
}

/**
 * @param taken members beside the shipping fields that a draft took, which are sent along; where that is refused for
 * anything but the state of the order, the texts are sent alone
 */
function putAttempt(t: Check, shape: PutShape, taken: readonly string[]): Attempt {
  return {
    kind: "put",
    words: "PUT",
    send: async (order) => {
      const present = TEXTS.filter((field) => order.record[field] !== undefined);
      const texts = await otherValues(t, order, present.length > 0 ? present : TEXTS, 7);
      if (taken.length === 0) return put(t, order, shape, texts);
      const all = await put(t, order, shape, { ...(await furtherValues(t, order, taken)), ...texts });
      return outcomeOf(all.answer) !== "accepted" && !isAboutState(all.answer)
        ? put(t, order, shape, texts)
        : all;
    },
    undo: (order) => put(t, order, shape, { ...originals(t, order), ...ownValues(order, taken) }),
  };
}

/** Other values for the shipping fields, the lines and the places that an order shows. */
async function furtherValues(t: Check, order: SeenOrder, taken: readonly string[]): Promise<Values> {
  const fields = SHIPPING_FIELDS.filter((field) => order.record[field] !== undefined);
  const more = oneMore(order.record);
  const lines = more !== null && taken.includes(more.member) ? { [more.member]: more.lines } : {};
  return { ...(await otherValues(t, order, fields, 7)), ...(await foreignValues(t, order)), ...lines };
}

/** All accepted fields together; some of them alone too, where a target most likely makes an exception. */
function shippingAttempts(
  t: Check,
  status: OrderStatus,
  fields: ReadonlyMap<ShippingField, ShippingShape>,
): readonly Attempt[] {
  const known: readonly ShippingField[] = fields.size > 0 ? [...fields.keys()] : SHIPPING_FIELDS;
  const attempt = (names: readonly ShippingField[], shape: ShippingShape): Attempt => ({
    kind: "shipping",
    words: `shipping details (${names.length === 1 ? names[0] : "all fields"})`,
    send: async (order) => postShipping(t, order, shape, await otherValues(t, order, names, 8)),
    undo: (order) => postShipping(t, order, shape, ownValues(order, names)),
  });
  const all = attempt(known, "among-all");
  const likely = status === "receiving" ? someFields(t, known) : [];
  const single = t.affords("purchase-orders.fields-alone") ? known : likely;
  return [all, ...single.map((field) => attempt([field], fields.get(field) ?? "alone"))];
}

/** Requests that are to be refused, and the order that they are made of. */
interface Refusals {
  readonly id: string;
  readonly status: OrderStatus;
  readonly attempts: readonly Attempt[];
}

type Refused = Pick<RefusalTrial, "steps" | "slips">;

async function makeAll({ status, attempts }: Refusals, before: SeenOrder) {
  const made: { attempt: Attempt; step: Step }[] = [];
  for (const attempt of attempts) {
    const step = stepOf(attempt.kind, `${attempt.words} in ${status}`, await attempt.send(before));
    made.push({ attempt, step });
  }
  return made;
}

/**
 * Makes requests that are to be refused and compares the order with what is known of it. Null where anything but
 * refusals came of it, which somebody else's change may explain: they are then made again on a reading right before.
 */
async function refuseAtOnce(t: Check, trial: Refusals, known: SeenOrder | null): Promise<Refused | null> {
  if (known === null) return null;
  const made = await makeAll(trial, known);
  const accepted = made.filter(({ step }) => step.outcome === "accepted");
  for (const { attempt } of accepted) await attempt.undo(known);
  const after = await readOrder(t, trial.id);
  if (accepted.length > 0 || changes(known.record, after.record).length > 0) return null;
  return { steps: made.map(({ step }) => step), slips: [] };
}

/**
 * Makes requests that are to be refused and compares the order before and after all of them. Only where it
 * changed are they made again one by one, to see which of the refused ones did it, and that it does it each time.
 */
async function refuse(t: Check, trial: Refusals): Promise<Refused> {
  const { id, status } = trial;
  const before = await readOrderAs(t, id, status);
  const made = await makeAll(trial, before);
  const after = await readOrder(t, id);
  const steps = made.map(({ step }) => step);
  if (changes(before.record, after.record).length === 0) return { steps, slips: [] };
  const slips: Slip[] = [];
  for (const { attempt, step } of made) {
    const slip = step.outcome === "refused" ? await slipOf(t, id, attempt) : null;
    if (slip !== null) slips.push(slip);
    if (slip !== null || step.outcome === "accepted") await attempt.undo(before);
  }
  return { steps, slips };
}

/** One refused request by itself. Members that differ from one reading to the next are no change of its making. */
async function slipOf(t: Check, id: string, attempt: Attempt): Promise<Slip | null> {
  const before = await readOrder(t, id);
  const step = stepOf(attempt.kind, attempt.words, await attempt.send(before));
  const after = await readOrder(t, id);
  const again = await readOrder(t, id);
  const restless = new Set(changes(after.record, again.record).map(({ pointer }) => pointer));
  const made = changes(before.record, after.record).filter(({ pointer }) => !restless.has(pointer));
  if (step.outcome !== "refused" || made.length === 0) return null;
  return { step, changes: made, exchanges: [before.exchange, step.exchange, after.exchange] };
}

async function judgeApplied(t: Check, before: SeenOrder, values: Values, step: Step): Promise<AppliedTo> {
  const sent = Object.entries(values);
  const isLost =
    (after: SeenOrder) =>
    ([field, value]: readonly [string, unknown]) =>
      notApplied(field, value, before.record, after.record) === true;
  const after = await readUntil(t, before.id, (order) => !sent.some(isLost(order)));
  return {
    after,
    judged: sent
      .filter(([field, value]) => notApplied(field, value, before.record, after.record) !== null)
      .map(([field]) => field),
    lost: sent.filter(isLost(after)).map(([field, value]) => ({
      field,
      sent: value,
      shown: after.record[field],
      exchanges: [step.exchange, after.exchange],
    })),
    strays: [],
  };
}

/** Texts that were sent to this order alone and that the list, which did not show them before, shows on others. */
async function findStrays(t: Check, id: string, values: Values, step: Step): Promise<Applied> {
  const before = await ifReadable(t.given(listedOrders));
  if (before === null) return NOTHING_SENT;
  const list = await t.ask({ operation: "v2ListPurchaseOrders" });
  const orders = list.answer.body.kind === "json" ? ordersIn(list.answer.body.value) : [];
  const sent = Object.entries(values).filter(([field]) => TEXTS.some((text) => text === field));
  const strays = orders
    .filter((order) => order.id !== id)
    .flatMap((order) => {
      const old = before.find((each) => each.id === order.id);
      return sent
        .filter(
          ([field, value]) =>
            order.record[field] === value && old !== undefined && old.record[field] !== value,
        )
        .map(([field, value]): Stray => ({ id: order.id, field, value, exchanges: [step.exchange, list] }));
    });
  return { ...NOTHING_SENT, strays };
}

function stepOf(kind: Step["kind"], words: string, exchange: Answered): Step {
  return { kind, words, exchange, outcome: outcomeOf(exchange.answer) };
}

function together(parts: readonly Applied[]): Applied {
  return {
    judged: parts.flatMap((part) => part.judged),
    lost: parts.flatMap((part) => part.lost),
    strays: parts.flatMap((part) => part.strays),
  };
}
