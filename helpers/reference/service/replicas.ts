import type { Operation } from "../../contract/model.js";
import { copyWorld } from "./copies.js";
import type { World } from "./records.js";

/** A read by its effect, but its answers are stored, so that they can be read later. */
const WRITES_TOO = "v2ListShipmentRates";

const isRead = ({ method, id }: Operation): boolean => method === "GET" && id !== WRITES_TOO;

/**
 * Copies of earlier states of the service: reads are answered by a replica that lags behind by each of the given times
 * in turn. Without any lag, the service itself answers.
 */
export class Replicas {
  readonly #world: World;
  readonly #lags: readonly number[];
  readonly #now: () => number;
  /** Oldest first; the first one is the state before the longest lag. */
  readonly #copies: { readonly at: number; readonly world: World }[] = [];
  #turn = 0;

  /** @param lags milliseconds */
  constructor(world: World, lags: readonly number[], now: () => number) {
    this.#world = world;
    this.#lags = lags;
    this.#now = now;
    this.restart();
  }

  /** Treats the current state as if it had always been so. */
  restart(): void {
    this.#turn = 0;
    if (this.#lags.length === 0) return;
    this.#copies.splice(0, this.#copies.length, {
      at: Number.NEGATIVE_INFINITY,
      world: copyWorld(this.#world),
    });
  }

  /** The state that a call of the operation reads and writes. */
  worldFor(operation: Operation): World {
    if (this.#lags.length === 0 || !isRead(operation)) return this.#world;
    const lag = this.#lags[this.#turn++ % this.#lags.length] ?? 0;
    if (lag === 0) return this.#world;
    const then = this.#now() - lag;
    return this.#copies.findLast(({ at }) => at <= then)?.world ?? this.#world;
  }

  /** Call this after each call that may have written. */
  noteAfter(operation: Operation): void {
    if (!isRead(operation)) this.note();
  }

  /** Call this after each write. */
  note(): void {
    if (this.#lags.length === 0) return;
    const at = this.#now();
    this.#copies.push({ at, world: copyWorld(this.#world) });
    const longest = at - Math.max(...this.#lags);
    const first = this.#copies.findLastIndex((each) => each.at <= longest);
    this.#copies.splice(0, Math.max(0, first));
  }
}
