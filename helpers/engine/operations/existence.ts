import { harmlessBodies, isUndoable, leastHarmFirst } from "../../contract/conduct.js";
import { NEEDED_QUERY } from "../../contract/lists.js";
import type { Generation, Operation } from "../../contract/model.js";
import { operations } from "../../contract/operations.js";
import { operationsIn } from "../../contract/scope.js";
import { seedFor } from "../../contract/seed-for.js";
import { NOT_DONE, readSign, weigh } from "../../oracles/answers/existence.js";
import { madeUpPath } from "../../target/messages/made-up.js";
import type { Answered } from "../../wire/exchange.js";
import { ifReadable } from "../../wire/outcome.js";
import type { Ask } from "../check/ask.js";
import type { Check } from "../check/check.js";
import { given } from "../check/given.js";
import { inDrawnOrder } from "../check/seed.js";
import { exchangeOf, recordOf, unfoundExchange, workingExchange } from "./calls-so-far.js";
import { methodsIn, pathSign, tellsMethods } from "./methods.js";
import { workingRead } from "./plain-reads.js";
import { askOnce } from "./probe.js";
import { isForEveryPath, isLikeUnknown, unknownPathAsk } from "./unknown-paths.js";

/** Whether an operation exists, and the answers that show it. */
export interface Existence {
  readonly is: "there" | "missing" | "unclear";
  readonly shown: readonly Answered[];
}

/** Of an operation whose calls were not answered, or not sent. */
export const NOTHING_SHOWN: Existence = { is: "unclear", shown: [] };

/**
 * Finds out whether an operation exists by comparing its answer with that of a path that certainly does not exist.
 * Sends nothing that could change anything: ids are made up, bodies unreadable unless the operation only reads.
 */
export async function existenceOf(t: Check, operation: Operation): Promise<Existence> {
  const working = workingExchange(t, operation);
  if (working !== null && !(await isForEveryPath(t, operation, working))) {
    return { is: "there", shown: [working] };
  }
  const existing = await existingPath(t, operation);
  const read = existing === null ? null : await readExisting(t, operation, existing);
  if (read !== null) return read;
  // Said to the right key, this weighs more than the refusal of a wrong one.
  const notDone = exchangeOf(
    t,
    operation.id,
    ({ answer, request }) => NOT_DONE.has(answer?.status ?? 0) && request.method === operation.method,
  );
  if (notDone !== null) return { is: "missing", shown: [notDone] };
  const keyed = await refusedForItsKey(t, operation);
  if (keyed !== null) return { is: "there", shown: [keyed] };
  const unfound = operation.pathParams.length > 0 ? unfoundExchange(t, operation) : null;
  if (unfound !== null && !(await isLikeUnknown(t, operation, unfound))) {
    return { is: "there", shown: [unfound] };
  }
  if (operation.method === "GET") return readAnswer(t, operation, existing ?? madeUpPath(operation), {});
  if (!t.mayWrite("own")) return allowed(t, operation);
  await t.given(harmlessFirst);
  return probe(t, operation);
}

/**
 * What a read of an existing resource shows: most, and maybe more than that the operation is there. Null if it was not
 * made, or says little.
 */
async function readExisting(
  t: Check,
  operation: Operation,
  path: Record<string, string>,
): Promise<Existence | null> {
  if (operation.path.endsWith("}")) return readAnswer(t, operation, path, {});
  if (!(await t.given(readBelow)).has(operation.id)) return null;
  const below = await readAnswer(t, operation, await drawnPath(t, operation, path), {});
  // There may be nothing below this record.
  return below.is === "there" ? below : null;
}

/** The reads below existing records that the effort includes, drawn from the run's seed among those not made so far. */
const readBelow = given(async (t): Promise<ReadonlySet<Operation["id"]>> => {
  const open = operationsIn(t.settings).filter(
    (each) => !each.path.endsWith("}") && workingExchange(t, each) === null,
  );
  const known = await Promise.all(
    open.map(async (each) => ((await existingPath(t, each)) === null ? [] : [each])),
  );
  const drawn = inDrawnOrder(known.flat(), t.settings.seed);
  return new Set(drawn.slice(0, t.budget("operations.below-records")).map(({ id }) => id));
});

/** How an operation that is not a read answers a call that must be refused. */
async function probe(t: Check, operation: Operation): Promise<Existence> {
  const path = madeUpPath(operation);
  let last = NOTHING_SHOWN;
  for (const raw of harmlessBodies(operation)) {
    last = await readAnswer(t, operation, path, raw === null ? { intent: "id" } : { raw });
    if (last.is !== "unclear") return last;
  }
  const found = last.shown.length > 0 ? last : await existenceOfPath(t, operation, path);
  if (found.is !== "unclear") return found;
  const named = await allowed(t, operation);
  return named.is === "there" ? named : found;
}

/**
 * Probes first the creations whose result the contract can remove: a target that accepts anything shows it there.
 * Webhooks and batches are left to the checks that create them.
 */
const harmlessFirst = given(async (t) => {
  const undoable = leastHarmFirst(operationsIn(t.settings)).filter(
    (each) => each.pathParams.length === 0 && each.area !== "webhooks" && !each.bare && isUndoable(each),
  );
  for (const each of undoable.slice(0, t.budget("operations.creations-first"))) await probe(t, each);
});

/** What reads and OPTIONS show of an operation without calling it: a method allowed at its path exists. */
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
    const blank = unknownPathAsk({ ...operation, method });
    if (isSaid(answer) && !isSaid(await askOnce(t, blank))) return { is: "there", shown: [answer] };
  }
  return { is: "unclear", shown };
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
  // The same read whenever this is asked, so that a recording answers it.
  const read = await ifReadable(workingRead(t, operation.generation));
  if (read === null) return null;
  const wrongMethod = await askOnce(t, { ...read.ask, method: "PATCH", key: "wrong" });
  return wrongMethod === null || wrongMethod.answer.status === 401 ? null : refused;
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

/** The path with an existing resource that is drawn from the run's seed, another one for each operation. */
async function drawnPath(
  t: Check,
  { id, pathParams }: Operation,
  existing: Record<string, string>,
): Promise<Record<string, string>> {
  const [parameter = "", ...more] = pathParams;
  if (more.length > 0) return existing;
  const known = (await t.census.ids(parameter)).map((each) => ({ id: each }));
  const [drawn] = inDrawnOrder(known, seedFor(t.settings.seed, id));
  return drawn === undefined ? existing : { ...existing, [parameter]: drawn.id };
}

async function readAnswer(
  t: Check,
  operation: Operation,
  path: Record<string, string>,
  rest: Pick<Ask, "raw" | "intent">,
): Promise<Existence> {
  const query = NEEDED_QUERY[operation.id];
  const answer = await askOnce(t, { operation: operation.id, path, ...rest, ...(query && { query }) });
  if (answer === null) return NOTHING_SHOWN;
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
  if (probe === null) return NOTHING_SHOWN;
  const sign = await pathSign(t, operation, probe);
  return { is: sign === "mute" ? "unclear" : sign, shown: [probe] };
}

/** Whether an unknown id on an existing path is answered differently from an unknown path. */
async function tellsIdsFromPaths(t: Check, generation: Generation): Promise<boolean> {
  const record = recordOf(t, generation);
  if (record === null) return false;
  return differsFromUnknown(t, record, madeUpPath(record));
}

/** Whether a read of the same path is answered differently from an unknown path. */
async function tellsReadFromPaths(
  t: Check,
  { id, path: template }: Operation,
  path: Record<string, string>,
): Promise<boolean> {
  const read = operations.find((each) => each.path === template && each.method === "GET" && each.id !== id);
  return read !== undefined && differsFromUnknown(t, read, path);
}

async function differsFromUnknown(
  t: Check,
  operation: Operation,
  path: Record<string, string>,
): Promise<boolean> {
  const answer = await askOnce(t, { operation: operation.id, path });
  return answer !== null && !(await isLikeUnknown(t, operation, answer));
}
