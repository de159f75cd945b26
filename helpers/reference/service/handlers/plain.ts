import { countUp } from "../../../contract/count-up.js";
import { created, noContent, ok } from "../answer.js";
import type { Call, Handlers } from "../behaviours.js";
import { objectsIn, requiredText } from "../body.js";
import {
  addPlain,
  changePlain,
  checkUnique,
  createPlain,
  deletePlain,
  getPlain,
  listPlain,
  type PlainFamily,
  updatePlain,
} from "../plain-handlers.js";
import { unknownId } from "../problem.js";
import type { Plain } from "../records.js";

const image: PlainFamily = { kind: "images", idName: "label_image_id", listName: "images" };
const supplier: PlainFamily = { kind: "suppliers", idName: "supplier_id", listName: "suppliers" };
const parcel: PlainFamily = {
  kind: "packages",
  idName: "package_id",
  listName: "packages",
  unique: "package_code",
};
const stock: PlainFamily = { kind: "inventory", idName: "inventory_id", listName: "inventory" };
const store: PlainFamily = {
  kind: "inventoryWarehouses",
  idName: "inventory_warehouse_id",
  listName: "inventory_warehouses",
};
const place: PlainFamily = {
  kind: "inventoryLocations",
  idName: "inventory_location_id",
  listName: "inventory_locations",
};
const fulfillment: PlainFamily = { kind: "fulfillments", idName: "fulfillment_id", listName: "fulfillments" };
const tote: PlainFamily = { kind: "totes", idName: "tote_id", listName: "totes", unique: "barcode" };
const product: PlainFamily = { kind: "products", idName: "product_id", listName: "products", unique: "sku" };
const manifest: PlainFamily = { kind: "manifests", idName: "manifest_id", listName: "manifests" };
const pickup: PlainFamily = { kind: "pickups", idName: "pickup_id", listName: "pickups" };
const tag: PlainFamily = { kind: "tags", idName: "tag_id", listName: "tags", unique: "name" };

export const plainFamilies: readonly PlainFamily[] = [
  image,
  supplier,
  parcel,
  stock,
  store,
  place,
  fulfillment,
  tote,
  product,
  manifest,
  pickup,
  tag,
];

/** Accepts `{totes: [...]}`, or one tote as the body itself. */
function createTotes(call: Call) {
  const body = call.object();
  const wanted = Array.isArray(body.totes) ? objectsIn(body, "totes") : [body];
  checkUnique(call, tote, wanted);
  return created({ totes: wanted.map((fields) => addPlain(call, tote, fields)) });
}

function toteQuantities({ world }: Call) {
  const counts = new Map<string, number>();
  for (const { fields } of world.plain.totes.ordered()) {
    countUp(counts, String(fields.warehouse_id ?? ""));
  }
  return ok({ quantities: [...counts].map(([warehouse_id, quantity]) => ({ warehouse_id, quantity })) });
}

/** Products are named in the body: their paths contain no id. */
function namedProduct(call: Call): Plain {
  const id = requiredText(call.object(), "product_id");
  const found = call.world.plain.products.get(id);
  if (!found) throw unknownId("product_id", id);
  return found;
}

function createTag(call: Call) {
  call.optional();
  return created(addPlain(call, tag, { name: call.param("tag_name") }));
}

/** A stock level is set by sku. */
function updateInventory(call: Call) {
  const body = call.object();
  const sku = requiredText(body, "sku");
  const known = call.world.plain.inventory.ordered().find(({ fields }) => fields.sku === sku);
  return known ? changePlain(call, stock, known, body) : created(addPlain(call, stock, body));
}

function stopTracking(call: Call) {
  call.object();
  return noContent();
}

export const plain: Handlers = {
  v2ListAccountImages: listPlain(image),
  v2CreateAccountImage: createPlain(image),
  v2GetAccountImage: getPlain(image),
  v2UpdateAccountImage: updatePlain(image),
  v2DeleteAccountImage: deletePlain(image),
  v2ListSuppliers: listPlain(supplier),
  v2CreateSupplier: createPlain(supplier),
  v2GetSupplier: getPlain(supplier),
  v2UpdateSupplier: updatePlain(supplier),
  v2ListPackages: listPlain(parcel),
  v2CreatePackage: createPlain(parcel),
  v2GetPackage: getPlain(parcel),
  v2UpdatePackage: updatePlain(parcel),
  v2DeletePackage: deletePlain(parcel),
  v2ListInventory: listPlain(stock),
  v2UpdateInventory: updateInventory,
  v2ListInventoryWarehouses: listPlain(store),
  v2CreateInventoryWarehouse: createPlain(store),
  v2GetInventoryWarehouse: getPlain(store),
  v2UpdateInventoryWarehouse: updatePlain(store),
  v2DeleteInventoryWarehouse: deletePlain(store),
  v2ListInventoryLocations: listPlain(place),
  v2CreateInventoryLocation: createPlain(place),
  v2GetInventoryLocation: getPlain(place),
  v2UpdateInventoryLocation: updatePlain(place),
  v2DeleteInventoryLocation: deletePlain(place),
  v2ListFulfillments: listPlain(fulfillment),
  v2CreateFulfillment: createPlain(fulfillment, { status: "shipped" }),
  v2ListTotes: listPlain(tote),
  v2CreateTotes: createTotes,
  v2ListToteQuantities: toteQuantities,
  v2GetTote: getPlain(tote),
  v2UpdateTote: updatePlain(tote),
  v2DeleteTote: deletePlain(tote),
  v2GetProduct: getPlain(product),
  v2CreateProduct: createPlain(product, { active: true }),
  v2UpdateProduct: (call) => changePlain(call, product, namedProduct(call), call.object()),
  v2DeactivateProduct: (call) => changePlain(call, product, namedProduct(call), { active: false }),
  v2ListManifests: listPlain(manifest),
  v2CreateManifest: createPlain(manifest, { status: "completed" }),
  v2GetManifest: getPlain(manifest),
  v2ListPickups: listPlain(pickup),
  v2CreatePickup: createPlain(pickup),
  v2GetPickup: getPlain(pickup),
  v2DeletePickup: deletePlain(pickup),
  v2ListTags: listPlain(tag),
  v2CreateTag: createTag,
  v2StopTracking: stopTracking,
};
