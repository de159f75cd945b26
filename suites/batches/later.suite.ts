import { describe } from "vitest";
import { operationInScope } from "../../helpers/contract/scope.js";
import { given } from "../../helpers/engine/check/given.js";
import type { OpenList } from "../../helpers/engine/lists/open/list.js";
import { listOpen, readBatch, readList, steadyOpen } from "../../helpers/engine/resources/batches/lists.js";
import { judgeClosedLater, judgeOthersLater } from "../../helpers/engine/resources/batches/others.js";
import { ARCHIVING, archivings, oweArchiving } from "../../helpers/engine/resources/batches/victims.js";
import { onceKnown } from "../../helpers/engine/resources/eventually.js";
import { aWhileAfter, lookingAgain, settled } from "../../helpers/engine/resources/later.js";
import { rule } from "../../helpers/engine/vitest/rule.js";
import { tallyOf, totalsCount } from "../../helpers/oracles/lists/walk-laws.js";
import { statusOf } from "../../helpers/oracles/records/batches.js";
import { isAnswerFor } from "../../helpers/oracles/records/external-ids.js";
import { renderIds } from "../../helpers/wire/message.js";
import { jsonOf, sentIn } from "../../helpers/wire/raw.js";
import { findIds } from "../../helpers/wire/search.js";
import { isPlainSegment } from "../../helpers/wire/segment.js";
import { succeeded } from "../../helpers/wire/status.js";

/** What the run archived, and the open list some time later; null where it archived nothing. */
const openLater = given(async (t) => {
  const archived = [...(await t.given(archivings)).values()];
  if (archived.length === 0) return null;
  await aWhileAfter(t, ...ARCHIVING);
  return { archived, list: await listOpen(t) };
});

/** The same with the list of all batches. */
const allLater = given(async (t) => {
  const open = await t.given(openLater);
  return open === null ? null : { archived: open.archived, list: await readList(t) };
});

// Near the end of the run: the effects of archiving must last. No other client reopens our batches.
describe("Batch states, later in the run", { meta: { reads: ["batches"] } }, () => {
  rule.fromStandard(
    "batches.archive.leaves-open-listing",
    "looks again for archived batches in the open list",
    lookingAgain(openLater, async (t, { archived, list: first }) => {
      const backIn = ({ items }: OpenList) =>
        items.filter(({ id }) => archived.some((each) => each.id === id));
      const list = await settled(
        t,
        first,
        (seen) => backIn(seen).length === 0,
        () => listOpen(t),
      );
      const back = backIn(list);
      t.saw("batches archived before", archived.length);
      if (back.length === 0) return;
      const documented = "what the run archived stays out of the open list";
      const received = `listed later in the run: ${renderIds(back.map(({ id }) => id))}`;
      t.breach(list.exchanges, documented, received);
    }),
  );

  rule.fromStandard(
    "paging.envelope.consistent.batches",
    "counts the open batches after some were archived",
    lookingAgain(openLater, async (t, { list: first }) => {
      await steadyOpen(t, async (held) => {
        const list = held === null ? first : await listOpen(t);
        if (!list.whole) return [];
        const walk = tallyOf(list.pages);
        if (walk.totals.size > 0) t.saw("lists");
        return totalsCount({ rule: t.rule, walk });
      });
    }),
  );

  rule.fromStandard(
    "batch.list-by-id.rest",
    "looks for archived batches in the list of all",
    lookingAgain(allLater, async (t, { archived, list: first }) => {
      const closed = new Set(archived.flatMap(({ id, status }) => (status === "archived" ? [id] : [])));
      const openIn = ({ items }: OpenList) =>
        items.filter(({ id, raw }) => closed.has(id) && statusOf(raw) === "open");
      const list = await settled(
        t,
        first,
        (seen) => openIn(seen).length === 0,
        () => readList(t),
      );
      t.saw("batches", list.items.filter(({ id }) => closed.has(id)).length);
      const [wrong] = openIn(list);
      if (wrong === undefined) return;
      t.breach(list.exchanges, `batch ${wrong.id} archived, as by its id`, "open in the list", "/status");
    }),
  );

  rule.fromStandard(
    "batches.create.once",
    "looks for second batches with the external ids that it sent",
    lookingAgain(openLater, async (t, { list }) => {
      const made = t.session.journal.exchangesOf("v2CreateBatch").filter(succeeded);
      for (const creation of made) {
        const [id, another] = findIds(jsonOf(creation.answer), "batch_id");
        const external = sentIn(creation)?.external_batch_id;
        if (id === undefined || another !== undefined || typeof external !== "string") continue;
        t.saw("batches made before");
        const twin = list.items.find((item) => item.raw.external_batch_id === external && item.id !== id);
        if (twin === undefined) continue;
        oweArchiving(t, twin.id, external);
        const documented = `one batch with the external id ${external}: ${id}`;
        return t.breach([creation, ...list.exchanges], documented, `${twin.id} has it too`);
      }
    }),
  );

  rule.fromStandard("batches.by-external-id.v2", "reads an archived batch by its external id", async (t) => {
    const all = [...(await t.given(archivings)).values()];
    const archived = all.find(({ status, external }) => status === "archived" && isPlainSegment(external));
    if (archived === undefined || !operationInScope("v2GetBatchByExternalId", t.settings)) return;
    const external_batch_id = String(archived.external);
    const exchange = await onceKnown(t, () =>
      t.ask({ operation: "v2GetBatchByExternalId", path: { external_batch_id } }),
    );
    if (!succeeded(exchange) && exchange.answer.status !== 404) return;
    t.saw("archived batches");
    const due = `batch ${archived.id}, archived, which can be read by its id`;
    if (!t.expect(exchange, due).status(200).holds) return;
    const known = { id: archived.id, external: external_batch_id };
    const value = jsonOf(exchange.answer);
    if (value !== undefined && !isAnswerFor(value, known, "external_batch_id"))
      t.breach(exchange, due, value);
  });

  rule.fromThorough("batches.archive.by-id", "reads the first archived batch again", async (t) => {
    const [first] = (await t.given(archivings)).values();
    if (first === undefined || first.status !== "archived") return;
    await t.given(openLater);
    const { exchange, raw } = await readBatch(t, first.id);
    if (statusOf(raw) === null) return;
    t.saw("batches archived before");
    t.expect(exchange, `batch ${first.id}, archived earlier in the run`).shows("status", "archived");
  });
});

// Where batches of other clients are missing, archiving another batch shows whether archiving removed them.
describe("Batch states of others, later in the run", { meta: { changes: ["batches"] } }, () => {
  rule.fromStandard(
    "batches.archive.only-that-one",
    "looks again for batches of other clients in the open list",
    lookingAgain(openLater, async (t, { list }) => {
      const [others, now] = await Promise.all([judgeOthersLater(t, list), t.given(allLater)]);
      t.find(others);
      if (now !== null) t.find(await judgeClosedLater(t, now.list));
    }),
  );
});
