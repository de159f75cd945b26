import fc from "fast-check";
import type { RuleId } from "../../../contract/generated/types.js";
import {
  isPossible,
  ORDER_STATUSES,
  type OrderStatus,
  SHIPPING_FIELDS,
} from "../../../contract/purchase-orders.js";
import { finding } from "../../../oracles/finding.js";
import { arrivalOf } from "../../../oracles/purchase-orders/fields.js";
import { ordersIn } from "../../../oracles/purchase-orders/orders.js";
import { changes } from "../../../wire/changes.js";
import type { Finding } from "../../../wire/exchange.js";
import { renderValue } from "../../../wire/message.js";
import { jsonOf } from "../../../wire/raw.js";
import { type Check, given } from "../../check/check.js";
import { type Move, type Played, playSequences } from "../../check/sequences.js";
import { awaitEffect } from "../eventually.js";
import { owe } from "./borrowed.js";
import { type Change, ownValues, PUT, SHIPPING, type Shape, type Step, send, sendStatus } from "./changes.js";
import { draftTrial } from "./draft.js";
import { orderHistory, type SeenOrder } from "./history.js";
import { changeableOrders } from "./listed.js";
import { openTrial } from "./open.js";
import { isOwnText, OWN_TEXT } from "./other-values.js";
import { alone, readNow, readOrder, readUntil } from "./reading.js";
import { CHANGE_RULES, ruleOfText } from "./rules.js";

const KINDS = ["put", "shipping", "status", "read", "list"] as const;

/** A move on the order in a status. `read` and `list` only look. */
interface Command {
  readonly kind: (typeof KINDS)[number];
  readonly status: OrderStatus;
}

/** One of each kind except status, which the plain checks send in each status. */
const EACH: readonly Command[] = [
  { kind: "put", status: "draft" },
  { kind: "shipping", status: "open" },
  { kind: "list", status: "draft" },
  { kind: "read", status: "draft" },
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

/** What all sequences share. */
interface Stage {
  /** An order for each status that has one. */
  readonly ids: ReadonlyMap<OrderStatus, string>;
  /** Shapes that the plain checks saw accepted; null if none was. */
  readonly shapes: Readonly<Record<Change["kind"], Shape | null>>;
  /** A text that no sequence has sent before: a lagging replica may still show an earlier one. */
  readonly newText: (order: SeenOrder) => string;
}

const OF_KIND = { put: PUT, shipping: SHIPPING } as const;
/** Sent alone: a text that the service stores unchanged. */
const FIELD = "note_to_supplier";
const UNKNOWN = "plimsoll_adrift";

/**
 * Random sequences of updates, shipping details, unknown statuses and readings over an order in each status, against a
 * model of what may change. Inconclusive if the plain checks could not be made.
 */
export const orderSequences = given(async (t): Promise<Played> => {
  const put = (await t.given(draftTrial)).shape;
  const shipping = (await t.given(openTrial)).shapes.get(FIELD) ?? null;
  const ids = new Map<OrderStatus, string>();
  for (const status of ORDER_STATUSES) {
    // The orders of the plain checks, which were read after their last change.
    const [id] = await changeableOrders(t, status);
    if (id !== undefined) ids.set(status, id);
  }
  let texts = 0;
  const newText = ({ id }: SeenOrder) => `${OWN_TEXT}${t.settings.run}-${++texts}-${id}`;
  const stage = { ids, shapes: { put, shipping }, newText };
  const move = (command: Command): Move<Model> => ({
    kind: command.kind,
    words: `${command.kind} ${command.status}`,
    can: () => ids.has(command.status),
    act: (model) => act(t, stage, model, command),
  });
  const commands = fc.record({ kind: fc.constantFrom(...KINDS), status: fc.constantFrom(...ORDER_STATUSES) });
  return alone(t, [...ids.values()], () =>
    playSequences<Model>(t, {
      name: "purchase orders in random order",
      runs: t.budget("purchase-orders.sequences"),
      moves: [commands.map(move)],
      each: EACH.map(move),
      begin: async () => new Map(),
      end: async (model) => {
        for (const known of model.values()) if (known.isChanged) await putBack(t, stage, known);
        for (const { settled } of model.values()) await settled();
      },
    }),
  );
});

async function act(
  t: Check,
  stage: Stage,
  model: Model,
  command: Command,
): Promise<readonly Finding[] | null> {
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
  if (kind === "list") return look(t, model, () => listNow(t));
  return change(t, stage, known, { kind, status });
}

/** The order in a status, by its last reading unless that may be out of date. */
async function meet(t: Check, { ids }: Stage, status: OrderStatus): Promise<Known | null> {
  const id = ids.get(status);
  if (id === undefined) return null;
  const history = await t.given(orderHistory);
  const known = history.lastReading(id);
  const first = known === null || history.isLagging(known) ? await readNow(t, id) : known;
  const allowed = [PUT, SHIPPING].find((each) => each.status === status);
  const settled = allowed === undefined ? async () => {} : owe(t, first, allowed);
  return { first, last: first, isChanged: false, settled };
}

async function listNow(t: Check): Promise<readonly SeenOrder[]> {
  const exchange = await t.askOk({ operation: "v2ListPurchaseOrders" });
  return ordersIn(jsonOf(exchange.answer)).map((order) => ({ ...order, exchange }));
}

/** An accepted text keeps showing, by id and in the list, once lagging replicas have caught up. */
async function look(
  t: Check,
  model: Model,
  read: () => Promise<readonly SeenOrder[]>,
): Promise<readonly Finding[]> {
  const history = await t.given(orderHistory);
  const due = [...model].map(([status, { last }]) => ({
    last,
    rule: isOwnText(last.record[FIELD]) ? ruleOfText(status) : null,
  }));
  const judge = (seen: readonly SeenOrder[]): readonly Finding[] =>
    due.flatMap(({ last, rule }) => {
      const now = seen.find(({ id }) => id === last.id);
      // Another client may have written any other text.
      if (now === undefined || rule === null || !history.isFormer(now.id, FIELD, now.record[FIELD]))
        return [];
      const documented = `${now.id} still shows ${FIELD} ${renderValue(last.record[FIELD])}`;
      const claim = { documented, received: renderValue(now.record[FIELD]) };
      return [finding({ rule, exchanges: [last.exchange, now.exchange] }, claim)];
    });
  return judge(await awaitEffect(t, read, (seen) => judge(seen).length === 0));
}

interface ChangeCommand extends Command {
  readonly kind: Change["kind"] | "status";
}

/** Makes a change and compares the order with what may have become of it. */
async function change(
  t: Check,
  { shapes, newText }: Stage,
  known: Known,
  { kind, status }: ChangeCommand,
): Promise<readonly Finding[] | null> {
  const before = known.last;
  const isAllowed = kind === "status" ? false : isPossible(kind, status);
  const shape = kind === "status" ? null : shapes[kind];
  const isUnfit = kind !== "status" && (shape === null || before.record[FIELD] === undefined);
  if (isAllowed === null || isUnfit) return null;
  const sent = kind === "status" ? UNKNOWN : newText(before);
  const step =
    kind === "status"
      ? await sendStatus(t, before, sent)
      : await send(t, OF_KIND[kind], before, shape ?? "changes", { [FIELD]: sent });
  const isAccepted = step.outcome === "accepted";
  const lost = (order: SeenOrder) =>
    isAllowed && isAccepted ? arrivalOf({ [FIELD]: sent }, before.record, order.record).lost : [];
  known.last = await readUntil(t, before.id, (order) => lost(order).length === 0);
  known.isChanged ||= isAccepted;
  const rules = CHANGE_RULES[kind];
  if (!isAllowed) return judgeForbidden(step, sent, { before, after: known.last, status, ...rules });
  // A third value may come from another client writing after us; the plain checks repeat such a change.
  const [first] = lost(known.last).filter(({ isFormer }) => isFormer);
  if (first === undefined) return [];
  const documented = `${FIELD} ${renderValue(sent)} after the accepted change`;
  const exchanges = [step.exchange, known.last.exchange];
  return [
    finding(
      { rule: rules.applied ?? rules.refused, exchanges },
      { documented, received: renderValue(first.shown) },
    ),
  ];
}

interface Forbidden {
  readonly before: SeenOrder;
  readonly after: SeenOrder;
  readonly status: OrderStatus;
  readonly refused: RuleId;
  readonly unchanged: RuleId;
}

/** A change that the status of the order forbids is refused and leaves the order as it was. */
function judgeForbidden(
  { kind, exchange, outcome }: Step,
  sent: string,
  { before, after, status, refused, unchanged }: Forbidden,
): readonly Finding[] {
  const exchanges = [exchange, after.exchange];
  if (outcome === "accepted" && kind !== "status") {
    const documented = `the change of an order that is ${status} is refused`;
    return [
      finding({ rule: refused, exchanges }, { documented, received: `status ${exchange.answer.status}` }),
    ];
  }
  const slip = changes(before.record, after.record).find((each) => each.after === sent);
  if (slip === undefined) return [];
  const documented = "the order is as it was before the refused request";
  const received = `${slip.pointer} ${renderValue(slip.after)}`;
  return [finding({ rule: unchanged, exchanges }, { documented, received })];
}

/** Restores the texts of an order, if the contract offers a way. */
async function putBack(t: Check, { shapes }: Stage, { first }: Known): Promise<void> {
  const values = ownValues(first, SHIPPING_FIELDS);
  if (first.status === "draft" && shapes.put !== null) await send(t, PUT, first, shapes.put, values);
  else if (shapes.shipping !== null) await send(t, SHIPPING, first, "shipping-fields", values);
}
