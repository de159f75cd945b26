import type { ArchiveWay } from "../../../contract/conduct.js";
import { isObject } from "../../../contract/json.js";
import { operationInScope } from "../../../contract/scope.js";
import { statusOf } from "../../../oracles/records/batches.js";
import { OF_RUNS } from "../../../target/messages/made-up.js";
import type { Answered } from "../../../wire/exchange.js";
import { ifReadable } from "../../../wire/outcome.js";
import { jsonOf, objectOf, type Raw } from "../../../wire/raw.js";
import { findIds } from "../../../wire/search.js";
import type { Ask } from "../../check/ask.js";
import type { Check } from "../../check/check.js";
import { type CreationAttempt, type Own, oweFound, tryCreateOwn } from "../created.js";
import { listAllIn, readBatch, type SeenBatch } from "./lists.js";
import { taken, type Victim } from "./used.js";

/** How the external ids of our own batches begin. */
function markOf({ settings }: Check): string {
  return `${OF_RUNS}${settings.run}-`;
}

/** Whether a run made the batch, this one or another: that run archives it, unless it was killed. */
export function isOfRun({ external_batch_id: external }: Raw): boolean {
  return typeof external === "string" && external.startsWith(OF_RUNS);
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
  const { created, own } = await tryBatch(t, what, (body) => ({ body }));
  if (own === null)
    return t.inconclusive(
      `the creation of a batch was answered with ${created.answer.status} and no new batch; its body is not documented: give one for v2CreateBatch`,
      "--bodies FILE",
    );
  (await t.given(taken)).add(own.id);
  return { id: own.id, isOwn: true, before: readIn(own) ?? (await readBatch(t, own.id)), archived: own.gone };
}

/**
 * Tries to create a batch of our own.
 * @param written how its members are sent
 * @throws Inconclusive if nothing may be created, or no answer came
 */
export async function tryBatch(
  t: Check,
  what: string,
  written: (members: Raw) => Pick<Ask, "body" | "raw">,
): Promise<CreationAttempt> {
  if (!t.inScope("v2CreateBatch")) t.inconclusive("batches are created in v2 only");
  const external_batch_id = `${markOf(t)}${what}`;
  const body = t.settings.bodies.v2CreateBatch;
  const removal = removalIn(t);
  const members = {
    batch_notes: "Made by a contract check; it is archived at the end.",
    ...(isObject(body) ? body : {}),
    external_batch_id,
  };
  return tryCreateOwn(t, {
    ask: { operation: "v2CreateBatch", ...written(members) },
    mark: external_batch_id,
    marked: {
      member: "external_batch_id",
      reading: removal === "v1ArchiveBatch" ? "v1GetBatch" : "v2GetBatch",
      sign: markOf(t),
    },
    idOf: (answer) => idOf(t, answer, external_batch_id),
    removal: (id) => ({ operation: removal, path: { batch_id: id } }),
  });
}

/** The operation that archives batches at the end of the run. */
function removalIn({ settings }: Check): ArchiveWay {
  return operationInScope("v1ArchiveBatch", settings) ? "v1ArchiveBatch" : "v2ArchiveBatch";
}

/** Archives, at the end of the run, a batch that a creation of ours made besides the one in its answer. */
export function oweArchiving(t: Check, batch_id: string, external: string): void {
  oweFound(
    t,
    { operation: "v2CreateBatch", mark: external },
    { operation: removalIn(t), path: { batch_id } },
  );
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
    if (!t.inScope(operation)) continue;
    const list = await ifReadable(listAllIn(t, operation));
    const found = list?.items.find(({ raw }) => raw.external_batch_id === external);
    if (found !== undefined) return found.id;
  }
  return null;
}
