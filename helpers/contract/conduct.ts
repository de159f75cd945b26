import type { Operation } from "./model.js";
import { matchOperation, operations } from "./operations.js";

/**
 * What a request may do to a target, judged by the contract alone. All probes use this one table before they send
 * something that must be refused.
 */

/** Methods that ask for no effect (RFC 9110, 9.2.1). */
const SAFE: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/** Methods that the contract's operations use. */
const METHODS = [...new Set(operations.map(({ method }) => method))];

/** Whether a service has no reason to change anything, even if it checks no keys, ids or bodies. */
export function isSafe(method: string): boolean {
  return SAFE.has(method);
}

/**
 * Why a request must be refused: a wrong key, a path or method outside the contract, an unreadable body, an unknown id.
 */
export const INTENTS = ["key", "nowhere", "body", "id"] as const;
export type Intent = (typeof INTENTS)[number];

/** A body as sent. */
interface RawBody {
  readonly text: string;
  readonly contentType: string;
}

/** A body that no service can read as JSON: refused wherever the operation exists, and nothing is created. */
export const UNREADABLE: RawBody = { text: '{"plimsoll":', contentType: "application/json" };
/**
 * For a service that reads bodies before it looks at paths: JSON of a type that no operation uses to change anything.
 */
export const WRONG_TYPE: RawBody = { text: "[]", contentType: "application/json" };
/** A text that is neither JSON nor declared as such: no service may make anything of it. */
export const PLAIN_TEXT: RawBody = { text: "plimsoll", contentType: "text/plain" };
/** A body of the right type that lacks whatever is needed. */
export const READABLE: RawBody = { text: "{}", contentType: "application/json" };

/**
 * Bodies for which a call of the operation must be refused or can change nothing, the less harmful one first; null
 * stands for no body. Empty if a call may succeed whatever its body: such an operation is never probed with the right
 * key.
 */
export function harmlessBodies(operation: Operation): readonly (RawBody | null)[] {
  const { method, takesBody, bare, pathParams, effect } = operation;
  if (method === "GET" || !takesBody) return [null];
  if (effect === "read") return [READABLE, UNREADABLE];
  if (!bare) return [UNREADABLE, WRONG_TYPE];
  // The path may be all that the service needs, so it may ignore the body.
  return pathParams.length > 0 ? [] : [UNREADABLE];
}

/**
 * Whether a DELETE of this path would delete a whole collection, or something that the contract offers no deletion for.
 */
export function isUndocumentedDelete(method: string, pathname: string): boolean {
  if (method !== "DELETE" || matchOperation("DELETE", pathname) !== null) return false;
  return METHODS.some((each) => matchOperation(each, pathname) !== null);
}

/** How to remove what a request created. */
interface UndoOperation {
  readonly operation: Operation;
  /** All path parameters except the id of the new record, which the parameter `missing` takes. */
  readonly path: Readonly<Record<string, string>>;
  readonly missing: string | null;
}

/**
 * The documented deletion for what a request created: at its own path, or one segment below it.
 * @param pathname path below the base address
 */
export function undoingOf(method: string, pathname: string): UndoOperation | null {
  const below = matchOperation("DELETE", `${pathname}/plimsoll`);
  const missing = below?.operation.pathParams.at(-1);
  if (method === "POST" && below !== null && missing !== undefined) {
    const { [missing]: _id, ...path } = below.params;
    return { operation: below.operation, path, missing };
  }
  const same = method === "POST" || method === "PUT" ? matchOperation("DELETE", pathname) : null;
  return same === null ? null : { operation: same.operation, path: same.params, missing: null };
}

const RISKS = ["none", "state", "third-party", "irreversible", "money"] as const;

/** Operations in probing order: first those whose effect could be undone, then by risk. */
export function leastHarmFirst(all: readonly Operation[]): readonly Operation[] {
  const rank = (one: Operation): number => RISKS.indexOf(one.risk) + (isUndoable(one) ? 0 : RISKS.length);
  return all.toSorted((one, other) => rank(one) - rank(other));
}

/** Whether the contract offers a deletion for what the operation creates. */
export function isUndoable({ method, path, effect }: Operation): boolean {
  return effect === "create" && undoingOf(method, path) !== null;
}

/** Operations that archive a batch. */
export const ARCHIVING = ["v1ArchiveBatch", "v2ArchiveBatch", "v2UpdateBatch"] as const;
export type ArchiveWay = (typeof ARCHIVING)[number];
