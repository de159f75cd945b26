import { isSafe, leastHarmFirst, UNREADABLE, WRONG_TYPE } from "../../contract/conduct.js";
import { NEEDED_QUERY } from "../../contract/lists.js";
import type { Generation, Operation } from "../../contract/model.js";
import { operationsIn } from "../../contract/scope.js";
import { seedFor } from "../../contract/seed-for.js";
import { Inconclusive, ifReadable, noneOf, orWhyNot } from "../../wire/outcome.js";
import type { Ask } from "../check/ask.js";
import type { Check } from "../check/check.js";
import { inDrawnOrder } from "../check/seed.js";
import { askedBefore } from "./asked-before.js";
import { pathFor } from "./existence.js";
import { workingRead } from "./plain-reads.js";

/** Files may be served by signed links, without a key. */
const OPEN_TO_ALL: ReadonlySet<string> = new Set(["v1DownloadFile", "v2DownloadFile", "v2DownloadDocument"]);

/** The operations of a generation that need a key, in an order drawn from the run's seed. */
export function keyedOperations(t: Check, generation: Generation): readonly Operation[] {
  const keyed = operationsIn(t.settings).filter(
    (each) => each.generation === generation && !OPEN_TO_ALL.has(each.id),
  );
  return inDrawnOrder(keyed, t.settings.seed);
}

/** The operations in scope that serve files and may not need a key. */
export function openOperations(t: Check): readonly Operation[] {
  return operationsIn(t.settings).filter(({ id }) => OPEN_TO_ALL.has(id));
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
  const reads = chosen.filter(({ method }) => isSafe(method));
  const told = await Promise.all(reads.map(tell));
  if (!t.mayWrite("own") || told.some(succeeds)) return told;
  const others = leastHarmFirst(chosen.filter(({ method }) => !isSafe(method)));
  return [...told, ...(await Promise.all(others.map(tell)))];
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
  const query = {
    ...NEEDED_QUERY[operation.id],
    ...(operation.paged && !(await isFirstTried(t, operation)) && { page: 2 }),
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

/**
 * A read that succeeded before, exactly as it was sent, since a target may keep answers by their addresses; otherwise a
 * call that does little harm.
 */
export async function repeatedCall(
  t: Check,
  operation: Operation,
): Promise<Ask & { operation: Operation["id"] }> {
  const isPlain = !operation.paged && operation.pathParams.length === 0;
  if (operation.method !== "GET" || isPlain || (await isFirstTried(t, operation)))
    return harmlessCall(t, operation);
  const href = await t.given(askedBefore(operation));
  return href === null ? harmlessCall(t, operation) : { operation: operation.id, href };
}

/** Whether it is the read that tries keys first: it asks for the first page. */
async function isFirstTried(t: Check, { id, generation }: Operation): Promise<boolean> {
  const working = await ifReadable(workingRead(t, generation));
  return working?.ask.operation === id;
}
