import { describe } from "vitest";
import { operationInScope } from "../../helpers/contract/scope.js";
import { type Check, given } from "../../helpers/engine/check/check.js";
import { rule } from "../../helpers/engine/check/rule.js";
import { ListWatch } from "../../helpers/engine/lists/list-watch.js";
import type { OpenList } from "../../helpers/engine/lists/open-lists.js";
import { idsOf } from "../../helpers/engine/lists/pages.js";
import { judgeSteady } from "../../helpers/engine/lists/steady.js";
import {
  allBatches,
  freshAfterFirst,
  listOpen,
  openBatches,
  readBatch,
  readList,
  readOnce,
  type SeenBatch,
  statusOf,
  steadyOpen,
} from "../../helpers/engine/resources/batches/lists.js";
import { batchDifferences } from "../../helpers/oracles/batches.js";
import type { Claim } from "../../helpers/oracles/finding.js";
import type { Finding } from "../../helpers/wire/exchange.js";
import { renderIds } from "../../helpers/wire/message.js";
import { ifReadable } from "../../helpers/wire/outcome.js";
import { jsonOf, type Raw } from "../../helpers/wire/raw.js";
import { deepIncludesId, findArray, objectsIn } from "../../helpers/wire/search.js";
import { succeeded } from "../../helpers/wire/status.js";
import { addressOf, type BatchLink, follow, hrefOf } from "./links.js";

const archivedList = given((t) => t.ask({ operation: "v1ListBatches", query: { status: "archived" } }));

describe("Batch (v1 by-id response)", { meta: { reads: ["batches"] } }, () => {
  rule("batch.href.shipments", "follows the link and asks for the same shipments", async (t) => {
    await judgeLinks(t, { member: "batch_shipments_url", list: "shipments" });
  });

  rule("batch.href.labels", "follows the link and asks for the same labels", async (t) => {
    await judgeLinks(t, { member: "batch_labels_url", list: "labels" });
  });

  rule("batch.href.errors", "follows the link", async (t) => {
    const { batch, exchange } = await t.given(errorsLink);
    const { status } = exchange.answer;
    if (!succeeded(exchange) && status !== 404) t.inconclusive(`the link was answered ${status}`);
    t.saw("links");
    t.expect(exchange, `the errors of batch ${batch.id}`).status(200, 204, 207);
  });

  rule("batch.list-by-id.identity", "reads batches of several states by id", async (t) => {
    const read = (await t.given(readable)).filter(({ raw }) => typeof raw?.batch_id === "string");
    if (read.length === 0) t.inconclusive("needs a batch that shows its batch_id by id");
    t.saw("batches", read.length);
    for (const { id, exchange } of read)
      if (!t.expect(exchange, `batch ${id}, read by its id`).shows("batch_id", id).holds) return;
  });

  rule("batch.list-by-id.rest", "reads batches of several states by id", async (t) => {
    const list = await t.given(allBatches);
    const read = (await t.given(readable)).filter(({ raw }) => raw !== null && itemIn(list, raw) !== null);
    if (read.length === 0) t.inconclusive("needs a listed batch that can be read by id");
    t.saw("batches", read.length);
    const [suspect] = read.filter((reading) => differences(list, reading).length > 0);
    if (suspect === undefined) return;
    // Somebody else may have processed it between the two readings.
    const before = await readList(t);
    const again = await readBatch(t, suspect.id);
    const [difference] = differences(await readList(t), again);
    if (difference === undefined || differences(before, again).length === 0) return;
    const { documented, received, pointer } = difference;
    t.breach(
      [again.exchange, ...before.exchanges],
      `batch ${suspect.id} by id as in the list: ${documented}`,
      received,
      pointer,
    );
  });

  rule("batch.states", "looks at the states that batches show", async (t) => {
    const listed = (await t.given(allBatches)).items.map(({ raw }) => statusOf(raw));
    const read = (await t.given(readable)).map(({ raw }) => statusOf(raw));
    const states = [...new Set([...listed, ...read])].filter((status) => status !== null);
    t.saw("batches", read.length);
    t.observe(`Batches are ${states.length === 0 ? "in no state that shows" : states.join(", ")}.`);
  });
});

describe("GET /v1/batches?status=open", { meta: { reads: ["batches"] } }, () => {
  rule("batches.open.only", "looks at the state of listed batches, in the list and by id", async (t) => {
    const open = await t.given(openBatches);
    if (open.items.length === 0) t.inconclusive("needs an open batch; none is listed. Create one");
    const looks = openLooks(t);
    await steadyOpen(t, async () => judgeOnlyOpen(t, looks()));
  });

  rule("batches.open.complete", "looks for open batches that the list lacks", async (t) => {
    const looks = openLooks(t);
    await steadyOpen(t, async () => judgeComplete(t, looks()));
  });

  rule.fromStandard("batches.archived.only", "asks for archived batches", async (t) => {
    const exchange = await t.given(archivedList);
    const found = succeeded(exchange) ? findArray(jsonOf(exchange.answer)) : null;
    const states = found?.items.map(statusOf).filter((status) => status !== null) ?? [];
    if (states.length === 0)
      t.inconclusive("needs a list with status archived whose batches show their status");
    t.saw("batches", states.length);
    const open = states.filter((status) => status === "open").length;
    if (open > 0)
      t.breach(exchange, "no open batch under status=archived", `${open} of ${states.length} are open`);
  });

  rule.fromStandard("batches.list.other-status", "asks for archived batches", async (t) => {
    const exchange = await t.given(archivedList);
    const { status } = exchange.answer;
    const found = findArray(jsonOf(exchange.answer));
    t.saw("calls");
    t.observe(
      `The batch list with status=archived answers ${status} with ${found?.items.length ?? "no"} batches.`,
    );
  });

  rule("batches.list.array-name", "looks at the names of the arrays", async (t) => {
    const errors = (await ifReadable(t.given(errorsLink)))?.exchange;
    for (const { operation, answer } of [
      ...(await t.given(openBatches)).exchanges,
      ...(errors ? [errors] : []),
    ]) {
      const pointer = findArray(jsonOf(answer))?.pointer;
      t.saw("lists");
      t.observe(`${operation} holds its array ${pointer === "" ? "bare" : `under ${pointer ?? "no name"}`}.`);
    }
  });
});

describe("Other v1 operations: list batches", { meta: { reads: ["batches"] } }, () => {
  rule("batches.list.without-status", "leaves the status out", async (t) => {
    const [known] = (await t.given(allBatches)).exchanges;
    const exchange =
      known?.operation === "v1ListBatches" ? known : await t.ask({ operation: "v1ListBatches" });
    const { status } = exchange.answer;
    if (!succeeded(exchange) && status !== 404 && status !== 405)
      t.inconclusive(`the list without status answered ${status}`);
    t.saw("calls");
    t.expect(exchange, "the list of batches, whatever their status").succeeds();
  });

  rule("batches.list.paging-params", "asks for page 1 in pages of 1", async (t) => {
    await t.given(openBatches);
    const exchange = await t.ask({
      operation: "v1ListBatches",
      query: { status: "open", page: 1, page_size: 1 },
    });
    t.saw("calls");
    t.expect(exchange, "page and page_size are accepted").succeeds();
  });
});

describe("v2 endpoints: a batch by its external id", { meta: { reads: ["batches"] } }, () => {
  rule("batches.by-external-id.v2", "reads a known batch by its external id", async (t) => {
    const known = await externalIds(t);
    const cut = t.affords("batches.external-ids.cut") ? cutShort(known) : null;
    // The id cut short shows as well as a second whole one whether the id is looked at.
    const samples = samplesOf(known).slice(0, t.budget("batches.external-ids") - (cut === null ? 0 : 1));
    if (samples.length === 0) t.inconclusive("needs a batch that shows an external_batch_id");
    const judged = await Promise.all([
      ...samples.map((sample) => judgeExternalId(t, sample)),
      ...(cut === null ? [] : [judgeCutShort(t, cut)]),
    ]);
    const refused = judged.find((status) => status !== null);
    if (judged.every((status) => status !== null))
      t.inconclusive(`the batch by external id answered ${refused}`);
  });
});

/** The first and the last, since a target may answer with one of them whatever it is asked for; beginnings first. */
function samplesOf(known: readonly ExternalId[]): readonly ExternalId[] {
  const beginsAnother = ({ external }: ExternalId) =>
    known.some((other) => other.external !== external && other.external.startsWith(external));
  const begins = known.filter(beginsAnother);
  return [...new Set([...begins.slice(0, 1), ...known.slice(-1), ...known.slice(0, 1), ...known])];
}

/** An external id without its last character, where no known one begins another and none is that; else null. */
function cutShort(known: readonly ExternalId[]): string | null {
  const part = (known.at(-1)?.external ?? "").slice(0, -1);
  const begins = known.some(({ external }) =>
    known.some((other) => other.external !== external && other.external.startsWith(external)),
  );
  return begins || !/\w$/.test(part) || known.some(({ external }) => external === part) ? null : part;
}

/** As `judgeExternalId`, of an id that no known batch has: a batch with another one is not it. */
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

/** Null where it could be judged, otherwise the status of the refusal. */
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
  // Another batch, of a page that was not read, may have the same external id.
  const shows = objectsIn(value).some((one) => one.external_batch_id === external);
  if (status === 404) t.expect(exchange, due).status(200);
  else if (value !== undefined && !shows && !deepIncludesId(value, id)) t.breach(exchange, due, value);
  return null;
}

/** A batch and what the link to its errors leads to. */
const errorsLink = given(async (t) => {
  const [batch] = await t.given(readable);
  const href = batch === undefined ? null : hrefOf(batch, "batch_errors_url");
  if (batch === undefined || href === null) return t.inconclusive("needs a batch with a batch_errors_url");
  return { batch, exchange: await t.ask({ href: addressOf(t, href, batch), samePath: true }) };
});

function itemIn(list: OpenList, { batch_id: id }: Raw): Raw | null {
  return list.items.find((item) => item.id === id)?.raw ?? null;
}

/** What the batch by its id says otherwise than its item in a list. */
function differences(list: OpenList, { raw }: SeenBatch): readonly Claim[] {
  const item = raw === null ? null : itemIn(list, raw);
  return raw === null || item === null ? [] : batchDifferences(item, raw);
}

/** Batches by id: those that most labels name first, so that their links lead to something; each state is there. */
const readable = given(async (t): Promise<readonly SeenBatch[]> => {
  const states = new Map((await t.given(allBatches)).items.map(({ id, raw }) => [id, statusOf(raw)]));
  const ids = await candidates(t);
  const seen = new Set<string | null>();
  const firsts = ids.filter((id) => {
    const state = states.get(id) ?? null;
    return !seen.has(state) && seen.add(state);
  });
  const read: SeenBatch[] = [];
  for (const id of [...new Set([...firsts, ...ids])].slice(0, t.budget("batches.records"))) {
    const reading = await readOnce(t, id);
    if (reading.raw !== null) read.push(reading);
  }
  return read;
});

async function candidates(t: Check): Promise<readonly string[]> {
  const ids = await t.census.ids("batch_id");
  const labels = (await ifReadable(t.census.list("labels")))?.oldest.map(({ raw }) => raw.batch_id) ?? [];
  const uses = (id: string) => labels.filter((other) => other === id).length;
  const named = t.settings.fixtures["batch:open"] ?? [];
  return [...new Set([...ids, ...named])].toSorted((left, right) => uses(right) - uses(left));
}

async function judgeLinks(t: Check, link: BatchLink): Promise<void> {
  const batches = await t.given(readable);
  if (batches.length === 0) t.inconclusive("needs a batch that can be read by id; create one");
  let followed = 0;
  let literal = 0;
  // Batches with shipments or labels prove more; those without are only taken where there is nothing else.
  for (const batch of batches) {
    if (followed >= t.budget("batches.links")) break;
    let due = 0;
    t.find(
      await judgeSteady(
        async () => {
          const result = await follow(t, batch, link);
          due = result.due;
          if (result.literal && result.findings.length === 0) literal += 1;
          return result.findings;
        },
        new ListWatch(t, link.list),
        t.session.inTurn,
      ),
    );
    if (due > 0) followed += 1;
  }
  t.saw("batches", followed > 0 ? followed : literal);
  if (followed + literal === 0)
    t.inconclusive(`needs a batch with ${link.list}; put a shipment into a batch or process one`);
}

/** The open list, and batches by id beside it. */
interface Look {
  readonly list: () => Promise<OpenList>;
  readonly read: (t: Check, id: string) => Promise<SeenBatch>;
}

/** What the checks of the open list share at first; each look after the first is made anew. */
function openLooks(t: Check): () => Look {
  return freshAfterFirst<Look>(
    { list: () => t.given(openBatches), read: readOnce },
    { list: () => listOpen(t), read: readBatch },
  );
}

async function judgeOnlyOpen(t: Check, look: Look): Promise<readonly Finding[]> {
  const list = await look.list();
  const documented = "every batch listed with status=open is open";
  const shown = list.items.filter(({ raw }) => statusOf(raw) !== null);
  t.saw("listed batches", shown.length);
  const wrong = shown.filter(({ raw }) => statusOf(raw) !== "open");
  if (wrong.length > 0) {
    const states = [...new Set(wrong.map(({ raw }) => statusOf(raw)))].join(", ");
    const received = `${renderIds(wrong.map(({ id }) => id))}: ${states}`;
    return [t.finding(list.exchanges, documented, received)];
  }
  const sample = list.items.slice(0, t.budget("batches.open"));
  const readings = await Promise.all(sample.map(({ id }) => look.read(t, id)));
  const stated = readings.filter(({ raw }) => statusOf(raw) !== null);
  t.saw("batches by id", stated.length);
  if (shown.length + stated.length === 0)
    t.inconclusive("no listed batch shows its state, in the list or by id");
  return stated
    .filter(({ raw }) => statusOf(raw) !== "open")
    .map(({ id, raw, exchange }) =>
      t.finding([exchange, ...list.exchanges], documented, `${id} is ${statusOf(raw)}`),
    )
    .slice(0, 1);
}

async function judgeComplete(t: Check, look: Look): Promise<readonly Finding[]> {
  const list = await look.list();
  if (!list.whole)
    t.inconclusive("the open list has more pages than were read; a higher --effort reads more");
  const listed = new Set(idsOf(list));
  const everywhere = (await t.given(allBatches)).items;
  const states = new Map(everywhere.map(({ id, raw }) => [id, statusOf(raw)]));
  const others = [...new Set([...states.keys(), ...(await candidates(t))])].filter((id) => !listed.has(id));
  // Those that some list calls open first, then those of which nothing is known.
  const suspects = [
    ...others.filter((id) => states.get(id) === "open"),
    ...others.filter((id) => (states.get(id) ?? null) === null),
  ].slice(0, t.budget("batches.records"));
  const inside = idsOf(list).slice(0, t.budget("batches.open"));
  const readings = await Promise.all([...suspects, ...inside].map((id) => look.read(t, id)));
  const open = readings.filter(({ raw }) => statusOf(raw) === "open");
  if (open.length === 0) t.inconclusive("needs a batch that is open by id; create one");
  t.saw("open batches", open.length);
  const missing = open.filter(({ id }) => !listed.has(id));
  if (missing.length === 0) return [];
  return [
    t.finding(
      [...list.exchanges, ...missing.map(({ exchange }) => exchange)],
      "a batch that is open by id is in the list with status=open",
      `not listed: ${renderIds(missing.map(({ id }) => id))}`,
    ),
  ];
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
    ({ id, external }) =>
      typeof external === "string" && /^[\w.-]*\w[\w.-]*$/.test(external) ? [{ id, external }] : [],
  );
  return all.filter(({ external }) => all.filter((other) => other.external === external).length === 1);
}
