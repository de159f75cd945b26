import { ARCHIVING } from "../../../contract/conduct.js";
import { shipments } from "../../../contract/lists.js";
import { toldBy } from "../../../oracles/answers/refusal.js";
import { countOf } from "../../../oracles/records/batches.js";
import { isCancelled, STATUS } from "../../../oracles/records/shipments-beside.js";
import { decodePage, type Item, idsOf } from "../../../wire/decode.js";
import type { Answered } from "../../../wire/exchange.js";
import { plural, renderIds } from "../../../wire/message.js";
import { ifReadable } from "../../../wire/outcome.js";
import { objectOf, type Raw, sentIn } from "../../../wire/raw.js";
import { segmentsOf } from "../../../wire/segment.js";
import { succeeded } from "../../../wire/status.js";
import type { Check } from "../../check/check.js";
import { given } from "../../check/given.js";
import { rotated } from "../../check/seed.js";
import { askPage } from "../../lists/asking/pages.js";
import { polling } from "../eventually.js";
import { LONGEST_PAGE } from "../shipments/reading.js";
import { type Archived, archived, deletedInV2, putInV2 } from "./archiving.js";
import { countsShipments } from "./counts.js";
import { readBatch } from "./lists.js";
import { fullFixture, onceThere } from "./victims.js";

// A batch that was archived keeps its shipments: the list under its id brings as many as the batch counts. Where it does
// not, archiving another one, with the list before and after, shows whether archiving is the reason.

/** So many pending shipments of one batch are hardly all cancelled by others. */
const LEAST_CANCELLED = 2;

/** The list of a batch's shipments, as one answer counts it. */
interface Listed {
  readonly exchange: Answered;
  readonly total: number;
}

/** A batch with shipments that the run archived, how many it counts, and the list under its id; null if there is none. */
const listedArchived = given(async (t) => {
  if (!t.inScope("v1ListShipments") || !t.inScope("v1GetBatch")) return null;
  const { value: done } = await archivedWithShipments(t).next();
  if (done === undefined) return null;
  const held = countOf(done.byId.raw) ?? 0;
  const listed = await ifReadable(listUntil(t, done.victim.id, held));
  return listed === null ? null : { done, held, listed };
});

/** Judges that a batch with shipments which the run archived still has them. */
export async function judgeShipmentsKept(t: Check): Promise<void> {
  const seen = await t.given(listedArchived);
  if (seen === null) return;
  if (seen.listed.total < seen.held) await judgeAnother(t, seen.done, seen.listed);
  t.saw("batches with shipments");
}

/** Judges that not every shipment comes under the batch_id of such a batch, if it counts fewer. */
export async function judgeNoSurplus(t: Check): Promise<void> {
  const seen = await t.given(listedArchived);
  const all = seen === null ? null : ((await ifReadable(t.census.list("shipments")))?.total ?? null);
  if (seen === null || all === null || seen.held >= all) return;
  t.saw("batches with shipments");
  if (seen.listed.total < all) return;
  const { id } = seen.done.victim;
  const batch = await readBatch(t, id);
  const held = countOf(batch.raw) ?? all;
  if (held >= all) return;
  const page = await askPage(t, shipments, { batch_id: id, page_size: held + 1 });
  if (page.kind === "refused" || page.items.length <= held) return;
  if (!(await t.given(countsShipments))) return;
  const documented = `under batch_id ${id} the ${plural(held, "shipment")} that the archived batch counts`;
  const received = `total ${page.total}, and ${plural(page.items.length, "shipment")} on the first page`;
  t.breach([page.exchange, batch.exchange], documented, received);
}

/**
 * Judges that the shipments of such a batch which were pending are not all cancelled. Where it had a single one, another
 * archived batch must show the same: another client cancels one shipment sooner than all of two batches.
 */
export async function judgePendingKept(t: Check): Promise<void> {
  const seen = await t.given(listedArchived);
  const known = seen && (await ifReadable(t.census.list("shipments")));
  if (seen === null || known === null) return;
  t.saw("batches with shipments");
  const byRun = cancelledByRun(t);
  const wasPending = new Set(idsOf(known.oldest.filter(({ id, raw }) => isPending(raw) && !byRun.has(id))));
  const cancelled: Item[] = [];
  const exchanges: Answered[] = [];
  for await (const done of archivedWithShipments(t)) {
    const listed = done.victim.id === seen.done.victim.id ? seen.listed : await list(t, done.victim.id);
    const page = decodePage(listed.exchange, shipments.name);
    const items = page.kind === "page" ? page.items : [];
    const pending = items.filter(({ id }) => wasPending.has(id));
    if (!pending.every(({ raw }) => isCancelled(raw))) return;
    cancelled.push(...pending);
    exchanges.push(listed.exchange, done.answer);
    if (cancelled.length === 0 || cancelled.length >= LEAST_CANCELLED) break;
  }
  if (cancelled.length < LEAST_CANCELLED) return;
  const documented = `archiving batch ${seen.done.victim.id} leaves its shipments as they were`;
  const received = `all that were pending are cancelled: ${renderIds(idsOf(cancelled))}`;
  t.breach(exchanges, documented, received, "/shipments");
}

function isPending(shipment: Raw): boolean {
  return shipment[STATUS] === "pending";
}

/** Ids of shipments that the run asked to be cancelled. */
function cancelledByRun({ session: { journal } }: Check): ReadonlySet<string | undefined> {
  const calls = journal.exchangesOf("v2CancelShipment");
  return new Set(calls.map(({ request }) => segmentsOf(new URL(request.url)).at(-2)));
}

/** Batches with shipments that were archived and count as many as before; with each seed in another order of ways. */
async function* archivedWithShipments(t: Check): AsyncGenerator<Archived, undefined> {
  for (const way of rotated([archived, deletedInV2, putInV2], t.settings.seed)) {
    const done = await t.tryGiven<Archived>(way);
    if (done === null || !succeeded(done.answer)) continue;
    const before = countOf(done.victim.before.raw) ?? 0;
    if (before > 0 && countOf(done.byId.raw) === before) yield done;
  }
}

/** Archives another batch with shipments in the same way, and compares its list before and after. */
async function judgeAnother(t: Check, { victim: former, answer }: Archived, lacking: Listed): Promise<void> {
  const victim = await fullFixture(t);
  if (victim === null)
    return t.inconclusive(
      `archived batch ${former.id} lists ${plural(lacking.total, "shipment")} and counts more; another open batch with shipments, named as fixture batch:open, would show whether archiving took them`,
      "--fixture batch:open=ID",
    );
  const before = await list(t, victim.id);
  const operation = ARCHIVING.find((each) => each === answer.operation) ?? "v1ArchiveBatch";
  const body = sentIn(answer);
  const ask = { operation, path: { batch_id: victim.id }, ...(body && { body }) };
  const archiving = await onceThere(t, victim, () => t.ask(ask));
  if (!succeeded(archiving))
    t.inconclusive(`archiving batch ${victim.id} was answered with ${toldBy(archiving.answer)}`);
  const after = await listUntil(t, victim.id, before.total);
  if (after.total >= before.total) return;
  const now = await readBatch(t, victim.id);
  if (countOf(now.raw) !== countOf(victim.before.raw))
    t.inconclusive(
      `batch ${victim.id} has a different count than before; another client may have moved its shipments`,
    );
  t.breach(
    [after.exchange, archiving, before.exchange],
    `batch ${victim.id} still has ${plural(before.total, "shipment")} once it is archived`,
    plural(after.total, "shipment"),
    "/total",
  );
}

/** The list once it counts as many shipments, or when patience ends. */
function listUntil(t: Check, id: string, held: number): Promise<Listed> {
  return polling(t, () => list(t, id)).until(({ total }) => total >= held);
}

/** @throws Inconclusive if the list cannot be read, or does not count its shipments */
async function list(t: Check, batch_id: string): Promise<Listed> {
  const exchange = await t.askOk({
    operation: "v1ListShipments",
    query: { batch_id, page_size: LONGEST_PAGE },
  });
  const total = objectOf(exchange.answer)?.total;
  return typeof total === "number"
    ? { exchange, total }
    : t.inconclusive("the list of shipments shows no total");
}
