import type { Collection } from "./collection.js";
import type { JsonObject, Report, Webhook } from "./records.js";
import { timestamp } from "./views/time.js";

const TIMEOUT = 2_000;

/** Sends events to the webhooks registered for them: one attempt each, and no error comes back. */
export class Deliveries {
  readonly #webhooks: Collection<Webhook>;
  readonly #underway = new Set<Promise<void>>();

  constructor(webhooks: Collection<Webhook>) {
    this.#webhooks = webhooks;
  }

  send(event: string, payload: JsonObject): void {
    for (const webhook of this.#webhooks.ordered()) {
      if (webhook.event !== event) continue;
      const attempt = deliver(webhook, payload).finally(() => this.#underway.delete(attempt));
      this.#underway.add(attempt);
    }
  }

  /** Waits until everything sent so far has arrived or failed. */
  async settled(): Promise<void> {
    await Promise.all(this.#underway);
  }
}

async function deliver({ url, headers }: Webhook, payload: JsonObject): Promise<void> {
  const custom = Object.fromEntries(headers.map(({ key, value }) => [key, value]));
  // Loaded with the first delivery: most services never send one, and start sooner without.
  const { request } = await import("undici");
  try {
    const answer = await request(url, {
      method: "POST",
      headers: { ...custom, "content-type": "application/json" },
      body: JSON.stringify(payload),
      signal: AbortSignal.timeout(TIMEOUT),
    });
    await answer.body.dump();
  } catch {
    // What a receiver does is not the service's concern: the contract promises no retries.
  }
}

/** Payload of report_complete. */
export function reportCompleted(report: Report, origin: string): JsonObject {
  const href = `${origin}/v1/incubator/adjustments/reports/${report.id}`;
  return {
    resource_url: href,
    resource_type: "API_REPORT_COMPLETE",
    data: {
      report_type: "adjustments",
      created_at: timestamp(report.created),
      report_url: { href },
    },
  };
}
