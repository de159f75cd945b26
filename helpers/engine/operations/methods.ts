import type { Generation, Operation } from "../../contract/model.js";
import { operations } from "../../contract/operations.js";
import type { PathSign } from "../../oracles/answers/existence.js";
import { alike } from "../../oracles/answers/likeness.js";
import { madeUpPath } from "../../target/messages/made-up.js";
import type { Answered } from "../../wire/exchange.js";
import { ifReadable } from "../../wire/outcome.js";
import { pathBelow } from "../../wire/own-address.js";
import type { Check } from "../check/check.js";
import { readsWithoutId } from "./calls-so-far.js";
import { workingRead } from "./plain-reads.js";
import { askOnce } from "./probe.js";
import { unknownPathAsk } from "./unknown-paths.js";

/** How many lists of other families must agree at least if the operation's own has none. */
const LEAST_WITNESSES = 3;

/** Whether OPTIONS names the methods of a path that can be read. */
export async function tellsMethods(t: Check, generation: Generation): Promise<boolean> {
  const read = await ifReadable(workingRead(t, generation));
  return read !== null && methodsIn(await askOnce(t, { ...read.ask, method: "OPTIONS" })).includes("GET");
}

/** The methods that an answer names in Allow; none if it names none. */
export function methodsIn(exchange: Answered | null): readonly string[] {
  return (exchange?.answer.headers.allow ?? "").split(",").map((method) => method.trim().toUpperCase());
}

/** What PATCH, a method that no operation uses, shows about the path of an answer. */
export async function pathSign(t: Check, operation: Operation, { request }: Answered): Promise<PathSign> {
  const probe = await patch(t, new URL(request.url).pathname);
  const blank = await askOnce(t, unknownPathAsk({ ...operation, method: "PATCH" }));
  if (probe === null || blank === null || blank.answer.status === 405) return "mute";
  if (probe.answer.status === 405) return "there";
  const lost = probe.answer.status === 404 && alike(probe, blank);
  return lost && (await answersWrongMethods(t, operation)) ? "missing" : "mute";
}

/** Whether PATCH is answered with 405 on known paths of the same kind. */
async function answersWrongMethods(t: Check, operation: Operation): Promise<boolean> {
  const lists = witnessesFor(operation, readsWithoutId(t, operation.generation));
  const records = recordsAbove(operation);
  // The target may look up records before methods, so an id in the path needs a witness with the same one.
  const hasRecord = operation.pathParams.length === 0 || records.length > 0;
  if (lists.length === 0 || !hasRecord) return false;
  const asks = [...lists, ...records].map((witness) =>
    askOnce(t, { operation: witness.id, path: madeUpPath(witness), method: "PATCH" }),
  );
  return (await Promise.all(asks)).every((answer) => answer?.answer.status === 405);
}

/** The reads of the records below which a path lies. */
export function recordsAbove({ path, generation }: Operation): readonly Operation[] {
  return operations.filter(
    (each) =>
      each.method === "GET" &&
      each.generation === generation &&
      each.path.endsWith("}") &&
      path.startsWith(`${each.path}/`),
  );
}

/**
 * The lists whose answer to an unknown method tells what the path of an operation would answer: one of its own family,
 * otherwise all, since behind one address there may be several services, of which only some answer 405.
 */
export function witnessesFor({ path }: Operation, lists: readonly Operation[]): readonly Operation[] {
  const [own] = lists.filter((list) => familyOf(list.path) === familyOf(path));
  if (own !== undefined) return [own];
  return lists.length < LEAST_WITNESSES ? [] : lists;
}

function patch(t: Check, pathname: string): Promise<Answered | null> {
  return askOnce(t, { pathname: pathBelow(t.settings.url, pathname), method: "PATCH" });
}

function familyOf(path: string): string {
  return path.split("/")[2] ?? "";
}
