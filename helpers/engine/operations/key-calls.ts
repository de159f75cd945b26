import { isSafe, leastHarmFirst, READABLE, UNREADABLE, WRONG_TYPE } from "../../contract/conduct.js";
import { LONG_AGO, listOf, NEEDED_QUERY } from "../../contract/lists.js";
import type { Generation, Operation } from "../../contract/model.js";
import { operations } from "../../contract/operations.js";
import { operationInScope } from "../../contract/scope.js";
import { judgeWrongKey } from "../../oracles/answers/auth.js";
import { NOT_DONE } from "../../oracles/answers/existence.js";
import { alike } from "../../oracles/answers/likeness.js";
import { madeUpPath } from "../../target/messages/made-up.js";
import type { WrongKey } from "../../target/messages/wrong-key.js";
import type { Answered, Finding } from "../../wire/exchange.js";
import { Inconclusive, ifReadable, noneOf, orWhyNot } from "../../wire/outcome.js";
import { succeeded } from "../../wire/status.js";
import type { Ask } from "../check/ask.js";
import type { Check } from "../check/check.js";
import { givenEach } from "../check/given.js";
import { seedFor } from "../check/seed.js";
import { workingExchange } from "./calls-so-far.js";
import { pathFor } from "./existence.js";
import { workingRead } from "./plain-reads.js";
import { askOnce } from "./probe.js";
import { unknownPathAsk } from "./unknown-paths.js";

/** Files may be served by signed links, without a key. */
const OPEN_TO_ALL: ReadonlySet<string> = new Set(["v1DownloadFile", "v2DownloadFile", "v2DownloadDocument"]);

/** The operations of a generation that need a key, in an order drawn from the run's seed. */
export function keyedOperations(t: Check, generation: Generation): readonly Operation[] {
  const rank = ({ id }: Operation): number => seedFor(t.settings.seed, id);
  return operations
    .filter((each) => each.generation === generation && operationInScope(each.id, t.settings))
    .filter(({ id }) => !OPEN_TO_ALL.has(id))
    .toSorted((one, other) => rank(one) - rank(other));
}

/** The operations in scope that serve files and may not need a key. */
export function openOperations(t: Check): readonly Operation[] {
  return operations.filter(({ id }) => OPEN_TO_ALL.has(id) && operationInScope(id, t.settings));
}

/**
 * Judges each generation in scope; one that cannot be judged leaves the verdict to the other.
 * @throws Inconclusive if none could be judged
 */
export async function eachGeneration(
  t: Check,
  judge: (generation: Generation) => Promise<void>,
): Promise<void> {
  const { generations } = t.settings;
  const reasons: Inconclusive[] = [];
  for (const generation of generations) {
    const why = await orWhyNot(judge(generation));
    if (why instanceof Inconclusive) reasons.push(why);
  }
  if (reasons.length === generations.length) throw noneOf(reasons);
}

/**
 * Calls the operations whose keys may be tried: the reads; then, if the run may write and no read succeeded, the
 * others. A target that ignores keys might carry those out.
 */
export async function byHarm<T>(
  t: Check,
  chosen: readonly Operation[],
  tell: (operation: Operation) => Promise<T>,
  succeeds: (told: T) => boolean,
): Promise<readonly T[]> {
  const [reads, others] = [true, false].map((is) => chosen.filter(({ method }) => isSafe(method) === is));
  const told = await Promise.all((reads ?? []).map(tell));
  if (!t.mayWrite("own") || told.some(succeeds)) return told;
  return [...told, ...(await Promise.all(leastHarmFirst(others ?? []).map(tell)))];
}

/**
 * A call of the operation that does little harm even if the key is not checked: known ids to read, unless others are
 * given; made-up ids to change; and an unusable body.
 */
export async function harmlessCall(
  t: Check,
  operation: Operation,
  ids?: Record<string, string>,
): Promise<Ask & { operation: Operation["id"] }> {
  const path = ids ?? (await pathFor(t, operation));
  const working = await ifReadable(workingRead(t, operation.generation));
  const query = {
    ...NEEDED_QUERY[operation.id],
    // The read that tries keys first asks for the first page.
    ...(operation.paged && working?.ask.operation !== operation.id && { page: 2 }),
  };
  const call = {
    operation: operation.id,
    ...(operation.pathParams.length > 0 && { path }),
    ...(Object.keys(query).length > 0 && { query }),
  };
  if (operation.method === "GET" || !operation.takesBody) return call;
  // The target may check body syntax or type before the key: half of the operations send the one, half the other.
  return { ...call, raw: seedFor(t.settings.seed, operation.id) % 2 === 0 ? UNREADABLE : WRONG_TYPE };
}

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

/** Reads by id among the operations called without a key, if there are lists enough. */
const BY_ID = 1;

/** A token where other services have their keys; this one's header is the only place for a key. */
const MADE_UP_TOKEN = { Authorization: "Bearer plimsoll-made-up-token" };

/** A call without a key, and its answer. */
interface Keyless {
  readonly operation: Operation;
  readonly exchange: Answered;
}

/**
 * Calls operations without a key: mostly reads, because only a read that succeeds shows data. Every second call carries
 * a made-up token in another header. Once a run.
 */
export const callsWithoutKey = givenEach(async (t, generation: Generation): Promise<readonly Keyless[]> => {
  const all = keyedOperations(t, generation);
  const most = t.budget(`auth.without-key.${generation}`);
  const reads = all.filter(({ method }) => method === "GET");
  const byId = reads.filter(({ pathParams }) => pathParams.length > 0).slice(0, BY_ID);
  const lists = reads.filter(({ pathParams }) => pathParams.length === 0).slice(0, most - byId.length);
  const chosen = [...new Set([...lists, ...byId, ...reads, ...all])].slice(0, most);
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
      // The working read is narrowed where it is sent with an empty key.
      const exchange = await (operation.id === ask.operation ? askOnce : askNarrowed)(t, call);
      return exchange === null ? null : { operation, exchange };
    },
    (called) => called !== null && succeeded(called.exchange),
  );
  return calls.filter((called) => called !== null);
});

/** What one call with a wrong key showed. */
interface WrongKeyTold {
  readonly findings: readonly Finding[];
  /** True if the call succeeded, so the target may not check keys. */
  readonly succeeded: boolean;
  /** False if the answer says nothing about the key: the operation is missing, or the target is not stable. */
  readonly told: boolean;
}

const NOTHING_TOLD: WrongKeyTold = { findings: [], told: false, succeeded: false };

/** A made-up key, of another length where that hides nothing: reads show most with one of a usual length. */
const KEY_LENGTHS: Readonly<Partial<Record<Operation["method"], WrongKey>>> = {
  DELETE: "short",
  PUT: "long",
};

/**
 * Sends a made-up key to an operation, short or long to some. In v2, ids are made up, so that a lookup before the
 * key check shows.
 * @param strict true if 401 is due whatever ids and body are; otherwise a finding counts only if the same call succeeds
 * with the right key, or if the answer was a success or a 403
 */
export async function tellWrongKey(t: Check, operation: Operation, strict: boolean): Promise<WrongKeyTold> {
  const ids = operation.generation === "v2" ? madeUpPath(operation) : undefined;
  const call = await harmlessCall(t, operation, ids);
  const wrongKey = KEY_LENGTHS[operation.method];
  const key: Pick<Ask, "key" | "wrongKey"> = { key: "wrong", ...(wrongKey && { wrongKey }) };
  const first = await askOnce(t, { ...call, ...key });
  // v1 leaves open whether the key or the body is looked at first: a body that can be read shows whether the key is.
  const mayBeAboutBody =
    strict && operation.generation === "v1" && call.raw !== undefined && first?.answer.status === 400;
  const exchange = mayBeAboutBody ? await askOnce(t, { ...call, ...key, raw: READABLE }) : first;
  if (exchange === null) return NOTHING_TOLD;
  const findings = judgeWrongKey({ rule: t.rule, exchange });
  if (findings.length === 0) return { findings, told: true, succeeded: succeeded(exchange) };
  if (await isNotThere(t, operation, { ...call, ...key }, exchange)) return NOTHING_TOLD;
  if (strict || succeeded(exchange) || exchange.answer.status === 403)
    return { findings, told: true, succeeded: succeeded(exchange) };
  const right = operation.method === "GET" ? await askOnce(t, call) : null;
  return right !== null && succeeded(right) ? { findings, told: true, succeeded: false } : NOTHING_TOLD;
}

/** Whether the answer only says that the operation does not exist, which its own rule judges. */
async function isNotThere(t: Check, operation: Operation, call: Ask, exchange: Answered): Promise<boolean> {
  const { status } = exchange.answer;
  if (NOT_DONE.has(status)) return true;
  if (status !== 404 || workingExchange(t, operation) !== null) return false;
  const { key = "wrong", wrongKey, raw } = call;
  const rest = { key, ...(wrongKey && { wrongKey }), ...(raw && { raw }) };
  const blank = await askOnce(t, unknownPathAsk(operation, rest));
  return blank === null || alike(exchange, blank);
}
