import type { Call } from "./call.js";
import type { Kept, SortKey } from "./collection.js";
import { invalidValue } from "./problem.js";

const DATE = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}([.,]\d+)?)?(Z|[+-]\d{2}(:?\d{2})?)?)?$/i;
const ZONE = /(Z|[+-]\d{2}(:?\d{2})?)$/i;

/** Reads an ISO 8601 date or date-time as epoch ms; without a zone it is UTC. Throws 400. */
export function readDate(name: string, text: string): number {
  const zoned = text.includes("T") && !ZONE.test(text) ? `${text}Z` : text;
  const at = DATE.test(text) ? Date.parse(zoned) : Number.NaN;
  if (Number.isFinite(at)) return at;
  throw invalidValue(name, text, `${name} must be an ISO 8601 date or date and time.`);
}

/** Collects the filters of a list request: what to keep and what the links have to show. */
export class Filters<T extends Kept> {
  readonly shown: Record<string, string> = {};
  readonly #tests: ((item: T) => boolean)[] = [];
  readonly #call: Call;
  readonly #reads: (name: string) => boolean;

  /** @param reads says which parameters filter at all; the others are only shown in the links */
  constructor(call: Call, reads: (name: string) => boolean = () => true) {
    this.#call = call;
    this.#reads = reads;
  }

  /** A parameter whose value must equal something of the item. */
  equal(name: string, has: (item: T, value: string) => boolean): this {
    const value = this.#call.query[name];
    if (value === undefined) return this;
    this.shown[name] = value;
    if (this.#reads(name)) this.#tests.push((item) => has(item, value));
    return this;
  }

  /** The parameters <prefix>_at_start and <prefix>_at_end, both bounds included. */
  window(key: SortKey): this {
    const at: (item: T) => number = key === "created" ? (item) => item.created : (item) => item.modified;
    this.#bound(`${key}_at_start`, (item, bound) => at(item) >= bound);
    this.#bound(`${key}_at_end`, (item, bound) => at(item) <= bound);
    return this;
  }

  /** What the links show for a parameter that was not given. */
  show(name: string, otherwise: string): this {
    this.shown[name] ??= otherwise;
    return this;
  }

  /** True for an item that passes all filters; undefined when there is none. */
  get keep(): ((item: T) => boolean) | undefined {
    const [first, ...others] = this.#tests;
    if (!first) return undefined;
    return others.length === 0 ? first : (item) => first(item) && others.every((test) => test(item));
  }

  #bound(name: string, holds: (item: T, at: number) => boolean): void {
    const value = this.#call.query[name];
    if (value === undefined) return;
    this.shown[name] = value;
    if (!this.#reads(name)) return;
    const at = readDate(name, value);
    this.#tests.push((item) => holds(item, at));
  }
}
