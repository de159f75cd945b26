import fc from "fast-check";
import type { RuleId } from "../../../contract/generated/types.js";
import { isPossible, ORDER_STATUSES, type OrderStatus } from "../../../contract/purchase-orders.js";
import { shippingFieldsOf } from "../../../oracles/purchase-orders/orders.js";
import { isOwnText, ownText } from "../../../oracles/purchase-orders/own-texts.js";
import {
  judgeAllowed,
  judgeRefused,
  lostAfter,
  textUndone,
} from "../../../oracles/purchase-orders/sequences.js";
import type { Findings } from "../../../wire/exchange.js";
import type { Check } from "../../check/check.js";
import { given } from "../../check/given.js";
import { type Move, type Played, playSequences } from "../../check/sequences.js";
import { polling } from "../eventually.js";
import { sentMember } from "./bodies.js";
import { oweRestoration } from "./borrowed.js";
import { type Change, changeIn, PUT, SHIPPING, type Shape, STATUS } from "./changes.js";
import { draftTrial } from "./draft.js";
import { orderHistory, type SeenOrder } from "./history.js";
import { changeableOrders, listNow } from "./listed.js";
import { openTrial } from "./open.js";
import { putBack } from "./put-back.js";
import { exclusively, readNow, readOrder, readUntil } from "./reading.js";
import { send } from "./sending.js";

const KINDS = ["put", "shipping", "status", "read", "list"] as const;

/** A move on the order in a status. `read` and `list` only look. */
interface Command {
  readonly kind: (typeof KINDS)[number];
  readonly status: OrderStatus;
}

/**
 * Kinds that each sequence holds: the plain checks send status words in each status, and a change is read by itself.
 */
const EACH: readonly Command[] = [
  { kind: "put", status: "draft" },
  { kind: "shipping", status: "open" },
  { kind: "list", status: "draft" },
];

/** What the sequences showed, and the orders that keep a text of theirs until the end of the run. */
interface OrdersPlayed extends Played {
  readonly left: readonly SeenOrder[];
}

/** What all sequences share, and change. */
interface Stage {
  /** An order for each status that has one. */
  readonly ids: ReadonlyMap<OrderStatus, string>;
  /** The orders that were looked at. */
  readonly met: Map<OrderStatus, PlayedOrder>;
  readonly shapes: AcceptedShapes;
  /** A text that no sequence has sent before: a lagging replica may still show an earlier one. */
  readonly newText: (order: SeenOrder) => string;
}

const OF_KIND = { put: PUT, shipping: SHIPPING, status: STATUS } as const;
/** Sent alone: a text that the service stores unchanged. */
export const NOTE = "note_to_supplier";
/** A status that no service has: another one than the plain checks send, since some service may have taken that one. */
const UNKNOWN = "plimsoll_adrift";

/**
 * Random sequences of updates, shipping details, unknown statuses and readings over an order in each status, against a
 * model of what may change. The last accepted texts stay until the end of the run, so that a later check can look at
 * them again. Inconclusive if the plain checks could not be made.
 */
export const orderSequences = given(async (t): Promise<OrdersPlayed> => {
  const put = (await t.given(draftTrial)).shape;
  const shipping = (await t.given(openTrial)).shapes.get(NOTE) ?? null;
  const ids = new Map<OrderStatus, string>();
  for (const status of ORDER_STATUSES) {
    // The orders of the plain checks, which were read after their last change.
    const [id] = await changeableOrders(t, status);
    if (id !== undefined) ids.set(status, id);
  }
  let texts = 0;
  const newText = ({ id }: SeenOrder) => ownText(t.settings.run, `${++texts}-${id}`);
  const met: Stage["met"] = new Map();
  const stage: Stage = { ids, met, shapes: { put, shipping, status: "changes" }, newText };
  const move = (command: Command): Move<Stage> => ({
    kind: command.kind,
    words: `${command.kind} ${command.status}`,
    can: () => ids.has(command.status),
    act: () => act(t, stage, command),
  });
  const commands = fc.record({ kind: fc.constantFrom(...KINDS), status: fc.constantFrom(...ORDER_STATUSES) });
  const played = await exclusively(t, [...ids.values()], () =>
    playSequences<Stage>(t, {
      name: "purchase orders in random order",
      runs: t.budget("purchase-orders.sequences"),
      moves: [commands.map(move)],
      each: EACH.map(move),
      begin: async () => stage,
      end: async () => {
        for (const [status, known] of met) {
          if (ruleToKeep(t, status, known.last) !== null) continue;
          await restoreOrder(t, stage.shapes, known);
          met.delete(status);
        }
      },
    }),
  );
  const left = [...met.values()];
  // Whatever stops this, the ledger knows how the orders were.
  for (const known of left) t.session.atEnd(() => restoreOrder(t, stage.shapes, known).catch(() => {}));
  const isAlone = !(await t.given(orderHistory)).others.areSeen;
  return {
    done: played.done,
    findings: isAlone ? played.findings : [],
    once: isAlone ? played.once : played.findings.map(({ rule }) => rule),
    left: left.map(({ last }) => last),
  };
});

/** The rule by which an order keeps a text of the run; null if it shows none, or its status allows none. */
function ruleToKeep(t: Check, status: OrderStatus, { record }: SeenOrder): RuleId | null {
  return isOwnText(t.settings.run, record[NOTE]) ? (changeIn(status)?.applied ?? null) : null;
}

async function act(t: Check, stage: Stage, { kind, status }: Command): Promise<Findings | null> {
  const { ids, met } = stage;
  const id = ids.get(status);
  if (id === undefined) return null;
  const known = met.get(status) ?? (await meetOrder(t, id, status));
  met.set(status, known);
  if (known.last.status !== status) return null;
  if (kind === "read") {
    return look(t, met, async () => {
      known.last = await readOrder(t, id);
      return [known.last];
    });
  }
  if (kind === "list") return look(t, met, () => listNow(t));
  return change(t, stage, known, OF_KIND[kind], status);
}

/** An accepted text keeps showing, by id and in the list, once lagging replicas have caught up. */
async function look(
  t: Check,
  met: Stage["met"],
  read: () => Promise<readonly SeenOrder[]>,
): Promise<Findings> {
  const history = await t.given(orderHistory);
  const due = [...met].flatMap(([status, { last }]) => {
    const rule = ruleToKeep(t, status, last);
    return rule === null ? [] : [{ last, rule }];
  });
  const judge = (seen: readonly SeenOrder[]): Findings =>
    due.flatMap(({ last, rule }) => {
      const now = seen.find(({ id }) => id === last.id);
      // Another client may have written any other text.
      const isUndone = now !== undefined && history.isFormer(now.id, NOTE, now.record[NOTE]);
      return isUndone ? [textUndone(rule, NOTE, last, now)] : [];
    });
  return judge(await polling(t, read).untilNone(judge));
}

/** Makes a change and compares the order with what may have become of it. */
async function change(
  t: Check,
  { shapes, newText }: Stage,
  known: PlayedOrder,
  sending: Change,
  status: OrderStatus,
): Promise<Findings | null> {
  const before = known.last;
  const shape = shapes[sending.what];
  const isWord = sending === STATUS;
  const isOpen = sending.what !== "status" && isPossible(sending.what, status) === null;
  if (shape === null || isOpen || !(isWord || NOTE in before.record)) return null;
  const field = isWord ? sentMember(t, before) : NOTE;
  const sent = isWord ? UNKNOWN : newText(before);
  const { exchange, outcome } = await send(t, sending, before, shape, { [field]: sent });
  const move = { exchange, outcome, field, sent, before: before.record };
  const allowed = changeIn(status);
  const isAllowed = allowed === sending;
  const after = await readUntil(
    t,
    before.id,
    ({ record }) => !isAllowed || lostAfter(move, record).length === 0,
  );
  known.last = after;
  known.isChanged ||= outcome === "accepted";
  if (isAllowed) return judgeAllowed(move, after, allowed.applied);
  return judgeRefused(move, after, sending);
}

/** Shapes that the plain checks saw accepted; null if none was. */
type AcceptedShapes = Readonly<Record<Change["what"], Shape | null>>;

/** An order that random sequences look at and change. */
interface PlayedOrder {
  readonly first: SeenOrder;
  last: SeenOrder;
  isChanged: boolean;
  /** Checks, after restoring, whether the order is as it was. */
  readonly settled: () => Promise<void>;
}

/**
 * An order by its last reading, unless that may be out of date; the ledger remembers its former state until it is
 * restored.
 */
async function meetOrder(t: Check, id: string, status: OrderStatus): Promise<PlayedOrder> {
  const history = await t.given(orderHistory);
  const known = history.lastReading(id);
  const first = known === null || history.isLagging(known) ? await readNow(t, id) : known;
  const allowed = changeIn(status);
  const settled = allowed === undefined ? async () => {} : oweRestoration(t, first, allowed);
  return { first, last: first, isChanged: false, settled };
}

/** Restores the texts of an order that was changed, if the contract offers a way. */
async function restoreOrder(t: Check, shapes: AcceptedShapes, order: PlayedOrder): Promise<void> {
  const { first, last, isChanged, settled } = order;
  const values = shippingFieldsOf(first.record);
  if (isChanged) {
    if (first.status === "draft" && shapes.put !== null) await putBack(t, PUT, last, shapes.put, values);
    else if (shapes.shipping !== null) await putBack(t, SHIPPING, last, "shipping-fields", values);
  }
  await settled();
}
