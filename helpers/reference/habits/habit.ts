import type { Bend } from "../service/behaviours.js";

/** A freedom that the document leaves, used in another way than the service usually does. */
export interface Habit {
  /** Kebab-case name: `serve --habit <id>`. */
  readonly id: string;
  /** The heading of the document that leaves it open. */
  readonly section: string;
  /** What the service does, in one sentence. */
  readonly sentence: string;
  /** Changes the behaviours that differ. */
  readonly bend: Bend;
}
