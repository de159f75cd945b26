import type { OperationId } from "../../contract/generated/types.js";
import { isObject } from "../../contract/json.js";
import { after, afterwards, all, before, on, onceDone, remembering, showing } from "../bends.js";
import { namedWarehouse } from "../named-records.js";
import { type Answer, noContent, ok } from "../service/answer.js";
import type { Bend, Call } from "../service/behaviours.js";
import { objectIn } from "../service/body.js";
import { conflict, valueRequired } from "../service/problem.js";
import type { JsonObject, Warehouse } from "../service/records.js";
import { warehouseShows } from "../view-bends.js";
import type { Fault } from "./fault.js";
import { finds } from "./list-bends/filters.js";

interface Update {
  readonly call: Call;
  readonly warehouse: Warehouse;
  /** The warehouse before the update. */
  readonly before: Warehouse;
  readonly sent: JsonObject;
}

/** Does something more after a warehouse was updated. */
const updating = (act: (update: Update) => void): Bend =>
  on("v1UpdateWarehouse", (call, next) => {
    const warehouse = namedWarehouse(call);
    const before = warehouse && { ...warehouse };
    const answer = next(call);
    if (before) act({ call, warehouse, before, sent: call.object() });
    return answer;
  });

/** Stores other values of a warehouse than those sent. */
const keeping = (change: (update: Update) => Partial<Warehouse>): Bend =>
  updating((update) => Object.assign(update.warehouse, change(update)));

/** Members of the origin address, if one was sent. */
const origin = (members: (update: Update) => JsonObject): Bend =>
  keeping((update) =>
    update.sent.origin_address ? { origin: { ...update.warehouse.origin, ...members(update) } } : {},
  );

/** Members of the return address, if one was sent. */
const returns = (members: (update: Update) => JsonObject): Bend =>
  keeping((update) =>
    update.sent.return_address ? { returns: { ...update.warehouse.returns, ...members(update) } } : {},
  );

/** The other indicator than an address has. */
const turned = (address: JsonObject): string =>
  address.address_residential_indicator === "yes" ? "no" : "yes";

/** What an address held in the members that came empty. */
const heldWhereEmpty = (held: JsonObject, sent: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(held).filter(([member]) => sent[member] === ""));

/** Whether an update sends the street that an address has. */
const keepsStreet = (sent: JsonObject, which: "origin_address" | "return_address", held: JsonObject) =>
  objectIn(sent, which).address_line1 === held.address_line1;

/** Also changes the oldest other warehouse. */
const neighbour = (change: (warehouse: Warehouse) => Partial<Warehouse>): Bend =>
  updating(({ call, warehouse }) => {
    const other = call.world.warehouses.ordered().find(({ id }) => id !== warehouse.id);
    if (other) Object.assign(other, change(warehouse));
  });

/** Answers updates that send the warehouse's present name. */
const onOwnName = (answer: () => Answer): Bend =>
  on("v1UpdateWarehouse", (call, next) => {
    const name = namedWarehouse(call)?.name;
    return name !== undefined && call.object().name === name ? answer() : next(call);
  });

/** Answers updates that send the warehouse's present streets under another name. */
const onOwnAddresses = (answer: () => Answer): Bend =>
  on("v1UpdateWarehouse", (call, next) => {
    const warehouse = namedWarehouse(call);
    const sent = call.object();
    const keeps =
      warehouse !== undefined &&
      warehouse.name !== sent.name &&
      keepsStreet(sent, "origin_address", warehouse.origin) &&
      keepsStreet(sent, "return_address", warehouse.returns);
    return keeps ? answer() : next(call);
  });

/** Warehouses as they were before their last update, in one operation. */
const oneUpdateBehind =
  (operation: OperationId): Bend =>
  (does) => {
    const former = new Map<string, Warehouse>();
    return {
      handle: (call) => {
        const warehouse = call.operation.id === "v1UpdateWarehouse" ? namedWarehouse(call) : undefined;
        const was = warehouse && { ...warehouse };
        const answer = does.handle(call);
        if (was !== undefined && answer.status < 400) former.set(was.id, was);
        return answer;
      },
      warehouseView: (call, warehouse) =>
        does.warehouseView(
          call,
          (call.operation.id === operation ? former.get(warehouse.id) : null) ?? warehouse,
        ),
    };
  };

/** Refuses an update of which an address leaves out a member, or fails over it. */
const requiring = (
  which: "origin_address" | "return_address",
  member: string,
  problem: Error = valueRequired(member),
): Bend =>
  before("v1UpdateWarehouse", (call) => {
    if (namedWarehouse(call) && objectIn(call.object(), which)[member] === undefined) throw problem;
  });

/** The list goes on showing the names that warehouses had when it was first asked for. */
const listKeepsNames: Bend = (does) => {
  const names = new Map<string, string>();
  return warehouseShows((view, warehouse, { operation }) => {
    if (operation.id !== "v2ListWarehouses") return view;
    const name = names.get(warehouse.id) ?? warehouse.name;
    names.set(warehouse.id, name);
    return { ...view, name };
  })(does);
};

/** Takes a number as a name, as the text that it prints as. */
const takesNumberAsName: Bend = on("v1UpdateWarehouse", (call, next) => {
  const { body } = call.incoming;
  const { name } = call.optional();
  const text = JSON.stringify({ ...call.optional(), name: String(name) });
  return next(typeof name === "number" ? call.with({ body: { ...body, text } }) : call);
});

export const faults: readonly Fault[] = [
  {
    id: "warehouse-update-loses-its-labels",
    rule: "labels.filter.warehouse_id",
    sentence: "A warehouse that was updated has no labels any more under warehouse_id.",
    bend: onceDone("v1UpdateWarehouse", "warehouse_id", (ids) =>
      finds("labels", "warehouse_id", (usually, _, value) => usually && !ids.has(value)),
    ),
  },
  {
    id: "warehouse-update-answers-200",
    rule: "warehouses.update.status-204",
    sentence: "Updating a warehouse answers 200.",
    bend: after("v1UpdateWarehouse", () => ({ status: 200 })),
  },
  {
    id: "warehouse-update-answers-warehouse",
    rule: "warehouses.update.status-204",
    sentence: "Updating a warehouse answers 200 with the warehouse.",
    bend: after("v1UpdateWarehouse", (call) => {
      const warehouse = namedWarehouse(call);
      return warehouse && ok(call.does.warehouseView(call, warehouse));
    }),
  },
  {
    id: "warehouse-update-accepted-once",
    rule: "warehouses.update.status-204",
    sentence: "A warehouse can be updated once; every further update is refused.",
    bend: (does) => {
      const updated = new Set<Warehouse>();
      return on("v1UpdateWarehouse", (call, next) => {
        const warehouse = namedWarehouse(call);
        if (warehouse && updated.has(warehouse)) throw conflict("The warehouse was changed meanwhile.");
        const answer = next(call);
        if (warehouse) updated.add(warehouse);
        return answer;
      })(does);
    },
  },
  {
    id: "warehouse-name-not-updated",
    rule: "warehouses.update.name",
    sentence: "Updating a warehouse does not change its name.",
    bend: keeping(({ before }) => ({ name: before.name })),
  },
  {
    id: "warehouse-name-cut",
    rule: "warehouses.update.name",
    sentence: "The name of an updated warehouse is cut to twelve characters.",
    bend: keeping(({ sent, warehouse }) =>
      sent.name === undefined ? {} : { name: warehouse.name.slice(0, 12) },
    ),
  },
  {
    id: "warehouse-name-ascii",
    rule: "warehouses.update.name",
    sentence: "Characters beyond ASCII in the name of an updated warehouse become question marks.",
    bend: keeping(({ warehouse }) => ({ name: warehouse.name.replace(/[^\x20-\x7e]/g, "?") })),
  },
  {
    id: "warehouse-name-escaped",
    rule: "warehouses.update.name",
    sentence: "In the name of an updated warehouse, & becomes &amp;.",
    bend: keeping(({ warehouse }) => ({ name: warehouse.name.replaceAll("&", "&amp;") })),
  },
  {
    id: "warehouse-name-cut-at-40",
    rule: "warehouses.update.name",
    sentence: "The name of an updated warehouse is cut to forty characters.",
    bend: keeping(({ warehouse }) => ({ name: warehouse.name.slice(0, 40) })),
  },
  {
    id: "warehouse-name-alone-not-updated",
    rule: "warehouses.update.name",
    sentence:
      "An update of a warehouse that changes the street of neither address leaves its name as it was.",
    bend: keeping(({ before, sent }) =>
      keepsStreet(sent, "origin_address", before.origin) &&
      keepsStreet(sent, "return_address", before.returns)
        ? { name: before.name }
        : {},
    ),
  },
  {
    id: "warehouse-list-keeps-names",
    rule: "warehouses.update.name",
    sentence: "The list of warehouses goes on showing the names from before any update.",
    bend: listKeepsNames,
  },
  {
    id: "warehouse-list-keeps-names-number-accepted",
    rule: "warehouses.update.name",
    sentence:
      "The list of warehouses goes on showing the names from before any update; a number is accepted as a name.",
    bend: all(listKeepsNames, takesNumberAsName),
  },
  {
    id: "warehouse-list-escapes-names",
    rule: "warehouses.update.name",
    sentence: "The list of warehouses shows &amp; for & in names.",
    bend: warehouseShows((view, { name }, { operation }) =>
      operation.id === "v2ListWarehouses" ? { ...view, name: name.replaceAll("&", "&amp;") } : view,
    ),
  },
  {
    id: "warehouse-list-one-update-behind",
    rule: "warehouses.update.origin-address",
    sentence: "The list of warehouses shows each one as it was before its last update.",
    bend: oneUpdateBehind("v2ListWarehouses"),
  },
  {
    id: "warehouse-one-update-behind",
    rule: "warehouses.update.restores",
    sentence: "A warehouse shows, by id and in the list, what it was before its last update.",
    bend: all(oneUpdateBehind("v2GetWarehouse"), oneUpdateBehind("v2ListWarehouses")),
  },
  {
    id: "warehouse-by-id-one-update-behind",
    rule: "warehouses.update.origin-address",
    sentence: "A warehouse by id shows what it was before its last update; the list shows it as it is.",
    bend: oneUpdateBehind("v2GetWarehouse"),
  },
  {
    id: "warehouse-origin-needs-second-line",
    rule: "warehouses.update.status-204",
    sentence: "An origin address without address_line2 is refused.",
    bend: requiring("origin_address", "address_line2"),
  },
  {
    id: "warehouse-return-without-second-line-fails",
    rule: "warehouses.update.status-204",
    sentence: "A return address without address_line2 leads to a 500.",
    bend: requiring("return_address", "address_line2", new Error("no second line")),
  },
  {
    id: "warehouse-origin-not-updated",
    rule: "warehouses.update.origin-address",
    sentence: "Updating a warehouse does not change its origin address.",
    bend: keeping(({ before }) => ({ origin: before.origin })),
  },
  {
    id: "warehouse-own-name-refused",
    rule: "warehouses.update.status-204",
    sentence: "An update that keeps the name of the warehouse is refused, for the name is taken.",
    bend: onOwnName(() => {
      throw conflict("The name is taken.", "identifier_conflict");
    }),
  },
  {
    id: "warehouse-own-address-refused",
    rule: "warehouses.update.status-204",
    sentence: "An update that changes the name alone is refused, for there is a warehouse at this address.",
    bend: onOwnAddresses(() => {
      throw conflict("There is a warehouse at this address.", "warehouse_conflict");
    }),
  },
  {
    id: "warehouse-name-alone-fails",
    rule: "warehouses.update.status-204",
    sentence: "An update that changes the name alone leads to a 500.",
    bend: onOwnAddresses(() => {
      throw new Error("no new address");
    }),
  },
  {
    id: "warehouse-same-name-changes-nothing",
    rule: "warehouses.update.origin-address",
    sentence: "An update that keeps the name of the warehouse changes nothing.",
    bend: onOwnName(noContent),
  },
  {
    id: "warehouse-origin-keeps-residential",
    rule: "warehouses.update.origin-address",
    sentence: "Updating a warehouse leaves the residential indicator of its origin address as it was.",
    bend: origin(({ before }) => ({
      address_residential_indicator: before.origin.address_residential_indicator,
    })),
  },
  {
    id: "warehouse-return-keeps-postal-code",
    rule: "warehouses.update.return-address",
    sentence: "Updating a warehouse leaves the postal code of its return address as it was.",
    bend: returns(({ before }) => ({ postal_code: before.returns.postal_code })),
  },
  {
    id: "warehouse-return-keeps-email",
    rule: "warehouses.update.return-address",
    sentence: "Updating a warehouse leaves the email of its return address as it was.",
    bend: returns(({ before }) => ({ email: before.returns.email })),
  },
  {
    id: "warehouse-return-keeps-state",
    rule: "warehouses.update.return-address",
    sentence: "Updating a warehouse leaves the state of its return address as it was.",
    bend: returns(({ before }) => ({ state_province: before.returns.state_province })),
  },
  {
    id: "warehouse-return-keeps-city",
    rule: "warehouses.update.return-address",
    sentence: "Updating a warehouse leaves the city of its return address as it was.",
    bend: returns(({ before }) => ({ city_locality: before.returns.city_locality })),
  },
  {
    id: "warehouse-return-in-origin-city",
    rule: "warehouses.update.return-address",
    sentence: "Updating a warehouse gives its return address the city of the origin address.",
    bend: returns(({ warehouse }) => ({ city_locality: warehouse.origin.city_locality })),
  },
  {
    id: "warehouse-origin-loses-phone",
    rule: "warehouses.update.origin-address",
    sentence: "Updating a warehouse takes the phone of its origin address away.",
    bend: origin(() => ({ phone: undefined })),
  },
  {
    id: "warehouse-origin-loses-residential",
    rule: "warehouses.update.origin-address",
    sentence: "Updating a warehouse takes the residential indicator of its origin address away.",
    bend: origin(() => ({ address_residential_indicator: undefined })),
  },
  {
    id: "warehouse-return-not-updated",
    rule: "warehouses.update.return-address",
    sentence: "Updating a warehouse does not change its return address.",
    bend: keeping(({ before }) => ({ returns: before.returns })),
  },
  {
    id: "warehouse-return-alone-not-updated",
    rule: "warehouses.update.return-address",
    sentence:
      "An update of a warehouse that changes neither its name nor the street of its origin address leaves its return address as it was.",
    bend: keeping(({ before, sent }) =>
      sent.name === before.name && keepsStreet(sent, "origin_address", before.origin)
        ? { returns: before.returns }
        : {},
    ),
  },
  {
    id: "warehouse-return-loses-company",
    rule: "warehouses.update.return-address",
    sentence: "Updating a warehouse takes the company of its return address away.",
    bend: returns(() => ({ company_name: undefined })),
  },
  {
    id: "warehouse-addresses-exchanged",
    rule: "warehouses.update.origin-address",
    sentence: "Updating a warehouse stores its origin address as return address, and the other way round.",
    bend: keeping(({ warehouse: { origin, returns } }) => ({ origin: returns, returns: origin })),
  },
  {
    id: "warehouse-addresses-exchanged-but-indicators",
    rule: "warehouses.update.return-address",
    sentence: "Updating a warehouse exchanges the texts of its addresses; each indicator is turned over.",
    bend: keeping(({ before, warehouse: { origin, returns } }) => ({
      origin: { ...returns, address_residential_indicator: turned(before.origin) },
      returns: { ...origin, address_residential_indicator: turned(before.returns) },
    })),
  },
  {
    id: "warehouse-origin-empty-texts-kept",
    rule: "warehouses.update.origin-address",
    sentence: "Empty texts of an origin address do not overwrite what the warehouse holds.",
    bend: origin(({ before, sent }) => heldWhereEmpty(before.origin, objectIn(sent, "origin_address"))),
  },
  {
    id: "warehouse-return-empty-texts-kept",
    rule: "warehouses.update.return-address",
    sentence: "Empty texts of a return address do not overwrite what the warehouse holds.",
    bend: returns(({ before, sent }) => heldWhereEmpty(before.returns, objectIn(sent, "return_address"))),
  },
  {
    id: "warehouse-updated-only-once",
    rule: "warehouses.update.restores",
    sentence: "The second update of a warehouse does not change its name.",
    bend: remembering((ids) =>
      keeping(({ before }) => {
        if (ids.has(before.id)) return { name: before.name };
        ids.add(before.id);
        return {};
      }),
    ),
  },
  {
    id: "warehouse-updated-only-once-in-all",
    rule: "warehouses.update.restores",
    sentence: "The second update of a warehouse succeeds and changes nothing.",
    bend: remembering((ids) =>
      keeping(({ before }) => {
        if (ids.has(before.id)) return { name: before.name, origin: before.origin, returns: before.returns };
        ids.add(before.id);
        return {};
      }),
    ),
  },
  {
    id: "warehouse-update-renames-neighbour",
    rule: "warehouses.update.only-that-one",
    sentence: "Updating a warehouse renames another one too.",
    bend: neighbour(({ name }) => ({ name })),
  },
  {
    id: "warehouse-update-moves-neighbour",
    rule: "warehouses.update.only-that-one",
    sentence: "Updating a warehouse gives another one its return address too.",
    bend: neighbour(({ returns }) => ({ returns })),
  },
  {
    id: "warehouse-update-unlists-others",
    rule: "warehouses.update.only-that-one",
    sentence: "Once a warehouse was updated, the list of warehouses lacks the two oldest others.",
    bend: onceDone("v1UpdateWarehouse", "warehouse_id", (done) =>
      showing("v2ListWarehouses", ({ warehouses, ...page }, { world }) => {
        const others = world.warehouses.ordered().filter(({ id }) => !done.has(id));
        const lost = new Set<unknown>(done.size === 0 ? [] : others.slice(0, 2).map(({ id }) => id));
        const isKept = (each: unknown) => !isObject(each) || !lost.has(each.warehouse_id);
        return { warehouses: Array.isArray(warehouses) ? warehouses.filter(isKept) : warehouses, ...page };
      }),
    ),
  },
  {
    id: "warehouse-update-removes-all-others",
    rule: "warehouses.update.only-that-one",
    sentence: "Updating a warehouse removes all others.",
    bend: afterwards("v1UpdateWarehouse", (call) => {
      const { warehouses } = call.world;
      const others = warehouses.ordered().filter(({ id }) => id !== call.param("warehouse_id"));
      for (const { id } of others) warehouses.remove(id);
    }),
  },
  {
    id: "warehouse-return-needs-residential",
    rule: "warehouses.update.without-residential",
    sentence: "A return address without address_residential_indicator is refused.",
    bend: requiring("return_address", "address_residential_indicator"),
  },
  {
    id: "warehouse-name-number-accepted",
    rule: "warehouses.update.wrong-types",
    sentence: "A number is accepted as the name of a warehouse.",
    bend: takesNumberAsName,
  },
  {
    id: "warehouse-refused-name-applied",
    rule: "warehouses.update.wrong-types",
    sentence: "A number as the name of a warehouse is refused and stored all the same.",
    bend: before("v1UpdateWarehouse", (call) => {
      const { name } = call.optional();
      const warehouse = call.world.warehouses.get(call.param("warehouse_id"));
      if (warehouse && typeof name === "number") warehouse.name = String(name);
    }),
  },
  {
    id: "warehouse-refused-address-name-applied",
    rule: "warehouses.update.wrong-types",
    sentence: "An update with a text as return address is refused, and its name is stored all the same.",
    bend: before("v1UpdateWarehouse", (call) => {
      const { name, return_address } = call.optional();
      const warehouse = call.world.warehouses.get(call.param("warehouse_id"));
      if (warehouse && typeof name === "string" && typeof return_address === "string") warehouse.name = name;
    }),
  },
];
