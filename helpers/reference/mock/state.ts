import type { Shared } from "../service/behaviours.js";
import { copyWorld, putBack } from "../service/copies.js";
import type { IdState } from "../service/ids.js";
import type { World } from "../service/records.js";

/** What a service held at one moment, with its next ids and random numbers. */
export class Snapshot {
  readonly #world: World;
  readonly #ids: IdState;
  readonly #random: readonly number[];

  constructor({ world, ids, random }: Shared) {
    this.#world = copyWorld(world);
    this.#ids = ids.state;
    this.#random = random.state;
  }

  /** Restores it; can be repeated. The same calls then get the same answers, ids included. */
  putBack({ world, ids, random }: Shared): void {
    putBack(world, this.#world);
    ids.state = this.#ids;
    random.state = this.#random;
  }
}
