import type { Operation } from "../../../contract/model.js";
import type { Handler, Handlers } from "../behaviours.js";
import { batches } from "./batches.js";
import { carriers } from "./carriers.js";
import { checkoutRates } from "./checkout-rates.js";
import { documents } from "./documents.js";
import { downloads } from "./downloads.js";
import { labels } from "./labels.js";
import { mailing } from "./mailing.js";
import { places } from "./places.js";
import { plain } from "./plain.js";
import { purchaseOrders } from "./purchase-orders.js";
import { rates } from "./rates.js";
import { reports } from "./reports.js";
import { shipments } from "./shipments.js";
import { warehouses } from "./warehouses.js";
import { webhooks } from "./webhooks.js";

/** Every handler by operationId. */
export const handlers: Handlers = {
  ...batches,
  ...carriers,
  ...checkoutRates,
  ...documents,
  ...downloads,
  ...labels,
  ...mailing,
  ...places,
  ...plain,
  ...purchaseOrders,
  ...rates,
  ...reports,
  ...shipments,
  ...warehouses,
  ...webhooks,
};

/** The handler of an operation. Throws an Error if there is none: then the service must not start. */
export function handlerOf({ id }: Operation, table: Handlers = handlers): Handler {
  const handler = table[id];
  if (!handler) throw new Error(`The reference service has no handler for ${id}.`);
  return handler;
}
