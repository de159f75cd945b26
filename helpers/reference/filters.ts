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
  readonly #word: string;
  readonly #reads: (name: string) => boolean;

  /**
   * @param list name of the list
   * @param reads says which parameters filter at all; the others are only shown in the links
   */
  constructor(call: Call, list: string, reads: (name: string) => boolean = () => true) {
    this.#call = call;
    this.#word = call.listWord(list);
    this.#reads = reads;
  }

  /** A parameter whose value must equal something of the item. */
  equal(name: string, has: (item: T, value: string) => boolean): this {
    const value = this.#take(name);
    if (value === null) return this;
    const { faults } = this.#call;
    // One record in seven, always the same ones.
    const lossy = faults.has(`${this.#word}-${name}-loses-some`);
    if (lossy) this.#tests.push((item) => has(item, value) && !isSeventh(item.id));
    else if (faults.has(`${this.#word}-${name}-adds-some`)) {
      this.#tests.push((item) => has(item, value) || isSeventh(item.id));
    } else this.#tests.push((item) => has(item, value));
    return this;
  }

  /** The parameters <prefix>_at_start and <prefix>_at_end, both bounds included. */
  window(key: SortKey): this {
    const { faults } = this.#call;
    const other = faults.has(`${this.#word}-${key}-window-reads-other-time`);
    const late = key === "created" && faults.has(`${this.#word}-hidden-digits`) ? HIDDEN : 0;
    const read: SortKey = other ? (key === "created" ? "modified" : "created") : key;
    const at = (item: T) => item[read] + late;
    this.#bound(
      `${key}_at_start`,
      (item, bound) => at(item) >= bound,
      (item, bound) => at(item) > bound,
    );
    this.#bound(
      `${key}_at_end`,
      (item, bound) => at(item) <= bound,
      (item, bound) => at(item) < bound,
    );
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
    const { faults, query } = this.#call;
    if (others.length === 0) return first;
    if (faults.has(`${this.#word}-filters-or`)) return (item) => this.#tests.some((test) => test(item));
    if (faults.has(`${this.#word}-last-filter-dropped`)) {
      return (item) => this.#tests.slice(0, -1).every((test) => test(item));
    }
    if (query.page_size !== undefined && faults.has(`${this.#word}-second-filter-lost-with-page-size`))
      return first;
    return (item) => first(item) && others.every((test) => test(item));
  }

  /** The value of a parameter that filters; null when it does not. */
  #take(name: string): string | null {
    const value = this.#call.query[name];
    if (value === undefined) return null;
    this.shown[name] = value;
    if (!this.#reads(name)) return null;
    const { faults, query } = this.#call;
    if (faults.has(`${this.#word}-${name}-ignored`)) return null;
    const later = Number(query.page ?? 1) > 1;
    return later && faults.has(`${this.#word}-${name}-ignored-from-page-2`) ? null : value;
  }

  #bound(
    name: string,
    holds: (item: T, at: number) => boolean,
    strictly: (item: T, at: number) => boolean,
  ): void {
    const value = this.#take(name);
    if (value === null) return;
    const { faults, query } = this.#call;
    if (faults.has(`${this.#word}-${name}-date-time-refused`) && value.endsWith("Z")) {
      throw invalidValue(name, value, `${name} must be a date.`);
    }
    const at = this.#instant(name, value);
    const offset = /[+-]\d{2}:?\d{2}$/.test(value);
    const both = query.created_at_start !== undefined && query.created_at_end !== undefined;
    const exclusive =
      faults.has(`${this.#word}-${name}-exclusive`) ||
      (offset && faults.has(`${this.#word}-${name}-exclusive-with-offset`)) ||
      (both && faults.has(`${this.#word}-${name}-exclusive-in-window`));
    this.#tests.push((item) => (exclusive ? strictly : holds)(item, at));
  }

  #instant(name: string, value: string): number {
    const { faults } = this.#call;
    if (!value.includes("T") && faults.has("bare-date-fails")) throw new Error(`no time in ${value}`);
    const unread = faults.has(`${this.#word}-bound-offset-unread`);
    const at = readDate(name, unread ? value.replace(/[+-]\d\d:\d\d$/, "Z") : value);
    const midnight = Math.floor(at / DAY) * DAY;
    if (!faults.has(`${this.#word}-${name}-by-day`)) return at;
    return name.endsWith("_start") ? midnight : midnight + DAY - 1;
  }
}

const DAY = 86_400_000;

/** Milliseconds by which a time may be later than it is printed. */
const HIDDEN = 500;

/** The same seventh of all records each time. */
export const isSeventh = (id: string): boolean => Number(id.replaceAll(/\D/g, "")) % 7 === 0;
