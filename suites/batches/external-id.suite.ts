import { describe } from "vitest";
import { operationInScope } from "../../helpers/contract/scope.js";
import type { Check } from "../../helpers/engine/check/check.js";
import { rule } from "../../helpers/engine/check/rule.js";
import { allBatches } from "../../helpers/engine/resources/batches/lists.js";
import { jsonOf } from "../../helpers/wire/raw.js";
import { deepIncludesId, objectsIn } from "../../helpers/wire/search.js";
import { isPlainSegment, PLAIN_CHARACTERS } from "../../helpers/wire/segment.js";
import { succeeded } from "../../helpers/wire/status.js";
import { readable } from "./readable.js";

describe("v2 endpoints: a batch by its external id", { meta: { reads: ["batches"] } }, () => {
  rule("batches.by-external-id.v2", "reads a known batch by its external id", async (t) => {
    const known = await externalIds(t);
    const cut = t.affords("batches.external-ids.cut") ? cutShort(known) : null;
    // A truncated id shows as well as a second real one whether the target looks at the id.
    const samples = samplesOf(known).slice(0, t.budget("batches.external-ids") - (cut === null ? 0 : 1));
    if (samples.length === 0)
      t.inconclusive(`needs a batch with an external_batch_id of its own, in ${PLAIN_CHARACTERS}`);
    const judged = await Promise.all([
      ...samples.map((sample) => judgeExternalId(t, sample)),
      ...(cut === null ? [] : [judgeCutShort(t, cut)]),
    ]);
    const refused = judged.find((status) => status !== null);
    if (judged.every((status) => status !== null))
      t.inconclusive(`the batch by external id answered ${refused}`);
  });
});

/** Ids that begin another id first, then the last and the first: a target may always answer with one of those. */
function samplesOf(known: readonly ExternalId[]): readonly ExternalId[] {
  const beginsAnother = ({ external }: ExternalId) =>
    known.some((other) => other.external !== external && other.external.startsWith(external));
  const begins = known.filter(beginsAnother);
  return [...new Set([...begins.slice(0, 1), ...known.slice(-1), ...known.slice(0, 1), ...known])];
}

/**
 * An external id without its last character; null where some known id begins another, or the truncated one is known.
 */
function cutShort(known: readonly ExternalId[]): string | null {
  const part = (known.at(-1)?.external ?? "").slice(0, -1);
  const begins = known.some(({ external }) =>
    known.some((other) => other.external !== external && other.external.startsWith(external)),
  );
  return begins || !/\w$/.test(part) || known.some(({ external }) => external === part) ? null : part;
}

/** Like `judgeExternalId`, for an id that no known batch has: any other batch in the answer is wrong. */
async function judgeCutShort(t: Check, external: string): Promise<number | null> {
  const exchange = await t.ask({
    operation: "v2GetBatchByExternalId",
    path: { external_batch_id: external },
  });
  const { status } = exchange.answer;
  if (!succeeded(exchange)) return status === 404 ? null : status;
  t.saw("external ids cut short");
  const shown = objectsIn(jsonOf(exchange.answer)).flatMap((one) => one.external_batch_id ?? []);
  if (shown.length === 0 || shown.includes(external)) return null;
  t.breach(
    exchange,
    `no batch, or one whose external_batch_id is ${external}`,
    `external_batch_id ${shown.join(", ")}`,
  );
  return null;
}

/** Null if it could be judged, otherwise the status of the refusal. */
async function judgeExternalId(t: Check, { id, external }: ExternalId): Promise<number | null> {
  const exchange = await t.ask({
    operation: "v2GetBatchByExternalId",
    path: { external_batch_id: external },
  });
  const { status } = exchange.answer;
  if (!succeeded(exchange) && status !== 404) return status;
  t.saw("batches");
  const due = `batch ${id}, which has external_batch_id ${external}`;
  const value = jsonOf(exchange.answer);
  // A batch on a page that was not read may have the same external id.
  const shows = objectsIn(value).some((one) => one.external_batch_id === external);
  if (status === 404) t.expect(exchange, due).status(200);
  else if (value !== undefined && !shows && !deepIncludesId(value, id)) t.breach(exchange, due, value);
  return null;
}

interface ExternalId {
  readonly id: string;
  readonly external: string;
}

/** External ids that exactly one known batch has. */
async function externalIds(t: Check): Promise<readonly ExternalId[]> {
  const listed = (await t.given(allBatches)).items.map(({ id, raw }) => ({
    id,
    external: raw.external_batch_id,
  }));
  const read = operationInScope("v1GetBatch", t.settings)
    ? (await t.given(readable)).map(({ id, raw }) => ({ id, external: raw?.external_batch_id }))
    : [];
  const all = [...new Map([...listed, ...read].map((each) => [each.id, each])).values()].flatMap(
    ({ id, external }) => (isPlainSegment(external) ? [{ id, external }] : []),
  );
  return all.filter(({ external }) => all.filter((other) => other.external === external).length === 1);
}
