import { READABLE } from "../../contract/conduct.js";
import { LONG_AGO, listOf } from "../../contract/lists.js";
import type { Generation, Operation } from "../../contract/model.js";
import { operations } from "../../contract/operations.js";
import type { Answered } from "../../wire/exchange.js";
import { succeeded } from "../../wire/status.js";
import type { Ask } from "../check/ask.js";
import type { Check } from "../check/check.js";
import { givenEach } from "../check/given.js";
import { rotated } from "../check/seed.js";
import { askedBefore } from "./asked-before.js";
import { byHarm, harmlessCall, keyedOperations, repeatedCall } from "./key-calls.js";
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

/** Whether a record's id can be put in the path of a read, so that the read succeeds. */
async function leadsToRecord(t: Check, read: Operation): Promise<boolean> {
  const known = await Promise.all(read.pathParams.map((param) => t.census.ids(param)));
  return known.every((ids) => ids.length > 0) || (await t.given(askedBefore(read))) !== null;
}

/**
 * Whether a read has its path, or its list's, to itself. A service that sets for each resource who may call it, and for
 * some operations by hand, goes wrong where no other call would show it.
 */
export function standsAlone({ id, path }: Operation): boolean {
  const list = path.replace(/\/\{\w+\}$/, "");
  if (list.includes("{")) return true;
  return !operations.some((other) => other.id !== id && other.path.replace(/\/\{\w+\}$/, "") === list);
}

/** Whether a call that names nothing to act on may succeed, and yet changes nothing. */
export function actsOnNothing({ method, effect, risk, pathParams }: Operation): boolean {
  const isAct = effect === "read" || effect === "act";
  return method === "POST" && isAct && pathParams.length === 0 && risk !== "money" && risk !== "irreversible";
}

/** Every second or third of the operations, and so on, so that few enough are left; with the next seed, others. */
export function inTurn(of: readonly Operation[], seed: number, most: number): readonly Operation[] {
  const turns = Math.ceil(of.length / Math.max(most, 1));
  return of.filter((_, at) => at % turns === (seed - 1) % turns).slice(0, most);
}

/**
 * The operations of a generation to call without a key: changes, acts that a bare body may satisfy, and reads, since
 * only a read that succeeds shows data. First the reads that stand alone, then in turn the others.
 */
async function chosenFor(t: Check, generation: Generation): Promise<readonly Operation[]> {
  const all = keyedOperations(t, generation);
  const most = t.budget(`auth.without-key.${generation}`);
  if (most === 0) return [];
  const reads = all.filter(({ method }) => method === "GET");
  const found = await Promise.all(reads.map((read) => leadsToRecord(t, read)));
  const telling = reads.filter((_, at) => found[at]);
  const first = [...changesById(all), ...all.filter(actsOnNothing), ...telling.filter(standsAlone)];
  const others = operations.filter((each) => telling.includes(each) && !standsAlone(each));
  const inTheirTurn = inTurn(others, t.settings.seed, most - first.length);
  const mute = reads.filter((read) => !telling.includes(read));
  return [...new Set([...first, ...inTheirTurn, ...mute, ...reads, ...all])].slice(0, most);
}

/** The call of an operation that is sent without a key; with the right one it would most likely succeed. */
export async function keylessCall(
  t: Check,
  operation: Operation,
): Promise<Ask & { operation: Operation["id"] }> {
  if (actsOnNothing(operation)) return { operation: operation.id, raw: READABLE };
  return operation.pathParams.length > 0 && !operation.paged
    ? repeatedCall(t, operation)
    : harmlessCall(t, operation);
}

/**
 * Calls operations without a key. Of those that share a path, every second call carries a made-up token in another
 * header; the others are without, because some services look at such a token even where they ask for nothing.
 * Once a run.
 */
export const callsWithoutKey = givenEach(async (t, generation: Generation): Promise<readonly Keyless[]> => {
  const chosen = await chosenFor(t, generation);
  const { ask } = await workingRead(t, generation);
  // The working read is sent without a token already.
  const withToken = new Set(
    chosen
      .filter((each) => !actsOnNothing(each) && !standsAlone(each))
      .filter(({ id }, at) => at % 2 === 1 && id !== ask.operation),
  );
  const calls = await byHarm(
    t,
    chosen,
    async (operation) => {
      const call = {
        ...(await keylessCall(t, operation)),
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
