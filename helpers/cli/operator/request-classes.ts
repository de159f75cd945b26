import { isSafe } from "../../contract/conduct.js";
import { findOperation } from "../../contract/operations.js";
import type { Exchange } from "../../wire/exchange.js";
import { succeeded } from "../../wire/status.js";

/** Requests of one method to one operation, by their effect on the target. */
export interface RequestClass {
  /** calculates: not a plain read, but without effect by the contract; refused: not a read, sent to be refused. */
  readonly kind: "changes" | "calculates" | "refused" | "reads";
  readonly method: string;
  /** Null for paths and methods outside the contract. */
  readonly operation: string | null;
  readonly requests: number;
}

const ORDER = [
  "changes",
  "calculates",
  "refused",
  "reads",
] as const satisfies readonly RequestClass["kind"][];

/** Counts requests by class: changes first, then by path. */
export function requestClasses(exchanges: Iterable<Exchange>): RequestClass[] {
  const classes = new Map<string, RequestClass>();
  for (const exchange of exchanges) {
    const { operation, request } = exchange;
    const kind = kindOf(exchange);
    const key = `${kind} ${request.method} ${operation}`;
    const requests = (classes.get(key)?.requests ?? 0) + 1;
    classes.set(key, { kind, method: request.method, operation, requests });
  }
  return [...classes.values()].sort(
    (one, other) =>
      ORDER.indexOf(one.kind) - ORDER.indexOf(other.kind) || pathOf(one).localeCompare(pathOf(other)),
  );
}

/** Template of the path; paths outside the contract come last. */
export function pathOf({ operation }: Pick<RequestClass, "operation">): string {
  return operation === null ? "~ paths outside the contract" : (findOperation(operation)?.path ?? operation);
}

function kindOf(exchange: Exchange): RequestClass["kind"] {
  const { operation, request } = exchange;
  if (isSafe(request.method)) return "reads";
  if (!succeeded(exchange)) return "refused";
  return operation !== null && findOperation(operation)?.risk === "none" ? "calculates" : "changes";
}
