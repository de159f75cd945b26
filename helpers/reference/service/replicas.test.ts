import { expect, it } from "vitest";
import { createReferenceService } from "../service.js";

it("reads lag behind writes by each of the times in turn", async () => {
  let now = Date.UTC(2026, 0, 5);
  const service = createReferenceService({ lagMs: [0, 500, 1_500], now: () => now });
  const ask = async (method: string, body?: object) => {
    const headers = { "api-key": service.apiKey, "content-type": "application/json" };
    const url = "http://reference.test/v2/environment/webhooks";
    const answer = await service.fetch(
      new Request(url, { method, headers, ...(body && { body: JSON.stringify(body) }) }),
    );
    return answer.text();
  };
  const counts = async () => {
    const lists = [await ask("GET"), await ask("GET"), await ask("GET")];
    return lists.map((list) => list.split("webhook_id").length - 1);
  };
  expect(await counts()).toEqual([4, 4, 4]);
  await ask("POST", { event: "batch", url: "https://a.example/" });
  expect(await counts()).toEqual([5, 4, 4]);
  now += 600;
  expect(await counts()).toEqual([5, 5, 4]);
  await ask("POST", { event: "batch", url: "https://b.example/" });
  now += 1_000;
  expect(await counts()).toEqual([6, 6, 5]);
  now += 1_000;
  expect(await counts()).toEqual([6, 6, 6]);
});
