import { ORDER_STATUSES, type OrderStatus } from "../../../contract/purchase-orders.js";
import { newRecord } from "../collection.js";
import type { JsonObject } from "../records.js";
import { timestamp } from "../views/time.js";
import { DAY, HOUR, SEED_END, type Stock } from "./stock.js";

/** Seeds some purchase orders in each of the six statuses. */
export function seedPurchaseOrders(stock: Stock): void {
  const { world, ids, random, variant } = stock;
  let at = SEED_END - 50 * DAY;
  for (let round = 0; round < variant.purchaseOrdersPerStatus; round++) {
    for (const status of ORDER_STATUSES) {
      at += random.int(3600, 86_400) * 1000;
      const id = ids.next("purchaseOrder");
      const fields = orderFields(stock, id, status, at);
      world.purchaseOrders.add({ ...newRecord(id, at, at + HOUR), status, fields });
    }
  }
}

function orderFields({ world, random }: Stock, id: string, status: OrderStatus, at: number): JsonObject {
  const all = status === "received" || status === "closed";
  return {
    supplier_id: random.pick(world.plain.suppliers.ordered()).id,
    warehouse_id: random.pick(world.warehouses.ordered()).id,
    shipping_carrier: "Northline Freight",
    payment_terms: random.pick(["net 30", "prepaid"]),
    payment_status: all ? "paid" : "unpaid",
    order_date: timestamp(at),
    expected_delivery_date: timestamp(at + 14 * DAY),
    note_to_supplier: "Deliver to the rear dock.",
    tracking_number: "",
    currency_code: "USD",
    reference_number: `PO-${id.replace("se-", "")}`,
    notes: "Agreed by telephone.",
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
