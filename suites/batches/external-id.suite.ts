import { describe } from "vitest";
import { operationInScope } from "../../helpers/contract/scope.js";
import type { Check } from "../../helpers/engine/check/check.js";
import { EXTERNAL_ID, judgeLookUp, lookUp } from "../../helpers/engine/resources/batches/by-external-id.js";
import { allBatches } from "../../helpers/engine/resources/batches/lists.js";
import { readable } from "../../helpers/engine/resources/batches/readable.js";
import { rule } from "../../helpers/engine/vitest/rule.js";
import { type ExternalId, ownExternalIds } from "../../helpers/oracles/records/external-ids.js";
import { cutShort } from "../../helpers/target/messages/made-up.js";
import { jsonOf } from "../../helpers/wire/raw.js";
import { objectsIn } from "../../helpers/wire/search.js";
import { PLAIN_CHARACTERS } from "../../helpers/wire/segment.js";
import { succeeded } from "../../helpers/wire/status.js";

describe("v2 endpoints: a batch by its external id", { meta: { reads: ["batches"] } }, () => {
  rule("batches.by-external-id.v2", "reads a known batch by its external id", async (t) => {
    const known = await externalIds(t);
    const cut = t.affords("batches.external-ids.cut") ? cutOf(known) : null;
    // A truncated id shows as well as a second real one whether the target looks at the id.
    const samples = samplesOf(known).slice(0, t.budget("batches.external-ids") - (cut === null ? 0 : 1));
    if (samples.length === 0)
      t.inconclusive(`needs a batch with an ${EXTERNAL_ID} of its own, in ${PLAIN_CHARACTERS}`);
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

/** Asks for an id that no known batch has: any other batch in the answer is wrong. Returns as `judgeLookUp`. */
async function judgeCutShort(t: Check, external: string): Promise<number | null> {
  const exchange = await lookUp(t, external);
  const { status } = exchange.answer;
  if (!succeeded(exchange)) return status === 404 ? null : status;
  t.saw("external ids cut short");
  const shown = objectsIn(jsonOf(exchange.answer)).flatMap((one) => one[EXTERNAL_ID] ?? []);
  if (shown.length > 0 && !shown.includes(external))
    t.breach(
      exchange,
      `no batch, or one whose ${EXTERNAL_ID} is ${external}`,
      `${EXTERNAL_ID} ${shown.join(", ")}`,
    );
  return null;
}

async function judgeExternalId(t: Check, known: ExternalId): Promise<number | null> {
  const due = `batch ${known.id}, which has ${EXTERNAL_ID} ${known.external}`;
  return judgeLookUp(t, await lookUp(t, known.external), known, due, "batches");
}

/** External ids that exactly one known batch has. */
async function externalIds(t: Check): Promise<readonly ExternalId[]> {
  const listed = (await t.given(allBatches)).items;
  const read = operationInScope("v1GetBatch", t.settings) ? await t.given(readable) : [];
  const shown = new Map([...listed, ...read].map(({ id, raw }) => [id, raw?.[EXTERNAL_ID]]));
  return ownExternalIds([...shown].map(([id, external]) => ({ id, external })));
}
