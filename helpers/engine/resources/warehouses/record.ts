import { type Members, membersOf, recordIn } from "../../../oracles/warehouses/record.js";
import { itemOf } from "../../../wire/decode.js";
import type { Answered } from "../../../wire/exchange.js";
import { ifReadable } from "../../../wire/outcome.js";
import type { Raw } from "../../../wire/raw.js";
import { succeeded } from "../../../wire/status.js";
import type { Check } from "../../check/check.js";
import { type OpenList, readOpenList } from "../../lists/open/list.js";

/** What v2 shows of a warehouse. */
export interface SeenWarehouse extends Members {
  readonly exchange: Answered;
  readonly record: Raw;
}

/** Only v2 shows what an update did. @throws NotApplicable where the run leaves v2 out */
export function needsShown(t: Check): void {
  if (!t.settings.generations.includes("v2"))
    t.notApplicable("what an update did is shown by v2 alone, which this run leaves out");
}

/** Reads a warehouse in v2, or null where it cannot be read. */
export async function readWarehouse(t: Check, id: string): Promise<SeenWarehouse | null> {
  if (!t.inScope("v2GetWarehouse")) return null;
  const exchange = await t.ask({ operation: "v2GetWarehouse", path: { warehouse_id: id } });
  const { body } = exchange.answer;
  if (!succeeded(exchange) || body.kind !== "json") return null;
  const record = recordIn(body.value, id);
  return record === null ? null : { exchange, record, ...membersOf(record) };
}

const LIST = { operation: "v2ListWarehouses", idMembers: ["warehouse_id", "warehouseId", "id"] } as const;

/** All warehouses as v2 lists them; null if it does not. */
export async function listWarehouses(t: Check): Promise<OpenList | null> {
  if (!t.inScope(LIST.operation)) return null;
  return ifReadable(readOpenList(t, LIST));
}

/** What a list shows of a warehouse. */
export function listedMembers(list: OpenList | null, id: string): Members {
  return membersOf(itemOf(list, id) ?? {});
}

/** The list of warehouses before the run changed anything. */
export async function firstWarehouses(t: Check): Promise<OpenList | null> {
  if (!t.inScope(LIST.operation)) return null;
  const first = await ifReadable(t.listedOk(LIST.operation));
  return first === null ? null : ifReadable(readOpenList(t, { ...LIST, first }));
}
