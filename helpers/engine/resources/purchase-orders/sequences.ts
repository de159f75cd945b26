import fc from "fast-check";
import {
  isPossible,
  ORDER_STATUSES,
  type OrderStatus,
  SHIPPING_FIELDS,
} from "../../../contract/purchase-orders.js";
import { finding, findingOf } from "../../../oracles/finding.js";
import { arrivalOf } from "../../../oracles/purchase-orders/fields.js";
import { changes, type Change as Difference } from "../../../wire/changes.js";
import type { Findings } from "../../../wire/exchange.js";
import { renderValue } from "../../../wire/message.js";
import type { Check } from "../../check/check.js";
import { given } from "../../check/given.js";
import { type Move, type Played, playSequences } from "../../check/sequences.js";
import { awaitEffect } from "../eventually.js";
import { ownValues, sentMember } from "./bodies.js";
import { oweRestoration, putBack } from "./borrowed.js";
import { type Change, changeIn, PUT, SHIPPING, type Shape, STATUS } from "./changes.js";
import { draftTrial } from "./draft.js";
import { orderHistory, type SeenOrder } from "./history.js";
import { changeableOrders, listNow } from "./listed.js";
import { openTrial } from "./open.js";
import { isOwnText, ownText } from "./other-values.js";
import { exclusively, readNow, readOrder, readUntil } from "./reading.js";
import { type Step, send } from "./sending.js";

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

/** An order that a sequence looked at. */
interface Known {
  readonly first: SeenOrder;
  last: SeenOrder;
  isChanged: boolean;
  /** Checks, after restoring, whether the order is as it was. */
  readonly settled: () => Promise<void>;
}

/** The order of each status that was looked at. */
type Model = Map<OrderStatus, Known>;

/** What the sequences showed, and the orders that keep a text of theirs until the end of the run. */
interface OrdersPlayed extends Played {
  readonly left: readonly SeenOrder[];
}

/** What all sequences share. */
interface Stage {
  /** An order for each status that has one. */
  readonly ids: ReadonlyMap<OrderStatus, string>;
  /** Shapes that the plain checks saw accepted; null if none was. */
  readonly shapes: Readonly<Record<keyof typeof OF_KIND, Shape | null>>;
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
  const stage: Stage = { ids, shapes: { put, shipping, status: "changes" }, newText };
  const move = (command: Command): Move<Model> => ({
    kind: command.kind,
    words: `${command.kind} ${command.status}`,
    can: () => ids.has(command.status),
    act: (model) => act(t, stage, model, command),
  });
  const commands = fc.record({ kind: fc.constantFrom(...KINDS), status: fc.constantFrom(...ORDER_STATUSES) });
  const all: Model = new Map();
  const played = await exclusively(t, [...ids.values()], () =>
    playSequences<Model>(t, {
      name: "purchase orders in random order",
      runs: t.budget("purchase-orders.sequences"),
      moves: [commands.map(move)],
      each: EACH.map(move),
      begin: async () => all,
      end: async () => {
        for (const [status, known] of all) {
          if (showsOurs(t, status, known.last)) continue;
          await restore(t, stage, known);
          all.delete(status);
        }
      },
    }),
  );
  const left = [...all.values()];
  // Whatever stops this, the ledger knows how the orders were.
  for (const known of left) t.session.atEnd(() => restore(t, stage, known).catch(() => {}));
  return { ...played, left: left.map(({ last }) => last) };
});

/** Whether an order shows a text of the run that its status allows. */
function showsOurs(t: Check, status: OrderStatus, { record }: SeenOrder): boolean {
  return changeIn(status) !== undefined && isOwnText(t.settings.run, record[NOTE]);
}

async function act(t: Check, stage: Stage, model: Model, command: Command): Promise<Findings | null> {
  const { kind, status } = command;
  const known = model.get(status) ?? (await meet(t, stage, status));
  if (known === null) return null;
  model.set(status, known);
  if (known.last.status !== status) return null;
  if (kind === "read") {
    return look(t, model, async () => {
      known.last = await readOrder(t, known.last.id);
      return [known.last];
    });
  }
  if (kind === "list") return look(t, model, () => ordersListed(t));
  return change(t, stage, known, OF_KIND[kind], status);
}

/** The order in a status, by its last reading unless that may be out of date. */
async function meet(t: Check, { ids }: Stage, status: OrderStatus): Promise<Known | null> {
  const id = ids.get(status);
  if (id === undefined) return null;
  const history = await t.given(orderHistory);
  const known = history.lastReading(id);
  const first = known === null || history.isLagging(known) ? await readNow(t, id) : known;
  const allowed = changeIn(status);
  const settled = allowed === undefined ? async () => {} : oweRestoration(t, first, allowed);
  return { first, last: first, isChanged: false, settled };
}

async function ordersListed(t: Check): Promise<readonly SeenOrder[]> {
  const { exchange, orders } = await listNow(t);
  return orders.map((order) => ({ ...order, exchange }));
}

/** An accepted text keeps showing, by id and in the list, once lagging replicas have caught up. */
async function look(t: Check, model: Model, read: () => Promise<readonly SeenOrder[]>): Promise<Findings> {
  const history = await t.given(orderHistory);
  const due = [...model].map(([status, { last }]) => ({
    last,
    rule: isOwnText(t.settings.run, last.record[NOTE]) ? changeIn(status)?.applied : undefined,
  }));
  const judge = (seen: readonly SeenOrder[]): Findings =>
    due.flatMap(({ last, rule }) => {
      const now = seen.find(({ id }) => id === last.id);
      // Another client may have written any other text.
      if (now === undefined || rule === undefined || !history.isFormer(now.id, NOTE, now.record[NOTE]))
        return [];
      const documented = `${now.id} still shows ${NOTE} ${renderValue(last.record[NOTE])}`;
      const blame = { rule, exchanges: [last.exchange, now.exchange] };
      return [finding(blame, documented, renderValue(now.record[NOTE]))];
    });
  return judge(await awaitEffect(t, read, (seen) => judge(seen).length === 0));
}

/** Makes a change and compares the order with what may have become of it. */
async function change(
  t: Check,
  { shapes, newText }: Stage,
  known: Known,
  sending: Change,
  status: OrderStatus,
): Promise<Findings | null> {
  const before = known.last;
  const shape = shapes[sending.what];
  const isWord = sending === STATUS;
  const isAllowed = sending.what === "status" ? false : isPossible(sending.what, status);
  if (shape === null || isAllowed === null || !(isWord || NOTE in before.record)) return null;
  const field = isWord ? sentMember(t, before) : NOTE;
  const sent = isWord ? UNKNOWN : newText(before);
  const step = await send(t, sending, before, shape, { [field]: sent });
  const isApplied = isAllowed && step.outcome === "accepted";
  const lost = ({ record }: SeenOrder) =>
    isApplied ? arrivalOf({ [field]: sent }, before.record, record).lost : [];
  const after = await readUntil(t, before.id, (order) => lost(order).length === 0);
  known.last = after;
  known.isChanged ||= step.outcome === "accepted";
  const applied = changeIn(status)?.applied;
  // A third value may come from another client writing after us; the plain checks repeat such a change.
  const gone = lost(after).filter(({ isFormer }) => isFormer);
  const breaches =
    isAllowed && applied !== undefined
      ? gone.map(({ shown }) => ({
          rule: applied,
          documented: `${field} ${renderValue(sent)} after the accepted change`,
          received: renderValue(shown),
        }))
      : breachesOf(sending, step, sent, changes(before.record, after.record));
  const exchanges = [step.exchange, after.exchange];
  return breaches.map(({ rule, ...claim }) => findingOf({ rule, exchanges }, claim));
}

/** A change that is not allowed is refused and leaves the order as it was. */
function breachesOf(sending: Change, { exchange, outcome }: Step, sent: string, made: readonly Difference[]) {
  const taken = {
    rule: sending.refused,
    documented: "a change that the status of the order does not allow is refused",
    received: `status ${exchange.answer.status}`,
  };
  if (outcome === "accepted" && sending !== STATUS) return [taken];
  return made
    .filter(({ after }) => after === sent)
    .map(({ pointer }) => ({
      rule: sending.unchanged,
      documented: "the order is as it was before the refused request",
      received: `${pointer} ${renderValue(sent)}`,
    }));
}

/** Restores the texts of an order that was changed, if the contract offers a way. */
async function restore(
  t: Check,
  { shapes }: Stage,
  { first, last, isChanged, settled }: Known,
): Promise<void> {
  const values = ownValues(first, SHIPPING_FIELDS);
  if (isChanged) {
    if (first.status === "draft" && shapes.put !== null) await putBack(t, PUT, last, shapes.put, values);
    else if (shapes.shipping !== null) await putBack(t, SHIPPING, last, "shipping-fields", values);
  }
  await settled();
}
