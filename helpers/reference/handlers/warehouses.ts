import { type Answer, noContent, ok } from "../answer.js";
import { optionalObject, optionalText } from "../body.js";
import type { Call, Handlers } from "../call.js";
import { listAnswer } from "../paging.js";
import { Problem } from "../problem.js";
import type { Warehouse } from "../records.js";
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
  const name = optionalText(body, "name");
  const origin = optionalObject(body, "origin_address");
  const returns = optionalObject(body, "return_address");
  for (const address of [origin, returns]) if (address) readAddress(address);
  if (name !== undefined) warehouse.name = name;
  if (origin) warehouse.origin = { ...warehouse.origin, ...origin };
  if (returns) warehouse.returns = { ...warehouse.returns, ...returns };
  call.world.warehouses.touch(warehouse, call.now());
  return noContent(call.faults.has("warehouse-update-answers-200"));
}

export const warehouses: Handlers = {
  v1UpdateWarehouse: update,
  v2ListWarehouses: (call) =>
    listAnswer(call, { name: "warehouses", from: call.world.warehouses, view: show }),
  v2GetWarehouse: (call) => ok(show(find(call))),
};
