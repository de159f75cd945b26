import { type Item, itemOf } from "../../wire/decode.js";
import type { Exchange } from "../../wire/exchange.js";
import { isGone, webhookDifferences } from "./webhooks.js";

/** A list of webhooks at one time. */
export interface Listed {
  readonly items: readonly Item[];
  /** False if it has pages that were not read. */
  readonly whole: boolean;
}

/** A list of webhooks at one time, with the exchanges that show it. */
export interface ReadList extends Listed {
  readonly exchanges: readonly Exchange[];
}

/** Items of `after` that are new. */
export function gained(before: Listed, after: Listed): readonly Item[] {
  return after.items.filter(({ id }) => before.items.every((item) => item.id !== id));
}

/** Items of `before` that are no longer there; those missing from a list that was read in part may be further on. */
export function lost(before: Listed, after: Listed): readonly Item[] {
  return after.whole ? gained(after, before) : [];
}

/** Items of `before` that are lost, or that show another value in one of the documented members. */
export function touched(before: Listed, after: Listed): readonly Item[] {
  return before.items.filter(({ id, raw }) => {
    const now = itemOf(after, id);
    return now === null ? after.whole : webhookDifferences(raw, now).length > 0;
  });
}

/** Whether a list shows the webhook as one in use: a deleted one may stay in it as one that is not. */
export function isInUse(list: Pick<Listed, "items"> | null, id: string): boolean {
  return !isGone(itemOf(list, id));
}
