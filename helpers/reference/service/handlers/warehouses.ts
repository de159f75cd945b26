import { type Answer, noContent, ok } from "../answer.js";
import type { Call, Handlers } from "../behaviours.js";
import { optionalObject, optionalText } from "../body.js";
import { checkForm } from "../form.js";
import { listAnswer } from "../paging.js";
import { Problem } from "../problem.js";
import type { Warehouse } from "../records.js";
import { readAddress } from "../requests/address.js";
import { warehouseView } from "../views/warehouse.js";

const find = (call: Call) => call.find(call.world.warehouses, "warehouse_id");

const show = (call: Call, warehouse: Warehouse) => call.does.warehouseView(call, warehouse);

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
  const changed = {
    ...warehouse,
    name: name ?? warehouse.name,
    origin: { ...warehouse.origin, ...origin },
    returns: { ...warehouse.returns, ...returns },
  };
  checkForm("v1/warehouse-update", warehouseView(call, changed));
  Object.assign(warehouse, changed);
  call.world.warehouses.touch(warehouse, call.now());
  return noContent();
}

export const warehouses: Handlers = {
  v1UpdateWarehouse: update,
  v2ListWarehouses: (call) =>
    listAnswer(call, {
      name: "warehouses",
      from: call.world.warehouses,
      view: (warehouse) => show(call, warehouse),
    }),
  v2GetWarehouse: (call) => ok(show(call, find(call))),
};
