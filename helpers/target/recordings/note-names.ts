/** Names of the side notes of a recording: what a run learns without exchanges. */

/** The run used up its budget; the value is the budget. */
export const BUDGET_NOTE = "the budget is used up";

/** The run was stopped by its findings; the value says why. */
export const STOPPED_NOTE = "the run was stopped";

/** The run gave the target up; the value says why. */
export const GIVEN_UP_NOTE = "the target is given up";

/** The target answered with 429; the value is the lowest concurrency. */
export const WIDTH_NOTE = "requests at a time were brought down";

/** From some moment on, requests of a kind, which follows the name, were no longer sent; the value says why. */
export const UNSENT_NOTE = "not sent any more";

/** A request that had to be refused was carried out; the value names the effect. */
export const EFFECT_NOTE = "carried out though it had to be refused";

/** A call with a wrong key repeated a read of an operation, which follows the name; the value is its path and query. */
export const REPEATED_NOTE = "repeated with a wrong key";

/** A list was asked for again after a write, by an address used before; the operation follows the name. */
export const LISTED_NOTE = "listed again after a write";

/** What the run could not remove. */
export const LEFTOVERS_NOTE = "left behind";

/** Ends the recording of a complete run. */
export const END_NOTE = "the run ended";

/** Number of joined shards: such a recording cannot be judged again, as it is not the course of one run. */
export const JOINED_NOTE = "joined from shards";
