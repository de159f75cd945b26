import { type ExternalId, isAnswerFor, ownExternalIds } from "../../../oracles/records/external-ids.js";
import type { Answered } from "../../../wire/exchange.js";
import { ifReadable } from "../../../wire/outcome.js";
import { jsonOf } from "../../../wire/raw.js";
import { isPlainSegment } from "../../../wire/segment.js";
import { succeeded } from "../../../wire/status.js";
import type { Check } from "../../check/check.js";
import { onceKnown } from "../eventually.js";
import { allBatches } from "./lists.js";
import { createBatch } from "./own.js";
import { readable } from "./readable.js";

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

/** Judges a lookup by the external id of a known batch. Returns as `judgeLookUp`. */
export async function judgeKnown(t: Check, known: ExternalId): Promise<number | null> {
  const due = `batch ${known.id}, which has ${EXTERNAL_ID} ${known.external}`;
  return judgeLookUp(t, await lookUp(t, known.external), known, due, "batches");
}

/**
 * Creates a batch whose external id has characters that a path must escape, and asks for it by that id. Where the target
 * refuses such an id, or keeps another one, it need not be found.
 */
export async function judgeEscaped(t: Check): Promise<void> {
  if (!t.affords("batches.external-ids.escaped") || !t.inScope("v2GetBatchByExternalId")) return;
  const own = await ifReadable(createBatch(t, "no. 7 #B"));
  const external = own?.before.raw?.[EXTERNAL_ID];
  if (own === null || typeof external !== "string" || isPlainSegment(external)) return;
  const exchange = await onceKnown(t, () => lookUp(t, external));
  const due = `batch ${own.id}, which has ${EXTERNAL_ID} ${JSON.stringify(external)}`;
  judgeLookUp(t, exchange, { id: own.id, external }, due, "external ids with a blank and #");
}

/** External ids that exactly one known batch has. */
export async function knownExternalIds(t: Check): Promise<readonly ExternalId[]> {
  const listed = (await t.given(allBatches)).items;
  const read = t.inScope("v1GetBatch") ? await t.given(readable) : [];
  const shown = new Map([...listed, ...read].map(({ id, raw }) => [id, raw?.[EXTERNAL_ID]]));
  return ownExternalIds([...shown].map(([id, external]) => ({ id, external })));
}
