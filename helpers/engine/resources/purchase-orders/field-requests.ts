import { isConflict } from "../../../oracles/answers/refusal.js";
import type { Check } from "../../check/check.js";
import { bodyOf } from "./bodies.js";
import type { FieldChange, Shape, Values } from "./changes.js";
import type { SeenOrder } from "./history.js";
import { readNow } from "./reading.js";
import { type Step, send } from "./sending.js";

/** A change of one field that was refused. */
export interface FieldStep {
  readonly field: string;
  readonly step: Step;
}

/** What was sent to change fields of an order, and what was accepted of it. */
export interface Requests {
  readonly steps: readonly Step[];
  /** The last accepted request, or null. */
  readonly accepted: Step | null;
  /** The accepted values, and the shapes in which they were accepted. */
  readonly values: Values;
  readonly shapes: ReadonlyMap<string, Shape>;
  /** Of the accepted values, those in the last accepted request. */
  readonly lastValues: Values;
  /** The fields that were refused even when sent alone. */
  readonly refused: readonly FieldStep[];
}

/** The shape in which the order is where it was in an answer with other members around it. */
const WRAPPED: Shape = "as-answered";

/** Sends changes of fields of one order. */
export class FieldRequests {
  constructor(
    private readonly t: Check,
    private readonly change: FieldChange,
    private readonly before: SeenOrder,
  ) {}

  /** All values together, in one shape after the other until one is accepted. */
  async together(
    values: Values,
    shapes: readonly Shape[],
    what = "other fields",
    order = this.before,
  ): Promise<Requests> {
    const { t, change } = this;
    const names = Object.keys(values);
    const steps: Step[] = [];
    for (const shape of names.length === 0 ? [] : shapes) {
      if (bodyOf(t, change, shape, order, values) === null) continue;
      const step = await send(t, change, order, shape, values, `${change.words} with ${what}`);
      steps.push(step);
      if (step.outcome !== "accepted") continue;
      const taken = new Map(names.map((name) => [name, shape]));
      return { steps: [step], accepted: step, values, lastValues: values, shapes: taken, refused: [] };
    }
    return { steps, accepted: null, values: {}, lastValues: {}, shapes: new Map(), refused: [] };
  }

  /** One value after the other. */
  async each(all: Values, shapes: readonly Shape[]): Promise<Requests> {
    const steps: Step[] = [];
    const taken = new Map<string, Shape>();
    const refused: FieldStep[] = [];
    let values: Values = {};
    let lastValues: Values = {};
    for (const [field, value] of Object.entries(all)) {
      // The body of a PUT holds the whole order: in the shape that is known by now, with what was accepted before.
      const isWhole = this.change.what === "put";
      const sent = isWhole ? { ...values, [field]: value } : { [field]: value };
      const fit = isWhole && taken.size > 0 ? [...taken.values()].slice(0, 1) : shapes;
      const one = await this.#alone(sent, fit, `another ${field}`);
      const [step] = one.steps;
      if (step === undefined) continue;
      steps.push(step);
      if (step.outcome === "refused") refused.push({ field, step });
      if (one.accepted === null) continue;
      values = { ...values, [field]: value };
      lastValues = sent;
      for (const shape of one.shapes.values()) taken.set(field, shape);
    }
    const accepted = steps.findLast(({ outcome }) => outcome === "accepted") ?? null;
    return { steps, accepted, values, lastValues, shapes: taken, refused };
  }

  /**
   * Together; if no shape is accepted, one after the other. A service may refuse a value, and accept a wrapper of which
   * it reads nothing: so a wrapper comes last.
   */
  async anyhow(values: Values, shapes: readonly Shape[]): Promise<Requests> {
    const bare = await this.#togetherOrEach(
      values,
      shapes.filter((shape) => shape !== WRAPPED),
    );
    if (bare.accepted !== null) return bare;
    const wrapped = await this.#togetherOrEach(
      values,
      shapes.filter((shape) => shape === WRAPPED),
    );
    const steps = [...bare.steps, ...wrapped.steps];
    return { ...(wrapped.steps.length > 0 ? wrapped : bare), steps };
  }

  async #togetherOrEach(values: Values, shapes: readonly Shape[]): Promise<Requests> {
    const all = await this.together(values, shapes);
    if (all.accepted !== null || Object.keys(values).length < 2) return all;
    const each = await this.each(values, shapes);
    return { ...each, steps: [...all.steps, ...each.steps] };
  }

  /**
   * Like `together`; if that is a conflict, again with a fresh reading: the order may show a version, which each change
   * that was accepted before makes old.
   */
  async #alone(values: Values, shapes: readonly Shape[], what: string): Promise<Requests> {
    const one = await this.together(values, shapes, what);
    if (!one.steps.some(({ exchange }) => isConflict(exchange.answer))) return one;
    const order = await readNow(this.t, this.before.id);
    return this.together(values, shapes, what, order);
  }
}
