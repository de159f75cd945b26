import type { ShippingField } from "../../../contract/purchase-orders.js";
import {
  type Arrival,
  arrivalOf,
  isSameLoss,
  type LostValue,
} from "../../../oracles/purchase-orders/fields.js";
import type { Answered } from "../../../wire/exchange.js";
import type { Check } from "../../check/check.js";
import { BRIEF, PATIENCE } from "../eventually.js";
import type { FieldChange, Shape, Values } from "./changes.js";
import { FieldRequests, type Requests } from "./field-requests.js";
import type { SeenOrder } from "./history.js";
import { readUntil } from "./reading.js";
import { type Step, send } from "./sending.js";

/** Free texts: the least that a PUT can change. */
export const TEXTS: readonly ShippingField[] = ["note_to_supplier", "reference_number", "tracking_number"];

/** The free texts that an order shows; all of them if it shows none. */
export function textsIn({ record }: SeenOrder): readonly ShippingField[] {
  const shown = TEXTS.filter((field) => record[field] !== undefined);
  return shown.length > 0 ? shown : TEXTS;
}

/** A lost value, with the exchanges that show it. */
export interface Lost extends LostValue {
  readonly exchanges: readonly [Answered, Answered];
}

/** What became of accepted values. */
export type Applied = Arrival<Lost>;

/** What was sent to change fields of an order, and what became of it. */
export interface Tried extends Applied, Requests {
  /** The order before and after. */
  readonly before: SeenOrder;
  readonly after: SeenOrder;
}

/** How often a change is repeated whose effect does not show. */
const AGAIN = 3;

/** Changes fields of one order, and looks whether the values show. */
export class Fields {
  readonly #requests: FieldRequests;

  constructor(
    private readonly t: Check,
    private readonly change: FieldChange,
    private readonly before: SeenOrder,
  ) {
    this.#requests = new FieldRequests(t, change, before);
  }

  /** Together, in one shape after the other until one is accepted. */
  async together(values: Values, shapes: readonly Shape[]): Promise<Tried> {
    return this.#withArrival(await this.#requests.together(values, shapes));
  }

  /** One after the other; the order is read once, at the end. */
  async each(values: Values): Promise<Tried> {
    return this.#withArrival(await this.#requests.each(values, this.change.shapes));
  }

  /** Together; if no shape is accepted, one after the other. */
  async anyhow(values: Values, shapes = this.change.shapes): Promise<Tried> {
    return this.#withArrival(await this.#requests.anyhow(values, shapes));
  }

  /**
   * Whether accepted values show on the order. A change whose values do not is repeated: a later one, or another
   * client, may have undone it. A lost value shows the same each time, unlike other clients' values.
   */
  async #withArrival(made: Requests): Promise<Tried> {
    const { before } = this;
    const { accepted, values } = made;
    if (accepted === null) return { ...made, before, after: before, judged: [], lost: [] };
    const first = await this.#arrival(values, accepted);
    const last = first.lost.length > 0 ? await this.#again(made, first) : first;
    return { ...made, before, ...last, judged: first.judged };
  }

  /** Repeats the request whose values are lost, since only together may they be; else the lost values alone. */
  async #again({ values, lastValues, shapes }: Requests, first: Arrived): Promise<Arrived> {
    const { t, change } = this;
    // A lagging replica may show another client's value twice.
    const [due, patience] = t.session.lag.isSeen ? [2, PATIENCE] : [1, BRIEF];
    const seen = [...first.lost];
    let last = first;
    for (let round = 1; round <= AGAIN && last.lost.length > 0; round += 1) {
      const lost = new Set(last.lost.map(({ field }) => field));
      const isOne = [...lost].every((field) => field in lastValues);
      const same = isOne
        ? lastValues
        : Object.fromEntries(Object.entries(values).filter(([field]) => lost.has(field)));
      const [shape = "changes"] = [...lost].flatMap((field) => shapes.get(field) ?? []);
      const once = await send(t, change, last.after, shape, same);
      if (once.outcome !== "accepted") break;
      last = await this.#arrival(same, once, patience);
      if (last.lost.length === 0 && !(await this.#takesBack(last.after, lost, shape))) return first;
      const again = last.lost.filter((each) => seen.filter((other) => isSameLoss(each, other)).length >= due);
      if (again.length > 0) return { ...last, lost: again };
      seen.push(...last.lost);
    }
    return { ...last, lost: [] };
  }

  /**
   * Whether the texts that an order had before its change show again once they are sent. If not, it shows each change one
   * request late: a repeated change seems to arrive, and what shows is the one before it.
   */
  async #takesBack(shown: SeenOrder, fields: ReadonlySet<string>, shape: Shape): Promise<boolean> {
    const { t, change, before } = this;
    const texts = Object.fromEntries(
      Object.entries(before.record).filter(
        ([field, value]) => fields.has(field) && typeof value === "string",
      ),
    );
    if (Object.keys(texts).length === 0) return true;
    const step = await send(t, change, shown, shape, texts);
    if (step.outcome !== "accepted") return true;
    const { lost } = await this.#arrival(texts, step, PATIENCE, shown);
    return !lost.some(({ isFormer }) => isFormer);
  }

  /** Reads again until all values show, for a short while. */
  async #arrival(
    values: Values,
    { exchange }: Step,
    patience = PATIENCE,
    before = this.before,
  ): Promise<Arrived> {
    const { t } = this;
    const arrival = (order: SeenOrder) => arrivalOf(values, before.record, order.record);
    const after = await readUntil(t, before.id, (order) => arrival(order).lost.length === 0, patience);
    const { judged, lost } = arrival(after);
    const exchanges = [exchange, after.exchange] as const;
    return { after, judged, lost: lost.map((each) => ({ ...each, exchanges })) };
  }
}

type Arrived = Applied & Pick<Tried, "after">;

/** Several outcomes as one. */
export function together(parts: readonly Applied[]): Applied {
  return {
    judged: parts.flatMap((part) => part.judged),
    lost: parts.flatMap((part) => part.lost),
  };
}
