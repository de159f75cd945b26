import type { Exchange } from "../../wire/exchange.js";
import { jsonOf } from "../../wire/raw.js";
import { findIds } from "../../wire/search.js";
import { lastSegment } from "../../wire/segment.js";
import { succeeded } from "../../wire/status.js";

/** A creation that was answered with the id of a webhook that had been deleted before. */
interface Reuse {
  readonly id: string;
  readonly exchanges: readonly [created: Exchange, deleted: Exchange];
}

/** The first such creation; null if there is none. */
export function reusedId(created: readonly Exchange[], deleted: readonly Exchange[]): Reuse | null {
  const gone = deleted
    .filter(succeeded)
    .map((exchange) => ({ exchange, id: lastSegment(exchange.request.url) }));
  for (const exchange of created.filter(succeeded)) {
    const ids = exchange.answer === null ? [] : findIds(jsonOf(exchange.answer), "webhook_id");
    const former = gone.find((one) => one.exchange.index < exchange.index && ids.includes(one.id ?? ""));
    if (former?.id) return { id: former.id, exchanges: [exchange, former.exchange] };
  }
  return null;
}
