import { contract } from "./load.js";
import type { Generation, Operation } from "./model.js";
import { percentDecoded } from "./text.js";

/** All operations of both generations, in the order of the contract. */
export const operations: readonly Operation[] = contract.operations;

const byId = new Map<string, Operation>(operations.map((entry) => [entry.id, entry]));

/**
 * The operation of that id.
 * @throws RangeError for an id outside the contract.
 */
export function operation(id: string): Operation {
  const found = byId.get(id);
  if (found === undefined) throw new RangeError(`no operation ${id} in the contract`);
  return found;
}

/** The operation of that id, or null; for ids from a file, such as a recorded journal. */
export function findOperation(id: string): Operation | null {
  return byId.get(id) ?? null;
}

/** The generation of an operation; null for a request outside the contract. */
export function generationOf(id: string | null): Generation | null {
  return id === null ? null : (byId.get(id)?.generation ?? null);
}

/** "GET /v1/labels/{label_id}": what users call an operation; the id of one that is outside the contract. */
export function operationLine(id: string): string {
  const found = findOperation(id);
  return found === null ? id : `${found.method} ${found.path}`;
}

/** An operation with the decoded path parameters of one request. */
interface OperationMatch {
  readonly operation: Operation;
  readonly params: Readonly<Record<string, string>>;
}

interface Route {
  readonly operation: Operation;
  readonly segments: readonly string[];
  readonly open: boolean;
}

const parameterName = /^\{(.+)\}$/;

// A literal segment beats a parameter: /v2/totes/quantities is not a tote. So templates with fewer parameters are tried
// first, and the one that spans several segments last.
const routes: readonly Route[] = operations
  .map((entry) => ({
    operation: entry,
    segments: entry.path.split("/"),
    open: entry.multiSegment.length > 0,
  }))
  .sort(
    (a, b) =>
      Number(a.open) - Number(b.open) || a.operation.pathParams.length - b.operation.pathParams.length,
  );

function matchRoute(route: Route, given: readonly string[]): Record<string, string> | null {
  const { segments, open } = route;
  if (open ? given.length < segments.length : given.length !== segments.length) return null;
  const params: Record<string, string> = {};
  for (const [index, segment] of segments.entries()) {
    const last = index === segments.length - 1;
    const value = open && last ? given.slice(index).join("/") : (given[index] ?? "");
    const name = parameterName.exec(segment)?.[1];
    if (name === undefined ? segment !== value : value === "") return null;
    if (name !== undefined) params[name] = percentDecoded(value);
  }
  return params;
}

/**
 * The operation that a request calls, or null.
 * @param method in any case
 * @param pathname path of the URL as sent, below the base URL, without query
 */
export function matchOperation(method: string, pathname: string): OperationMatch | null {
  const wanted = method.toUpperCase();
  const given = pathname.split("/");
  for (const route of routes) {
    if (route.operation.method !== wanted) continue;
    const params = matchRoute(route, given);
    if (params !== null) return { operation: route.operation, params };
  }
  return null;
}

/**
 * The path of one request, each parameter percent-encoded (slashes are kept if it spans several segments).
 * @throws RangeError if a parameter is missing or empty
 */
export function buildPath(entry: Operation, params: Readonly<Record<string, string>> = {}): string {
  return entry.path.replace(/\{(.+?)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined || value === "") throw new RangeError(`${entry.id} needs the parameter ${name}`);
    if (!entry.multiSegment.includes(name)) return encodeURIComponent(value);
    return value.split("/").map(encodeURIComponent).join("/");
  });
}
