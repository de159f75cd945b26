import { SHIPPING_FIELDS } from "../../../contract/purchase-orders.js";
import { otherCargo } from "../../../oracles/purchase-orders/lines.js";
import { statusMember } from "../../../oracles/purchase-orders/orders.js";
import type { Change } from "../../../wire/changes.js";
import type { Answered } from "../../../wire/exchange.js";
import type { Check } from "../../check/check.js";
import { given } from "../../check/given.js";
import { borrow } from "./borrowed.js";
import { ownValues, SHIPPING, type Shape, type Step, send } from "./changes.js";
import { type Applied, Fields, type Tried, together } from "./fields.js";
import { changeableOrder } from "./listed.js";
import { otherValues } from "./other-values.js";
import { type Smuggling, smuggle } from "./smuggling.js";

/** A change of an order, by shipping details, that was not sent. */
export interface Harm extends Change {
  readonly exchanges: readonly [Answered, Answered, Answered];
}

/** What came of shipping details of one open order. */
interface Part extends Applied, Smuggling {
  readonly steps: readonly Step[];
  /** Fields whose change was accepted, with the accepted shape. */
  readonly shapes: ReadonlyMap<string, Shape>;
  /** Members that are no shipping fields but changed when only shipping fields were sent. */
  readonly harmed: readonly Harm[];
  /** The status, if the order shows another one afterwards. */
  readonly moved: readonly Harm[];
}

export type OpenTrial = Omit<Part, "moved">;

/**
 * Shipping details of an open order: all fields together, each field alone, and with further members. If all together
 * are accepted, only some are sent alone, except at effort thorough. Once a run.
 */
export const openTrial = given(async (t): Promise<OpenTrial> => {
  const [first, second] = [await changeableOrder(t, "open", 0), await changeableOrder(t, "open", 1)];
  const whole = await tryTogether(t, second, SHIPPING_FIELDS);
  if (whole.shapes.size === 0) {
    const each = await tryEach(t, first, SHIPPING_FIELDS);
    const fields = [...each.shapes.keys()];
    return fields.length === 0 ? each : joined([each, await tryTogether(t, second, fields)]);
  }
  // Another client may have moved one order on, but hardly the next one too.
  const again = whole.moved.length === 0 ? null : await tryTogether(t, first, SHIPPING_FIELDS);
  if (again !== null && again.moved.length > 0)
    return joined([whole, { ...again, harmed: [...again.harmed, ...again.moved] }]);
  const isThorough = t.affords("purchase-orders.fields-alone");
  return joined([
    whole,
    await tryEach(t, first, isThorough ? SHIPPING_FIELDS : someFields(t, SHIPPING_FIELDS)),
  ]);
});

/** Every fourth field; the seed decides which. */
export function someFields<T>(t: Check, fields: readonly T[]): readonly T[] {
  return fields.filter((_, at) => at % 4 === t.settings.seed % 4);
}

async function tryTogether(t: Check, id: string, fields: readonly string[]): Promise<Part> {
  return borrow(t, id, SHIPPING, async (before) => {
    const values = await otherValues(t, before, fields, 5);
    const tried = await new Fields(t, SHIPPING, before).together(values, ["shipping-fields"]);
    if (tried.accepted !== null) await restore(t, tried);
    return { ...tried, ...effectsOf(tried), smuggled: [], extras: 0 };
  });
}

async function tryEach(t: Check, id: string, fields: readonly string[]): Promise<Part> {
  return borrow(t, id, SHIPPING, async (before) => {
    const tried = await new Fields(t, SHIPPING, before).each(await otherValues(t, before, fields, 3));
    const smuggling = await smuggle(t, before, tried.shapes);
    if (tried.accepted !== null) await restore(t, tried);
    return { ...tried, ...effectsOf(tried), ...smuggling };
  });
}

function restore(t: Check, { before }: Tried): Promise<Step> {
  return send(t, SHIPPING, before, "shipping-fields", ownValues(before, SHIPPING_FIELDS));
}

/** What the accepted changes did to the order beside what was sent. */
function effectsOf({ before, after, accepted }: Tried): Pick<Part, "harmed" | "moved"> {
  if (accepted === null) return { harmed: [], moved: [] };
  const exchanges = [accepted.exchange, after.exchange, before.exchange] as const;
  const isMoved = before.status !== null && after.status !== null && after.status !== before.status;
  const status = { pointer: `/${statusMember(before.record)}`, before: before.status, after: after.status };
  return {
    harmed: otherCargo(before.record, after.record).map((change) => ({ ...change, exchanges })),
    moved: isMoved ? [{ ...status, exchanges }] : [],
  };
}

function joined(parts: readonly Part[]): OpenTrial {
  return {
    ...together(parts),
    steps: parts.flatMap(({ steps }) => steps),
    shapes: new Map(parts.flatMap(({ shapes }) => [...shapes])),
    smuggled: parts.flatMap(({ smuggled }) => smuggled),
    extras: parts.reduce((sum, { extras }) => sum + extras, 0),
    harmed: parts.flatMap(({ harmed }) => harmed),
  };
}
