import { type ExternalId, isAnswerFor } from "../../../oracles/records/external-ids.js";
import type { Answered } from "../../../wire/exchange.js";
import { jsonOf } from "../../../wire/raw.js";
import { succeeded } from "../../../wire/status.js";
import type { Check } from "../../check/check.js";

/** The member that holds a batch's external id. */
export const EXTERNAL_ID = "external_batch_id";

/** Asks for a batch by an external id. */
export function lookUp(t: Check, external: string): Promise<Answered> {
  return t.ask({ operation: "v2GetBatchByExternalId", path: { [EXTERNAL_ID]: external } });
}

/**
 * Judges that the answer to a lookup is the batch that has the external id.
 * @param due that batch, in words
 * @param seen what the answer is evidence of
 * @returns the status of a refusal that says nothing about the id; null if the answer was judged
 */
export function judgeLookUp(
  t: Check,
  exchange: Answered,
  known: ExternalId,
  due: string,
  seen: string,
): number | null {
  const { status } = exchange.answer;
  if (!succeeded(exchange) && status !== 404) return status;
  t.saw(seen);
  const value = jsonOf(exchange.answer);
  if (status === 404) t.expect(exchange, due).status(200);
  else if (value !== undefined && !isAnswerFor(value, known, EXTERNAL_ID)) t.breach(exchange, due, value);
  return null;
}
