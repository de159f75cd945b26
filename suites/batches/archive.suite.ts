import { describe } from "vitest";
import type { RuleId } from "../../helpers/contract/generated/types.js";
import { operationInScope } from "../../helpers/contract/scope.js";
import { type Check, given } from "../../helpers/engine/check/check.js";
import type { OpenList } from "../../helpers/engine/lists/open-list.js";
import { idsOf } from "../../helpers/engine/lists/pages.js";
import {
  listOpen,
  readArchived,
  readBatch,
  type SeenBatch,
  statusOf,
} from "../../helpers/engine/resources/batches/lists.js";
import {
  lostOf,
  noteArchiving,
  rememberOpen,
  takesOthers,
} from "../../helpers/engine/resources/batches/others.js";
import {
  archivingOf,
  archivings,
  openVictim,
  taken,
  type Victim,
} from "../../helpers/engine/resources/batches/victims.js";
import { awaitEffect } from "../../helpers/engine/resources/eventually.js";
import { rule } from "../../helpers/engine/vitest/rule.js";
import { isAboutTheCaller, isConflict } from "../../helpers/oracles/refusal.js";
import { unknownIds } from "../../helpers/target/made-up.js";
import type { Answered } from "../../helpers/wire/exchange.js";
import { renderIds } from "../../helpers/wire/message.js";
import { ifReadable } from "../../helpers/wire/outcome.js";
import { jsonOf, type Raw } from "../../helpers/wire/raw.js";
import { deepIncludesId } from "../../helpers/wire/search.js";
import { succeeded } from "../../helpers/wire/status.js";

/** Statuses that mean "I do not accept this body". */
const ABOUT_THE_BODY = new Set([400, 415, 422]);

/** A batch that the run archived. */
interface Archived {
  readonly victim: Victim;
  readonly answer: Answered;
  readonly byId: SeenBatch;
}

/** An archived batch with the open list before and after, and the answer to archiving it again. */
interface ArchivedInList extends Archived {
  readonly openBefore: OpenList | null;
  readonly openAfter: OpenList | null;
  /** The same batch in v2; null at effort quick, and where v1 does not show it as archived. */
  readonly byIdV2: SeenBatch | null;
  /** Null where the effort does not include it. */
  readonly again: Answered | null;
}

describe("DELETE /v1/batches/{batch_id}", { meta: { changes: ["batches"] } }, () => {
  rule("batches.archive.status-204", "archives an open batch", async (t) => {
    const { answer } = await t.given(archived);
    t.expect(answer).about("the batch").status(204);
    t.saw("batches");
  });

  rule("batches.archive.by-id", "reads an archived batch", async (t) => {
    const { answer, byId, byIdV2, victim } = await t.given(archived);
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
    if (byIdV2 !== null && statusOf(byIdV2.raw) === "open")
      t.breach(byIdV2.exchange, `batch ${victim.id}, archived in v1, is not open in v2`, "open", "/status");
  });

  rule("batches.archive.readable", "reads an archived batch", async (t) =>
    judgeReadable(t, await t.given(archived), "batches.archive.status-204"),
  );

  rule("batches.archive.leaves-open-listing", "lists open batches before and after", async (t) => {
    const { answer, byId, victim, openBefore, openAfter } = await t.given(archived);
    t.expect(answer).successOr("batches.archive.status-204");
    if (openBefore === null || openAfter === null) return t.inconclusive("the open list could not be read");
    if (!idsOf(openBefore).includes(victim.id))
      t.inconclusive("the batch was not in the open list before; see batches.open.complete");
    if (statusOf(byId.raw) === "open")
      t.inconclusive("the batch is still open by id; see batches.archive.by-id");
    if (openBefore.items.some(({ raw }) => !mayBeOpen(raw)))
      t.inconclusive("the open list held batches that are not open; see batches.open.only");
    t.saw("batches");
    if (!isListed(openAfter, victim.id)) return;
    t.breach(
      [...openAfter.exchanges, answer],
      `batch ${victim.id} has left the open list`,
      "it is still listed",
    );
  });

  rule("batches.archive.only-that-one", "lists open batches before and after", async (t) => {
    const { answer, victim, openBefore, openAfter } = await t.given(archived);
    t.expect(answer).successOr("batches.archive.status-204");
    if (openBefore === null || openAfter === null) return t.inconclusive("the open list could not be read");
    // Other checks archive batches too.
    const ours = await t.given(taken);
    const others = openBefore.items.flatMap(({ id, raw }) =>
      id !== victim.id && !ours.has(id) && mayBeOpen(raw) ? [id] : [],
    );
    if (others.length === 0) t.inconclusive("needs another open batch beside the archived one");
    if (!openBefore.whole || !openAfter.whole) t.inconclusive("the open list has more pages than were read");
    t.saw("other batches", others.length);
    const missing = others.filter((id) => !isListed(openAfter, id));
    // Ignore batches that another client processed (neither open nor archived) and those that are still open.
    const lost = await lostOf(t, missing);
    if (lost.length === 0) return;
    // Another client may have archived its own batch.
    if (!(await takesOthers(t, "v1ArchiveBatch")))
      return t.observe("Another client archived a batch during this check.");
    t.breach(
      answer,
      `${renderIds(others)} stay open`,
      `no longer open: ${renderIds(lost.map(({ id }) => id))}`,
    );
  });

  rule("batches.archive.unknown-id", "archives an id that no batch has", async (t) => {
    t.expect(await t.given(unknown)).notDone();
    t.saw("ids");
  });

  rule("batches.archive.unknown-id.status", "archives an id that no batch has", async (t) => {
    const inV1 = operationInScope("v1ArchiveBatch", t.settings) ? [await t.given(unknown)] : [];
    const inV2 =
      !t.affords("batches.archive.unknown-id.v2") || !operationInScope("v2ArchiveBatch", t.settings)
        ? []
        : await t.given(unknownInV2);
    for (const exchange of [...inV1, ...inV2]) {
      if (succeeded(exchange))
        t.inconclusive("archiving an unknown id succeeded; see batches.archive.unknown-id");
      t.expect(exchange).about("the id").status(404);
      t.saw("ids");
    }
  });

  rule.fromThorough("batches.archive.again", "archives an archived batch", async (t) => {
    const { again, answer } = await t.given(archived);
    t.expect(answer).successOr("batches.archive.status-204");
    if (again === null) return;
    t.saw("batches");
    t.observe(`Archiving an archived batch is answered ${again.answer.status}.`);
  });
});

describe("v2 endpoints: archiving a batch", { meta: { changes: ["batches"] } }, () => {
  rule.fromStandard("batches.archive.delete.v2", "archives an open batch by DELETE", async (t) => {
    await judgeV2(t, await t.given(deleted));
  });

  rule.fromStandard("batches.archive.readable", "reads a batch archived by DELETE", async (t) => {
    if (!operationInScope("v2ArchiveBatch", t.settings)) return;
    judgeReadable(t, await t.given(deleted), "batches.archive.delete.v2");
  });

  rule.fromStandard("batches.archive.unknown-id.v2", "archives an id that no batch has", async (t) => {
    for (const exchange of await t.given(unknownInV2)) {
      if (exchange.answer.status >= 500)
        t.inconclusive(`${exchange.request.method} was answered ${exchange.answer.status}`);
      t.expect(exchange).notDone();
      t.saw("ids");
    }
  });

  rule.fromStandard("batches.archive.put.v2", "archives an open batch by PUT", async (t) => {
    const victim = await openVictim(t, 3, true);
    const path = { batch_id: victim.id };
    // The contract does not show which body PUT expects: try an empty one, then the state to set.
    const answered: string[] = [];
    for (const body of [{}, { status: "archived" }]) {
      const answer = await t.ask({ operation: "v2UpdateBatch", path, body });
      await noteArchiving(t, answer);
      answered.push(`${answer.answer.status} to ${JSON.stringify(body)}`);
      const refused = ABOUT_THE_BODY.has(answer.answer.status);
      const byId = await readUntilArchived(t, victim, succeeded(answer));
      const isLast = "status" in body;
      if (!isLast && (refused || statusOf(byId.raw) === "open")) continue;
      if (refused)
        t.inconclusive(`PUT was answered ${answered.join(" and ")}; which body it wants is not documented`);
      return judgeV2(t, { victim, answer, byId });
    }
  });

  rule.fromThorough(
    "batches.archive.leaves-open-listing.v2",
    "lists batches of v2 with status=open",
    async (t) => {
      const { victim, answer } = await t.given(deleted);
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

const archived = given(async (t): Promise<ArchivedInList> => {
  const victim = await openVictim(t, 1, true);
  const openBefore = await openUntil(t, (list) => isListed(list, victim.id));
  const path = { batch_id: victim.id };
  const answer = await t.ask({ operation: "v1ArchiveBatch", path });
  const byId = await readUntilArchived(t, victim, succeeded(answer));
  const openAfter = await openUntil(t, (list) => !succeeded(answer) || !isListed(list, victim.id));
  if (openAfter !== null) await rememberOpen(t, openAfter);
  const again = t.affords("batches.archive.again")
    ? await t.ask({ operation: "v1ArchiveBatch", path })
    : null;
  return { victim, answer, byId, byIdV2: await inV2(t, victim, byId), openBefore, openAfter, again };
});

/** The open list once it is as expected; null if it cannot be read. */
function openUntil(t: Check, arrived: (list: OpenList) => boolean): Promise<OpenList | null> {
  return ifReadable(awaitEffect(t, () => listOpen(t), arrived));
}

const deleted = given(async (t): Promise<Archived> => {
  const victim = await openVictim(t, 2, true);
  const answer = await t.ask({ operation: "v2ArchiveBatch", path: { batch_id: victim.id } });
  await noteArchiving(t, answer);
  return { victim, answer, byId: await readUntilArchived(t, victim, succeeded(answer)) };
});

const unknown = given(async (t): Promise<Answered> => {
  const batch_id = (await unknownBatches(t))[0] ?? "";
  return t.ask({ operation: "v1ArchiveBatch", path: { batch_id }, intent: "id" });
});

/** DELETE and PUT in v2, with an unknown id in another form than the one sent to v1. */
const unknownInV2 = given(async (t): Promise<readonly Answered[]> => {
  const batch_id = (await unknownBatches(t)).at(-1) ?? "";
  return [
    await t.ask({ operation: "v2ArchiveBatch", path: { batch_id }, intent: "id" }),
    await t.ask({
      operation: "v2UpdateBatch",
      path: { batch_id },
      body: { status: "archived" },
      intent: "id",
    }),
  ];
});

/** Ids that no batch has, in the form of existing ids. */
async function unknownBatches(t: Check): Promise<readonly string[]> {
  const [sample] = operationInScope("v1ListBatches", t.settings) ? await t.census.ids("batch_id") : [];
  return unknownIds("batch_id", sample, t.settings.seed);
}

/** Reads the batch after an archiving request, and records in the ledger that it is archived. */
async function readUntilArchived(t: Check, victim: Victim, isDue: boolean): Promise<SeenBatch> {
  const byId = await (isDue ? readArchived(t, victim.id) : readBatch(t, victim.id));
  const status = statusOf(byId.raw);
  if (isDue && status !== "open") {
    victim.archived();
    (await t.given(archivings)).set(victim.id, archivingOf(byId));
  }
  return byId;
}

/** The batch in v2, once v1 shows it as archived. */
async function inV2(t: Check, { id }: Victim, byId: SeenBatch): Promise<SeenBatch | null> {
  if (!t.affords("batches.archive.in-v2") || statusOf(byId.raw) !== "archived") return null;
  if (byId.exchange.operation === "v2GetBatch" || !operationInScope("v2GetBatch", t.settings)) return null;
  return readArchived(t, id, "v2GetBatch");
}

/** Whether a listed batch is open or shows no state. */
function mayBeOpen(raw: Raw): boolean {
  return statusOf(raw) === null || statusOf(raw) === "open";
}

function isListed(list: OpenList, id: string): boolean {
  return list.items.some((item) => item.id === id);
}

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
  if (!succeeded(answer) && isExcused(answer, state))
    t.inconclusive(`the batch was not archived: status ${status}`);
  t.saw("batches");
  if (!t.expect(answer, `open batch ${victim.id} is archived`).succeeds().holds) return;
  if (state === null || state === "archived") return;
  if (state !== "open" && operationInScope("v1ArchiveBatch", t.settings)) {
    const inV1 = await ifReadable(t.given(archived));
    if (statusOf(inV1?.byId.raw) === state)
      t.inconclusive(`a batch that v1 archived is shown as ${state} too; see batches.archive.by-id`);
  }
  t.breach([answer, byId.exchange], `batch ${victim.id} is archived`, state, "/status");
}

/**
 * Whether a refusal proves nothing: it is about the account, or the batch was no longer open. A conflict over a batch
 * that stays open is not excused.
 */
function isExcused({ answer }: Answered, state: string | null): boolean {
  return isAboutTheCaller(answer) || (isConflict(answer) && state !== "open");
}
