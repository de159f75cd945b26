import { findOperation, type Operation } from "../../contract/operations.js";
import type { Answer, Exchange } from "../../wire/exchange.js";
import { isSuccess, isUnwell } from "../../wire/status.js";

/** What the exchange oracles are told about the target. */
export interface JudgeOptions {
  /** Name of the header with the request id, in any case. */
  readonly requestIdHeader: string;
  /** Value of `error_source` for the service itself; null when it is to be learnt. */
  readonly serviceName: string | null;
}

/**
 * What has to be remembered from one exchange to the next. Journal positions are kept to show both sides: whole
 * exchanges would fill the memory of a long run.
 */
export interface Memory {
  /** Host of the first exchange: the target's. */
  host: string | null;
  /** Position of the first exchange by request id of the header. */
  readonly requestIds: Map<string, number>;
  /** Position of the first exchange by request id of an error body. */
  readonly errorIds: Map<string, number>;
  /** The service's own error source, once seen, and where. */
  service: { readonly name: string; readonly index: number } | null;
  /** By address of a read: 5xx answers so far; null once it was answered otherwise. */
  readonly serverErrors: Map<string, readonly Exchange[] | null>;
  /** Addresses of records that were deleted. */
  readonly deleted: Set<string>;
  /** Ids of batches that the run archived, processed or otherwise changed, whatever came of it. */
  readonly changedBatches: Set<string>;
}

export interface Context {
  readonly options: JudgeOptions;
  readonly memory: Memory;
}

export function newMemory(): Memory {
  return {
    host: null,
    requestIds: new Map(),
    errorIds: new Map(),
    service: null,
    serverErrors: new Map(),
    deleted: new Set(),
    changedBatches: new Set(),
  };
}

/** An exchange with an answer to judge, and the operation of the contract that it is one of. */
export interface Seen {
  readonly exchange: Exchange;
  readonly answer: Answer;
  /** Null for a request outside of the contract, or one made deliberately odd. */
  readonly operation: Operation | null;
}

/**
 * The exchange as oracles look at it; null when there is nothing to judge: no answer, an unwell target, or a
 * host other than the first one, to which a link or a download led.
 */
export function seen(exchange: Exchange, memory: Memory): Seen | null {
  const { answer } = exchange;
  const { host } = new URL(exchange.request.url);
  memory.host ??= host;
  if (answer === null || isUnwell(answer.status) || host !== memory.host) return null;
  const operation = exchange.operation === null ? null : findOperation(exchange.operation);
  return { exchange, answer, operation };
}

/** Deletions that leave a record. */
const ARCHIVES = /ArchiveBatch$/;

/**
 * Whether a success came without the right key, for an id that names nothing, or for a record that was deleted: what
 * it shows is no record.
 */
export function isWronglyServed({ exchange, answer }: Seen, { deleted }: Memory): boolean {
  if (!isSuccess(answer.status)) return false;
  const { method, url } = exchange.request;
  if (exchange.intent === "key" || exchange.intent === "id") return true;
  return method === "GET" && deleted.has(url);
}

/** Remembers what was deleted, so that a later success there is known to show no record. */
export function rememberDeletion({ exchange, answer, operation }: Seen, { deleted }: Memory): void {
  const deletes = operation?.effect === "delete" && !ARCHIVES.test(operation.id);
  if (deletes && isSuccess(answer.status)) deleted.add(exchange.request.url);
}

export function isRedirect(status: number): boolean {
  return status >= 300 && status < 400;
}

/** Whether an operation hands out files: its success is a file or a way to it, not JSON. */
export function isDownload(operation: Operation): boolean {
  const types = operation.responses["200"]?.mediaTypes ?? [];
  return types.length > 0 && !types.includes("application/json");
}

/** Whether the contract promises JSON as the success of an operation. */
export function answersJson(operation: Operation): boolean {
  const shapes = operation.successStatuses.map((status) => operation.responses[status]);
  const documents = operation.responses["200"]?.mediaTypes ?? ["application/json"];
  return (
    documents.includes("application/json") &&
    shapes.some((shape) => shape?.mediaTypes.includes("application/json"))
  );
}
