import type { Bend } from "../service/behaviours.js";

/** A freedom that the document leaves, taken in another way than the service usually does. */
export interface Habit {
  /** Kebab-case name: `serve --habit <id>`. */
  readonly id: string;
  /** Heading of the document that leaves it open. */
  readonly section: string;
  /** What the service does with it, one sentence. */
  readonly sentence: string;
  /** Takes hold of the behaviours that differ. */
  readonly bend: Bend;
}
