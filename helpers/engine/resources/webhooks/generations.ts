import type { Generation } from "../../../contract/model.js";
import type { Check, Given } from "../../check/check.js";
import { given } from "../../check/given.js";

/** The list of webhooks as one of the generations shows it. */
export type ListOperation = "v1ListWebhooks" | "v2ListWebhooks";

/** The operations of one generation. Only v2 reads a webhook by its id and updates it. */
export interface WebhookGeneration {
  readonly version: Generation;
  readonly create: "v1CreateWebhook" | "v2CreateWebhook";
  readonly remove: "v1DeleteWebhook" | "v2DeleteWebhook";
  /** The lists that may show its webhooks, the likelier one first. */
  readonly lists: readonly ListOperation[];
}

export const V1: WebhookGeneration = {
  version: "v1",
  create: "v1CreateWebhook",
  remove: "v1DeleteWebhook",
  // The path of the v1 list is only inferred.
  lists: ["v1ListWebhooks", "v2ListWebhooks"],
};

export const V2: WebhookGeneration = {
  version: "v2",
  create: "v2CreateWebhook",
  remove: "v2DeleteWebhook",
  lists: ["v2ListWebhooks"],
};

/** The only event that v1 names. */
export const V1_EVENT = "report_complete";

/** The two events whose names the contract gives. */
export const EVENTS = [V1_EVENT, "batch"] as const;

/** The generations in scope. */
export function webhookGenerations(t: Check): readonly WebhookGeneration[] {
  return [V1, V2].filter(({ version }) => t.settings.generations.includes(version));
}

/** A set-up of each generation, made once a run. */
export function inEach<T>(
  make: (t: Check, generation: WebhookGeneration) => Promise<T>,
): Readonly<Record<Generation, Given<T>>> {
  return { v1: given((t) => make(t, V1)), v2: given((t) => make(t, V2)) };
}
