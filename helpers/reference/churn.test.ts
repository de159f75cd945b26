import { expect, it, vi } from "vitest";
import { Churn } from "./churn.js";
import { createReferenceService } from "./service.js";

/** Everything that others do, ids and generations aside. */
const WRITES = [
  "POST /vN/environment/webhooks",
  "DELETE /vN/environment/webhooks/N",
  "POST /vN/shipments/N/tags/theirs-N",
  "DELETE /vN/shipments/N/tags/theirs-N",
  "POST /vN/tags/theirs-N",
  "GET /vN/warehouses/N",
  "PUT /vN/warehouses/N",
  "POST /vN/shipments",
  "PUT /vN/shipments/N",
  "PUT /vN/shipments/N/cancel",
  "POST /vN/batches",
  "POST /vN/batches/N/process/labels",
  "DELETE /vN/batches/N",
  "PUT /vN/batches/N",
  "POST /vN/purchase_orders",
  "PUT /vN/purchase_orders/N",
  "POST /vN/purchase_orders/N/status",
  "POST /vN/purchase_orders/N/shipping_details",
  "POST /vN/labels/shipment/N",
  "PUT /vN/labels/N/void",
  "POST /vN/totes",
  "DELETE /vN/totes/N",
].sort();

it("others write what the contract lets them, and take back what they made", {
  timeout: 60_000,
}, async () => {
  const service = createReferenceService();
  const calls: string[] = [];
  const failures: string[] = [];
  const churn = new Churn({
    seed: 1,
    apiKey: service.apiKey,
    fixtures: () => service.fixtures,
    completeReport: () => service.completeReport(),
    fetch: async (request) => {
      const call = `${request.method} ${new URL(request.url).pathname.replaceAll(/(se-)?\d+/g, "N")}`;
      calls.push(call);
      const answer = await service.fetch(request);
      if (answer.status >= 500 || (answer.status === 404 && request.method === "POST"))
        failures.push(`${call} ${answer.status}`);
      return answer;
    },
  });
  const before = service.fixtures;
  for (let count = 0; count < 300; count++) churn.write();
  await vi.waitFor(() => expect([...new Set(calls)].sort()).toEqual(WRITES), { timeout: 30_000 });
  churn.stop();
  expect(failures).toEqual([]);

  const after = service.fixtures;
  expect(before.webhooks.filter((id) => !after.webhooks.includes(id))).toEqual([]);
  expect(after.webhooks.length).toBeGreaterThan(before.webhooks.length);
  expect(after.batches.open).toEqual(expect.arrayContaining([...(before.batches.open ?? [])]));
});
