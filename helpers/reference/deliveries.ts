import type { Collection } from "./collection.js";
import type { Faults } from "./faults.js";
import type { JsonObject, Report, Webhook } from "./records.js";
import { timestamp } from "./views/time.js";

const TIMEOUT = 2_000;

/** Sends events to the webhooks registered for them: one attempt each, and no error comes back. */
export class Deliveries {
  readonly #webhooks: Collection<Webhook>;
  readonly #faults: Faults;
  readonly #underway = new Set<Promise<void>>();
  readonly #deleted: Webhook[] = [];

  constructor(webhooks: Collection<Webhook>, faults: Faults) {
    this.#webhooks = webhooks;
    this.#faults = faults;
  }

  send(event: string, payload: JsonObject): void {
    for (const webhook of this.#receivers(event)) {
      const attempt = deliver(webhook, payload, this.#faults).finally(() => this.#underway.delete(attempt));
      this.#underway.add(attempt);
    }
  }

  /** A webhook is no longer registered. */
  forget(webhook: Webhook): void {
    if (this.#faults.has("event-sent-to-deleted-webhook")) this.#deleted.push(webhook);
  }

  #receivers(event: string): readonly Webhook[] {
    const all = [...this.#webhooks.ordered(), ...this.#deleted];
    const registered = all.filter((webhook) => webhook.event === event);
    if (event !== "report_complete") return registered;
    if (this.#faults.has("event-sent-to-every-webhook")) return all;
    if (this.#faults.has("event-sent-to-first-only")) return registered.slice(0, 1);
    return registered;
  }

  /** Waits until everything sent so far has arrived or failed. */
  async settled(): Promise<void> {
    await Promise.all(this.#underway);
  }
}

async function deliver(webhook: Webhook, payload: JsonObject, faults: Faults): Promise<void> {
  const { url } = webhook;
  const headers = faults.has("event-without-headers")
    ? []
    : webhook.headers.slice(0, faults.has("event-with-first-header-only") ? 1 : undefined);
  const custom = Object.fromEntries(headers.map(({ key, value }) => [key, value]));
  try {
    const answer = await fetch(url, {
      method: "POST",
      headers: { ...custom, "content-type": "application/json" },
      body: written(payload, faults),
      signal: AbortSignal.timeout(TIMEOUT),
    });
    await answer.arrayBuffer();
  } catch {
    // What a receiver does is not the service's concern: the contract promises no retries.
  }
}

function written(payload: JsonObject, faults: Faults): string {
  const text = JSON.stringify(payload);
  if (faults.has("event-body-form")) return new URLSearchParams({ payload: text }).toString();
  return faults.has("event-body-in-a-string") ? JSON.stringify(text) : text;
}

/**
 * Payload of report_complete.
 * @param reports all that there are, oldest first
 */
export function reportCompleted(
  completed: Report,
  reports: readonly Report[],
  origin: string,
  faults: Faults,
): JsonObject {
  const [first = completed] = reports;
  const previous = reports.at(-2) ?? completed;
  const report = faults.has("event-names-previous-report") ? previous : completed;
  const list = `${origin}/v1/incubator/adjustments/reports`;
  const href = `${list}/${report.id}`;
  const lost = `${href}0`;
  const address = faults.has("event-report-url-leads-nowhere") ? lost : href;
  return {
    ...(faults.has("event-resource-url-missing")
      ? {}
      : { resource_url: faults.has("event-resource-url-leads-nowhere") ? lost : href }),
    ...(faults.has("event-resource-url-leads-to-list") && { resource_url: list }),
    ...(faults.has("event-resource-url-object") && { resource_url: { href } }),
    resource_type: resourceType(faults),
    data: {
      ...(faults.has("event-report-type-missing") ? {} : { report_type: "adjustments" }),
      ...(faults.has("event-report-type-number") && { report_type: 1 }),
      created_at: createdAt(
        faults.has("event-created-at-of-previous") ? previous.created : report.created,
        faults,
      ),
      ...(faults.has("event-report-url-missing") ? {} : { report_url: { href: address } }),
      ...(faults.has("event-report-url-leads-to-first") && { report_url: { href: `${list}/${first.id}` } }),
      ...(faults.has("event-report-url-string") && { report_url: href }),
    },
  };
}

function resourceType(faults: Faults): string {
  if (faults.has("event-resource-type-is-event")) return "report_complete";
  return faults.has("event-resource-type-lower-case") ? "api_report_complete" : "API_REPORT_COMPLETE";
}

function createdAt(at: number, faults: Faults): string | number {
  if (faults.has("event-created-at-epoch")) return at;
  if (faults.has("event-created-at-hour-late")) return timestamp(at + 3_600_000);
  return faults.has("event-created-at-rfc-1123") ? new Date(at).toUTCString() : timestamp(at);
}
