import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { createReferenceService } from "plimsoll";
import { buyLabel, listLabels } from "../client.cjs";

const service = createReferenceService({
  data: { shipments: [{ shipment_id: "se-1", shipment_status: "pending" }] },
});
let url;

before(async () => {
  url = await service.listen();
});
afterEach(() => service.reset());
after(() => service.close());

test("a label that was bought is listed", async () => {
  const { label_id } = await buyLabel(url, service.apiKey, "se-1");
  const [label, ...others] = await listLabels(url, service.apiKey);
  assert.equal(label.label_id, label_id);
  assert.deepEqual(others, []);
});

test("nothing is left of the test before", async () => {
  assert.deepEqual(await listLabels(url, service.apiKey), []);
});

test("a 429 is waited out", async () => {
  service.troubles.add("429 v1ListLabels times=1 retryAfter=0");
  assert.deepEqual(await listLabels(url, service.apiKey), []);
  assert.deepEqual(
    service.requests.list().map(({ status }) => status),
    [429, 200],
  );
});
