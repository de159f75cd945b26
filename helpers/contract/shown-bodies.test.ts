import { expect, it } from "vitest";
import { showsBody } from "./shown-bodies.js";

it.each(["v1UpdateWarehouse", "v2CreateWebhook"])("the body of %s is shown", (id) => {
  expect(showsBody(id)).toBe(true);
});

it.each(["v2UpdatePurchaseOrderShippingDetails", "v2UpdatePurchaseOrder", "nothing"])(
  "that of %s is not",
  (id) => {
    expect(showsBody(id)).toBe(false);
  },
);
