import { describe } from "vitest";
import { operationInScope } from "../../helpers/contract/scope.js";
import type { Check } from "../../helpers/engine/check/check.js";
import { allBatches } from "../../helpers/engine/resources/batches/lists.js";
import { readable } from "../../helpers/engine/resources/batches/readable.js";
import { rule } from "../../helpers/engine/vitest/rule.js";
import { type ExternalId, isAnswerFor, ownExternalIds } from "../../helpers/oracles/records/external-ids.js";
import { cutShort } from "../../helpers/target/messages/made-up.js";
import type { Answered } from "../../helpers/wire/exchange.js";
import { jsonOf } from "../../helpers/wire/raw.js";
import { objectsIn } from "../../helpers/wire/search.js";
import { PLAIN_CHARACTERS } from "../../helpers/wire/segment.js";
import { succeeded } from "../../helpers/wire/status.js";

const MEMBER = "external_batch_id";

describe("v2 endpoints: a batch by its external id", { meta: { reads: ["batches"] } }, () => {
  rule("batches.by-external-id.v2", "reads a known batch by its external id", async (t) => {
    const known = await externalIds(t);
    const cut = t.affords("batches.external-ids.cut") ? cutOf(known) : null;
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
      t.inconclusive(`the batch by external id was answered with ${refused}`);
  });
});

/** Whether another known id begins with this one. */
function beginsAnother({ external }: ExternalId, known: readonly ExternalId[]): boolean {
  return known.some((other) => other.external !== external && other.external.startsWith(external));
}

/** Ids that begin another id first, then the last and the first: a target may always answer with one of those. */
function samplesOf(known: readonly ExternalId[]): readonly ExternalId[] {
  const begins = known.filter((each) => beginsAnother(each, known));
  return [...new Set([...begins.slice(0, 1), ...known.slice(-1), ...known.slice(0, 1), ...known])];
}

/** The last external id without its last character; null where some known id begins another. */
function cutOf(known: readonly ExternalId[]): string | null {
  const ids = known.map(({ external }) => external);
  return known.some((each) => beginsAnother(each, known)) ? null : cutShort(ids.slice(-1), ids);
}

/** Asks for an id that no known batch has: any other batch in the answer is wrong. */
async function judgeCutShort(t: Check, external: string): Promise<number | null> {
  const exchange = await lookUp(t, external);
  const { status } = exchange.answer;
  if (!succeeded(exchange)) return status === 404 ? null : status;
  t.saw("external ids cut short");
  const shown = objectsIn(jsonOf(exchange.answer)).flatMap((one) => one[MEMBER] ?? []);
  if (shown.length > 0 && !shown.includes(external))
    t.breach(exchange, `no batch, or one whose ${MEMBER} is ${external}`, `${MEMBER} ${shown.join(", ")}`);
  return null;
}

/** Null if it could be judged, otherwise the status of the refusal. */
async function judgeExternalId(t: Check, known: ExternalId): Promise<number | null> {
  const exchange = await lookUp(t, known.external);
  const { status } = exchange.answer;
  if (!succeeded(exchange) && status !== 404) return status;
  t.saw("batches");
  const due = `batch ${known.id}, which has ${MEMBER} ${known.external}`;
  const value = jsonOf(exchange.answer);
  if (status === 404) t.expect(exchange, due).status(200);
  else if (value !== undefined && !isAnswerFor(value, known, MEMBER)) t.breach(exchange, due, value);
  return null;
}

function lookUp(t: Check, external_batch_id: string): Promise<Answered> {
  return t.ask({ operation: "v2GetBatchByExternalId", path: { external_batch_id } });
}

/** External ids that exactly one known batch has. */
async function externalIds(t: Check): Promise<readonly ExternalId[]> {
  const listed = (await t.given(allBatches)).items;
  const read = operationInScope("v1GetBatch", t.settings) ? await t.given(readable) : [];
  const shown = new Map([...listed, ...read].map(({ id, raw }) => [id, raw?.[MEMBER]]));
  return ownExternalIds([...shown].map(([id, external]) => ({ id, external })));
}
