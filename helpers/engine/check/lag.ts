import { LISTS } from "../../contract/lists.js";
import type { OperationId } from "../../contract/operations.js";
import type { Exchange } from "../../wire/exchange.js";
import { isObject } from "../../wire/raw.js";
import { succeeded } from "../../wire/status.js";

/** Parameters that leave it to the list how many items there are. */
const OF_PAGES: ReadonlySet<string> = new Set(["page", "page_size", "sort_dir", "sort_by"]);
/** Lists out of which no operation takes anything. */
const GROWING: ReadonlySet<string | null> = new Set<OperationId>([
  ...Object.values(LISTS).map(({ operation }) => operation),
  "v2ListShipments",
  "v2ListLabels",
]);

/**
 * Whether the target reads from copies that lag behind its writes: it does where a list that can only grow is shorter
 * than it was in an earlier answer.
 */
export class Lag {
  #isSeen = false;
  readonly #longest = new Map<string | null, { readonly total: number; readonly at: number }>();

  get isSeen(): boolean {
    return this.#isSeen;
  }

  /** Looks at an exchange of the run, in the order in which they end. */
  look(exchange: Exchange): void {
    const total = totalIn(exchange);
    if (total === null) return;
    const { operation, startedAt, ms } = exchange;
    const [began, ended] = [Date.parse(startedAt), Date.parse(startedAt) + ms];
    const before = this.#longest.get(operation);
    if (before !== undefined && before.at < began && total < before.total) this.#isSeen = true;
    if (before === undefined || total > before.total) this.#longest.set(operation, { total, at: ended });
  }
}

function totalIn(exchange: Exchange): number | null {
  const { operation, request, answer } = exchange;
  if (!GROWING.has(operation) || !succeeded(exchange) || answer?.body.kind !== "json") return null;
  const asked = [...new URL(request.url).searchParams.keys()];
  const { value } = answer.body;
  if (asked.some((name) => !OF_PAGES.has(name)) || !isObject(value)) return null;
  return typeof value.total === "number" ? value.total : null;
}
