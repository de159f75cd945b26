import { isConflict } from "../../../oracles/answers/refusal.js";
import type { Check } from "../../check/check.js";
import { onceUnlocked } from "../unlocked.js";
import { bodyOf } from "./bodies.js";
import type { FieldChange, Shape, Values } from "./changes.js";
import type { SeenOrder } from "./history.js";
import { readNow } from "./reading.js";
import { isAccepted, type Step, send } from "./sending.js";

/** A request for the sake of one field. */
export interface FieldStep extends Step {
  readonly field: string;
}

/** The shape in which the order is where it was in an answer with other members around it. */
const WRAPPED: Shape = "as-answered";

/**
 * Sends all values together, in one shape after the other until one is accepted.
 * @returns the accepted request alone, otherwise all of them
 */
export async function sendTogether(
  t: Check,
  change: FieldChange,
  order: SeenOrder,
  values: Values,
  shapes: readonly Shape[],
  what = "other fields",
): Promise<readonly Step[]> {
  const steps: Step[] = [];
  for (const shape of Object.keys(values).length === 0 ? [] : shapes) {
    if (bodyOf(t, change, shape, order, values) === null) continue;
    const step = await onceUnlocked(t, [change.operation], () =>
      send(t, change, order, shape, values, `${change.words} with ${what}`),
    );
    if (isAccepted(step)) return [step];
    steps.push(step);
  }
  return steps;
}

/**
 * Sends one value after the other: as the body of a PUT holds the whole order, with those that were accepted before, in
 * the shape that is known by then.
 * @param isWhole whether it is done so; as the change asks for by default
 * @returns for each field the accepted request, otherwise the first one
 */
export async function sendEach(
  t: Check,
  change: FieldChange,
  order: SeenOrder,
  values: Values,
  shapes = change.shapes,
  isWhole = change.what === "put",
): Promise<readonly FieldStep[]> {
  const steps: FieldStep[] = [];
  for (const [field, value] of Object.entries(values)) {
    const last = isWhole ? steps.findLast(isAccepted) : undefined;
    const sent = { ...last?.values, [field]: value };
    const fit = last === undefined ? shapes : [last.shape];
    const sendTo = (seen: SeenOrder) => sendTogether(t, change, seen, sent, fit, `another ${field}`);
    const made = await sendTo(order);
    // The order may show a version, which each change that was accepted before makes old.
    const isOld = made.some(({ exchange }) => isConflict(exchange.answer));
    const [step] = isOld ? await sendTo(await readNow(t, order.id)) : made;
    if (step !== undefined) steps.push({ ...step, field });
  }
  return steps;
}

/** Requests for all values, and the last ones of them that were for single fields. */
interface Anyhow {
  readonly steps: readonly Step[];
  readonly each: readonly FieldStep[];
}

/**
 * Sends values together and, if no shape is accepted, one after the other. A service may refuse a value, and accept a
 * wrapper of which it reads nothing: so a wrapper comes last.
 */
export async function sendAnyhow(
  t: Check,
  change: FieldChange,
  order: SeenOrder,
  values: Values,
  shapes = change.shapes,
): Promise<Anyhow> {
  const bare = shapes.filter((shape) => shape !== WRAPPED);
  const wrapped = shapes.filter((shape) => shape === WRAPPED);
  let made: Anyhow = { steps: [], each: [] };
  for (const some of [bare, wrapped]) {
    if (made.steps.some(isAccepted)) break;
    const all = await sendTogether(t, change, order, values, some);
    const isSettled = all.some(isAccepted) || Object.keys(values).length < 2;
    const each = isSettled ? [] : await sendEach(t, change, order, values, some);
    if (all.length > 0) made = { steps: [...made.steps, ...all, ...each], each };
  }
  return made;
}
