import type { Shared } from "../service/behaviours.js";
import { copyWorld, putBack } from "../service/copies.js";
import type { IdState } from "../service/ids.js";
import type { World } from "../service/records.js";

/** What a service held at one moment, and which ids and draws come next. */
export class Snapshot {
  readonly #world: World;
  readonly #ids: IdState;
  readonly #random: number;

  constructor({ world, ids, random }: Shared) {
    this.#world = copyWorld(world);
    this.#ids = ids.state;
    this.#random = random.state;
  }

  /** Puts it back, as often as one likes: the same calls then have the same answers, ids included. */
  putBack({ world, ids, random }: Shared): void {
    putBack(world, this.#world);
    ids.state = this.#ids;
    random.state = this.#random;
  }
}
