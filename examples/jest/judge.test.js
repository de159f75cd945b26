const { createReferenceService, judge } = require("plimsoll");

/** What a client of the given service saw, judged by the contract: the rules that it breaks. */
async function broken(service) {
  const url = "http://shipping.example.com/v1/labels?page_size=5";
  const requestHeaders = { "API-Key": service.apiKey };
  const answer = await service.fetch(new Request(url, { headers: requestHeaders }));
  const { status } = answer;
  const headers = Object.fromEntries(answer.headers);
  const seen = { method: "GET", url, requestHeaders, status, headers, body: await answer.text() };
  const { rules } = await judge([seen]);
  return rules.filter(({ verdict }) => verdict === "violates").map(({ id }) => id);
}

test("a service that keeps the contract breaks no rule", async () => {
  expect(await broken(createReferenceService())).toEqual([]);
});

test("a fault shows in the rule that it breaks", async () => {
  const service = createReferenceService({ faults: ["schema:v1/labels:labels.*.tracking_number:drop"] });
  expect(await broken(service)).toEqual(["label.field.tracking_number"]);
});
