import type { Operation } from "../../contract/model.js";
import { findOperation } from "../../contract/operations.js";
import type { Answer, Exchange } from "../../wire/exchange.js";
import { isUnwell } from "../../wire/health.js";
import type { Instant } from "../../wire/instant.js";
import { segmentsOf } from "../../wire/segment.js";
import { isSuccess } from "../../wire/status.js";

/** Facts about the target for the exchange oracles. */
export interface TargetFacts {
  /** Name of the request-id header, in any case. */
  readonly requestIdHeader: string;
  /** The service's own value of `error_source`; null if it must be learnt. */
  readonly serviceName: string | null;
}

/**
 * What is remembered between exchanges. Only journal indexes are kept to show both sides: whole exchanges would fill
 * the memory in a long run.
 */
interface Memory {
  /** Host of the first exchange: the target's. */
  host: string | null;
  /** Index of the first exchange with a request id in the header. */
  readonly requestIds: Map<string, number>;
  /** Index of the first exchange with a request id in an error body. */
  readonly errorIds: Map<string, number>;
  /** The service's own error source once it was seen, and where. */
  service: { readonly name: string; readonly index: number } | null;
  /** By address of a read: its 5xx answers so far; null once it got any other answer. */
  readonly serverErrors: Map<string, readonly Exchange[] | null>;
  /** Addresses of records that were deleted. */
  readonly deleted: Set<string>;
  /** Ids of records that the run changed, or tried to. */
  readonly changed: Set<string>;
  /** Ids of reports that were listed. */
  readonly reports: Set<string>;
  /** By read and record: its time of creation, and where it was first shown. */
  readonly created: Map<string, { readonly at: Instant; readonly index: number }>;
}

export interface Context {
  readonly options: TargetFacts;
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
    changed: new Set(),
    reports: new Set(),
    created: new Map(),
  };
}

/** An answered exchange to judge, and its operation of the contract. */
export interface JudgedExchange {
  readonly exchange: Exchange;
  readonly answer: Answer;
  /** Null for a request outside the contract, or one made deliberately odd. */
  readonly operation: Operation | null;
}

/**
 * The exchange as oracles see it. Null if there is nothing to judge: no answer, a target that is not stable, or another
 * host that a link or download led to.
 */
export function judgedExchange(exchange: Exchange, memory: Memory): JudgedExchange | null {
  const { answer } = exchange;
  const { host } = new URL(exchange.request.url);
  memory.host ??= host;
  if (answer === null || isUnwell(answer) || host !== memory.host) return null;
  const operation = exchange.operation === null ? null : findOperation(exchange.operation);
  return { exchange, answer, operation };
}

/** Deletions that keep the record. */
const ARCHIVES = /ArchiveBatch$/;

/**
 * Whether a success came without the right key, for an unknown id, or for a deleted record: its content is not a
 * record.
 */
export function isWronglyServed({ exchange, answer }: JudgedExchange, { deleted }: Memory): boolean {
  if (!isSuccess(answer.status)) return false;
  const { method, url } = exchange.request;
  if (exchange.intent === "key" || exchange.intent === "id") return true;
  return method === "GET" && deleted.has(url);
}

/** Remembers deletions, so that a later success there is known to show no record. */
export function rememberDeletion({ exchange, answer, operation }: JudgedExchange, { deleted }: Memory): void {
  const deletes = operation?.effect === "delete" && !ARCHIVES.test(operation.id);
  if (deletes && isSuccess(answer.status)) deleted.add(exchange.request.url);
}

/** Remembers which records the run changed: lists may show them as they were for a while. */
export function rememberChange({ exchange }: JudgedExchange, { changed }: Memory): void {
  const { method, url } = exchange.request;
  if (method === "GET") return;
  // A path begins with an empty segment; records that name no batch have an empty batch_id.
  for (const segment of segmentsOf(new URL(url))) if (segment !== "") changed.add(segment);
}

/**
 * Whether something in front of the service may have answered, because it knows no such path: the contract has none, or
 * none with such an id, does not say which there are below a prefix, or where an operation is that it only names; or
 * because it takes no escapes in paths.
 */
export function mayBeNoPath({ operation, exchange, answer }: JudgedExchange): boolean {
  const { intent, request } = exchange;
  if (operation === null || intent === "nowhere" || new URL(request.url).pathname.includes("%")) return true;
  return answer.status === 404 && (operation.multiSegment.length > 0 || operation.assumed);
}

export function isRedirect(status: number): boolean {
  return status >= 300 && status < 400;
}

/** Whether an operation serves files: its success is a file or a way to it, not JSON. */
export function isDownload(operation: Operation): boolean {
  const types = operation.responses["200"]?.mediaTypes ?? [];
  return types.length > 0 && !types.includes("application/json");
}

/** Whether the contract promises JSON for a success of an operation. */
export function answersJson(operation: Operation): boolean {
  const shapes = operation.successStatuses.map((status) => operation.responses[status]);
  const documents = operation.responses["200"]?.mediaTypes ?? ["application/json"];
  return (
    documents.includes("application/json") &&
    shapes.some((shape) => shape?.mediaTypes.includes("application/json"))
  );
}
