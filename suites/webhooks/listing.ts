import type { OperationId } from "../../helpers/contract/operations.js";
import type { Check } from "../../helpers/engine/check/check.js";
import { type OpenList, readOpenList } from "../../helpers/engine/lists/open-list.js";
import type { Item } from "../../helpers/wire/decode.js";

/** The list of webhooks as one of the generations shows it. */
export type ListOperation = Extract<OperationId, "v1ListWebhooks" | "v2ListWebhooks">;

/**
 * Reads the list of webhooks.
 * @throws Inconclusive when it cannot be read
 */
export function listWebhooks(t: Check, operation: ListOperation): Promise<OpenList> {
  return readOpenList(t, { operation, idMembers: ["webhook_id", "id"] });
}

/**
 * The list of webhooks as it was before the run created any.
 * @throws Inconclusive when it cannot be read
 */
export async function firstWebhooks(t: Check, operation: ListOperation): Promise<OpenList> {
  const first = await t.listedOk(operation);
  return readOpenList(t, { operation, idMembers: ["webhook_id", "id"], first });
}

/** Whether a second webhook is needed beside which nothing may change; at effort quick any other will do. */
export function needsSecond(t: Check, before: OpenList | null): boolean {
  return t.settings.effort !== "quick" || before === null || before.items.length === 0;
}

/** Items of `after` that were not there before. */
export function gained(before: OpenList, after: OpenList): readonly Item[] {
  return after.items.filter(({ id }) => before.items.every((item) => item.id !== id));
}

/** Items of `before` that are no longer there. */
export function lost(before: OpenList, after: OpenList): readonly Item[] {
  return gained(after, before);
}
