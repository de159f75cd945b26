import { describe } from "vitest";
import { operation } from "../../helpers/contract/operations.js";
import type { Check } from "../../helpers/engine/check/check.js";
import { tryBatch } from "../../helpers/engine/resources/batches/own.js";
import { AS_FORM, xmlOf } from "../../helpers/engine/resources/webhooks/formats.js";
import { rule } from "../../helpers/engine/vitest/rule.js";
import { isBodyRefused, whatIsMade } from "../../helpers/oracles/answers/creations.js";
import { Inconclusive, orWhyNot } from "../../helpers/wire/outcome.js";

/** No batch comes of a form or XML. */
async function judgeOtherBodies(t: Check): Promise<void> {
  // Where nothing may be created, other checks of the rule say so.
  if (!t.mayWrite("own") || !t.inScope("v2CreateBatch")) return;
  for (const { name, contentType, write } of [AS_FORM, xmlOf("batch")]) {
    const sent = await orWhyNot(
      tryBatch(t, `of-${name}`, (members) => ({ raw: { text: write(members), contentType } })),
    );
    if (sent instanceof Inconclusive) continue;
    const { created, own } = sent;
    const made = own === null ? whatIsMade(operation("v2CreateBatch"), created.answer) : `batch ${own.id}`;
    if (made !== null) return t.breach(created, `nothing comes of a body of ${contentType}`, made);
    else if (isBodyRefused(created.answer)) t.saw("bodies");
  }
}

describe("Authentication: batches", { meta: { changes: ["batches"] } }, () => {
  rule.fromStandard(
    "content.non-json-refused",
    "creates batches from form-encoded and XML bodies",
    judgeOtherBodies,
  );
});
