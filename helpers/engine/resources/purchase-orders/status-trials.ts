import { isPossible, type OrderStatus } from "../../../contract/purchase-orders.js";
import type { Check } from "../../check/check.js";
import { given, givenEach } from "../../check/given.js";
import { UNKNOWN_STATUS } from "./attempts.js";
import { PUT, SHIPPING } from "./changes.js";
import { draftTrial } from "./draft.js";
import type { SeenOrder } from "./history.js";
import { changeableOrders, withOrder } from "./listed.js";
import type { StatusMove } from "./moves.js";
import { otherValues } from "./other-values.js";
import { exclusively, knownOrderAs, readNow, readOrderAs, readUntil } from "./reading.js";
import { refusalTrial } from "./refusals.js";
import { isAccepted, type Step, send, sendStatus } from "./sending.js";

/** Index of the listed draft that these checks change; other checks use the first ones. */
const OWN_TURN = 2;

/** Statuses that were sent to one order. */
export interface StatusTrial {
  readonly status: OrderStatus;
  readonly unknown: StatusMove;
  /** Back to draft, from a status that should not allow it; null from another. */
  readonly backwards: StatusMove | null;
}

/** Sends statuses to an order that is a draft or finished. */
export const statusTrial = givenEach(
  async (t, status: OrderStatus): Promise<StatusTrial> =>
    isPossible("draftAgain", status) === false ? finishedTrial(t, status) : unfinishedTrial(t, status),
);

async function unfinishedTrial(t: Check, status: OrderStatus): Promise<StatusTrial> {
  return withOrder(t, status, await ownTurn(t, status), (id) =>
    exclusively(t, [id], async () => {
      const before = await readOrderAs(t, id, status);
      const step = await sendStatus(t, before, UNKNOWN_STATUS);
      return { status, unknown: { step, before, after: await readNow(t, id) }, backwards: null };
    }),
  );
}

/** The order that has refused other changes, because its last reading is known. */
async function finishedTrial(t: Check, status: OrderStatus): Promise<StatusTrial> {
  await t.tryGiven(refusalTrial(status));
  return withOrder(t, status, 0, (id) =>
    exclusively(t, [id], async () => {
      const before = await knownOrderAs(t, id, status);
      const unknown = await sendStatus(t, before, UNKNOWN_STATUS);
      const step = await sendStatus(t, before, "draft");
      const after = await readNow(t, id);
      // There may be no way back, but trying costs nothing.
      if (after.status !== null && before.status !== null && after.status !== before.status)
        await sendStatus(t, before, before.status);
      return {
        status,
        // One reading serves both: only the second request asked for a draft.
        unknown: { step: unknown, before, after: after.status === "draft" ? before : after },
        backwards: { step, before, after },
      };
    }),
  );
}

async function ownTurn(t: Check, status: OrderStatus): Promise<number> {
  const last = (await changeableOrders(t, status)).length - 1;
  return Math.max(0, Math.min(OWN_TURN, last));
}

/** A draft that was cancelled for good. */
interface Cancelling extends StatusMove {
  /** PUT and shipping details, once it is cancelled. */
  readonly afterwards: readonly Step[];
}

/**
 * Cancels the draft that was sent an unknown status. Null if it must be left as it is: cancelling cannot be undone, and
 * other checks need the first draft (at thorough also the second). Once a run.
 */
export const cancelling = given(async (t): Promise<Cancelling | null> => {
  const { after: draft } = (await t.given(statusTrial("draft"))).unknown;
  const kept = t.affords("purchase-orders.second-draft") ? OWN_TURN : 1;
  const isSpare = t.settings.fixturesAll && (await ownTurn(t, "draft")) >= kept;
  if (!isSpare || draft.status !== "draft") return null;
  return exclusively(t, [draft.id], async () => {
    const before = await knownOrderAs(t, draft.id, "draft");
    const step = await sendStatus(t, before, "cancelled");
    const isShown = ({ status }: SeenOrder) => !isAccepted(step) || status === "cancelled";
    const after = await readUntil(t, draft.id, isShown);
    const afterwards = after.status === "cancelled" ? await changesOf(t, after) : [];
    return { step, before, after, afterwards };
  });
});

/** A PUT, in the shape that drafts accept, and shipping details. */
async function changesOf(t: Check, order: SeenOrder): Promise<readonly Step[]> {
  const values = await otherValues(t, order, ["note_to_supplier"], "cancelled order");
  const shape = (await t.tryGiven(draftTrial))?.shape ?? null;
  const puts = shape === null ? [] : [await send(t, PUT, order, shape, values)];
  return [...puts, await send(t, SHIPPING, order, "changes", values)];
}
