import type { Generation } from "../../../contract/model.js";
import type { Removal } from "../../../target/ledger/ledger.js";

/** The list of webhooks as one of the generations shows it. */
export type ListOperation = "v1ListWebhooks" | "v2ListWebhooks";

interface WebhookOperations {
  readonly create: "v1CreateWebhook" | "v2CreateWebhook";
  readonly remove: "v1DeleteWebhook" | "v2DeleteWebhook";
  /** The lists that may show its webhooks, the likelier one first. */
  readonly lists: readonly ListOperation[];
}

/** What both generations can do with webhooks. Only v2 reads one by its id and updates it. */
export const OPERATIONS: Readonly<Record<Generation, WebhookOperations>> = {
  // The path of the v1 list is only inferred.
  v1: { create: "v1CreateWebhook", remove: "v1DeleteWebhook", lists: ["v1ListWebhooks", "v2ListWebhooks"] },
  v2: { create: "v2CreateWebhook", remove: "v2DeleteWebhook", lists: ["v2ListWebhooks"] },
};

/** All that changes webhooks. */
export const WRITES = [
  "v1CreateWebhook",
  "v1DeleteWebhook",
  "v2CreateWebhook",
  "v2UpdateWebhook",
  "v2DeleteWebhook",
] as const;

/** The call that deletes a webhook. */
export function deletionOf(version: Generation, webhook_id: string): Removal {
  return { operation: OPERATIONS[version].remove, path: { webhook_id } };
}

/** The call that updates a webhook of v2. */
export function updateTo(webhook_id: string, body: unknown) {
  return { operation: "v2UpdateWebhook", path: { webhook_id }, body } as const;
}

/** The only event that v1 names. */
export const V1_EVENT = "report_complete";

/** The two events whose names the contract gives. */
export const EVENTS = [V1_EVENT, "batch"] as const;

/** Events that services usually have; the contract names neither. */
export const UNNAMED = ["track", "rate"] as const;
