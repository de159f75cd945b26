import fc from "fast-check";
import type { RuleId } from "../../../contract/generated/types.js";
import { finding } from "../../../oracles/finding.js";
import {
  LATE_STATUSES,
  notApplied,
  ORDER_STATUSES,
  type OrderStatus,
  ordersIn,
  outcomeOf,
  SHIPPING_FIELDS,
} from "../../../oracles/purchase-orders.js";
import { changes } from "../../../wire/changes.js";
import type { Finding } from "../../../wire/exchange.js";
import { renderValue } from "../../../wire/message.js";
import { Inconclusive } from "../../../wire/outcome.js";
import { type Answered, type Check, given } from "../../check/check.js";
import { playOrders } from "../../check/sequences.js";
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
import { owe } from "./owing.js";
import { alone, changeableOrders, lastReading, readOrder, readUntil, type SeenOrder } from "./reading.js";
import { draftTrial, openTrial } from "./trials.js";

/** What is done, and to the order in which status. `read` and `list` look only. */
interface Command {
  readonly do: "read" | "list" | "put" | "shipping" | "status";
  readonly status: OrderStatus;
}

/** Bodies that the plain checks saw accepted; null where none was. */
interface Shapes {
  readonly put: PutShape | null;
  readonly shipping: ShippingShape | null;
}

/** What is known of the orders: the last reading of each. */
type Model = Map<OrderStatus, SeenOrder>;

interface Scene {
  readonly model: Model;
  readonly shapes: Shapes;
  /** Number of the command, so that each text that is sent is sent once. */
  readonly at: number;
}

/** Sent alone: a text that the service stores as it is. */
const FIELD = "note_to_supplier";
const UNKNOWN = "plimsoll_adrift";
/** Sequences, by effort. */
const RUNS = { quick: 0, standard: 1, thorough: 12 } as const;

const LATE: ReadonlySet<OrderStatus> = new Set(LATE_STATUSES);

/**
 * Random sequences of updates, changes of shipping details, unknown statuses and readings over an order in each
 * status, against a model of what may change. Once a run; empty where the plain checks could not be made.
 */
export const orderSequences = given(async (t: Check) => {
  const nothing = { findings: [], done: new Map<string, number>() };
  if (t.settings.writes !== "fixtures") return nothing;
  try {
    const shapes: Shapes = {
      put: (await t.given(draftTrial)).shape,
      shipping: (await t.given(openTrial)).fields.get(FIELD) ?? null,
    };
    return await playOrders<Command>(t, {
      name: "purchase orders in random order",
      command: fc.record({
        do: fc.constantFrom("put", "shipping", "status", "read", "list"),
        status: fc.constantFrom(...ORDER_STATUSES),
      }),
      runs: RUNS,
      play: (sequence, done) => play(t, shapes, sequence, done),
      show: (command) => `${command.do} ${command.status}`,
    });
  } catch (error) {
    if (error instanceof Inconclusive) return nothing;
    throw error;
  }
});

async function play(
  t: Check,
  shapes: Shapes,
  sequence: readonly Command[],
  done: (command: Command) => void,
): Promise<readonly Finding[]> {
  const ids = new Map<OrderStatus, string>();
  for (const status of new Set(sequence.map((command) => command.status))) {
    // Those of the plain checks, which were read last after the last change.
    const [id] = await changeableOrders(t, status);
    if (id !== undefined) ids.set(status, id);
  }
  return alone(t, [...ids.values()], async () => {
    const model: Model = new Map();
    for (const [status, id] of ids) model.set(status, (await lastReading(t, id)) ?? (await readOrder(t, id)));
    const first = new Map(model);
    const settled = [...first]
      .filter(([status]) => status === "draft" || status === "open")
      .map(([status, order]) => owe(t, order, status));
    try {
      for (const [at, command] of sequence.entries()) {
        if (model.get(command.status)?.status !== command.status) continue;
        const findings = await act(t, { model, shapes, at }, command);
        done(command);
        if (findings.length > 0) return findings;
      }
      return [];
    } finally {
      await putBack(t, shapes, first, model);
      for (const look of settled) await look();
    }
  });
}

async function act(t: Check, scene: Scene, command: Command): Promise<readonly Finding[]> {
  const order = scene.model.get(command.status);
  if (order === undefined) return [];
  switch (command.do) {
    case "read":
      return lookAgain(t, scene, command.status);
    case "list":
      return lookAtList(t, scene.model);
    case "status":
      return change(t, scene, command, { status: UNKNOWN }, () => postStatus(t, order, UNKNOWN));
    default: {
      const shape = scene.shapes[command.do];
      if (shape === null || order.record[FIELD] === undefined) return [];
      const values = { [FIELD]: `PLIMSOLL-${t.settings.seed}-${scene.at}-${order.id}` };
      return change(t, scene, command, values, () => sendIn(t, scene.shapes, command, order, values));
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
  return command.do === "put"
    ? put(t, order, shapes.put ?? "record", values)
    : postShipping(t, order, shapes.shipping ?? "alone", values);
}

/** Makes a change and compares the order with what may have become of it. */
async function change(
  t: Check,
  { model }: Scene,
  command: Command,
  values: Values,
  send: () => Promise<Answered>,
): Promise<readonly Finding[]> {
  const before = model.get(command.status);
  const rules = rulesOf(command);
  if (before === undefined || rules === null) return [];
  const exchange = await send();
  const outcome = outcomeOf(exchange.answer);
  const lost = (order: SeenOrder) =>
    Object.entries(values).filter(
      ([name, sent]) => notApplied(name, sent, before.record, order.record) === true,
    );
  const allowed = rules.applied !== null;
  const after = await readUntil(
    t,
    before.id,
    (order) => !allowed || outcome !== "accepted" || lost(order).length === 0,
  );
  model.set(command.status, after);
  const exchanges = [exchange, after.exchange];
  const say = (rule: RuleId, documented: string, received: string) => [
    finding({ rule, exchanges }, { documented, received }),
  ];
  if (allowed) {
    const [[name, sent] = []] = outcome === "accepted" ? lost(after) : [];
    if (name === undefined) return [];
    return say(
      rules.applied ?? rules.refused,
      `${name} ${renderValue(sent)} after the accepted change`,
      renderValue(after.record[name]),
    );
  }
  if (outcome === "accepted" && command.do !== "status") {
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
  /** Null where the change is not allowed. */
  readonly applied: RuleId | null;
  readonly refused: RuleId;
  readonly unchanged: RuleId;
}

/** The rules that a command can break; null where the contract leaves it open. */
function rulesOf({ do: kind, status }: Command): CommandRules | null {
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

/** What was changed once goes on to show, by id … */
async function lookAgain(t: Check, { model }: Scene, status: OrderStatus): Promise<readonly Finding[]> {
  const known = model.get(status);
  const rule = known === undefined ? null : ruleOfText(status, known.record[FIELD]);
  if (known === undefined || rule === null) return [];
  const order = await readOrder(t, known.id);
  model.set(status, order);
  return judgeText(rule, known, order.record[FIELD], order.exchange);
}

/** … and in the list, once it has caught up. */
async function lookAtList(t: Check, model: Model): Promise<readonly Finding[]> {
  const judge = (exchange: Answered): readonly Finding[] => {
    const { body } = exchange.answer;
    const listed = body.kind === "json" ? ordersIn(body.value) : [];
    return [...model].flatMap(([status, known]) => {
      const shown = listed.find(({ id }) => id === known.id)?.record[FIELD];
      const rule = ruleOfText(status, known.record[FIELD]);
      return rule === null || shown === undefined ? [] : judgeText(rule, known, shown, exchange);
    });
  };
  const exchange = await awaitEffect(
    () => t.askOk({ operation: "v2ListPurchaseOrders" }),
    (reading) => judge(reading).length === 0,
  );
  return judge(exchange);
}

/** The rule by which a text that this sequence put on an order is there; null for any other text. */
function ruleOfText(status: OrderStatus, text: unknown): RuleId | null {
  if (typeof text !== "string" || !text.startsWith("PLIMSOLL-")) return null;
  if (status === "draft") return "purchase-orders.draft.put-applied";
  return status === "open" ? "purchase-orders.shipping-details.open.applied" : null;
}

function judgeText(rule: RuleId, known: SeenOrder, shown: unknown, exchange: Answered): readonly Finding[] {
  const due = known.record[FIELD];
  if (shown === due) return [];
  return [
    finding(
      { rule, exchanges: [known.exchange, exchange] },
      {
        documented: `${known.id} goes on to show ${FIELD} ${renderValue(due)}`,
        received: renderValue(shown),
      },
    ),
  ];
}

/** Puts back the texts of drafts and open orders, where the contract gives a way. */
async function putBack(t: Check, shapes: Shapes, first: Model, last: Model): Promise<void> {
  for (const [status, order] of first) {
    if (changes(order.record[FIELD], last.get(status)?.record[FIELD]).length === 0) continue;
    const values = ownValues(order, SHIPPING_FIELDS);
    if (status === "draft" && shapes.put !== null) await put(t, order, shapes.put, values);
    else if (shapes.shipping !== null) await postShipping(t, order, "among-all", values);
  }
}
