import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { http } from "msw";
import { setupServer } from "msw/node";
import { createReferenceService } from "plimsoll";
import { buyLabel, listLabels } from "../client.cjs";

const URL = "https://shipping.example.com";
const service = createReferenceService({
  data: { shipments: [{ shipment_id: "se-1", shipment_status: "pending" }] },
});
// Whatever the client asks of that address is answered in this process.
const server = setupServer(http.all(`${URL}/*`, ({ request }) => service.fetch(request)));

before(() => server.listen({ onUnhandledRequest: "error" }));
afterEach(() => service.reset());
after(() => server.close());

test("a label that was bought is listed", async () => {
  const { label_id } = await buyLabel(URL, service.apiKey, "se-1");
  const [label, ...others] = await listLabels(URL, service.apiKey);
  assert.equal(label.label_id, label_id);
  assert.deepEqual(others, []);
});

test("nothing is left of the test before", async () => {
  assert.deepEqual(await listLabels(URL, service.apiKey), []);
});

test("a 429 is waited out", async () => {
  service.troubles.add("429 v1ListLabels times=1 retryAfter=0");
  assert.deepEqual(await listLabels(URL, service.apiKey), []);
});

test("a lost connection is what fetch makes of it", async () => {
  service.troubles.add("reset v1ListLabels times=1");
  await assert.rejects(listLabels(URL, service.apiKey), TypeError);
});
