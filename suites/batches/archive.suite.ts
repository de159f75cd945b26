import { describe } from "vitest";
import type { RuleId } from "../../helpers/contract/generated/types.js";
import { operationLine } from "../../helpers/contract/operations.js";
import { operationInScope } from "../../helpers/contract/scope.js";
import type { Check } from "../../helpers/engine/check/check.js";
import {
  type Archived,
  archived,
  archivedNone,
  archivedNoneInV2,
  deletedInV2,
  putInV2,
} from "../../helpers/engine/resources/batches/archiving.js";
import { lostOf, takesOthers } from "../../helpers/engine/resources/batches/takes-others.js";
import { taken } from "../../helpers/engine/resources/batches/victims.js";
import { rule } from "../../helpers/engine/vitest/rule.js";
import { clientDifferences, isExcused, mayBeOpen, statusOf } from "../../helpers/oracles/records/batches.js";
import { idsOf } from "../../helpers/wire/decode.js";
import { renderIds } from "../../helpers/wire/message.js";
import { ifReadable } from "../../helpers/wire/outcome.js";
import { jsonOf } from "../../helpers/wire/raw.js";
import { deepIncludesId } from "../../helpers/wire/search.js";
import { succeeded } from "../../helpers/wire/status.js";

describe("DELETE /v1/batches/{batch_id}", { meta: { changes: ["batches"] } }, () => {
  rule("batches.archive.status-204", "archives an open batch", async (t) => {
    const { answer } = await t.given(archived);
    t.expect(answer).about("the batch").status(204);
    t.saw("batches");
  });

  rule("batches.archive.by-id", "reads an archived batch", async (t) => {
    const { again, answer, byId, byIdV2, victim } = await t.given(archived);
    t.expect(answer).successOr("batches.archive.status-204");
    const isGone = byId.exchange.answer.status === 404;
    if (isGone && victim.before.exchange.operation !== byId.exchange.operation)
      return t.inconclusive(
        "the archived batch cannot be read by its id, and before it was archived it was not read there; see v1.records.by-id",
      );
    if (isGone)
      return t.notApplicable(
        "the archived batch cannot be read by its id any more; see batches.archive.readable",
      );
    if (statusOf(byId.raw) === null)
      return t.inconclusive("the archived batch, read by its id, shows no status");
    t.saw("batches");
    t.expect(byId.exchange, `batch ${victim.id}, archived`, [answer]).shows("status", "archived");
    // The contract does not show v2's state names, but it says in both generations that archiving ends the open state.
    if (byIdV2 === null || statusOf(byIdV2.raw) !== "open") return;
    const isTwice = again !== null && succeeded(again);
    const documented = `batch ${victim.id}, archived in v1${isTwice ? " and then again" : ""}, is not open in v2`;
    t.breach([byIdV2.exchange, ...(isTwice ? [again] : [answer])], documented, "open", "/status");
  });

  rule("batches.archive.readable", "reads an archived batch", async (t) =>
    judgeReadable(t, await t.given(archived), "batches.archive.status-204"),
  );

  rule("batches.archive.leaves-open-listing", "lists open batches before and after", async (t) => {
    const { answer, byId, victim, openBefore, openAfter } = await t.given(archived);
    t.expect(answer).successOr("batches.archive.status-204");
    if (openBefore === null || openAfter === null) return t.inconclusive("the open list could not be read");
    if (!idsOf(openBefore.items).includes(victim.id))
      t.inconclusive("the batch was not in the open list before; see batches.open.complete");
    if (statusOf(byId.raw) === "open")
      t.inconclusive("the batch is still open by id; see batches.archive.by-id");
    if (openBefore.items.some(({ raw }) => !mayBeOpen(raw)))
      t.inconclusive("the open list held batches that are not open; see batches.open.only");
    t.saw("batches");
    if (!idsOf(openAfter.items).includes(victim.id)) return;
    const documented = `batch ${victim.id} has left the open list`;
    t.breach([...openAfter.exchanges, answer], documented, "it is still listed");
  });

  rule("batches.archive.only-that-one", "lists open batches before and after", async (t) => {
    const { answer, victim, beside, openBefore, openAfter } = await t.given(archived);
    t.expect(answer).successOr("batches.archive.status-204");
    if (openBefore === null || openAfter === null) return t.inconclusive("the open list could not be read");
    // Other checks archive batches too, but not the one made to stay open.
    const ours = await t.given(taken);
    const isOther = (id: string) => id === beside?.id || !(id === victim.id || ours.has(id));
    const others = openBefore.items.flatMap(({ id, raw }) => (isOther(id) && mayBeOpen(raw) ? [id] : []));
    if (others.length === 0) t.inconclusive("needs another open batch besides the archived one");
    t.saw("other batches", others.length);
    const still = new Set(idsOf(openAfter.items));
    const missing = others.filter((id) => !still.has(id));
    // Ignore batches that another client processed (neither open nor archived) and those that are still open.
    const lost = await lostOf(t, missing);
    if (lost.length === 0) return;
    // Another client may have archived its own batch.
    if (!(await takesOthers(t, "v1ArchiveBatch")))
      return t.observe("Another client archived a batch during this check.");
    t.breach(answer, `${renderIds(others)} stay open`, `no longer open: ${renderIds(idsOf(lost))}`);
  });

  rule("batches.archive.unknown-id", "archives an id that no batch has", async (t) => {
    t.expect(await t.given(archivedNone)).notDone();
    t.saw("ids");
  });

  rule("batches.archive.unknown-id.status", "archives an id that no batch has", async (t) => {
    const inV1 = operationInScope("v1ArchiveBatch", t.settings) ? [await t.given(archivedNone)] : [];
    const inV2 =
      !t.affords("batches.archive.unknown-id.v2") || !operationInScope("v2ArchiveBatch", t.settings)
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

describe("Batch: what archiving leaves as it was", { meta: { changes: ["batches"] } }, () => {
  rule.fromStandard(
    "batches.archive.keeps-rest",
    "reads batches before and after they are archived",
    async (t) => {
      for (const archiving of [archived, deletedInV2, putInV2]) {
        const done = await ifReadable(t.given<Archived>(archiving));
        const [before, after] = [done?.victim.before.raw, done?.byId.raw];
        if (done === null || !succeeded(done.answer) || !before || !after) continue;
        t.saw("batches");
        for (const { documented, received, pointer } of clientDifferences(before, after))
          return t.breach([done.byId.exchange, done.answer], documented, received, pointer);
      }
    },
  );
});

describe("v2 endpoints: archiving a batch", { meta: { changes: ["batches"] } }, () => {
  rule.fromStandard("batches.archive.delete.v2", "archives an open batch by DELETE", async (t) => {
    await judgeV2(t, await t.given(deletedInV2));
  });

  rule.fromStandard("batches.archive.readable", "reads a batch archived by DELETE", async (t) => {
    if (!operationInScope("v2ArchiveBatch", t.settings)) return;
    judgeReadable(t, await t.given(deletedInV2), "batches.archive.delete.v2");
  });

  rule.fromStandard("batches.archive.readable", "reads a batch archived by PUT", async (t) => {
    if (!operationInScope("v2UpdateBatch", t.settings)) return;
    judgeReadable(t, await t.given(putInV2), "batches.archive.put.v2");
  });

  rule.fromStandard("batches.archive.unknown-id.v2", "archives an id that no batch has", async (t) => {
    for (const exchange of await t.given(archivedNoneInV2)) {
      if (exchange.answer.status >= 500)
        t.inconclusive(`${exchange.request.method} was answered with ${exchange.answer.status}`);
      t.expect(exchange).notDone();
      t.saw("ids");
    }
  });

  rule.fromStandard("batches.archive.put.v2", "archives an open batch by PUT", async (t) => {
    const done = await t.given(putInV2);
    await judgeV2(t, done);
    const { again, byIdAgain, victim } = done;
    if (again !== null && byIdAgain !== null && statusOf(byIdAgain.raw) === "open")
      t.breach(
        [again, byIdAgain.exchange],
        `batch ${victim.id} stays archived after a second PUT`,
        "open",
        "/status",
      );
  });

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

/** A batch that the run archived can still be read. @param rule the one that reports if it was not archived */
function judgeReadable(t: Check, { answer, byId, victim }: Archived, rule: RuleId): void {
  t.expect(answer).successOr(rule);
  t.saw("batches");
  if (byId.exchange.answer.status === 404)
    t.expect(byId.exchange, `batch ${victim.id}, archived, can be read`, [answer]).status(200);
}

/** The operation succeeds with any success status, and the batch is archived wherever its state can be read. */
async function judgeV2(t: Check, { victim, answer, byId }: Archived): Promise<void> {
  const { status } = answer.answer;
  const state = statusOf(byId.raw);
  if (!succeeded(answer) && isExcused(answer.answer, state))
    t.inconclusive(`the batch was not archived: status ${status}`);
  t.saw("batches");
  if (!t.expect(answer, `open batch ${victim.id} is archived`).succeeds().holds) return;
  if (state === null || state === "archived") return;
  if (state !== "open" && operationInScope("v1ArchiveBatch", t.settings)) {
    const inV1 = await ifReadable(t.given(archived));
    if (statusOf(inV1?.byId.raw) === state)
      t.inconclusive(`a batch that v1 archived is shown as ${state} too; see batches.archive.by-id`);
  }
  const received = `${state} in ${operationLine(byId.exchange.operation ?? "v1GetBatch")}`;
  t.breach([answer, byId.exchange], `batch ${victim.id} is archived`, received, "/status");
}
