import type { Operation } from "../../contract/operations.js";
import type { Collection, Kept } from "./collection.js";
import { PLAIN_KINDS, type World } from "./records.js";

/** Reads by their effect, but what they answer is kept, so that it can be asked for later. */
const WRITES_TOO = "v2ListShipmentRates";

const isRead = ({ method, id }: Operation): boolean => method === "GET" && id !== WRITES_TOO;

/**
 * Copies of what the service held a while ago: reads are answered by one that lags behind the writes by each of the
 * given times in turn. Without any lag there is nothing but the service itself.
 */
export class Replicas {
  readonly #world: World;
  readonly #lags: readonly number[];
  readonly #now: () => number;
  /** Oldest first; the first is what was held before the longest lag began. */
  readonly #copies: { readonly at: number; readonly world: World }[] = [];
  #turn = 0;

  /** @param lags milliseconds */
  constructor(world: World, lags: readonly number[], now: () => number) {
    this.#world = world;
    this.#lags = lags;
    this.#now = now;
    if (lags.length > 0) this.#copies.push({ at: Number.NEGATIVE_INFINITY, world: copy(world) });
  }

  /** What a call of the operation reads and writes. */
  worldFor(operation: Operation): World {
    if (this.#lags.length === 0 || !isRead(operation)) return this.#world;
    const lag = this.#lags[this.#turn++ % this.#lags.length] ?? 0;
    if (lag === 0) return this.#world;
    const then = this.#now() - lag;
    return this.#copies.findLast(({ at }) => at <= then)?.world ?? this.#world;
  }

  /** Has to be told of each call that may have written. */
  noteAfter(operation: Operation): void {
    if (!isRead(operation)) this.note();
  }

  /** Has to be told of each write. */
  note(): void {
    if (this.#lags.length === 0) return;
    const at = this.#now();
    this.#copies.push({ at, world: copy(this.#world) });
    const longest = at - Math.max(...this.#lags);
    const first = this.#copies.findLastIndex((each) => each.at <= longest);
    this.#copies.splice(0, Math.max(0, first));
  }
}

function copy(world: World): World {
  const copied = <T extends Kept>(from: Collection<T>) => from.copy();
  const plain = PLAIN_KINDS.map((kind) => [kind, copied(world.plain[kind])]);
  return {
    shipments: copied(world.shipments),
    labels: copied(world.labels),
    reports: copied(world.reports),
    batches: copied(world.batches),
    carriers: copied(world.carriers),
    warehouses: copied(world.warehouses),
    webhooks: copied(world.webhooks),
    purchaseOrders: copied(world.purchaseOrders),
    plain: { ...world.plain, ...Object.fromEntries(plain) },
  };
}
