import { describe } from "vitest";
import type { Check } from "../../helpers/engine/check/check.js";
import {
  EXTERNAL_ID,
  judgeKnown,
  knownExternalIds,
  lookUp,
} from "../../helpers/engine/resources/batches/by-external-id.js";
import { cutOf, judgeCutShort } from "../../helpers/engine/resources/cut-external-ids.js";
import { rule } from "../../helpers/engine/vitest/rule.js";
import { tellingFirst } from "../../helpers/oracles/records/external-ids.js";
import { PATH_CHARACTERS } from "../../helpers/wire/segment.js";

async function judgeCut(t: Check, external: string): Promise<number | null> {
  return judgeCutShort(t, await lookUp(t, external), external, EXTERNAL_ID);
}

describe("v2 endpoints: a batch by its external id", { meta: { reads: ["batches"] } }, () => {
  rule("batches.by-external-id.v2", "reads a known batch by its external id", async (t) => {
    const known = await knownExternalIds(t);
    const cut = t.affords("batches.external-ids.cut") ? cutOf(known) : null;
    // A truncated id shows as well as a second real one whether the target looks at the id.
    const samples = tellingFirst(known).slice(0, t.budget("batches.external-ids") - (cut === null ? 0 : 1));
    if (samples.length === 0)
      t.inconclusive(`needs a batch with an ${EXTERNAL_ID} of its own, in ${PATH_CHARACTERS}`);
    const judged = await Promise.all([
      ...samples.map((sample) => judgeKnown(t, sample)),
      ...(cut === null ? [] : [judgeCut(t, cut)]),
    ]);
    const refused = judged.find((status) => status !== null);
    if (judged.every((status) => status !== null))
      t.inconclusive(`the batch by external id was answered with ${refused}`);
  });
});
