const { createReferenceService } = require("plimsoll");
const { buyLabel, listLabels } = require("../client.cjs");

const service = createReferenceService({
  data: { shipments: [{ shipment_id: "se-1", shipment_status: "pending" }] },
});
let url;

beforeAll(async () => {
  url = await service.listen();
});
afterEach(() => service.reset());
afterAll(() => service.close());

test("a label that was bought is listed", async () => {
  const { label_id } = await buyLabel(url, service.apiKey, "se-1");
  expect(await listLabels(url, service.apiKey)).toMatchObject([{ label_id, shipment_id: "se-1" }]);
});

test("nothing is left of the test before", async () => {
  expect(await listLabels(url, service.apiKey)).toEqual([]);
});

test("a 429 is waited out", async () => {
  service.troubles.add("429 v1ListLabels times=1 retryAfter=0");
  expect(await listLabels(url, service.apiKey)).toEqual([]);
  expect(service.requests.list().map(({ status }) => status)).toEqual([429, 200]);
});
