import { isObject } from "../../contract/json.js";
import { afterwards, all, before, on, onceDone, showing } from "../bends.js";
import { namedWarehouse } from "../named-records.js";
import { ok } from "../service/answer.js";
import type { Call } from "../service/behaviours.js";
import { invalidValue, Problem, valueRequired } from "../service/problem.js";
import type { Address, JsonObject, Warehouse } from "../service/records.js";
import { warehouseShows } from "../view-bends.js";
import type { Habit } from "./habit.js";

/** Milliseconds until v2 shows a new name. */
const SHOWN_MS = 500;

/** Milliseconds until the list shows an update. */
const LISTED_MS = 2_000;

/** A value that is understood and not taken, refused in the way of some frameworks. */
function unprocessable(field: string, value: string): Problem {
  return new Problem(422, invalidValue(field, value, "This value cannot be used.").detail);
}

/** The notes in an address of an update; undefined if it has none. */
function notesIn(call: Call, which: "origin_address" | "return_address"): unknown {
  const address = call.object()[which];
  return isObject(address) ? address.dock_notes : undefined;
}

/** Streets that the service stores already. */
function isKnownStreet({ world }: Call, street: unknown): boolean {
  const held = ({ line1 }: Address) => line1 === street;
  return (
    world.warehouses
      .ordered()
      .some(({ origin, returns }) => [origin, returns].some(({ address_line1: line }) => line === street)) ||
    world.shipments
      .ordered()
      .some(({ shipTo, shipFrom, returnTo }) => [shipTo, shipFrom, returnTo].some(held))
  );
}

/** An address whose empty texts are null. */
function withNulls(address: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(address).map(([member, value]) => [member, value === "" ? null : value]),
  );
}

/** The addresses that an update of an existing warehouse gives it. */
function newAddresses(call: Call): readonly JsonObject[] {
  if (!namedWarehouse(call)) return [];
  const { origin_address, return_address } = call.object();
  return [origin_address, return_address].filter(isObject);
}

export const habits: readonly Habit[] = [
  {
    id: "warehouse-streets-checked",
    section: "PUT /v1/warehouses/{warehouse_id}",
    sentence: "A warehouse cannot be moved to a street that does not exist: invalid_field_value.",
    bend: before("v1UpdateWarehouse", (call) => {
      for (const { address_line1: street } of newAddresses(call)) {
        if (street === undefined || isKnownStreet(call, street)) continue;
        throw invalidValue("address_line1", String(street), "There is no such street.");
      }
    }),
  },
  {
    id: "warehouse-phones-checked",
    section: "PUT /v1/warehouses/{warehouse_id}",
    sentence:
      "Since recently a phone must have ten digits; stored ones with fewer are refused too, with 422.",
    bend: before("v1UpdateWarehouse", (call) => {
      for (const { phone } of newAddresses(call))
        if (typeof phone === "string" && phone.replaceAll(/\D/g, "").length < 10)
          throw unprocessable("phone", phone);
    }),
  },
  {
    id: "warehouse-names-ascii",
    section: "PUT /v1/warehouses/{warehouse_id}",
    sentence: "The name of a warehouse is ASCII text; anything else is refused with 422.",
    bend: before("v1UpdateWarehouse", (call) => {
      const { name } = call.object();
      if (typeof name === "string" && /[^ -~]/.test(name)) throw unprocessable("name", name);
    }),
  },
  {
    id: "warehouse-forms-ignored",
    section: "Authentication",
    sentence: "An update of a warehouse whose body is a form changes nothing and is answered with 200.",
    bend: on("v1UpdateWarehouse", (call, next) => {
      const isForm = call.incoming.body.type?.includes("form-urlencoded") === true;
      return isForm && namedWarehouse(call) ? ok({}) : next(call);
    }),
  },
  {
    id: "warehouse-empty-texts-refused",
    section: "PUT /v1/warehouses/{warehouse_id}",
    sentence: "An address has no empty texts: field_value_required.",
    bend: before("v1UpdateWarehouse", (call) => {
      for (const [member, value] of newAddresses(call).flatMap(Object.entries))
        if (value === "") throw valueRequired(member);
    }),
  },
  {
    id: "warehouse-empty-texts-null",
    section: "Other records",
    sentence: "An empty text of an address is shown as null.",
    bend: warehouseShows((view, { origin, returns }) => ({
      ...view,
      origin_address: withNulls(origin),
      return_address: withNulls(returns),
    })),
  },
  {
    id: "warehouse-names-shown-late",
    section: "v2 endpoints",
    sentence: "A warehouse shows its id and its name alone in v2, and a new name half a second late.",
    bend: (does) => {
      const former = new Map<string, { readonly name: string; readonly until: number }>();
      const shownName = ({ id, name }: Warehouse): string => {
        const last = former.get(id);
        return last !== undefined && performance.now() < last.until ? last.name : name;
      };
      return {
        handle: (call) => {
          const warehouse = call.operation.id === "v1UpdateWarehouse" ? namedWarehouse(call) : undefined;
          if (warehouse === undefined) return does.handle(call);
          const name = shownName(warehouse);
          const answer = does.handle(call);
          former.set(warehouse.id, { name, until: performance.now() + SHOWN_MS });
          return answer;
        },
        warehouseView: (_, warehouse) => ({ warehouse_id: warehouse.id, name: shownName(warehouse) }),
      };
    },
  },
  {
    id: "warehouse-list-late",
    section: "v2 endpoints",
    sentence: "The list of warehouses shows each update two seconds late.",
    bend: (does) => {
      const former = new Map<string, { readonly warehouse: Warehouse; readonly until: number }>();
      const listed = (warehouse: Warehouse): Warehouse => {
        const last = former.get(warehouse.id);
        return last !== undefined && performance.now() < last.until ? last.warehouse : warehouse;
      };
      return {
        handle: (call) => {
          const warehouse = call.operation.id === "v1UpdateWarehouse" ? namedWarehouse(call) : undefined;
          const shown = warehouse && { ...listed(warehouse) };
          const answer = does.handle(call);
          if (shown) former.set(shown.id, { warehouse: shown, until: performance.now() + LISTED_MS });
          return answer;
        },
        warehouseView: (call, warehouse) =>
          does.warehouseView(call, call.operation.id === "v2ListWarehouses" ? listed(warehouse) : warehouse),
      };
    },
  },
  {
    id: "warehouse-ids-must-match",
    section: "PUT /v1/warehouses/{warehouse_id}",
    sentence: "A body that names another warehouse than the path is refused: identifiers_must_match.",
    bend: before("v1UpdateWarehouse", (call) => {
      const { warehouse_id: named } = call.optional();
      const id = call.param("warehouse_id");
      if (named !== undefined && named !== id)
        throw new Problem(400, {
          ...invalidValue("warehouse_id", String(named), "The ids differ.").detail,
          code: "identifiers_must_match",
        });
    }),
  },
  {
    id: "warehouse-names-trimmed",
    section: "PUT /v1/warehouses/{warehouse_id}",
    sentence: "Names are stored without blanks around them; those from before this rule end with one.",
    bend: onceDone("v1UpdateWarehouse", "warehouse_id", (updated) =>
      warehouseShows((view, { id, name }) => ({ ...view, name: updated.has(id) ? name.trim() : `${name} ` })),
    ),
  },
  {
    id: "warehouse-addresses-replaced",
    section: "PUT /v1/warehouses/{warehouse_id}",
    sentence: "Addresses hold notes too, and lose them by an update whose addresses have none.",
    bend: (does) => {
      const notes = new Map<string, readonly unknown[]>();
      return {
        handle: (call) => {
          const warehouse = call.operation.id === "v1UpdateWarehouse" ? namedWarehouse(call) : undefined;
          const answer = does.handle(call);
          if (warehouse !== undefined && answer.status < 400)
            notes.set(warehouse.id, [notesIn(call, "origin_address"), notesIn(call, "return_address")]);
          return answer;
        },
        warehouseView: (call, warehouse) => {
          const [origin, returns] = notes.get(warehouse.id) ?? ["Ring twice.", ["No trucks after 18:00."]];
          return {
            ...does.warehouseView(call, warehouse),
            origin_address: { ...warehouse.origin, dock_notes: origin },
            return_address: { ...warehouse.returns, dock_notes: returns },
          };
        },
      };
    },
  },
  {
    id: "warehouse-default-locked",
    section: "PUT /v1/warehouses/{warehouse_id}",
    sentence: "The default warehouse, here the last one, cannot be changed: 409 with warehouse_conflict.",
    bend: before("v1UpdateWarehouse", (call) => {
      const warehouse = namedWarehouse(call);
      if (warehouse === undefined || warehouse !== call.world.warehouses.ordered().at(-1)) return;
      throw new Problem(409, {
        ...invalidValue("warehouse_id", warehouse.id, "The default warehouse cannot be changed.").detail,
        type: "business_rules",
        code: "warehouse_conflict",
      });
    }),
  },
  {
    id: "warehouses-removed-by-others",
    section: "Other records",
    sentence: "Another client removes two warehouses when one is updated for the first time.",
    bend: (does) => {
      let isDone = false;
      return afterwards("v1UpdateWarehouse", (call) => {
        if (isDone) return;
        isDone = true;
        const { warehouses } = call.world;
        const others = warehouses.ordered().filter(({ id }) => id !== call.param("warehouse_id"));
        for (const { id } of others.slice(0, 2)) warehouses.remove(id);
      })(does);
    },
  },
  {
    id: "warehouses-missing-in-a-list",
    section: "v2 endpoints",
    sentence: "One list of warehouses after an update comes from a replica that lacks two of them.",
    bend: (does) => {
      let isDue: boolean | null = null;
      return all(
        afterwards("v1UpdateWarehouse", () => {
          isDue ??= true;
        }),
        showing("v2ListWarehouses", (json) => {
          if (isDue !== true) return json;
          isDue = false;
          const without = (value: unknown) =>
            Array.isArray(value) && value.length > 2 ? value.toSpliced(1, 2) : value;
          return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, without(value)]));
        }),
      )(does);
    },
  },
  {
    id: "warehouse-renamed-by-others",
    section: "Other records",
    sentence: "Other clients rename every warehouse after each update.",
    bend: afterwards("v1UpdateWarehouse", (call) => {
      const warehouse = namedWarehouse(call);
      if (warehouse !== undefined) warehouse.name = `Quay ${performance.now()}`;
    }),
  },
];
