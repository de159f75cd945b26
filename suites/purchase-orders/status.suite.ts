import { describe } from "vitest";
import { type Answered, type Check, type Given, given } from "../../helpers/engine/check/check.js";
import { rule } from "../../helpers/engine/check/rule.js";
import {
  otherValues,
  postShipping,
  postStatus,
  put,
  sentMember,
} from "../../helpers/engine/resources/purchase-orders/bodies.js";
import { draftTrial } from "../../helpers/engine/resources/purchase-orders/draft.js";
import {
  alone,
  changeableOrder,
  changeableOrders,
  readOrder,
  readOrderAs,
  readUntil,
  type SeenOrder,
} from "../../helpers/engine/resources/purchase-orders/reading.js";
import {
  type RefusalTrial,
  UNKNOWN_STATUS,
} from "../../helpers/engine/resources/purchase-orders/refusals.js";
import { needsEach, trialsOf } from "../../helpers/engine/resources/purchase-orders/verdicts.js";
import { finding } from "../../helpers/oracles/finding.js";
import { alike } from "../../helpers/oracles/likeness.js";
import {
  type OrderStatus,
  outcomeOf,
  speaksOf,
  statusMember,
} from "../../helpers/oracles/purchase-orders.js";
import { renderValue } from "../../helpers/wire/message.js";
import { ifReadable } from "../../helpers/wire/outcome.js";

/** Statuses of orders that are sent more words than a status that does not exist. */
const MORE_WORDS = ["draft", "closed", "cancelled"] as const satisfies readonly OrderStatus[];
/** Statuses of orders that are sent that one beside other requests that are to be refused. */
const ONE_WORD = ["open", "receiving", "received"] as const satisfies readonly OrderStatus[];
/** Orders of the list of each status that the checks of this file change: others take the first ones. */
const OWN_TURN = 2;
/** Least open orders for one of them to be received. */
const ENOUGH_OPEN = 4;

/** A draft that was cancelled, and what was tried on it then. */
interface Cancelled {
  readonly answer: Answered;
  readonly after: SeenOrder;
  /** Null where the order does not show that it is cancelled, or no draft took such a body. */
  readonly put: Answered | null;
  readonly shipping: Answered | null;
}

/** What a status that does not exist, and on a finished order the status draft, led to. */
interface Tried {
  readonly status: OrderStatus;
  /** The member that the word was sent in. */
  readonly member: string;
  readonly before: SeenOrder;
  readonly unknown: { readonly answer: Answered; readonly after: SeenOrder };
  /** A draft that was cancelled; null on others, and where orders have to be put back. */
  readonly cancelled: Cancelled | null;
  /** Null on an order that may become a draft again, for all the contract says. */
  readonly backwards: { readonly answer: Answered; readonly after: SeenOrder } | null;
}

const tries: Readonly<Partial<Record<OrderStatus, Given<Tried>>>> = {
  draft: given((t) => tryWords(t, "draft")),
  closed: given((t) => tryWords(t, "closed")),
  cancelled: given((t) => tryWords(t, "cancelled")),
};

async function tryWords(t: Check, status: OrderStatus): Promise<Tried> {
  const last = (await changeableOrders(t, status)).length - 1;
  const turn = Math.max(0, Math.min(OWN_TURN, last));
  const id = await changeableOrder(t, status, turn);
  return alone(t, [id], async () => {
    const before = await readOrderAs(t, id, status);
    const member = sentMember(t, before);
    const send = async (word: string) => {
      const answer = await postStatus(t, before, word);
      return { answer, after: await readOrder(t, id) };
    };
    if (status === "draft") {
      const unknown = await send(UNKNOWN_STATUS);
      // There is no way back from it, and other checks need the first draft, at effort thorough the second one too.
      const isSpare =
        t.settings.fixturesAll && turn >= (t.affords("purchase-orders.second-draft") ? OWN_TURN : 1);
      const cancelled = unknown.after.status === "draft" && isSpare ? await cancel(t, before) : null;
      return { status, member, before, unknown, cancelled, backwards: null };
    }
    const answer = await postStatus(t, before, UNKNOWN_STATUS);
    const backwards = await send("draft");
    const { after } = backwards;
    // Read once for both: a draft is what the second request asked for.
    const unknown = { answer, after: after.status === "draft" ? before : after };
    // There may be no way back; it costs nothing to try.
    if (after.status !== null && after.status !== status) await postStatus(t, before, status);
    return { status, member, before, unknown, cancelled: null, backwards };
  });
}

async function cancel(t: Check, order: SeenOrder): Promise<Cancelled> {
  const answer = await postStatus(t, order, "cancelled");
  const isDue = outcomeOf(answer.answer) === "accepted";
  const after = await readUntil(t, order.id, ({ status }) => !isDue || status === "cancelled");
  if (after.status !== "cancelled") return { answer, after, put: null, shipping: null };
  const values = await otherValues(t, after, ["note_to_supplier"], 10);
  const shape = (await ifReadable(t.given(draftTrial)))?.shape ?? null;
  return {
    answer,
    after,
    put: shape === null ? null : await put(t, after, shape, values),
    shipping: await postShipping(t, after, "alone", values),
  };
}

/** Judges that what an order takes no more is refused once the run itself has cancelled it. */
async function judgeOnceCancelled(t: Check, kind: "put" | "shipping"): Promise<void> {
  const [trial] = (await ifReadable(made(t, ["draft"]))) ?? [];
  const tried = trial?.cancelled?.[kind] ?? null;
  if (tried === null) return;
  t.saw("orders cancelled by the run");
  if (outcomeOf(tried.answer) === "accepted")
    t.expect(tried, "an order that was just cancelled takes no more changes").refused();
}

/** The trials that the effort allows, of statuses of which there is an order. */
async function made(t: Check, statuses: readonly OrderStatus[]): Promise<readonly Tried[]> {
  const present: OrderStatus[] = [];
  for (const status of statuses) if ((await changeableOrders(t, status)).length > 0) present.push(status);
  if (present.length === 0) {
    t.inconclusive(
      `needs a purchase order that is ${statuses.join(" or ")}; name one as fixture purchase_order:<status>`,
    );
  }
  const wanted = present.map((status) => tries[status]).filter((trial) => trial !== undefined);
  return Promise.all(wanted.map((trial) => t.given(trial)));
}

/**
 * Whether the member that the word was sent in is one that the service reads. Its name is not shown: an answer
 * that speaks of the word, or that is another one for a status that exists, tells.
 */
function isRead({ member, before, unknown, backwards }: Tried): boolean {
  if (speaksOf(unknown.answer, UNKNOWN_STATUS, member)) return true;
  if (unknown.after.status !== before.status) return true;
  return backwards !== null && !alike(unknown.answer, backwards.answer);
}

/**
 * An order takes no status that does not exist.
 * @param read whether any trial shows that the status was read
 */
function judgeUnknownWord(t: Check, { status, before, unknown }: Tried, read: boolean): void {
  const { answer, after } = unknown;
  const outcome = outcomeOf(answer.answer);
  const moved = JSON.stringify(after.record).includes(UNKNOWN_STATUS) || after.status !== before.status;
  if (!moved && (outcome === "unclear" || !read)) return;
  t.saw(`requests on orders that are ${status}`);
  if (outcome !== "accepted" && !moved) return;
  const shown = renderValue(after.record[statusMember(before.record)]);
  t.breach(
    answer,
    `status ${UNKNOWN_STATUS} is refused with a 4xx`,
    `status ${answer.answer.status}; the order shows ${shown}`,
  );
}

/** The same of an order that was sent that status among other requests, all to be refused. */
function judgeWordRefused(t: Check, { status, steps, slips }: RefusalTrial): void {
  for (const { kind, exchange, outcome } of steps) {
    if (kind !== "status" || outcome === "unclear") continue;
    t.saw(`requests on orders that are ${status}`);
    t.expect(exchange, `status ${UNKNOWN_STATUS} of an order that is ${status}`).refused();
  }
  for (const { step, before, after, restless } of slips) {
    if (step.kind === "status") t.expect(step.exchange).unchanged(before, after, restless);
  }
}

/** A finished order does not become a draft again; `read` as in `judgeUnknownWord`. */
function judgeBackwards(t: Check, { status, backwards }: Tried, read: boolean): void {
  if (backwards === null) return;
  const { answer, after } = backwards;
  const outcome = outcomeOf(answer.answer);
  const isDraft = after.status === "draft";
  if (outcome === "unclear" || (!read && !isDraft)) return;
  t.saw(`orders that are ${status}`);
  if (outcome !== "accepted" && !isDraft) return;
  t.breach(
    answer,
    `an order that is ${status} is not set back to draft`,
    `status ${answer.answer.status}; the order shows ${after.status}`,
  );
}

const NOT_READ =
  "the answers do not show that the status was read; the contract does not name the member that holds it";

describe("Purchase order rules: status", { meta: { reads: ["purchase-orders"] } }, () => {
  rule(
    "purchase-orders.put-refused",
    "puts a draft that it has cancelled",
    (t) => judgeOnceCancelled(t, "put"),
    { from: "standard" },
  );

  rule(
    "purchase-orders.shipping-details.refused-late",
    "sends shipping details of a draft that it has cancelled",
    (t) => judgeOnceCancelled(t, "shipping"),
    { from: "standard" },
  );

  rule(
    "purchase-orders.status.unknown-word",
    "sends a status that does not exist",
    async (t) => {
      const trials = await made(t, MORE_WORDS);
      const further = (await ifReadable(trialsOf(t, ONE_WORD))) ?? [];
      const read = trials.some(isRead);
      for (const trial of trials) judgeUnknownWord(t, trial, read);
      if (!read) t.inconclusive(NOT_READ);
      for (const trial of further) judgeWordRefused(t, trial);
      const seen = [...trials, ...further].map(({ status }) => status);
      needsEach(t, [...MORE_WORDS, ...ONE_WORD], seen);
    },
    { from: "standard" },
  );

  rule(
    "purchase-orders.status.backwards",
    "sets closed and cancelled orders back to draft",
    async (t) => {
      const trials = await made(t, ["closed", "cancelled"]);
      const read = trials.some(isRead);
      for (const trial of trials) judgeBackwards(t, trial, read);
      if (!read) t.inconclusive(NOT_READ);
      needsEach(
        t,
        ["closed", "cancelled"],
        trials.map(({ status }) => status),
      );
    },
    { from: "standard" },
  );

  rule(
    "purchase-orders.status.applied",
    "cancels a draft and reads it",
    async (t) => {
      const [trial] = await made(t, ["draft"]);
      const cancelled = trial?.cancelled ?? null;
      if (cancelled === null)
        return t.inconclusive(
          "needs a draft, beside those that other checks use, that may be cancelled for good, on a target that is all fixtures",
        );
      const { answer, after } = cancelled;
      if (outcomeOf(answer.answer) !== "accepted" || after.status === null)
        return t.inconclusive(
          `cancelling a draft was answered ${answer.answer.status}; which transitions are valid is not documented`,
        );
      t.saw("orders cancelled");
      if (after.status === "cancelled") return;
      t.find(
        finding(
          { rule: t.rule, exchanges: [answer, after.exchange] },
          { documented: "the order is cancelled after the accepted change", received: after.status },
        ),
      );
    },
    { from: "standard" },
  );

  rule(
    "purchase-orders.receives.status",
    "records a receipt on an open order",
    async (t) => {
      const open = await changeableOrders(t, "open");
      // An order that was received stays so.
      if (open.length < ENOUGH_OPEN) t.inconclusive(`needs ${ENOUGH_OPEN} open purchase orders`);
      const id = await changeableOrder(t, "open", ENOUGH_OPEN - 1);
      await alone(t, [id], async () => {
        const before = await readOrderAs(t, id, "open");
        const path = { purchase_order_id: id };
        const { answer } = await t.ask({ operation: "v2CreatePurchaseOrderReceipt", path, body: {} });
        const after = await readOrder(t, id);
        t.saw("receipts");
        t.observe(
          `A receipt without products on an open purchase order is answered ${answer.status}; it is ${before.status} before and ${after.status} after.`,
        );
      });
    },
    { from: "thorough" },
  );
});
