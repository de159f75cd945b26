import type { OperationId } from "../../contract/generated/types.js";
import { isObject } from "../../contract/json.js";
import type { Generation } from "../../contract/model.js";
import { Client } from "../../target/client/client.js";
import { Journal } from "../../target/recordings/journal.js";
import { isLoopback, type Settings } from "../../target/settings/settings.js";
import type { Exchange } from "../../wire/exchange.js";
import { findIds, objectsIn } from "../../wire/search.js";

/** The result of a look at a target. */
export interface Survey {
  readonly loopback: boolean;
  /** Generations of which an operation answered with success. */
  readonly generations: readonly Generation[];
  /** Lists with their number of items; null if unknown. */
  readonly lists: Readonly<Record<string, number | null>>;
  /** Ids that could serve as fixtures, by kind. */
  readonly fixtures: Readonly<Record<string, readonly string[]>>;
  /** A header that looks like the request id's, if the documented one is missing; otherwise null. */
  readonly requestIdHeader: string | null;
}

interface Door {
  readonly operation: OperationId;
  readonly name: string;
  readonly query?: Readonly<Record<string, string | number>>;
  /** Member with the ids, and the kind of fixture that they could be, with a state if there is one. */
  readonly ids?: { readonly member: string; readonly kind: string; readonly state?: string };
}

const DOORS: readonly Door[] = [
  { operation: "v1ListShipments", name: "v1 shipments", query: { page_size: 1 } },
  { operation: "v1ListLabels", name: "v1 labels", query: { page_size: 1 } },
  { operation: "v1ListAdjustmentReports", name: "v1 adjustment reports", query: { page_size: 1 } },
  {
    operation: "v1ListBatches",
    name: "v1 open batches",
    query: { status: "open" },
    ids: { member: "batch_id", kind: "batch:open" },
  },
  { operation: "v2ListShipments", name: "v2 shipments" },
  { operation: "v2ListWebhooks", name: "v2 webhooks" },
  {
    operation: "v2ListWarehouses",
    name: "v2 warehouses",
    ids: { member: "warehouse_id", kind: "warehouse" },
  },
  {
    operation: "v2ListPurchaseOrders",
    name: "v2 purchase orders",
    ids: { member: "purchase_order_id", kind: "purchase_order", state: "status" },
  },
];
/** How many ids to suggest for each kind. */
const MOST_IDS = 3;

/** Looks at a target with a few GETs, one after another. Leaves out what cannot be read. */
export async function survey(settings: Settings): Promise<Survey> {
  const client = new Client({ ...settings, budget: null }, new Journal(null));
  try {
    const answered: { door: Door; exchange: Exchange; value: unknown }[] = [];
    for (const door of DOORS) {
      const { operation, query } = door;
      const exchange = await client.call({ check: "init", operation, ...(query && { query }) });
      const { answer } = exchange;
      if (answer?.status !== 200 || answer.body.kind !== "json") continue;
      answered.push({ door, exchange, value: answer.body.value });
    }
    const spoken = answered.map(({ door }) => door.operation);
    return {
      loopback: isLoopback(settings.url),
      generations: (["v1", "v2"] as const).filter((one) => spoken.some((id) => id.startsWith(one))),
      lists: Object.fromEntries(answered.map(({ door, value }) => [door.name, sizeOf(value)])),
      fixtures: Object.assign({}, ...answered.map(({ door, value }) => fixturesIn(door, value))),
      requestIdHeader: headerIn(
        answered.map(({ exchange }) => exchange),
        settings.requestIdHeader,
      ),
    };
  } finally {
    await client.close();
  }
}

function sizeOf(value: unknown): number | null {
  if (Array.isArray(value)) return value.length;
  const total = isObject(value) ? value.total : null;
  return typeof total === "number" ? total : null;
}

function fixturesIn({ ids }: Door, value: unknown): Record<string, string[]> {
  if (ids === undefined) return {};
  const { member, kind, state } = ids;
  const found: Record<string, string[]> = {};
  for (const record of objectsIn(value)) {
    const [id] = member in record ? findIds({ [member]: record[member] }, member) : [];
    const at = state === undefined ? null : record[state];
    if (id === undefined || (state !== undefined && typeof at !== "string")) continue;
    const name = typeof at === "string" ? `${kind}:${at}` : kind;
    found[name] = [...(found[name] ?? []), id].slice(0, MOST_IDS);
  }
  return found;
}

function headerIn(exchanges: readonly Exchange[], documented: string): string | null {
  const [names = []] = exchanges.map(({ answer }) => Object.keys(answer?.headers ?? {}));
  if (names.includes(documented.toLowerCase())) return null;
  return names.find((name) => /request-?id$/.test(name)) ?? null;
}
