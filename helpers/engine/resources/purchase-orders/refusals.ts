import { isObject } from "../../../contract/json.js";
import {
  LATE_STATUSES,
  type OrderStatus,
  SHIPPING_FIELDS,
  type ShippingField,
} from "../../../contract/purchase-orders.js";
import { oneMore } from "../../../oracles/purchase-orders/lines.js";
import { isAboutState, outcomeOf } from "../../../oracles/purchase-orders/outcome.js";
import { type Change, changes, restlessIn, shows } from "../../../wire/changes.js";
import type { Answered } from "../../../wire/exchange.js";
import { ifReadable } from "../../../wire/outcome.js";
import { objectsIn } from "../../../wire/search.js";
import { type Check, givenEach } from "../../check/check.js";
import { CAUGHT_UP } from "../../check/steady.js";
import { awaitEffect } from "../eventually.js";
import { type Step, stepOf, TEXTS } from "./applied.js";
import {
  originals,
  otherValues,
  ownValues,
  type PutShape,
  postShipping,
  postStatus,
  put,
  type ShippingShape,
  type Values,
} from "./bodies.js";
import { type DraftTrial, draftTrial } from "./draft.js";
import { foreignValues, openTrial, someFields } from "./open.js";
import {
  alone,
  changeableOrder,
  lastReading,
  listedOrders,
  readNow,
  readOrder,
  readOrderAs,
  type SeenOrder,
} from "./reading.js";

/** Changes that a refused request made nevertheless. */
interface Slip {
  readonly step: Step;
  readonly before: SeenOrder;
  readonly after: SeenOrder;
  /** Members that differ from one reading to the next, whatever is sent. */
  readonly restless: ReadonlySet<string>;
}

export interface RefusalTrial {
  readonly status: OrderStatus;
  readonly steps: readonly Step[];
  /** Kinds of requests whose body was accepted in a status that allows them. */
  readonly calibrated: ReadonlySet<Step["kind"]>;
  readonly slips: readonly Slip[];
}

/** How to make one request of a trial on the order's current state. */
interface Attempt {
  readonly kind: Step["kind"];
  readonly words: string;
  readonly send: (order: SeenOrder) => Promise<Answered>;
  readonly undo: (order: SeenOrder) => Promise<Answered>;
}

/** PUT of an order that is not a draft, and shipping details if they can no longer be changed. Once a run. */
export const refusalTrial = givenEach(tryRefusals);

async function tryRefusals(t: Check, status: Exclude<OrderStatus, "draft">): Promise<RefusalTrial> {
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
    ...(LOST_STATUSES.some((each) => each === status) ? [] : [wordAttempt(t)]),
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
 * The order by its last reading, or from the list if the list shows the draft as its reading by id does. Null if there
 * is neither.
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
 * @param taken further members that a draft accepted, sent along; if that is refused for any other reason than the
 * state of the order, the texts are sent alone
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

/** A status that no service has. */
export const UNKNOWN_STATUS = "plimsoll_afloat";

/** Final statuses; the checks of the status try more words on these. */
const LOST_STATUSES = ["cancelled", "closed"] as const satisfies readonly OrderStatus[];

/** Sends the unknown status. */
function wordAttempt(t: Check): Attempt {
  return {
    kind: "status",
    words: `status ${UNKNOWN_STATUS}`,
    send: (order) => postStatus(t, order, UNKNOWN_STATUS),
    undo: (order) => postStatus(t, order, order.status ?? "open"),
  };
}

/** Other values for the shipping fields, the lines and the further members that an order shows. */
async function furtherValues(t: Check, order: SeenOrder, taken: readonly string[]): Promise<Values> {
  const fields = SHIPPING_FIELDS.filter((field) => order.record[field] !== undefined);
  const more = oneMore(order.record);
  const lines = more !== null && taken.includes(more.member) ? { [more.member]: more.lines } : {};
  return { ...(await otherValues(t, order, fields, 7)), ...(await foreignValues(t, order)), ...lines };
}

/** All accepted fields together; in receiving, where a target is most likely to make an exception, some alone too. */
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

/** Requests that must be refused, and their order. */
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
 * Makes requests that must be refused and compares the order with what is known of it. Null unless all were refused
 * without effect: another client's change may explain that, so they are then repeated on a fresh reading.
 */
async function refuseAtOnce(t: Check, trial: Refusals, known: SeenOrder | null): Promise<Refused | null> {
  if (known === null) return null;
  const made = await makeAll(trial, known);
  const accepted = made.filter(({ step }) => step.outcome === "accepted");
  for (const { attempt } of accepted) await attempt.undo(known);
  const after = await readNow(t, trial.id);
  if (accepted.length > 0 || changes(known.record, after.record).length > 0) return null;
  return { steps: made.map(({ step }) => step), slips: [] };
}

/**
 * Makes requests that must be refused and compares the order before and after all of them. Only if it changed are they
 * repeated one by one, to see which one causes the change, and that it does so each time.
 */
async function refuse(t: Check, trial: Refusals): Promise<Refused> {
  const { id, status } = trial;
  const before = await readOrderAs(t, id, status);
  const made = await makeAll(trial, before);
  const after = await readNow(t, id);
  const steps = made.map(({ step }) => step);
  if (changes(before.record, after.record).length === 0) return { steps, slips: [] };
  const restless = restlessIn(after.record, (await readOrder(t, id)).record);
  if (!differ(before, after, restless)) return { steps, slips: [] };
  // Wait, so that an earlier write is not mistaken for the effect of these.
  await t.session.pause(CAUGHT_UP);
  const slips: Slip[] = [];
  for (const { attempt, step } of made) {
    const slip = step.outcome === "refused" ? await slipOf(t, id, attempt, restless) : null;
    if (slip !== null) slips.push(slip);
    if (slip !== null || step.outcome === "accepted") await attempt.undo(before);
  }
  return { steps, slips };
}

function differ(before: SeenOrder, after: SeenOrder, restless: ReadonlySet<string>): boolean {
  return changes(before.record, after.record).some(({ pointer }) => !restless.has(pointer));
}

/**
 * One refused request on its own.
 * @param knownRestless members that differ anyway; there may be more
 */
async function slipOf(
  t: Check,
  id: string,
  attempt: Attempt,
  knownRestless: ReadonlySet<string>,
): Promise<Slip | null> {
  const before = await readNow(t, id);
  const step = stepOf(attempt.kind, attempt.words, await attempt.send(before));
  // A reading may come from a lagging replica; a value that was applied keeps showing.
  const after = await awaitEffect(
    t,
    () => readOrder(t, id),
    (order) => !differ(before, order, knownRestless),
  );
  const again = await readOrder(t, id);
  const differs = changes(before.record, after.record);
  // A value that was not sent comes from another client, or from a lagging replica.
  const unsent = differs.filter((change) => !wasSent(step.exchange.request.body, change));
  const restless = new Set([
    ...knownRestless,
    ...restlessIn(after.record, again.record),
    ...unsent.map(({ pointer }) => pointer),
  ]);
  const made = differs.filter(({ pointer }) => !restless.has(pointer));
  if (step.outcome !== "refused" || made.length === 0) return null;
  return { step, before, after, restless };
}

/** Whether the body of a request says, at a pointer, what the order shows there now. */
function wasSent(body: string | null, { pointer, after }: Change): boolean {
  const path = pointer.split("/").slice(1);
  return objectsIn(JSON.parse(body ?? "null")).some((record) => {
    const sent = path.reduce<unknown>((value, step) => memberOf(value, step), record);
    if (Array.isArray(sent) && Array.isArray(after)) return sent.length === after.length;
    return sent !== undefined && shows(sent, after);
  });
}

function memberOf(value: unknown, step: string): unknown {
  if (Array.isArray(value)) return value[Number(step)];
  return isObject(value) ? value[step] : undefined;
}
