import type { OperationId } from "../../contract/generated/types.js";
import { isObject } from "../../contract/json.js";
import { LIST_PARAMETERS, LISTS } from "../../contract/lists.js";
import type { Exchange } from "../../wire/exchange.js";
import { objectOf } from "../../wire/raw.js";
import { succeeded } from "../../wire/status.js";

/** Lists from which no operation removes anything. */
const GROWING: ReadonlySet<string | null> = new Set<OperationId>([
  ...Object.values(LISTS).map(({ operation }) => operation),
  "v2ListShipments",
  "v2ListLabels",
]);

/** A value that an answer showed, and when the answer came. */
interface Told {
  readonly value: number;
  readonly at: number;
}

/**
 * Whether the target shows replica lag: a list that can only grow is shorter than in an earlier answer, or an item was
 * modified earlier than an earlier answer said.
 */
export class Lag {
  #isSeen = false;
  /** The highest value seen so far of each list total and each item's time of modification. */
  readonly #most = new Map<string, Told>();

  get isSeen(): boolean {
    return this.#isSeen;
  }

  /** Looks at the exchanges of the run, in the order in which they end. */
  look(exchange: Exchange): void {
    if (this.#isSeen) return;
    const total = totalIn(exchange);
    if (total !== null) this.#grows(exchange, `${exchange.operation}`, total);
    for (const { id, modified } of modificationsIn(exchange)) this.#grows(exchange, id, modified);
  }

  #grows({ startedAt, ms }: Exchange, what: string, value: number): void {
    const [began, ended] = [Date.parse(startedAt), Date.parse(startedAt) + ms];
    const before = this.#most.get(what);
    if (before !== undefined && before.at < began && value < before.value) this.#isSeen = true;
    if (before === undefined || value > before.value) this.#most.set(what, { value, at: ended });
  }
}

/** When the shipments of a page were last modified, in milliseconds since 1970. */
function modificationsIn({ operation, answer }: Exchange): readonly { id: string; modified: number }[] {
  const { operation: list, name, id } = LISTS.shipments;
  const items = operation === list ? objectOf(answer)?.[name] : null;
  if (!Array.isArray(items)) return [];
  return items.filter(isObject).flatMap((item) => {
    const [own, modified] = [item[id], Date.parse(String(item.modified_at))];
    return typeof own === "string" && !Number.isNaN(modified) ? [{ id: own, modified }] : [];
  });
}

function totalIn(exchange: Exchange): number | null {
  const { operation, request, answer } = exchange;
  if (!GROWING.has(operation) || !succeeded(exchange) || answer?.body.kind !== "json") return null;
  const asked = [...new URL(request.url).searchParams.keys()];
  const { value } = answer.body;
  if (asked.some((name) => !LIST_PARAMETERS.includes(name)) || !isObject(value)) return null;
  return typeof value.total === "number" ? value.total : null;
}
