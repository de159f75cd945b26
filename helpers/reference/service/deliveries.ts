import type { Behaviours, Deliveries } from "./behaviours.js";
import type { Collection } from "./collection.js";
import type { JsonObject, Report, Webhook, World } from "./records.js";
import { timestamp } from "./views/time.js";

const TIMEOUT = 2_000;

/** Sends events to the webhooks registered for them: one attempt each, errors ignored. */
export class Sender implements Deliveries {
  readonly #webhooks: Collection<Webhook>;
  readonly #does: Behaviours;
  readonly #underway = new Set<Promise<void>>();

  constructor(webhooks: Collection<Webhook>, does: Behaviours) {
    this.#webhooks = webhooks;
    this.#does = does;
  }

  send(event: string, payload: JsonObject): void {
    for (const webhook of this.#does.receivers(event, this.#webhooks.ordered())) {
      const attempt = deliver(webhook, payload, this.#does).finally(() => this.#underway.delete(attempt));
      this.#underway.add(attempt);
    }
  }

  async settled(): Promise<void> {
    await Promise.all(this.#underway);
  }
}

async function deliver(webhook: Webhook, payload: JsonObject, does: Behaviours): Promise<void> {
  const custom = does.deliveryHeaders(webhook).map(({ key, value }) => [key, value]);
  try {
    const headers = new Headers(Object.fromEntries(custom));
    headers.set("content-type", "application/json");
    const answer = await fetch(webhook.url, {
      method: "POST",
      headers,
      body: does.deliveryText(payload),
      signal: AbortSignal.timeout(TIMEOUT),
    });
    await answer.arrayBuffer();
  } catch {
    // A receiver's errors are ignored: the contract promises no retries.
  }
}

export const receivers = (event: string, webhooks: readonly Webhook[]): readonly Webhook[] =>
  webhooks.filter((webhook) => webhook.event === event);

export const deliveryHeaders = ({ headers }: Webhook): Webhook["headers"] => headers;

export const deliveryText = (payload: JsonObject): string => JSON.stringify(payload);

export function reportPayload({ id, created }: Report, _world: World, origin: string): JsonObject {
  const href = `${origin}/v1/incubator/adjustments/reports/${encodeURIComponent(id)}`;
  return {
    resource_url: href,
    resource_type: "API_REPORT_COMPLETE",
    data: { report_type: "adjustments", created_at: timestamp(created), report_url: { href } },
  };
}
