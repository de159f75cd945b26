import { isUndoable, leastHarmFirst, refusedBodies } from "../../contract/conduct.js";
import { NEEDED_QUERY } from "../../contract/lists.js";
import type { Generation, Operation } from "../../contract/model.js";
import { matchOperation, operations } from "../../contract/operations.js";
import { operationInScope } from "../../contract/scope.js";
import { type PathSign, readSign, weigh } from "../../oracles/existence.js";
import { alike, sameOutline } from "../../oracles/likeness.js";
import { isPlainlyValid } from "../../oracles/plainly-valid.js";
import { madeUpPath } from "../../target/made-up.js";
import type { Answered, Exchange, KeyUse } from "../../wire/exchange.js";
import { succeeded } from "../../wire/status.js";
import type { Ask } from "../check/ask.js";
import { type Check, given } from "../check/check.js";
import { askOnce, stray } from "./probe.js";

/** Whether an operation exists, and the answers that show it. */
export interface Existence {
  readonly is: "there" | "missing" | "unclear";
  readonly shown: readonly Answered[];
}

/** How many other families may be asked if the operation's own has no list, and how many must agree. */
const MOST_WITNESSES = 5;
const LEAST_WITNESSES = 3;

/**
 * Finds out whether an operation exists by comparing its answer with that of a path that certainly does not exist.
 * Sends nothing that could change anything: ids are made up, bodies unreadable.
 */
export async function existenceOf(t: Check, operation: Operation): Promise<Existence> {
  const working = workingExchange(t, operation);
  if (working !== null && !(await isForEveryPath(t, operation, working))) {
    return { is: "there", shown: [working] };
  }
  const keyed = await refusedForItsKey(t, operation);
  if (keyed !== null) return { is: "there", shown: [keyed] };
  // A read of an existing resource shows most, and may find more than that the operation is there.
  const existing = await existingPath(t, operation);
  if (existing !== null && (operation.path.endsWith("}") || t.affords("operations.below-records")))
    return readAnswer(t, operation, existing, {});
  const unfound = operation.pathParams.length > 0 ? unfoundExchange(t, operation) : null;
  if (unfound !== null && !(await isLikeUnknown(t, operation, unfound, {}))) {
    return { is: "there", shown: [unfound] };
  }
  if (operation.method === "GET") return readAnswer(t, operation, await pathFor(t, operation), {});
  if (!t.mayWrite("own")) return allowed(t, operation);
  await t.given(harmlessFirst);
  return probe(t, operation);
}

/** How an operation that is no read answers a call that must be refused. */
async function probe(t: Check, operation: Operation): Promise<Existence> {
  const path = madeUpPath(operation);
  let last: Existence = { is: "unclear", shown: [] };
  for (const raw of refusedBodies(operation)) {
    last = await readAnswer(t, operation, path, raw === null ? { intent: "id" } : { raw });
    if (last.is !== "unclear") return last;
  }
  return last.shown.length > 0 ? last : existenceOfPath(t, operation, path);
}

/**
 * Probes first the creations whose result the contract can remove: a target that accepts anything shows it there.
 * Webhooks and batches are left to the checks that create them.
 */
const harmlessFirst = given(async (t) => {
  const undoable = leastHarmFirst(operations).filter(
    (each) =>
      each.pathParams.length === 0 &&
      each.area !== "webhooks" &&
      !each.bare &&
      isUndoable(each) &&
      operationInScope(each.id, t.settings),
  );
  for (const each of undoable.slice(0, t.budget("operations.creations-first"))) await probe(t, each);
});

/** What reads and OPTIONS show of an operation that may not be called: a method allowed at its path exists. */
async function allowed(t: Check, operation: Operation): Promise<Existence> {
  const path = madeUpPath(operation);
  const shown: Answered[] = [];
  const isRead = operations.some((each) => each.method === "GET" && each.path === operation.path);
  const ways = [
    ...((await tellsMethods(t, operation.generation)) ? ["OPTIONS"] : []),
    ...(isRead ? [] : ["GET"]),
  ];
  for (const method of ways) {
    const answer = await askOnce(t, { operation: operation.id, path, method });
    if (answer === null) continue;
    shown.push(answer);
    const isSaid = (each: Answered | null) => methodsIn(each).includes(operation.method);
    const blank = unknownPathAsk({ ...operation, method }, {});
    if (isSaid(answer) && !isSaid(await askOnce(t, blank))) return { is: "there", shown: [answer] };
  }
  return { is: "unclear", shown };
}

/** Whether OPTIONS names the methods of a path that can be read. */
async function tellsMethods(t: Check, generation: Generation): Promise<boolean> {
  const [read] = workingReads(t, generation).filter(({ pathParams }) => pathParams.length === 0);
  return (
    read !== undefined &&
    methodsIn(await askOnce(t, { operation: read.id, method: "OPTIONS" })).includes("GET")
  );
}

function methodsIn(exchange: Answered | null): readonly string[] {
  return (exchange?.answer.headers.allow ?? "").split(",").map((method) => method.trim().toUpperCase());
}

/**
 * The 401 that the operation gave to a wrong key, if it proves the operation: the target gives no 401 to an unknown
 * path or an undocumented method, so it looks for the route first. Null otherwise.
 */
async function refusedForItsKey(t: Check, operation: Operation): Promise<Answered | null> {
  // A read is asked with the right key anyway, whose answer shows more.
  if (operation.method === "GET") return null;
  const refused = exchangeOf(t, operation.id, ({ answer }) => answer?.status === 401, "wrong");
  if (refused === null || (await isLikeUnknown(t, operation, refused, { key: "wrong" }))) return null;
  const [read] = workingReads(t, operation.generation).filter(({ pathParams }) => pathParams.length === 0);
  if (read === undefined) return null;
  const wrongMethod = await askOnce(t, { operation: read.id, path: {}, method: "PATCH", key: "wrong" });
  return wrongMethod === null || wrongMethod.answer.status === 401 ? null : refused;
}

/** An exchange of the run in which the operation succeeded, or null. A long body of it is only in the journal. */
export function workingExchange(t: Check, { id }: Operation): Answered | null {
  return exchangeOf(t, id, (exchange) => succeeded(exchange));
}

/**
 * An exchange of the run in which a read did not find an id of the usual form, or null. A malformed request does not
 * count: it may have been refused before the operation was looked up.
 */
function unfoundExchange(t: Check, operation: Operation): Answered | null {
  return exchangeOf(
    t,
    operation.id,
    ({ answer, request }) => answer?.status === 404 && isPlainlyValid(operation, request.url),
  );
}

function exchangeOf(
  t: Check,
  id: string,
  fits: (exchange: Exchange) => boolean,
  key: KeyUse = "right",
): Answered | null {
  for (const exchange of t.session.journal.exchangesOf(id)) {
    if (exchange.request.key !== key) continue;
    const { answer } = exchange;
    if (answer !== null && fits(exchange)) return { ...exchange, answer };
  }
  return null;
}

/** Path parameters: ids of existing resources for a read if all are known, otherwise made-up ones. */
export async function pathFor(t: Check, operation: Operation): Promise<Record<string, string>> {
  return (await existingPath(t, operation)) ?? madeUpPath(operation);
}

/** The path parameters of a read of an existing resource; null for other operations, and if an id is not known. */
async function existingPath(t: Check, operation: Operation): Promise<Record<string, string> | null> {
  if (operation.method !== "GET" || operation.pathParams.length === 0) return null;
  const known: Record<string, string> = {};
  for (const name of operation.pathParams) {
    const [id] = await t.census.ids(name);
    if (id === undefined) return null;
    known[name] = id;
  }
  return known;
}

/**
 * A request to an unknown path of the same generation and depth, to compare with a request of the operation. If a list
 * stands beside records (/v2/totes/quantities), the path is that of an unknown record.
 */
export function unknownPathAsk(operation: Operation, rest: Omit<Ask, "operation">): Ask {
  const { method, path } = operation;
  const [, generation = "", ...segments] = path.split("/");
  const unknown = `/${[generation, ...segments.map((_, at) => `plimsoll-nothing-${at}`)].join("/")}`;
  return { ...rest, method, pathname: shadowingSibling(operation) ?? unknown };
}

/** The path of an unknown record beside the operation's own, if that is an operation too; otherwise null. */
function shadowingSibling({ method, path, pathParams }: Operation): string | null {
  const sibling = `${path.slice(0, path.lastIndexOf("/"))}/plimsoll-nothing`;
  return pathParams.length === 0 && matchOperation(method, sibling) !== null ? sibling : null;
}

async function readAnswer(
  t: Check,
  operation: Operation,
  path: Record<string, string>,
  rest: Pick<Ask, "raw" | "intent">,
): Promise<Existence> {
  const query = NEEDED_QUERY[operation.id];
  const answer = await askOnce(t, { operation: operation.id, path, ...rest, ...(query && { query }) });
  if (answer === null) return { is: "unclear", shown: [] };
  const { intent: _, ...sent } = rest;
  const sign = readSign(operation, answer, await isLikeUnknown(t, operation, answer, sent));
  if (sign === "there" || sign === "missing") return { is: sign, shown: [answer] };
  if (sign === "mute") return { is: "unclear", shown: [answer] };
  const is = weigh({
    answer,
    path: await pathSign(t, operation, answer),
    knownIds: operation.pathParams.some((name) => path[name] !== madeUpPath(operation)[name]),
    idsToldFromPaths: await tellsIdsFromPaths(t, operation.generation),
    readToldFromPaths: await tellsReadFromPaths(t, operation, path),
  });
  return { is, shown: [answer] };
}

/** For an operation that is never called: only an undocumented method on its path can show it. */
async function existenceOfPath(
  t: Check,
  operation: Operation,
  path: Record<string, string>,
): Promise<Existence> {
  const probe = await askOnce(t, { operation: operation.id, path, method: "PATCH" });
  if (probe === null) return { is: "unclear", shown: [] };
  const sign = await pathSign(t, operation, probe);
  return { is: sign === "mute" ? "unclear" : sign, shown: [probe] };
}

/**
 * Whether an unknown path gets the same answer. If the answer differs from that of any one unknown path with its
 * method, it differs from all of them; only otherwise is a path of the same depth asked.
 */
export async function isLikeUnknown(
  t: Check,
  operation: Operation,
  answer: Answered,
  rest: Pick<Ask, "raw" | "key">,
): Promise<boolean> {
  const { method, generation } = operation;
  if (shadowingSibling(operation) === null) {
    const any = await stray(t, generation, { ...rest, method });
    if (any !== null && !(await saysTheSame(t, generation, answer, any))) return false;
  }
  const blank = await askOnce(t, unknownPathAsk(operation, rest));
  return blank === null || saysTheSame(t, generation, answer, blank);
}

/** If no two answers are alike, compares their outlines. */
async function saysTheSame(
  t: Check,
  generation: Generation,
  answer: Answered,
  blank: Answered,
): Promise<boolean> {
  return sameOutline(answer, blank) && (alike(answer, blank) || (await isNoisy(t, generation)));
}

/** Whether every path of the generation gets the same success. */
async function isForEveryPath(t: Check, { generation }: Operation, answer: Answered): Promise<boolean> {
  const any = await stray(t, generation, { method: "GET" });
  if (any === null || any.answer.status !== answer.answer.status) return false;
  const whole = t.session.journal.load(answer.index);
  return whole.answer !== null && alike({ ...whole, answer: whole.answer }, any);
}

async function isNoisy(t: Check, generation: Generation): Promise<boolean> {
  const [one, other] = await Promise.all(
    ["one", "other"].map((word) => stray(t, generation, { method: "GET" }, word)),
  );
  return one == null || other == null || !alike(one, other);
}

/** What PATCH, a method that no operation uses, shows about the path of an answer. */
async function pathSign(t: Check, operation: Operation, { request }: Answered): Promise<PathSign> {
  const probe = await patch(t, new URL(request.url).pathname);
  const blank = await askOnce(t, unknownPathAsk({ ...operation, method: "PATCH" }, {}));
  if (probe === null || blank === null || blank.answer.status === 405) return "mute";
  if (probe.answer.status === 405) return "there";
  const lost = probe.answer.status === 404 && alike(probe, blank);
  return lost && (await answersWrongMethods(t, operation)) ? "missing" : "mute";
}

/** Whether PATCH is answered with 405 on known paths of the same kind. */
async function answersWrongMethods(t: Check, operation: Operation): Promise<boolean> {
  const lists = workingReads(t, operation.generation).filter(({ pathParams }) => pathParams.length === 0);
  const family = lists.filter(({ path }) => familyOf(path) === familyOf(operation.path));
  const witnesses = family.length > 0 ? family.slice(0, 1) : lists.slice(0, MOST_WITNESSES);
  if (family.length === 0 && witnesses.length < LEAST_WITNESSES) return false;
  // The target may look up records before methods, so a path with ids needs a witness with one.
  const record = operation.pathParams.length > 0 ? [recordOf(t, operation.generation)] : [];
  const asks = [...witnesses, ...record].map((witness) =>
    witness === null
      ? null
      : askOnce(t, { operation: witness.id, path: madeUpPath(witness), method: "PATCH" }),
  );
  return (await Promise.all(asks)).every((answer) => answer?.answer.status === 405);
}

/** Whether an unknown id on an existing path is answered differently from an unknown path. */
async function tellsIdsFromPaths(t: Check, generation: Generation): Promise<boolean> {
  const record = recordOf(t, generation);
  if (record === null) return false;
  const answer = await askOnce(t, { operation: record.id, path: madeUpPath(record) });
  return answer !== null && !(await isLikeUnknown(t, record, answer, {}));
}

/** Whether a read of the same path is answered differently from an unknown path. */
async function tellsReadFromPaths(
  t: Check,
  { id, path: template }: Operation,
  path: Record<string, string>,
): Promise<boolean> {
  const read = operations.find((each) => each.path === template && each.method === "GET" && each.id !== id);
  if (read === undefined) return false;
  const answer = await askOnce(t, { operation: read.id, path });
  return answer !== null && !(await isLikeUnknown(t, read, answer, {}));
}

function recordOf(t: Check, generation: Generation): Operation | null {
  return workingReads(t, generation).find(({ path }) => path.endsWith("_id}")) ?? null;
}

function workingReads(t: Check, generation: Generation): readonly Operation[] {
  return operations.filter(
    (each) =>
      each.method === "GET" &&
      each.generation === generation &&
      operationInScope(each.id, t.settings) &&
      workingExchange(t, each) !== null,
  );
}

function patch(t: Check, pathname: string): Promise<Answered | null> {
  const below = pathname.slice(new URL(`${t.settings.url}/`).pathname.length - 1);
  return askOnce(t, { pathname: below, method: "PATCH" });
}

function familyOf(path: string): string {
  return path.split("/")[2] ?? "";
}
