import type { Exchange } from "../../wire/exchange.js";
import { jsonOf } from "../../wire/raw.js";
import { findIds } from "../../wire/search.js";
import { lastSegment } from "../../wire/segment.js";
import { succeeded } from "../../wire/status.js";

/** A creation that was answered with the id of a webhook that an earlier one had made and that was deleted since. */
interface Reuse {
  readonly id: string;
  readonly exchanges: readonly [created: Exchange, deleted: Exchange];
}

/**
 * The first such creation; null if there is none. Ids that no earlier creation gave do not count: the other generation
 * may count its webhooks by itself.
 */
export function reusedId(created: readonly Exchange[], deleted: readonly Exchange[]): Reuse | null {
  const gone = deleted
    .filter(succeeded)
    .map((exchange) => ({ exchange, id: lastSegment(exchange.request.url) }));
  const given = new Set<string>();
  for (const exchange of created.filter(succeeded)) {
    const ids = exchange.answer === null ? [] : findIds(jsonOf(exchange.answer), "webhook_id");
    const again = ids.filter((id) => given.has(id));
    const former = gone.find((one) => one.exchange.index < exchange.index && again.includes(one.id));
    if (former !== undefined) return { id: former.id, exchanges: [exchange, former.exchange] };
    for (const id of ids) given.add(id);
  }
  return null;
}
