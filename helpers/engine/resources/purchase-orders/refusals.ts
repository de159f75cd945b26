import { isPossible, type OrderStatus } from "../../../contract/purchase-orders.js";
import { wasSent } from "../../../oracles/purchase-orders/sent.js";
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
import type { Shape } from "./changes.js";
import { type DraftTrial, draftTrial } from "./draft.js";
import { orderHistory, type SeenOrder } from "./history.js";
import { changeableOrder, listedOrders } from "./listed.js";
import { openTrial } from "./open.js";
import { exclusively, readNow, readOrder, readOrderAs } from "./reading.js";
import type { Step } from "./sending.js";

/** Changes that a refused request made nevertheless. */
interface Slip {
  readonly step: Step;
  readonly before: SeenOrder;
  readonly after: SeenOrder;
  /** Members that differ from one reading to the next, whatever is sent. */
  readonly restless: ReadonlySet<string>;
}

/** What came of requests that an order in a status must refuse. */
export interface RefusalTrial {
  readonly status: OrderStatus;
  readonly steps: readonly AttemptStep[];
  readonly slips: readonly Slip[];
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
  readonly step: AttemptStep;
}

/** PUT of an order that is not a draft, and shipping details if they can no longer be changed. Once a run. */
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
  ];
  return exclusively(t, [id], async () => {
    const known = draft === null ? null : await knownAs(t, id, status, draft);
    return { status, ...(await refuse(t, { id, status, attempts }, known)) };
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
