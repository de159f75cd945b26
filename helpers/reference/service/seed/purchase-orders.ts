import { ORDER_STATUSES } from "../../../contract/purchase-orders.js";
import type { Ids } from "../ids.js";
import type { Random } from "../random.js";
import type { JsonObject, World } from "../records.js";

const DAY = 86_400_000;
const day = (at: number) => new Date(at).toISOString();

/** Seeds `count` purchase orders in each of the six statuses. */
export function seedPurchaseOrders(world: World, count: number, ids: Ids, random: Random, end: number): void {
  let at = end - 50 * DAY;
  for (let round = 0; round < count; round++) {
    for (const status of ORDER_STATUSES) {
      at += random.int(3600, 86_400) * 1000;
      const id = ids.next("purchaseOrder");
      const fields = orderFields(world, random, at, id, status);
      world.purchaseOrders.add({ id, seq: 0, created: at, modified: at + 3_600_000, status, fields });
    }
  }
}

function orderFields(world: World, random: Random, at: number, id: string, status: string): JsonObject {
  const all = status === "received" || status === "closed";
  return {
    supplier_id: random.pick(world.plain.suppliers.ordered()).id,
    warehouse_id: random.pick(world.warehouses.ordered()).id,
    shipping_carrier: "Northline Freight",
    payment_terms: random.pick(["net 30", "prepaid"]),
    payment_status: all ? "paid" : "unpaid",
    order_date: day(at),
    expected_delivery_date: day(at + 14 * DAY),
    note_to_supplier: "Deliver to the rear dock.",
    tracking_number: "",
    currency_code: "USD",
    reference_number: `PO-${id.replace("se-", "")}`,
    products: world.plain.products.ordered().map((product, index) => {
      const quantity = (index + 1) * 5;
      return {
        product_id: product.id,
        sku: product.fields.sku,
        quantity,
        quantity_received: all ? quantity : status === "receiving" && index === 0 ? quantity : 0,
        unit_cost: { currency: "usd", amount: random.amount(1, 40) },
      };
    }),
  };
}
