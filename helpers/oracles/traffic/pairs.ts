import type { RuleId } from "../../contract/generated/types.js";
import type { Exchange } from "../../wire/exchange.js";
import { renderValue } from "../../wire/message.js";
import { isOutOfUse } from "../../wire/out-of-use.js";
import { jsonOf, objectOf } from "../../wire/raw.js";
import { findIds, objectsIn } from "../../wire/search.js";
import { succeeded } from "../../wire/status.js";
import { finding } from "../finding.js";
import { placeOf, type Span, spanOf } from "./readings.js";
import type { Tally } from "./tally.js";

/** Milliseconds until a removal must show, because of replica lag. */
const LAG = 3_000;

interface Removed extends Span {
  readonly exchange: Exchange;
}

/** Successful removals, and later reads of the same resource. */
export class Pairs {
  readonly #tally: Tally;
  /** By place and path of the resource. */
  readonly #removed = new Map<string, Removed>();

  constructor(tally: Tally) {
    this.#tally = tally;
  }

  /** Takes one exchange, in the order of the recording. */
  look(exchange: Exchange): void {
    const span = spanOf(exchange);
    if (span === null || !succeeded(exchange)) return;
    switch (exchange.operation) {
      case "v1DeleteWebhook":
      case "v2DeleteWebhook":
      case "v1ArchiveBatch":
        this.#removed.set(keyOf(exchange), { ...span, exchange });
        break;
      case "v1CreateWebhook":
      case "v2CreateWebhook":
        this.#forgetWebhooks(exchange);
        break;
      case "v2GetWebhook":
        if (!isOutOfUse(objectOf(exchange.answer) ?? {}))
          this.#judgeGone(exchange, span, keyOf(exchange), "webhooks.v2.delete.gone");
        break;
      case "v1GetBatch":
        this.#judgeArchived(exchange, span);
        break;
      case "v1ListWebhooks":
        this.#judgeListed(exchange, span, "webhooks.v1.delete.gone");
        break;
      case "v2ListWebhooks":
        this.#judgeListed(exchange, span, "webhooks.v2.delete.gone");
        break;
    }
  }

  /** An id that is used again is no trace of a deleted webhook; where an answer names none, any may be. */
  #forgetWebhooks(exchange: Exchange): void {
    const ids = findIds(jsonOf(exchange.answer), "webhook_id").map(encodeURIComponent);
    for (const key of [...this.#removed.keys()]) {
      const isOne = key.startsWith(`${placeOf(exchange)} `) && key.includes("/webhooks/");
      if (isOne && (ids.length === 0 || ids.some((id) => key.endsWith(`/${id}`)))) this.#removed.delete(key);
    }
  }

  #judgeListed(exchange: Exchange, span: Span, rule: RuleId): void {
    for (const webhook of objectsIn(jsonOf(exchange.answer))) {
      const { webhook_id: id } = webhook;
      if ((typeof id === "string" || typeof id === "number") && !isOutOfUse(webhook))
        this.#judgeGone(exchange, span, `${keyOf(exchange)}/${encodeURIComponent(id)}`, rule);
    }
  }

  #judgeGone(exchange: Exchange, span: Span, key: string, rule: RuleId): void {
    const removed = this.#removed.get(key);
    if (removed === undefined || span.from < removed.to + LAG) return;
    const exchanges = [exchange, removed.exchange];
    this.#tally.find([finding({ rule, exchanges }, "no trace of a deleted webhook", "it is shown")]);
  }

  #judgeArchived(exchange: Exchange, span: Span): void {
    const removed = this.#removed.get(keyOf(exchange));
    const status = objectOf(exchange.answer)?.status;
    if (removed === undefined || span.from < removed.to + LAG || typeof status !== "string") return;
    const rule: RuleId = "batches.archive.by-id";
    this.#tally.saw(rule, "batches archived and read");
    if (status === "archived") return;
    const documented = 'status "archived" once the batch was archived';
    this.#tally.find([
      finding({ rule, exchanges: [exchange, removed.exchange] }, documented, renderValue(status), "/status"),
    ]);
  }
}

/** The service and the resource: the address without the query. */
function keyOf(exchange: Exchange): string {
  return `${placeOf(exchange)} ${new URL(exchange.request.url).pathname}`;
}
