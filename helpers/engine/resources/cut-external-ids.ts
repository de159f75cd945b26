import { type ExternalId, othersShown } from "../../oracles/records/external-ids.js";
import { cutShort } from "../../target/messages/made-up.js";
import type { Answered } from "../../wire/exchange.js";
import { jsonOf } from "../../wire/raw.js";
import { succeeded } from "../../wire/status.js";
import type { Check } from "../check/check.js";

/**
 * The shortest known external id without its last character; the next one where that is known too, null if all are. Of
 * run-1 to run-40, run- is left, and not run-4, which may be on a page that was not read.
 */
export function cutOf(known: readonly ExternalId[]): string | null {
  const ids = known.map(({ external }) => external);
  const shortestFirst = ids.toSorted((one, other) => one.length - other.length);
  return cutShort(shortestFirst, ids, /\S$/);
}

/**
 * Judges the answer to a lookup by an external id that no known record has: a record with another one is wrong.
 * @param member the member that holds the external id
 * @returns the status of a refusal that says nothing about the id; null if the answer was judged
 */
export function judgeCutShort(t: Check, exchange: Answered, external: string, member: string): number | null {
  const { status } = exchange.answer;
  if (!succeeded(exchange)) return status === 404 ? null : status;
  t.saw("external ids cut short");
  const shown = othersShown(jsonOf(exchange.answer), external, member);
  if (shown.length > 0)
    t.breach(exchange, `nothing, or what has ${member} ${external}`, `${member} ${shown.join(", ")}`);
  return null;
}
