import { describe } from "vitest";
import type { Check } from "../../helpers/engine/check/check.js";
import { archived } from "../../helpers/engine/resources/batches/archiving.js";
import { judgeEscaped } from "../../helpers/engine/resources/batches/by-external-id.js";
import { steadyOpen } from "../../helpers/engine/resources/batches/lists.js";
import {
  freshLook,
  judgeComplete,
  judgeOnlyOpen,
  needsOwn,
} from "../../helpers/engine/resources/batches/open-laws.js";
import { rule } from "../../helpers/engine/vitest/rule.js";

// Where no batch is open before the run, one of its own shows what the list holds.
describe("GET /v1/batches?status=open, with a batch of the run", { meta: { changes: ["batches"] } }, () => {
  rule("batches.open.only", "looks at the list that holds a batch of its own", async (t) => {
    if ((await ownIfNoneOpen(t)) === null) return;
    await steadyOpen(t, (held) => judgeOnlyOpen(t, freshLook(t), held));
  });

  rule("batches.open.complete", "looks for a batch of its own", async (t) => {
    const own = await ownIfNoneOpen(t);
    if (own === null) return;
    await steadyOpen(t, () => judgeComplete(t, freshLook(t), [own]));
  });
});

describe("v2 endpoints: a batch of the run by its external id", { meta: { changes: ["batches"] } }, () => {
  rule.fromStandard("batches.by-external-id.v2", "reads it by an id with a blank and #", judgeEscaped);
});

/** An open batch of our own; null where batches were open before the run, or it may make none. */
async function ownIfNoneOpen(t: Check): Promise<string | null> {
  if (!(await needsOwn(t))) return null;
  const { beside } = await t.given(archived);
  return beside?.id ?? t.inconclusive("needs an open batch; none is listed. Create one");
}
