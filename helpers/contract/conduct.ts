import { matchOperation, type Operation, operations } from "./operations.js";

/**
 * What a request may do to a target, by the contract alone: whoever wants to send something that has to be refused
 * asks here, so that all probes go by one table.
 */

/** Methods by which nobody asks for an effect (RFC 9110, 9.2.1). */
const SAFE: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/** Methods that operations of the contract have. */
const METHODS = [...new Set(operations.map(({ method }) => method))];

/** Whether a service has no reason to change anything, even one that checks neither keys nor ids nor bodies. */
export function isSafe(method: string): boolean {
  return SAFE.has(method);
}

/**
 * What a request is sent for that has to be refused: a key that is not the right one, a path or method outside of the
 * contract, a body that nothing can be made of, an id of nothing.
 */
export const INTENTS = ["key", "nowhere", "body", "id"] as const;
export type Intent = (typeof INTENTS)[number];

/** A body as it is sent. */
export interface RawBody {
  readonly text: string;
  readonly contentType: string;
}

/** A body that no service can read as JSON: refused wherever the operation is, and nothing comes into being. */
export const UNREADABLE: RawBody = { text: '{"plimsoll":', contentType: "application/json" };
/** For a service that reads bodies before it looks at paths: JSON, but of a type that no operation takes. */
export const WRONG_TYPE: RawBody = { text: "[]", contentType: "application/json" };

/**
 * Bodies with which a call of the operation has to be refused, the less harmful one first; null where it needs none
 * for that. None where a call may succeed whatever its body, so that it is never sent as a probe with the right key.
 */
export function refusedBodies(operation: Operation): readonly (RawBody | null)[] {
  const { method, takesBody, bare, pathParams } = operation;
  if (method === "GET" || !takesBody) return [null];
  if (!bare) return [UNREADABLE, WRONG_TYPE];
  // What the path names needs nothing of the body, so the body may go unread.
  return pathParams.length > 0 ? [] : [UNREADABLE];
}

/** Whether a DELETE of this path would be one of a whole collection, or of what the contract deletes nowhere. */
export function isUndocumentedDelete(method: string, pathname: string): boolean {
  if (method !== "DELETE" || matchOperation("DELETE", pathname) !== null) return false;
  return METHODS.some((each) => matchOperation(each, pathname) !== null);
}

/** How what a request brought into being is removed. */
export interface Undoing {
  readonly operation: Operation;
  /** All but the id of what came into being, where `missing` names the parameter for it. */
  readonly path: Readonly<Record<string, string>>;
  readonly missing: string | null;
}

/**
 * The deletion that the contract has for what a request made: at its own path, or one step below it.
 * @param pathname path below the base address
 */
export function undoingOf(method: string, pathname: string): Undoing | null {
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

/** Operations in the order in which they are probed: first those whose effect could be undone, then by their risk. */
export function leastHarmFirst(all: readonly Operation[]): readonly Operation[] {
  const rank = (one: Operation): number => RISKS.indexOf(one.risk) + (isUndoable(one) ? 0 : RISKS.length);
  return all.toSorted((one, other) => rank(one) - rank(other));
}

/** Whether the contract has a deletion for what the operation creates. */
export function isUndoable({ method, path, effect }: Operation): boolean {
  return effect === "create" && undoingOf(method, path) !== null;
}
