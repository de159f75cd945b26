import { describe } from "vitest";
import type { Check } from "../../helpers/engine/check/check.js";
import {
  judgeById,
  judgeKeepsRest,
  judgeLeaves,
  judgeOnlyThatOne,
  judgePut,
  judgeReadable,
  judgeV2,
} from "../../helpers/engine/resources/batches/archive-laws.js";
import {
  archived,
  archivedNone,
  archivedNoneInV2,
  deletedInV2,
  putInV2,
} from "../../helpers/engine/resources/batches/archiving.js";
import { judgeTwins } from "../../helpers/engine/resources/batches/twins.js";
import { rule } from "../../helpers/engine/vitest/rule.js";
import type { Answered } from "../../helpers/wire/exchange.js";
import { jsonOf } from "../../helpers/wire/raw.js";
import { deepIncludesId } from "../../helpers/wire/search.js";
import { succeeded } from "../../helpers/wire/status.js";

/** An id that no batch has is not archived; a 5xx says nothing of it. */
function judgeNotDone(t: Check, exchange: Answered): void {
  const { status } = exchange.answer;
  if (status >= 500) t.inconclusive(`${exchange.request.method} was answered with ${status}`);
  t.expect(exchange).notDone();
  t.saw("ids");
}

describe("DELETE /v1/batches/{batch_id}", { meta: { changes: ["batches"] } }, () => {
  rule("batches.archive.status-204", "archives an open batch", async (t) => {
    const { answer, byId, victim } = await t.given(archived);
    t.expect(answer, `open batch ${victim.id} is archived`, [victim.before.exchange, byId.exchange])
      .about("the batch")
      .status(204);
    t.saw("batches");
  });

  rule("batches.archive.by-id", "reads an archived batch", judgeById);

  rule("batches.archive.readable", "reads an archived batch", async (t) =>
    judgeReadable(t, await t.given(archived), "batches.archive.status-204"),
  );

  rule("batches.archive.leaves-open-listing", "lists open batches before and after", judgeLeaves);

  rule("batches.archive.only-that-one", "lists open batches before and after", judgeOnlyThatOne);

  rule.fromStandard(
    "batches.archive.only-that-one",
    "archives batches with the same external id",
    judgeTwins,
  );

  rule("batches.archive.unknown-id", "archives an id that no batch has", async (t) => {
    judgeNotDone(t, await t.given(archivedNone));
  });

  rule("batches.archive.unknown-id.status", "archives an id that no batch has", async (t) => {
    const inV1 = t.inScope("v1ArchiveBatch") ? [await t.given(archivedNone)] : [];
    const inV2 =
      !t.affords("batches.archive.unknown-id.v2") || !t.inScope("v2ArchiveBatch")
        ? []
        : await t.given(archivedNoneInV2);
    for (const exchange of [...inV1, ...inV2]) {
      if (succeeded(exchange))
        t.inconclusive("archiving an unknown id succeeded; see batches.archive.unknown-id");
      t.expect(exchange).about("the id").status(404);
      t.saw("ids");
    }
  });

  rule.fromStandard("batches.archive.again", "archives an archived batch", async (t) => {
    const { again, answer } = await t.given(archived);
    t.expect(answer).successOr("batches.archive.status-204");
    if (again === null) return;
    t.saw("batches");
    t.observe(`Archiving an archived batch is answered with ${again.answer.status}.`);
  });
});

// biome-ignore format: one rule a line
describe("Batch: what archiving leaves as it was", { meta: { changes: ["batches"] } }, () => {
  rule.fromStandard("batches.archive.keeps-rest", "reads batches before and after they are archived", judgeKeepsRest);
});

describe("v2 endpoints: archiving a batch", { meta: { changes: ["batches"] } }, () => {
  rule.fromStandard("batches.archive.delete.v2", "archives an open batch by DELETE", async (t) => {
    await judgeV2(t, await t.given(deletedInV2));
  });

  rule.fromStandard("batches.archive.readable", "reads a batch archived by DELETE", async (t) => {
    if (!t.inScope("v2ArchiveBatch")) return;
    judgeReadable(t, await t.given(deletedInV2), "batches.archive.delete.v2");
  });

  rule.fromStandard("batches.archive.readable", "reads a batch archived by PUT", async (t) => {
    if (!t.inScope("v2UpdateBatch")) return;
    judgeReadable(t, await t.given(putInV2), "batches.archive.put.v2");
  });

  rule.fromStandard("batches.archive.unknown-id.v2", "archives an id that no batch has", async (t) => {
    for (const exchange of await t.given(archivedNoneInV2)) judgeNotDone(t, exchange);
  });

  rule.fromStandard("batches.archive.put.v2", "archives an open batch by PUT", judgePut);

  rule.fromThorough(
    "batches.archive.leaves-open-listing.v2",
    "lists batches of v2 with status=open",
    async (t) => {
      const { victim, answer } = await t.given(deletedInV2);
      t.expect(answer).successOr("batches.archive.delete.v2");
      const list = await t.ask({ operation: "v2ListBatches", query: { status: "open" } });
      t.saw("lists");
      const isThere = deepIncludesId(jsonOf(list.answer), victim.id);
      t.observe(
        `The v2 list with status=open answers ${list.answer.status}, ${isThere ? "with" : "without"} an archived batch.`,
      );
    },
  );
});
