import { isObject } from "../../../contract/json.js";
import { operationInScope } from "../../../contract/scope.js";
import { statusOf } from "../../../oracles/records/batches.js";
import { idsOf } from "../../../wire/decode.js";
import type { Answered } from "../../../wire/exchange.js";
import { Inconclusive, ifReadable, orWhyNot } from "../../../wire/outcome.js";
import { jsonOf, objectOf, type Raw } from "../../../wire/raw.js";
import { findIds } from "../../../wire/search.js";
import { succeeded } from "../../../wire/status.js";
import type { Check } from "../../check/check.js";
import { given } from "../../check/given.js";
import { type Own, oweFound, tryCreateOwn } from "../created.js";
import { awaitEffect, BRIEF } from "../eventually.js";
import { fixtureIds, needsFixtures } from "../fixtures.js";
import { listAllIn, openBatches, readBatch, type SeenBatch } from "./lists.js";

/** A batch that may be archived, and a way to tell the ledger that it is. */
export interface Victim {
  readonly id: string;
  /** Whether the run made it, in v2. */
  readonly isOwn: boolean;
  /** The batch before, when it was open. */
  readonly before: SeenBatch;
  archived(): void;
}

/** A batch that the run archived, and the state that it showed then. */
interface Archiving {
  readonly id: string;
  readonly status: string | null;
  /** Its external id, where it showed one. */
  readonly external: unknown;
}

/** Operations that archive a batch. */
export const ARCHIVING = ["v1ArchiveBatch", "v2ArchiveBatch", "v2UpdateBatch"] as const;
export type ArchiveWay = (typeof ARCHIVING)[number];

/** What a batch shows after it was archived. */
export function archivingOf({ id, raw }: SeenBatch): Archiving {
  return { id, status: statusOf(raw), external: raw?.external_batch_id };
}

/** What the run has archived so far, by id. */
export const archivings = given(async () => new Map<string, Archiving>());

/** Accepted requests that archived a batch which the run had archived before, by id. */
export const archivedAgain = given(async () => new Map<string, Answered>());

/** How many batches with shipments are left open for other checks, one of which processes one. */
const FULL_LEFT = 3;

/** Batches used so far in a run, including our own, so that no two checks archive or process the same one. */
export const taken = given(async () => new Set<string>());

const ARCHIVES = "archives a batch, one of its own or one named as fixture batch:open";

/**
 * Like `openVictim`, but a fixture with shipments comes first: our own batches are empty.
 * @throws Inconclusive as `openVictim`
 */
export async function fullVictim(t: Check, what: string): Promise<Victim> {
  t.needsWrites(ARCHIVES);
  return (await takeFixture(t, await fullFixtures(t))) ?? openVictim(t, what);
}

/**
 * An open batch that may be archived: one of our own if batches can be created, otherwise a fixture.
 * @param what it is for; part of its external id
 * @throws Inconclusive if there is none, or the run may change none
 */
export async function openVictim(t: Check, what: string): Promise<Victim> {
  t.needsWrites(ARCHIVES);
  const created = await orWhyNot(createBatch(t, what));
  const own = created instanceof Inconclusive ? null : await onceOpen(t, created);
  if (own !== null) return own;
  const fixture = await fixtureVictim(t);
  if (fixture !== null) return fixture;
  const why = created instanceof Inconclusive ? created.message : "a new one is not open";
  if (t.mayWrite("fixtures"))
    t.inconclusive(
      `needs an open batch that may be archived (${why}); name one as fixture batch:open`,
      "--fixture batch:open=ID",
    );
  return needsFixtures(t, "batch:open", `archives a batch, and has none of its own: ${why}`);
}

/** An open batch that the run did not make; null if there is none that may be archived. */
export async function fixtureVictim(t: Check): Promise<Victim | null> {
  return takeFixture(t, await fixtures(t));
}

/** An open batch with shipments that the run did not make, near its end; null if there is none that may be archived. */
export async function fullFixture(t: Check): Promise<Victim | null> {
  const ids = await fixtures(t);
  const listed = (await ifReadable(t.given(openBatches)))?.items ?? [];
  return takeFixture(
    t,
    ids.filter((id) => Number(listed.find((item) => item.id === id)?.raw.count) > 0),
  );
}

/** How the external ids of our own batches begin. */
function markOf({ settings }: Check): string {
  return `plimsoll-${settings.run}-`;
}

/** The external id of a batch if it is one of our own, otherwise null. */
export function ownExternalId(t: Check, { external_batch_id: external }: Raw): string | null {
  return typeof external === "string" && external.startsWith(markOf(t)) ? external : null;
}

/**
 * Creates a batch of our own, with what a configured body adds. Archiving counts as its removal.
 * @param what it is for; part of its external id, and different for each batch of a run
 * @throws Inconclusive if the target refuses, or what it created cannot be found
 */
export async function createBatch(t: Check, what: string): Promise<Victim> {
  if (!operationInScope("v2CreateBatch", t.settings)) t.inconclusive("batches are created in v2 only");
  const external_batch_id = `${markOf(t)}${what}`;
  const body = t.settings.bodies.v2CreateBatch;
  const removal = removalIn(t);
  const { created, own } = await tryCreateOwn(t, {
    ask: {
      operation: "v2CreateBatch",
      body: {
        batch_notes: "Made by a contract check; it is archived at the end.",
        ...(isObject(body) ? body : {}),
        external_batch_id,
      },
    },
    mark: external_batch_id,
    marked: {
      member: "external_batch_id",
      reading: removal === "v1ArchiveBatch" ? "v1GetBatch" : "v2GetBatch",
    },
    idOf: (answer) => idOf(t, answer, external_batch_id),
    removal: (id) => ({ operation: removal, path: { batch_id: id } }),
  });
  if (own === null)
    return t.inconclusive(
      `the creation of a batch was answered with ${created.answer.status} and no new batch; its body is not documented: give one for v2CreateBatch`,
      "--bodies FILE",
    );
  (await t.given(taken)).add(own.id);
  return { id: own.id, isOwn: true, before: readIn(own) ?? (await readBatch(t, own.id)), archived: own.gone };
}

/** Whether to wait for a new batch to be open: no longer once that was in vain. */
const opening = given(async () => ({ isAwaited: true }));

/** A new batch once it is open, which may take a target a while; null if it does not become open. */
async function onceOpen(t: Check, victim: Victim): Promise<Victim | null> {
  const isOpen = ({ raw }: SeenBatch) => statusOf(raw) === "open";
  if (isOpen(victim.before)) return victim;
  const state = await t.given(opening);
  if (!state.isAwaited) return null;
  const before = await awaitEffect(t, () => readBatch(t, victim.id), isOpen, BRIEF);
  state.isAwaited = isOpen(before);
  return isOpen(before) ? { ...victim, before } : null;
}

/** The operation that archives batches at the end of the run. */
function removalIn({ settings }: Check): ArchiveWay {
  return operationInScope("v1ArchiveBatch", settings) ? "v1ArchiveBatch" : "v2ArchiveBatch";
}

/** Has a batch that a creation of ours made besides the one answered archived at the end of the run. */
export function oweArchiving(t: Check, batch_id: string, external: string): void {
  oweFound(
    t,
    { operation: "v2CreateBatch", mark: external },
    { operation: removalIn(t), path: { batch_id } },
  );
}

/** Archives a batch, and tells the ledger if the target agreed. */
export async function archive(t: Check, victim: Victim, operation: ArchiveWay): Promise<Answered> {
  const answer = await onceThere(t, victim, () =>
    t.ask({ operation, path: { batch_id: victim.id }, removal: "use" }),
  );
  if (succeeded(answer)) victim.archived();
  return answer;
}

/** Does something to a batch; if a replica that lags behind has it neither for that nor by id yet, again once it has. */
export async function onceThere(t: Check, { id }: Victim, act: () => Promise<Answered>): Promise<Answered> {
  const answer = await act();
  const isThere = ({ exchange }: SeenBatch) => exchange.answer.status !== 404;
  if (answer.answer.status !== 404 || isThere(await readBatch(t, id))) return answer;
  return isThere(await awaitEffect(t, () => readBatch(t, id), isThere)) ? act() : answer;
}

/** The batch as the answer to its creation shows it, if that shows its state. */
function readIn({ id, created }: Own): SeenBatch | null {
  const raw = objectOf(created.answer);
  return raw?.batch_id !== id || statusOf(raw) === null ? null : { id, exchange: created, raw };
}

/** The id in the answer, otherwise that of the listed batch with our external id, in whichever generation shows it. */
async function idOf(t: Check, { answer }: Answered, external: string): Promise<string | null> {
  const answered = findIds(jsonOf(answer), "batch_id");
  if (answered.length === 1) return answered[0] ?? null;
  for (const operation of ["v2ListBatches", "v1ListBatches"] as const) {
    if (!operationInScope(operation, t.settings)) continue;
    const list = await ifReadable(listAllIn(t, operation));
    const found = list?.items.find(({ raw }) => raw.external_batch_id === external);
    if (found !== undefined) return found.id;
  }
  return null;
}

/** Open batches that may be changed and were not used yet. */
async function fixtures(t: Check): Promise<readonly string[]> {
  const used = await t.given(taken);
  const ids = await fixtureIds(t, "batch:open", async () =>
    operationInScope("v1ListBatches", t.settings)
      ? idsOf((await ifReadable(t.given(openBatches)))?.items ?? [])
      : [],
  );
  return ids.filter((id) => !used.has(id));
}

/** Takes the first of these batches that is still open; null if none is. */
async function takeFixture(t: Check, ids: readonly string[]): Promise<Victim | null> {
  for (const id of ids) {
    (await t.given(taken)).add(id);
    const before = await readBatch(t, id);
    if (statusOf(before.raw) === "open") return { id, isOwn: false, before, archived: () => {} };
  }
  return null;
}

/** Those of them that hold shipments, by the list; if all may be changed, some are left to other checks. */
async function fullFixtures(t: Check): Promise<readonly string[]> {
  const ids = await fixtures(t);
  const listed = (await ifReadable(t.given(openBatches)))?.items ?? [];
  const full = ids.filter((id) => Number(listed.find((item) => item.id === id)?.raw.count) > 0);
  return t.settings.fixturesAll ? full.slice(FULL_LEFT) : full;
}
