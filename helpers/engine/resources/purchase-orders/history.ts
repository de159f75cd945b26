import { SHIPPING_FIELDS } from "../../../contract/purchase-orders.js";
import { type Order, withDetails } from "../../../oracles/purchase-orders/orders.js";
import { TextsOfOthers } from "../../../oracles/purchase-orders/own-texts.js";
import { type SentChange, sentValue } from "../../../oracles/purchase-orders/sent.js";
import { shows } from "../../../wire/changes.js";
import type { Answered } from "../../../wire/exchange.js";
import type { Check } from "../../check/check.js";
import { given } from "../../check/given.js";

/** An order as one reading showed it. */
export interface SeenOrder extends Order {
  readonly exchange: Answered;
}

/** A change that was sent to an order. */
export interface Sent extends SentChange {
  readonly exchange: Answered;
}

/** What the run has read of purchase orders by id, and which changes it has sent to them. */
class History {
  /** All changes, in order. */
  readonly sent: Sent[] = [];
  readonly #first = new Map<string, SeenOrder>();
  readonly #last = new Map<string, SeenOrder>();
  readonly #statuses = new Map<string, Set<string>>();
  /** What other runs do to orders. */
  readonly others: TextsOfOthers;

  constructor(run: string) {
    this.others = new TextsOfOthers(run);
  }

  noteReading(order: SeenOrder): void {
    this.others.note(order);
    if (order.status !== null)
      this.#statuses.set(order.id, (this.#statuses.get(order.id) ?? new Set()).add(order.status));
    if (!this.#first.has(order.id)) this.#first.set(order.id, order);
    this.#last.set(order.id, order);
  }

  /** The last reading of an order; null if there is none. */
  lastReading(id: string): SeenOrder | null {
    return this.#last.get(id) ?? null;
  }

  /** Whether any reading of an order showed this status. */
  hasShown(id: string, status: string): boolean {
    return this.#statuses.get(id)?.has(status) ?? false;
  }

  /** Earlier readings of an order are out of date as soon as a change is on its way. */
  outdate(id: string): void {
    this.#last.delete(id);
  }

  /**
   * Whether a member has a value which the order showed at first, or which the run sent, before the last accepted
   * change gave the member another one. A lagging replica may show such a value for a while.
   */
  isFormer(id: string, member: string, value: unknown): boolean {
    const accepted = this.sent.filter((each) => each.id === id && each.outcome === "accepted");
    const last = accepted.pop();
    const due = last && sentValue(last, member);
    if (due === undefined || shows(due, value)) return false;
    const formers = [
      withDetails(this.#first.get(id)?.record ?? {})[member],
      ...accepted.map((each) => sentValue(each, member)),
    ];
    return formers.some((former) => former !== undefined && shows(former, value));
  }

  /**
   * Whether a text of the shipping fields has a former value. Other members may rightly stay as they were, and a
   * service may show other values in a form of its own.
   */
  isLagging({ id, record }: Order): boolean {
    const shown = withDetails(record);
    return SHIPPING_FIELDS.some(
      (field) => typeof shown[field] === "string" && this.isFormer(id, field, shown[field]),
    );
  }
}

/** The run's one history of purchase orders. */
export const orderHistory = given(async ({ settings }) => new History(settings.run));

/** @throws Inconclusive if another run changes orders too: a value that an order does not keep may be its doing */
export async function needsNoOtherRun(t: Check): Promise<void> {
  if ((await t.given(orderHistory)).others.areSeen)
    t.inconclusive(
      "another run of Plimsoll changes the same purchase orders; run again while no other run is under way",
    );
}
