import type { Ids } from "../ids.js";
import type { Random } from "../random.js";
import type { World } from "../records.js";
import type { Variant } from "../variant.js";
import type { AddressBook } from "./addresses.js";

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

/** All seeded data are older than this, whenever the service runs. */
export const SEED_END = Date.UTC(2025, 8, 30, 12);

/** What seeded records are made from, and where they go. */
export interface Stock {
  readonly world: World;
  readonly ids: Ids;
  readonly random: Random;
  readonly variant: Variant;
  readonly book: AddressBook;
}
