import { LONG_AGO, listOf } from "../../contract/lists.js";
import type { Generation, Operation } from "../../contract/model.js";
import type { Answered } from "../../wire/exchange.js";
import { succeeded } from "../../wire/status.js";
import type { Ask } from "../check/ask.js";
import type { Check } from "../check/check.js";
import { givenEach } from "../check/given.js";
import { rotated } from "../check/seed.js";
import { byHarm, harmlessCall, keyedOperations } from "./key-calls.js";
import { workingRead } from "./plain-reads.js";
import { askOnce } from "./probe.js";

/** A value for every filter that an operation documents: a target may serve a narrowed list to anyone. */
export function everyFilter(id: Operation["id"]): Readonly<Record<string, string>> {
  const list = listOf(id);
  if (list === null) return {};
  const values = Object.entries(list.filters).map(([name, { values, unknown }]) => [
    name,
    values?.[0] ?? unknown ?? "plimsoll",
  ]);
  const bounds = Object.keys(list.windows).map((member) => [`${member}_start`, LONG_AGO]);
  return Object.fromEntries([...values, ...bounds]);
}

/**
 * The answer to a call that is narrowed by every filter; to the plain call where there is none, or where a refusal may
 * be about a filter.
 */
export async function askNarrowed(
  t: Check,
  ask: Ask & { operation: Operation["id"] },
): Promise<Answered | null> {
  const filters = everyFilter(ask.operation);
  if (Object.keys(filters).length === 0) return askOnce(t, ask);
  const narrowed = await askOnce(t, { ...ask, query: { ...filters, ...ask.query } });
  const tells = narrowed === null || succeeded(narrowed) || narrowed.answer.status === 401;
  return tells ? narrowed : askOnce(t, ask);
}

/**
 * A read for its second page where it has pages, and with some seeds narrowed by one of its filters: a target may keep
 * answers that are not the first page, or serve a narrowed list to anyone.
 */
function furtherOf<T extends Ask>(t: Check, { id, paged }: Operation, ask: T): T {
  if (!paged) return ask;
  const filters = Object.entries(everyFilter(id)).map((filter) => Object.fromEntries([filter]));
  return { ...ask, query: { ...rotated([{}, ...filters], t.settings.seed)[0], ...ask.query, page: 2 } };
}

/** Operations that are called without a key for a webhook of the run anyway. */
const FOR_OWN_WEBHOOKS: ReadonlySet<string> = new Set(["v1DeleteWebhook", "v2UpdateWebhook"]);

/** A token where other services have their keys; this one's header is the only place for a key. */
const MADE_UP_TOKEN = { Authorization: "Bearer plimsoll-made-up-token" };

/** A call without a key, and its answer. */
export interface Keyless {
  readonly operation: Operation;
  readonly exchange: Answered;
}

/** Changes of what a run may have made or may change: there, a call that got through shows. */
export const TRIED_ON_RECORDS = [
  "v1ArchiveBatch",
  "v1UpdateWarehouse",
  "v2ArchiveBatch",
  "v2UpdateBatch",
  "v2UpdatePurchaseOrder",
] as const satisfies readonly Operation["id"][];

/**
 * A deletion and an update by id among these operations, in their order: a service may ask for a key where it reads and
 * not where it changes. An update that can be followed up comes first; of deletions there are few such.
 */
export function changesById(operations: readonly Operation[]): readonly Operation[] {
  const byId = operations.filter(({ id, path }) => path.endsWith("}") && !FOR_OWN_WEBHOOKS.has(id));
  const updates = byId.filter(({ method }) => method === "PUT");
  const update = updates.find(({ id }) => TRIED_ON_RECORDS.some((each) => each === id)) ?? updates[0];
  const deletion = byId.find(({ method }) => method === "DELETE");
  return [deletion, update].filter((each) => each !== undefined);
}

/** The first of some reads that shows one record of which an id is known, so that it succeeds; otherwise none. */
async function readsOfRecord(t: Check, reads: readonly Operation[]): Promise<readonly Operation[]> {
  for (const read of reads.filter(({ path }) => path.endsWith("}"))) {
    const known = await Promise.all(read.pathParams.map((param) => t.census.ids(param)));
    if (known.every((ids) => ids.length > 0)) return [read];
  }
  return [];
}

/**
 * Calls operations without a key: mostly reads, because only a read that succeeds shows data, and some changes. Every
 * second call carries a made-up token in another header. Once a run.
 */
export const callsWithoutKey = givenEach(async (t, generation: Generation): Promise<readonly Keyless[]> => {
  const all = keyedOperations(t, generation);
  const most = t.budget(`auth.without-key.${generation}`);
  const reads = all.filter(({ method }) => method === "GET");
  const byId = await readsOfRecord(t, reads);
  const changes = changesById(all).slice(0, most);
  const left = most - changes.length;
  const lists = reads
    .filter(({ pathParams }) => pathParams.length === 0)
    .slice(0, Math.max(left - byId.length, 0));
  const chosenReads = [...new Set([...lists, ...byId, ...reads])].slice(0, left);
  const chosen = [...new Set([...chosenReads, ...changes, ...all])].slice(0, most);
  const { ask } = await workingRead(t, generation);
  // The working read is sent without a token already.
  const withToken = new Set(chosen.filter(({ id }, at) => at % 2 === 1 && id !== ask.operation));
  const calls = await byHarm(
    t,
    chosen,
    async (operation) => {
      const call = {
        ...(await harmlessCall(t, operation)),
        key: "none",
        ...(withToken.has(operation) && { headers: MADE_UP_TOKEN }),
      } as const;
      // The working read is sent plainly without a key, and narrowed with an empty one, by other checks.
      const exchange = await (operation.id === ask.operation
        ? askOnce(t, furtherOf(t, operation, call))
        : askNarrowed(t, call));
      return exchange === null ? null : { operation, exchange };
    },
    (called) => called !== null && succeeded(called.exchange),
  );
  return calls.filter((called) => called !== null);
});
