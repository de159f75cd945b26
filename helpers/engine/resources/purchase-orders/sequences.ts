import fc from "fast-check";
import type { RuleId } from "../../../contract/generated/types.js";
import {
  LATE_STATUSES,
  ORDER_STATUSES,
  type OrderStatus,
  SHIPPING_FIELDS,
} from "../../../contract/purchase-orders.js";
import { finding } from "../../../oracles/finding.js";
import { notApplied } from "../../../oracles/purchase-orders/fields.js";
import { ordersIn } from "../../../oracles/purchase-orders/orders.js";
import { outcomeOf } from "../../../oracles/purchase-orders/outcome.js";
import { changes } from "../../../wire/changes.js";
import type { Answered, Finding } from "../../../wire/exchange.js";
import { renderValue } from "../../../wire/message.js";
import { jsonOf } from "../../../wire/raw.js";
import { isOwnText, OWN_TEXT } from "../../check/arbitraries/order-changes.js";
import { type Check, given } from "../../check/check.js";
import { type Move, type Played, playSequences } from "../../check/sequences.js";
import { awaitEffect } from "../eventually.js";
import {
  ownValues,
  type PutShape,
  postShipping,
  postStatus,
  put,
  type ShippingShape,
  type Values,
} from "./bodies.js";
import { draftTrial } from "./draft.js";
import { openTrial } from "./open.js";
import { owe } from "./owing.js";
import {
  alone,
  changeableOrders,
  formerValues,
  lastReading,
  readBefore,
  readUntil,
  type SeenOrder,
} from "./reading.js";

const KINDS = ["put", "shipping", "status", "read", "list"] as const;

/** A move on the order in a status. `read` and `list` only look. */
interface Command {
  readonly kind: (typeof KINDS)[number];
  readonly status: OrderStatus;
}

/** Bodies that the plain checks saw accepted; null if none was. */
interface Shapes {
  readonly put: PutShape | null;
  readonly shipping: ShippingShape | null;
}

/** An order for each status that has one. */
interface Model {
  readonly ids: ReadonlyMap<OrderStatus, string>;
  /** The first and last readings of the orders that were looked at. */
  readonly first: Map<OrderStatus, SeenOrder>;
  readonly last: Map<OrderStatus, SeenOrder>;
  /** The statuses whose order had a change accepted. */
  readonly changed: Set<OrderStatus>;
  /** Checks, after restoring, whether an order is as it was. */
  readonly settled: (() => Promise<void>)[];
}

interface Scene {
  readonly model: Model;
  readonly shapes: Shapes;
  /** A text that no sequence has sent before: a lagging replica may still show an earlier one. */
  readonly newText: (order: SeenOrder) => string;
}

/** Sent alone: a text that the service stores unchanged. */
const FIELD = "note_to_supplier";
const UNKNOWN = "plimsoll_adrift";

const LATE: ReadonlySet<OrderStatus> = new Set(LATE_STATUSES);

/** One of each kind except status, which the plain checks send in each status. */
const EACH: readonly Command[] = [
  { kind: "put", status: "draft" },
  { kind: "shipping", status: "open" },
  { kind: "list", status: "draft" },
  { kind: "read", status: "draft" },
];

/**
 * Random sequences of updates, shipping details, unknown statuses and readings over an order in each status, against a
 * model of what may change. Inconclusive if the plain checks could not be made.
 */
export const orderSequences = given(async (t): Promise<Played> => {
  const shapes: Shapes = {
    put: (await t.given(draftTrial)).shape,
    shipping: (await t.given(openTrial)).fields.get(FIELD) ?? null,
  };
  let texts = 0;
  const newText = ({ id }: SeenOrder) => `${OWN_TEXT}${t.settings.run}-${++texts}-${id}`;
  const ids = new Map<OrderStatus, string>();
  for (const status of ORDER_STATUSES) {
    // The orders of the plain checks, which were read after their last change.
    const [id] = await changeableOrders(t, status);
    if (id !== undefined) ids.set(status, id);
  }
  const move = (command: Command): Move<Model> => ({
    kind: command.kind,
    words: `${command.kind} ${command.status}`,
    can: (model) => model.ids.has(command.status),
    act: (model) => act(t, { model, shapes, newText }, command),
  });
  return alone(t, [...ids.values()], () =>
    playSequences<Model>(t, {
      name: "purchase orders in random order",
      runs: t.budget("purchase-orders.sequences"),
      moves: [
        fc.record({ kind: fc.constantFrom(...KINDS), status: fc.constantFrom(...ORDER_STATUSES) }).map(move),
      ],
      each: EACH.map(move),
      begin: async () => ({ ids, first: new Map(), last: new Map(), changed: new Set(), settled: [] }),
      end: async (model) => {
        await putBack(t, shapes, model);
        for (const look of model.settled) await look();
      },
    }),
  );
});

/** The last reading of the order in a status; null if there is none, or if it has another status by now. */
async function orderIn(t: Check, { ids, first, last, settled }: Model, status: OrderStatus) {
  const known = last.get(status);
  const id = ids.get(status);
  if (known !== undefined || id === undefined) return known?.status === status ? known : null;
  const order = await readBefore(t, id, await lastReading(t, id));
  first.set(status, order);
  last.set(status, order);
  if (status === "draft" || status === "open") settled.push(owe(t, order, status));
  return order.status === status ? order : null;
}

async function act(t: Check, scene: Scene, command: Command): Promise<readonly Finding[] | null> {
  const order = await orderIn(t, scene.model, command.status);
  if (order === null) return null;
  switch (command.kind) {
    case "read":
      return lookAgain(t, scene.model, command.status, order);
    case "list":
      return lookAtList(t, scene.model);
    case "status":
      return change(t, scene.model, command, order, { status: UNKNOWN }, () => postStatus(t, order, UNKNOWN));
    default: {
      if (scene.shapes[command.kind] === null || order.record[FIELD] === undefined) return null;
      const values = { [FIELD]: scene.newText(order) };
      const send = () => sendIn(t, scene.shapes, command, order, values);
      return change(t, scene.model, command, order, values, send);
    }
  }
}

function sendIn(
  t: Check,
  shapes: Shapes,
  command: Command,
  order: SeenOrder,
  values: Values,
): Promise<Answered> {
  return command.kind === "put"
    ? put(t, order, shapes.put ?? "record", values)
    : postShipping(t, order, shapes.shipping ?? "alone", values);
}

/** Makes a change and compares the order with what may have become of it. */
async function change(
  t: Check,
  { last, changed }: Model,
  command: Command,
  before: SeenOrder,
  values: Values,
  send: () => Promise<Answered>,
): Promise<readonly Finding[] | null> {
  const rules = rulesOf(command);
  if (rules === null) return null;
  const exchange = await send();
  const outcome = outcomeOf(exchange.answer);
  if (outcome === "accepted") changed.add(command.status);
  const lost = (order: SeenOrder) =>
    Object.entries(values).filter(([name]) => notApplied(name, values, before.record, order.record) === true);
  const allowed = rules.applied !== null;
  const after = await readUntil(
    t,
    before.id,
    (order) => !allowed || outcome !== "accepted" || lost(order).length === 0,
  );
  last.set(command.status, after);
  const exchanges = [exchange, after.exchange];
  const say = (rule: RuleId, documented: string, received: string) => [
    finding({ rule, exchanges }, { documented, received }),
  ];
  if (allowed) {
    // A third value may come from another client writing after us; the plain checks repeat such a change.
    const isFormer = ([name]: readonly [string, unknown]) =>
      changes(before.record[name], after.record[name]).length === 0;
    const [name, sent] = (outcome === "accepted" ? lost(after).find(isFormer) : undefined) ?? [];
    if (name === undefined) return [];
    return say(
      rules.applied ?? rules.refused,
      `${name} ${renderValue(sent)} after the accepted change`,
      renderValue(after.record[name]),
    );
  }
  if (outcome === "accepted" && command.kind !== "status") {
    return say(
      rules.refused,
      `the change of an order that is ${command.status} is refused`,
      `status ${exchange.answer.status}`,
    );
  }
  const slips = changes(before.record, after.record).filter((each) =>
    Object.values(values).includes(each.after),
  );
  const [slip] = slips;
  if (slip === undefined) return [];
  return say(
    rules.unchanged,
    "the order is as it was before the refused request",
    `${slip.pointer} ${renderValue(slip.after)}`,
  );
}

interface CommandRules {
  /** Null if the change is not allowed. */
  readonly applied: RuleId | null;
  readonly refused: RuleId;
  readonly unchanged: RuleId;
}

/** The rules that a command can break; null if the contract leaves it open. */
function rulesOf({ kind, status }: Command): CommandRules | null {
  if (kind === "put") {
    return {
      applied: status === "draft" ? "purchase-orders.draft.put-applied" : null,
      refused: "purchase-orders.put-refused",
      unchanged: "purchase-orders.put-refused.unchanged",
    };
  }
  if (kind === "status") {
    const unknown = "purchase-orders.status.unknown-word";
    return { applied: null, refused: unknown, unchanged: unknown };
  }
  if (status === "draft" || (status !== "open" && !LATE.has(status))) return null;
  return {
    applied: status === "open" ? "purchase-orders.shipping-details.open.applied" : null,
    refused: "purchase-orders.shipping-details.refused-late",
    unchanged: "purchase-orders.shipping-details.refused-late.unchanged",
  };
}

/** A change keeps showing by id, once lagging replicas have caught up … */
async function lookAgain(
  t: Check,
  { last }: Model,
  status: OrderStatus,
  known: SeenOrder,
): Promise<readonly Finding[]> {
  const rule = ruleOfText(status, known.record[FIELD]);
  if (rule === null) return [];
  const isFormer = await formerValues(t, known.id);
  const judge = ({ record, exchange }: SeenOrder) =>
    isFormer(FIELD, record[FIELD]) ? [lostText(rule, known, record[FIELD], exchange)] : [];
  const order = await readUntil(t, known.id, (reading) => judge(reading).length === 0);
  last.set(status, order);
  return judge(order);
}

/** … and in the list, once it has caught up. */
async function lookAtList(t: Check, { last }: Model): Promise<readonly Finding[]> {
  const due = await Promise.all(
    [...last].map(async ([status, known]) => ({
      known,
      rule: ruleOfText(status, known.record[FIELD]),
      isFormer: await formerValues(t, known.id),
    })),
  );
  const judge = (exchange: Answered): readonly Finding[] => {
    const listed = ordersIn(jsonOf(exchange.answer));
    return due.flatMap(({ known, rule, isFormer }) => {
      const shown = listed.find(({ id }) => id === known.id)?.record[FIELD];
      return rule !== null && isFormer(FIELD, shown) ? [lostText(rule, known, shown, exchange)] : [];
    });
  };
  const exchange = await awaitEffect(
    t,
    () => t.askOk({ operation: "v2ListPurchaseOrders" }),
    (reading) => judge(reading).length === 0,
  );
  return judge(exchange);
}

/** The rule that requires a text which this sequence wrote; null for any other text. */
function ruleOfText(status: OrderStatus, text: unknown): RuleId | null {
  if (!isOwnText(text)) return null;
  if (status === "draft") return "purchase-orders.draft.put-applied";
  return status === "open" ? "purchase-orders.shipping-details.open.applied" : null;
}

/** The finding that an order shows a former text again; another client may have written any other text. */
function lostText(
  rule: RuleId,
  { id, record, exchange }: SeenOrder,
  shown: unknown,
  last: Answered,
): Finding {
  return finding(
    { rule, exchanges: [exchange, last] },
    {
      documented: `${id} still shows ${FIELD} ${renderValue(record[FIELD])}`,
      received: renderValue(shown),
    },
  );
}

/** Restores the texts of drafts and open orders, if the contract offers a way. */
async function putBack(t: Check, shapes: Shapes, { first, changed }: Model): Promise<void> {
  for (const [status, order] of first) {
    if (!changed.has(status)) continue;
    const values = ownValues(order, SHIPPING_FIELDS);
    if (status === "draft" && shapes.put !== null) await put(t, order, shapes.put, values);
    else if (shapes.shipping !== null) await postShipping(t, order, "among-all", values);
  }
}
