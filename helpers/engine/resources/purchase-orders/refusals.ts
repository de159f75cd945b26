import { isObject } from "../../../contract/json.js";
import { isPossible, type OrderStatus, SHIPPING_FIELDS } from "../../../contract/purchase-orders.js";
import { oneMore } from "../../../oracles/purchase-orders/lines.js";
import { isAboutState } from "../../../oracles/purchase-orders/outcome.js";
import { changes, type Change as Difference, restlessIn, shows } from "../../../wire/changes.js";
import { ifReadable } from "../../../wire/outcome.js";
import { objectsIn } from "../../../wire/search.js";
import { type Check, givenEach } from "../../check/check.js";
import { CAUGHT_UP } from "../../lists/steady.js";
import { awaitEffect } from "../eventually.js";
import {
  type Change,
  originals,
  ownValues,
  PUT,
  SHIPPING,
  type Shape,
  STATUS,
  type Step,
  send,
  sentMember,
  type Values,
} from "./changes.js";
import { type DraftTrial, draftTrial } from "./draft.js";
import { TEXTS } from "./fields.js";
import { orderHistory, type SeenOrder } from "./history.js";
import { changeableOrder, listedOrders } from "./listed.js";
import { openTrial, someFields } from "./open.js";
import { otherValues } from "./other-values.js";
import { alone, readNow, readOrder, readOrderAs } from "./reading.js";
import { foreignValues } from "./smuggling.js";

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
  /** The changes whose body was accepted in a status that allows them. */
  readonly calibrated: ReadonlySet<Change>;
  readonly slips: readonly Slip[];
}

/** One request of a trial. */
interface Attempt {
  readonly change: Change;
  readonly shape: Shape;
  readonly words: string;
  /** What to send; the second is sent if the first is refused for any other reason than the state of the order. */
  readonly values: (order: SeenOrder) => Promise<readonly [Values, Values?]>;
  /** What puts the order back. */
  readonly own: (order: SeenOrder) => Values;
}

/** Requests that must be refused, in turn. */
interface Refusals {
  readonly id: string;
  readonly status: OrderStatus;
  readonly attempts: readonly Attempt[];
}

/** An attempt that was made. */
interface Made {
  readonly attempt: Attempt;
  readonly step: Step;
}

/** A status that no service has. */
export const UNKNOWN_STATUS = "plimsoll_afloat";

/** PUT of an order that is not a draft, and shipping details if they can no longer be changed. Once a run. */
export const refusalTrial = givenEach(async (t, status: OrderStatus): Promise<RefusalTrial> => {
  const id = await changeableOrder(t, status, 0);
  const draft = await ifReadable(t.given(draftTrial));
  const isLate = isPossible("shipping", status) === false;
  const shapes = (isLate ? await ifReadable(t.given(openTrial)) : null)?.shapes ?? new Map<string, Shape>();
  const attempts = [
    putAttempt(t, draft?.shape ?? "record", draft?.taken ?? []),
    ...(isLate ? shippingAttempts(t, status, shapes) : []),
    // The checks of the status send more words to the others.
    ...(isPossible("draftAgain", status) === false ? [] : [wordAttempt(t)]),
  ];
  const calibrated = new Set<Change>();
  if (draft !== null && draft.shape !== null) calibrated.add(PUT);
  if (shapes.size > 0) calibrated.add(SHIPPING);
  return alone(t, [id], async () => {
    const known = draft === null ? null : await knownAs(t, id, status, draft);
    return { status, calibrated, ...(await refuse(t, { id, status, attempts }, known)) };
  });
});

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
  const last = (await t.given(orderHistory)).lastReading(id);
  const known = last ?? (isAsListed ? inList(id) : undefined);
  return known?.status === status ? known : null;
}

/** @param taken further members that a draft accepted */
function putAttempt(t: Check, shape: Shape, taken: readonly string[]): Attempt {
  return {
    change: PUT,
    shape,
    words: "PUT",
    values: async (order) => {
      const present = TEXTS.filter((field) => order.record[field] !== undefined);
      const texts = await otherValues(t, order, present.length > 0 ? present : TEXTS, 7);
      if (taken.length === 0) return [texts];
      return [{ ...(await furtherValues(t, order, taken)), ...texts }, texts];
    },
    own: (order) => ({ ...originals(t, PUT, order), ...ownValues(order, taken) }),
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
  shapes: ReadonlyMap<string, Shape>,
): readonly Attempt[] {
  const known: readonly string[] = shapes.size > 0 ? [...shapes.keys()] : SHIPPING_FIELDS;
  const attempt = (fields: readonly string[], shape: Shape): Attempt => ({
    change: SHIPPING,
    shape,
    words: `shipping details (${fields.length === 1 ? fields[0] : "all fields"})`,
    values: async (order) => [await otherValues(t, order, fields, 8)],
    own: (order) => ownValues(order, fields),
  });
  const likely = status === "receiving" ? someFields(t, known) : [];
  const single = t.affords("purchase-orders.fields-alone") ? known : likely;
  return [
    attempt(known, "shipping-fields"),
    ...single.map((field) => attempt([field], shapes.get(field) ?? "changes")),
  ];
}

/** The unknown status. */
function wordAttempt(t: Check): Attempt {
  return {
    change: STATUS,
    shape: "changes",
    words: `status ${UNKNOWN_STATUS}`,
    values: async (order) => [{ [sentMember(t, order)]: UNKNOWN_STATUS }],
    own: (order) => ({ [sentMember(t, order)]: order.status ?? "open" }),
  };
}

async function make(t: Check, attempt: Attempt, order: SeenOrder, where = ""): Promise<Step> {
  const { change, shape, words } = attempt;
  const [first, second] = await attempt.values(order);
  const step = await send(t, change, order, shape, first, `${words}${where}`);
  const isSettled = step.outcome === "accepted" || isAboutState(step.exchange.answer);
  return second === undefined || isSettled ? step : send(t, change, order, shape, second, step.words);
}

function undo(t: Check, { change, shape, own }: Attempt, order: SeenOrder): Promise<Step> {
  return send(t, change, order, shape, own(order));
}

/**
 * Makes requests that must be refused and compares the order before and after all of them. Only if it changed are they
 * repeated one by one, to see which one causes the change, and that it does so each time.
 * @param known the order as far as it is known without a reading. Another client may have changed it since, so all is
 * repeated on a fresh reading unless everything was refused without effect.
 */
async function refuse(
  t: Check,
  trial: Refusals,
  known: SeenOrder | null,
): Promise<Pick<RefusalTrial, "steps" | "slips">> {
  const { id, status } = trial;
  const before = known ?? (await readOrderAs(t, id, status));
  const made: Made[] = [];
  for (const attempt of trial.attempts)
    made.push({ attempt, step: await make(t, attempt, before, ` in ${status}`) });
  const steps = made.map(({ step }) => step);
  const accepted = made.filter(({ step }) => step.outcome === "accepted");
  if (known !== null) for (const { attempt } of accepted) await undo(t, attempt, known);
  const after = await readNow(t, id);
  const isAsBefore = changes(before.record, after.record).length === 0;
  if (isAsBefore && (known === null || accepted.length === 0)) return { steps, slips: [] };
  return known === null ? { steps, slips: await slipsOf(t, made, before, after) } : refuse(t, trial, null);
}

/** Repeats the refused requests one by one, and puts back what they and the accepted ones changed. */
async function slipsOf(
  t: Check,
  made: readonly Made[],
  before: SeenOrder,
  after: SeenOrder,
): Promise<readonly Slip[]> {
  const restless = restlessIn(after.record, (await readOrder(t, before.id)).record);
  if (!differ(before, after, restless)) return [];
  // Wait, so that an earlier write is not mistaken for the effect of these.
  await t.session.pause(CAUGHT_UP);
  const slips: Slip[] = [];
  for (const { attempt, step } of made) {
    const slip = step.outcome === "refused" ? await slipOf(t, before.id, attempt, restless) : null;
    if (slip !== null) slips.push(slip);
    if (slip !== null || step.outcome === "accepted") await undo(t, attempt, before);
  }
  return slips;
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
  const step = await make(t, attempt, before);
  // A reading may come from a lagging replica; a value that was applied keeps showing.
  const after = await awaitEffect(
    t,
    () => readOrder(t, id),
    (order) => !differ(before, order, knownRestless),
  );
  const again = await readOrder(t, id);
  const differs = changes(before.record, after.record);
  // A value that was not sent comes from another client, or from a lagging replica.
  const unsent = differs.filter((difference) => !wasSent(step.exchange.request.body, difference));
  const restless = new Set([
    ...knownRestless,
    ...restlessIn(after.record, again.record),
    ...unsent.map(({ pointer }) => pointer),
  ]);
  return step.outcome === "refused" && differ(before, after, restless)
    ? { step, before, after, restless }
    : null;
}

/** Whether the body of a request says, at a pointer, what the order shows there now. */
function wasSent(body: string | null, { pointer, after }: Difference): boolean {
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
