import { isObject } from "../contract/json.js";
import { memo } from "../contract/memo.js";
import type { Exchange } from "./exchange.js";
import { succeeded } from "./status.js";

/** operationId -> number of different requests, `MOST` at most, that all got the very same records. */
export type FixedCounts = Readonly<Record<string, number>>;

/** More requests prove no more. */
const MOST = 20;

interface Successes {
  readonly requests: Set<string>;
  /** Their one body; null if there are several, or if it is none that shows records. */
  text: string | null;
}

/** Finds the operations that answer the same whatever is asked of them, as a mock of fixed examples does. */
export class FixedAnswers {
  readonly #byOperation = new Map<string, Successes>();

  get counts(): FixedCounts {
    const fixed = [...this.#byOperation].filter(
      ([, { text, requests }]) => text !== null && requests.size > 1,
    );
    return Object.fromEntries(fixed.map(([operation, { requests }]) => [operation, requests.size]));
  }

  /** Refusals and exchanges of no operation do not count. */
  look(exchange: Exchange): void {
    const { operation, request, answer } = exchange;
    if (operation === null || answer === null || !succeeded(exchange)) return;
    const { body } = answer;
    const text = body.kind === "json" && showsRecords(body.value) ? body.text : null;
    const seen = memo(this.#byOperation, operation, () => ({ requests: new Set<string>(), text }));
    if (seen.text !== text) seen.text = null;
    if (seen.requests.size < MOST) seen.requests.add(`${request.url} ${request.body}`);
  }
}

/** An account without records gives the same empty list to whatever is asked. */
function showsRecords(value: unknown): boolean {
  const lists = Array.isArray(value)
    ? [value]
    : isObject(value)
      ? Object.values(value).filter(Array.isArray)
      : [];
  return lists.length === 0 || lists.some(({ length }) => length > 0);
}
