import type { OperationId } from "../../contract/generated/types.js";
import { IMPROBABLE_ID } from "../../contract/lists.js";
import type { Ask } from "../check/ask.js";
import type { Check } from "../check/check.js";
import { bodyOf, sentMember } from "./purchase-orders/bodies.js";
import { PUT } from "./purchase-orders/changes.js";
import type { SeenOrder } from "./purchase-orders/history.js";
import { listedOrders } from "./purchase-orders/listed.js";

// The contract shows few request bodies. These name nothing that exists, and give a service that accepts such a body
// nothing to object to.

/** An id in the usual form of user ids that no user has. */
export const NO_USER = "00000000-0000-4000-8000-000000000001";

const PLACE = {
  address_line1: "1 Quay Street",
  city_locality: "Austin",
  state_province: "TX",
  postal_code: "78756",
  country_code: "US",
};

const CART = {
  cart: {
    currency: "USD",
    items: [
      {
        name: "Rope",
        sku: "ROPE-1",
        quantity: 1,
        price: { currency: "usd", amount: 12 },
        weight: { value: 10, unit: "ounce" },
      },
    ],
  },
  ship_to: {
    name: "Harbour Office",
    ...PLACE,
  },
};

const ADDRESS = { name: "Plimsoll Harbour", company_name: "Plimsoll", phone: "512-555-0100", ...PLACE };
const WAREHOUSE = {
  warehouse_id: IMPROBABLE_ID,
  origin_address: { ...ADDRESS, address_residential_indicator: "no" },
  return_address: ADDRESS,
};

const OF_NOTHING = { shipment_ids: [IMPROBABLE_ID], rate_ids: [] };
const named = (name: string) => ({ name });

/** @param text what names are, and notes */
const SAMPLES: Readonly<Partial<Record<OperationId, (text: string) => Ask["body"]>>> = {
  v1UpdateWarehouse: (name) => ({ ...WAREHOUSE, name }),
  v2AddToBatch: () => OF_NOTHING,
  v2RemoveFromBatch: () => OF_NOTHING,
  v2AssignBatchUser: () => ({ user_id: NO_USER }),
  v2UpdatePurchaseOrderShippingDetails: (text) => ({ note_to_supplier: text }),
  v2UpdateSupplier: named,
  v2UpdatePackage: named,
  v2UpdateInventoryWarehouse: named,
  v2UpdateInventoryLocation: named,
  v2UpdateTote: named,
  v2CreateCheckoutRateQuote: () => CART,
  v2UpdateWebhook: (name) => ({ name, url: "https://plimsoll.example/nothing", headers: [] }),
};

/** Bodies made from an existing purchase order. */
const OF_ORDERS: Readonly<
  Partial<Record<OperationId, (t: Check, order: SeenOrder, text: string) => Ask["body"]>>
> = {
  v2UpdatePurchaseOrder: (t, order, text) => bodyOf(t, PUT, "editable", order, { note_to_supplier: text }),
  v2UpdatePurchaseOrderStatus: (t, order) => ({ [sentMember(t, order)]: "open" }),
};

/** Ends a check that needs a body which the contract does not show, and which the run could not make up. */
export function needsBody(t: Check, operation: OperationId, why: string): never {
  const given = t.settings.bodies[operation] !== undefined;
  const settles = given ? `correct the body that you gave for ${operation}` : `give a body for ${operation}`;
  t.inconclusive(`${why}; ${settles}`, "--bodies FILE");
}

/** The name or note in the made-up body of an operation: nothing else that the run sends has it. */
export function sampleText({ settings }: Check, operation: OperationId): string {
  const places = [...Object.keys(SAMPLES), ...Object.keys(OF_ORDERS)];
  return `Plimsoll ${settings.run}-${places.indexOf(operation)}`;
}

/** A body for an operation: the configured one, otherwise what the operation most likely accepts. */
export async function sampleBody(t: Check, operation: OperationId): Promise<Ask["body"]> {
  const given = t.settings.bodies[operation];
  if (given !== undefined) return given;
  const ofOrder = OF_ORDERS[operation];
  const text = sampleText(t, operation);
  if (ofOrder === undefined) return SAMPLES[operation]?.(text) ?? {};
  const orders = (await t.tryGiven(listedOrders)) ?? [];
  const order = orders.find(({ status }) => status === "draft") ?? orders[0];
  return order === undefined ? {} : ofOrder(t, order, text);
}
