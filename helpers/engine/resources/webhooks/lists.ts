import type { OperationId } from "../../../contract/generated/types.js";
import { webhookDifferences } from "../../../oracles/webhooks.js";
import type { Item } from "../../../wire/decode.js";
import type { Raw } from "../../../wire/raw.js";
import type { Check } from "../../check/check.js";
import { type OpenList, readOpenList } from "../../lists/open-list.js";

/** The list of webhooks as one of the generations shows it. */
export type ListOperation = Extract<OperationId, "v1ListWebhooks" | "v2ListWebhooks">;

const LIST = { idMembers: ["webhook_id", "id"], unpaged: true } as const;

/** Reads the list of webhooks. @throws Inconclusive if it cannot be read, or shows several v2 webhooks under one id */
export async function listWebhooks(t: Check, operation: ListOperation): Promise<OpenList> {
  return toldApart(t, operation, await readOpenList(t, { ...LIST, operation }));
}

/**
 * The list of webhooks before the run created any.
 * @throws Inconclusive if it cannot be read, or shows several v2 webhooks under one id
 */
export async function firstWebhooks(t: Check, operation: ListOperation): Promise<OpenList> {
  const first = await t.listedOk(operation);
  return toldApart(t, operation, await readOpenList(t, { ...LIST, operation, first }));
}

/** `whole` is false for a single page only if an id occurs twice on it. */
function toldApart(t: Check, operation: ListOperation, list: OpenList): OpenList {
  if (operation === "v2ListWebhooks" && list.exchanges.length === 1 && !list.whole)
    t.inconclusive("the list shows several webhooks under one id; see webhooks.v2.ids.unique");
  return list;
}

/** Whether a second webhook is needed that must not change; at effort quick any existing one will do. */
export function needsSecond(t: Check, before: OpenList | null): boolean {
  return t.affords("webhooks.second") || before === null || before.items.length === 0;
}

/** Items of `after` that are new. */
export function gained(before: OpenList, after: OpenList): readonly Item[] {
  return after.items.filter(({ id }) => before.items.every((item) => item.id !== id));
}

/** Items of `before` that are no longer there. */
export function lost(before: OpenList, after: OpenList): readonly Item[] {
  return gained(after, before);
}

/** Items of `before` that are gone, or that show another value in one of the documented members. */
export function touched(before: OpenList, after: OpenList): readonly Item[] {
  return before.items.filter(({ id, raw }) => {
    const now = itemOf(after, id);
    return now === null || webhookDifferences(raw, now).length > 0;
  });
}

/** The webhook's item in a list. */
export function itemOf(list: OpenList | null, id: string): Raw | null {
  return list?.items.find((item) => item.id === id)?.raw ?? null;
}
