import { type Answer, noContent, ok } from "../answer.js";
import { optionalObject, optionalText } from "../body.js";
import type { Call, Handlers } from "../call.js";
import { listAnswer } from "../paging.js";
import { conflict, Problem, valueRequired } from "../problem.js";
import type { JsonObject, Warehouse } from "../records.js";
import { readAddress } from "../requests/address.js";
import { timestamp } from "../views/time.js";

const find = (call: Call) => call.find(call.world.warehouses, "warehouse_id");

const show = (warehouse: Warehouse) => ({
  warehouse_id: warehouse.id,
  is_default: warehouse.isDefault,
  name: warehouse.name,
  created_at: timestamp(warehouse.created),
  origin_address: warehouse.origin,
  return_address: warehouse.returns,
});

function update(call: Call): Answer {
  const { faults } = call;
  const known = call.world.warehouses.get(call.param("warehouse_id"));
  if (!known && faults.has("warehouse-unknown-answers-204")) return noContent();
  const warehouse = find(call);
  const body = call.object();
  const id = optionalText(body, "warehouse_id");
  if (id !== undefined && id !== warehouse.id) {
    throw new Problem(400, {
      type: "validation",
      code: "identifiers_must_match",
      message: "warehouse_id must be the one of the path.",
      field: { name: "warehouse_id", value: id },
    });
  }
  const name = readName(call, body);
  const origin = optionalObject(body, "origin_address");
  const returns = optionalObject(body, "return_address");
  for (const address of [origin, returns]) if (address) readAddress(address);
  if (
    returns?.address_residential_indicator === undefined &&
    faults.has("warehouse-return-needs-residential")
  ) {
    throw valueRequired("address_residential_indicator");
  }
  const keepsName = name === warehouse.name;
  if (keepsName && faults.has("warehouse-own-name-refused"))
    throw conflict("The name is taken.", "identifier_conflict");
  if (keepsName && faults.has("warehouse-same-name-changes-nothing")) return noContent();
  const stuck = faults.marked.has(warehouse.id) && faults.has("warehouse-updated-only-once");
  faults.marked.add(warehouse.id);
  if (name !== undefined && !stuck) warehouse.name = keptName(call, name, warehouse.name);
  if (origin && !faults.has("warehouse-origin-not-updated"))
    warehouse.origin = {
      ...warehouse.origin,
      ...origin,
      ...(faults.has("warehouse-origin-loses-phone") && { phone: undefined }),
      ...(faults.has("warehouse-origin-keeps-residential") &&
        kept(warehouse.origin, "address_residential_indicator")),
    };
  if (returns && !faults.has("warehouse-return-not-updated"))
    warehouse.returns = {
      ...warehouse.returns,
      ...returns,
      ...(faults.has("warehouse-return-loses-company") && { company_name: undefined }),
      ...(faults.has("warehouse-return-keeps-postal-code") && kept(warehouse.returns, "postal_code")),
      ...(faults.has("warehouse-return-keeps-state") && kept(warehouse.returns, "state_province")),
      ...(faults.has("warehouse-return-in-origin-city") && kept(warehouse.origin, "city_locality")),
    };
  touchNeighbour(call, warehouse);
  call.world.warehouses.touch(warehouse, call.now());
  if (faults.has("warehouse-update-answers-warehouse")) return ok(show(warehouse));
  return noContent(faults.has("warehouse-update-answers-200"));
}

function readName({ faults }: Call, body: JsonObject): string | undefined {
  if (typeof body.name === "number" && faults.has("warehouse-name-number-accepted")) return String(body.name);
  return optionalText(body, "name");
}

function keptName({ faults }: Call, name: string, before: string): string {
  if (faults.has("warehouse-name-not-updated")) return before;
  return faults.has("warehouse-name-cut") ? name.slice(0, 12) : name;
}

/** Only with a fault. */
function kept(address: JsonObject, member: string): JsonObject {
  return { [member]: address[member] };
}

/** Only with a fault. */
function touchNeighbour({ faults, world }: Call, warehouse: Warehouse): void {
  const neighbour = world.warehouses.ordered().find(({ id }) => id !== warehouse.id);
  if (neighbour && faults.has("warehouse-update-renames-neighbour")) neighbour.name = warehouse.name;
  if (neighbour && faults.has("warehouse-update-moves-neighbour")) neighbour.returns = warehouse.returns;
}

export const warehouses: Handlers = {
  v1UpdateWarehouse: update,
  v2ListWarehouses: (call) =>
    listAnswer(call, { name: "warehouses", from: call.world.warehouses, view: show }),
  v2GetWarehouse: (call) => ok(show(find(call))),
};
