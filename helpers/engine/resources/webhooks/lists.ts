import type { Check } from "../../check/check.js";
import { type OpenList, readOpenList } from "../../lists/open/list.js";

/** The list of webhooks as one of the generations shows it. */
export type ListOperation = "v1ListWebhooks" | "v2ListWebhooks";

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
