import { groupBy } from "../../../contract/group-by.js";
import { isPossible, type OrderStatus } from "../../../contract/purchase-orders.js";
import { harmed } from "../../../oracles/purchase-orders/harm.js";
import { emptiedLines } from "../../../oracles/purchase-orders/lines.js";
import { sentValue, wasSent } from "../../../oracles/purchase-orders/sent.js";
import { changes, restlessIn } from "../../../wire/changes.js";
import type { Check } from "../../check/check.js";
import { givenEach } from "../../check/given.js";
import { CAUGHT_UP } from "../../check/steady.js";
import { polling } from "../eventually.js";
import {
  type Attempt,
  type AttemptStep,
  make,
  putAttempts,
  shippingAttempts,
  undo,
  wordAttempt,
} from "./attempts.js";
import type { Shape } from "./changes.js";
import { type DraftTrial, draftTrial } from "./draft.js";
import { orderHistory, type SeenOrder } from "./history.js";
import { changeableOrders, listedOrders, withOrder } from "./listed.js";
import { openTrial } from "./open.js";
import { exclusively, knownOrderAs, readNow, readOrder, readOrderAs } from "./reading.js";
import { isAccepted, type Step } from "./sending.js";

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

/** What came of requests that an order in a status must refuse. */
export interface RefusalTrial extends Refused {
  readonly status: OrderStatus;
}

/** What came of those requests on the first order in the status. */
interface FirstRefused extends Refused {
  /** Members that changed without being sent: they may not change a second time. */
  readonly harmed: readonly string[];
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
 * that it does so each time; on another order if what changed cannot change twice, where there is one. Once a run.
 */
export const refusalTrial = givenEach((t, status: OrderStatus) =>
  withOrder(t, status, 0, (id) => tryRefused(t, id, status)),
);

async function tryRefused(t: Check, id: string, status: OrderStatus): Promise<RefusalTrial> {
  const draft = await t.tryGiven(draftTrial);
  const isLate = isPossible("shipping", status) === false;
  const shapes = (isLate ? await t.tryGiven(openTrial) : null)?.shapes ?? new Map<string, Shape>();
  const attempts = [
    ...putAttempts(t, status, draft ?? { shape: null, taken: [] }),
    ...(isLate ? shippingAttempts(t, status, shapes) : []),
    // The checks of the status send more words to orders that are drafts or finished.
    ...(status === "open" ? [wordAttempt(t)] : []),
  ].map((attempt) => ({ ...attempt, words: `${attempt.words} in ${status}` }));
  const others = (await changeableOrders(t, status)).filter((each) => each !== id);
  if (others.length === 0) return exclusively(t, [id], () => tryOnly(t, attempts, id, status));
  const first = await exclusively(t, [id], async () => {
    const known = draft === null ? null : await knownAs(t, id, status, draft);
    return known === null
      ? tryFirst(t, attempts, await readOrderAs(t, id, status))
      : tryFirst(t, attempts, known, () => readOrderAs(t, id, status));
  });
  if (first.slips.length > 0 || first.harmed.length === 0) return { status, ...first };
  const steps: AttemptStep[] = [];
  let slips: readonly Slip[] = [];
  // One that moves orders on by itself may have done so twice, but is unlikely to do so each time.
  for (const next of others.slice(0, MOST_TRIED)) {
    const tried = await exclusively(t, [next], () => tryNext(t, attempts, next, status, first.harmed));
    steps.push(...tried.steps);
    slips = tried.slips;
    if (slips.length === 0) break;
  }
  return { status, steps, slips };
}

/** Further orders on which requests are tried that moved one. */
const MOST_TRIED = 2;

/**
 * Makes the attempts on an order that is the only one in its status: those of each operation by themselves, so that it
 * shows which of them leaves the order without lines, as none could do a second time.
 */
async function tryOnly(
  t: Check,
  attempts: readonly Attempt[],
  id: string,
  status: OrderStatus,
): Promise<RefusalTrial> {
  const steps: AttemptStep[] = [];
  const slips: Slip[] = [];
  for (const some of groupBy(attempts, ({ change }) => change.operation).values()) {
    const before = await knownOrderAs(t, id, status);
    const tried = await tryFirst(t, some, before);
    steps.push(...tried.steps);
    slips.push(...tried.slips);
    if (tried.slips.length > 0 || tried.harmed.length === 0) continue;
    // Its state decides whether the requests proved anything.
    slips.push(...emptiedBy(tried.steps, before, await readOrderAs(t, id, status)));
  }
  return { status, steps, slips };
}

/** The loss of all lines. Nobody else can take them either: only drafts can be edited. */
function emptiedBy(steps: readonly AttemptStep[], before: SeenOrder, after: SeenOrder): readonly Slip[] {
  const member = emptiedLines(before.record, after.record);
  const step = steps.find(({ outcome }) => outcome === "refused");
  const isSure = member !== null && step !== undefined && after.status === before.status;
  return isSure && !steps.some(isAccepted)
    ? [{ step, before, after, restless: beside([member], before, after) }]
    : [];
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
  const hurt = harmed(before, made.after).filter((member) =>
    accepted.every(({ step }) => sentValue(step, member) === undefined),
  );
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
  return { status, steps, slips };
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
  const listed = (await t.tryGiven(listedOrders)) ?? [];
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
  const after = await polling(t, () => readOrder(t, id)).until(
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
