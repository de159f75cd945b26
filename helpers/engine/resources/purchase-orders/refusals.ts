import { isPossible, isShippingField, type OrderStatus } from "../../../contract/purchase-orders.js";
import { harmed } from "../../../oracles/purchase-orders/harm.js";
import { sentValue, wasSent } from "../../../oracles/purchase-orders/sent.js";
import { changes, restlessIn } from "../../../wire/changes.js";
import { ifReadable } from "../../../wire/outcome.js";
import type { Check } from "../../check/check.js";
import { givenEach } from "../../check/given.js";
import { CAUGHT_UP } from "../../check/steady.js";
import { awaitEffect } from "../eventually.js";
import {
  type Attempt,
  type AttemptStep,
  make,
  putAttempts,
  shippingAttempts,
  undo,
  wordAttempt,
} from "./attempts.js";
import { ownValues } from "./bodies.js";
import { SHIPPING, type Shape } from "./changes.js";
import { type DraftTrial, draftTrial } from "./draft.js";
import { orderHistory, type SeenOrder } from "./history.js";
import { changeableOrder, changeableOrders, listedOrders, listNow } from "./listed.js";
import { openTrial } from "./open.js";
import { exclusively, readNow, readOrder, readOrderAs } from "./reading.js";
import { isAccepted, type Step, send } from "./sending.js";

/** Changes that a refused request made nevertheless. */
interface Slip {
  readonly step: Step;
  readonly before: SeenOrder;
  readonly after: SeenOrder;
  /** Members that differ from one reading to the next, whatever is sent. */
  readonly restless: ReadonlySet<string>;
}

/** What came of requests that an order must refuse. */
interface Refused {
  readonly steps: readonly AttemptStep[];
  readonly slips: readonly Slip[];
}

/** A member that changed without being sent while an order refused requests. */
export interface Suspicion {
  readonly member: string;
  readonly before: SeenOrder;
  readonly after: SeenOrder;
}

/** The same of an order in a status. */
export interface RefusalTrial extends Refused {
  readonly status: OrderStatus;
  /** What could not be tried again, for want of another order in the status. */
  readonly suspected: readonly Suspicion[];
}

/** The same of a first order. */
interface FirstRefused extends Refused {
  /** What may not change a second time. */
  readonly harmed: readonly Suspicion[];
}

/** Attempts that were made on an order in turn, and the order before and after all of them. */
interface Made {
  readonly each: readonly { readonly attempt: Attempt; readonly step: AttemptStep }[];
  readonly before: SeenOrder;
  readonly after: SeenOrder;
}

/**
 * PUT of an order that is not a draft, and shipping details if they can no longer be changed. The order is compared
 * before and after all requests; only if it changed are they repeated one by one, to see which one causes the change, and
 * that it does so each time; on another order if what changed cannot change twice. Once a run.
 */
export const refusalTrial = givenEach(async (t, status: OrderStatus): Promise<RefusalTrial> => {
  const id = await changeableOrder(t, status, 0);
  const draft = await ifReadable(t.given(draftTrial));
  const isLate = isPossible("shipping", status) === false;
  const shapes = (isLate ? await ifReadable(t.given(openTrial)) : null)?.shapes ?? new Map<string, Shape>();
  const attempts = [
    ...putAttempts(t, status, draft ?? { shape: null, taken: [] }),
    ...(isLate ? shippingAttempts(t, status, shapes) : []),
    // The checks of the status send more words to orders that are drafts or finished.
    ...(status === "open" ? [wordAttempt(t)] : []),
  ].map((attempt) => ({ ...attempt, words: `${attempt.words} in ${status}` }));
  const first = await exclusively(t, [id], async () => {
    const known = draft === null ? null : await knownAs(t, id, status, draft);
    return known === null
      ? tryFirst(t, attempts, await readOrderAs(t, id, status))
      : tryFirst(t, attempts, known, () => readOrderAs(t, id, status));
  });
  const { steps, slips, harmed } = first;
  if (slips.length > 0 || harmed.length === 0) return { status, steps, slips, suspected: [] };
  const other = (await changeableOrders(t, status)).find((each) => each !== id);
  const isGivenBack = other === undefined && (await exclusively(t, [id], () => giveBack(t, status, harmed)));
  const next = isGivenBack ? id : other;
  const members = harmed.map(({ member }) => member);
  if (next !== undefined) return exclusively(t, [next], () => tryNext(t, attempts, next, status, members));
  // Without another order, its state decides whether the requests proved anything.
  await t.session.pause(CONTROL_MS);
  const now = await readOrderAs(t, id, status);
  return { status, steps, slips, suspected: await lasting(t, harmed, now) };
});

/** Puts back by shipping details what they may still change; whether that was all. */
async function giveBack(t: Check, status: OrderStatus, harmed: readonly Suspicion[]): Promise<boolean> {
  const [first] = harmed;
  const members = harmed.map(({ member }) => member);
  if (first === undefined || isPossible("shipping", status) !== true || !members.every(isShippingField))
    return false;
  return isAccepted(await send(t, SHIPPING, first.after, "changes", ownValues(first.before, members)));
}

/** Those members that hold still by now, and that do not only look different in the list. */
async function lasting(
  t: Check,
  harmed: readonly Suspicion[],
  now: SeenOrder,
): Promise<readonly Suspicion[]> {
  const isListed = ({ exchange }: SeenOrder) => exchange.operation === "v2ListPurchaseOrders";
  const listed = harmed.some(({ before }) => isListed(before))
    ? (await listNow(t)).find(({ id }) => id === now.id)
    : undefined;
  return harmed.filter(({ member, before, after }) => {
    const differs = (order: SeenOrder | undefined, other: SeenOrder) =>
      changes(order?.record[member], other.record[member]).length > 0;
    return !differs(now, after) && (!isListed(before) || differs(listed, before));
  });
}

/** @param reread reads the order if it was not read for this: another client may have changed it since it was known */
async function tryFirst(
  t: Check,
  attempts: readonly Attempt[],
  before: SeenOrder,
  reread: (() => Promise<SeenOrder>) | null = null,
): Promise<FirstRefused> {
  const made = await makeAll(t, attempts, before);
  const accepted = made.each.filter(({ step }) => isAccepted(step));
  const steps = stepsOf(made);
  if (accepted.length === 0 && isAsBefore(made)) return { steps, slips: [], harmed: [] };
  const hurt = harmed(before, made.after)
    .filter((member) => accepted.every(({ step }) => sentValue(step, member) === undefined))
    .map((member) => ({ member, before, after: made.after }));
  if (made.after.status !== before.status && accepted.length === 0) return { steps, slips: [], harmed: hurt };
  if (reread === null) return { steps, slips: await slipsOf(t, made), harmed: hurt };
  for (const { attempt } of accepted) await undo(t, attempt, before);
  const again = await tryFirst(t, attempts, await reread());
  return { ...again, harmed: [...hurt, ...again.harmed] };
}

/** Milliseconds between two readings of an order that nobody should change. */
const CONTROL_MS = 1_000;

/** Makes the attempts on another order, up to one that moves it: which of them changes the same members there. */
async function tryNext(
  t: Check,
  attempts: readonly Attempt[],
  id: string,
  status: OrderStatus,
  members: readonly string[],
): Promise<RefusalTrial> {
  const steps: AttemptStep[] = [];
  const slips: Slip[] = [];
  const first = await readOrderAs(t, id, status);
  await t.session.pause(CONTROL_MS);
  let before = await readNow(t, id);
  // What changes without a request is no request's doing.
  const idle = harmed(first, before);
  for (const attempt of attempts) {
    if (before.status !== status) break;
    const step = await make(t, attempt, before);
    steps.push(step);
    const after = await readNow(t, id);
    const isHurt = (member: string) => members.includes(member) && !idle.includes(member);
    const hurt = harmed(before, after).filter(isHurt);
    if (isAccepted(step)) await undo(t, attempt, before);
    else if (step.outcome === "refused" && hurt.length > 0)
      slips.push({ step, before, after, restless: beside(hurt, before, after) });
    before = isAccepted(step) ? await readNow(t, id) : after;
  }
  return { status, steps, slips, suspected: [] };
}

/** Where two readings differ outside of some members. */
function beside(members: readonly string[], before: SeenOrder, after: SeenOrder): ReadonlySet<string> {
  const differing = changes(before.record, after.record).map(({ pointer }) => pointer);
  return new Set(differing.filter((pointer) => !members.includes(pointer.split("/")[1] ?? "")));
}

async function makeAll(t: Check, attempts: readonly Attempt[], before: SeenOrder): Promise<Made> {
  const each: Made["each"][number][] = [];
  for (const attempt of attempts) each.push({ attempt, step: await make(t, attempt, before) });
  return { each, before, after: await readNow(t, before.id) };
}

function isAsBefore({ before, after }: Made): boolean {
  return changes(before.record, after.record).length === 0;
}

function stepsOf({ each }: Made): readonly AttemptStep[] {
  return each.map(({ step }) => step);
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
  const last = (await t.given(orderHistory)).lastReading(id);
  const known = last ?? (isAsListed ? inList(id) : undefined);
  return known?.status === status ? known : null;
}

/** Repeats the refused requests one by one, and puts back what they and the accepted ones changed. */
async function slipsOf(t: Check, { each, before, after }: Made): Promise<readonly Slip[]> {
  const restless = restlessIn(after.record, (await readOrder(t, before.id)).record);
  if (!differ(before, after, restless)) return [];
  // Wait, so that an earlier write is not mistaken for the effect of these.
  await t.session.pause(CAUGHT_UP);
  const slips: Slip[] = [];
  for (const { attempt, step } of each) {
    const slip = step.outcome === "refused" ? await slipOf(t, before.id, attempt, restless) : null;
    if (slip !== null) slips.push(slip);
    if (slip !== null || isAccepted(step)) await undo(t, attempt, before);
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
  const unsent = differs.filter((difference) => !wasSent(step, difference));
  const restless = new Set([
    ...knownRestless,
    ...restlessIn(after.record, again.record),
    ...unsent.map(({ pointer }) => pointer),
  ]);
  return step.outcome === "refused" && differ(before, after, restless)
    ? { step, before, after, restless }
    : null;
}
