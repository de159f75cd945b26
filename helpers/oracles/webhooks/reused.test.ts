import { expect, it } from "vitest";
import { sampleExchange } from "../testing.js";
import { reusedId } from "./reused.js";

const creation = (index: number, status = 201) => ({
  ...sampleExchange({ operation: "v1CreateWebhook", status, json: { webhook_id: "7" } }),
  index,
});
const deletion = (index: number, id: string, status = 204) => ({
  ...sampleExchange({ operation: "v1DeleteWebhook", status, path: `/v1/environment/webhooks/${id}` }),
  index,
});

it("finds a creation that is answered with an id deleted before", () => {
  expect(reusedId([creation(1), creation(3)], [deletion(2, "7")])?.id).toBe("7");
});

it("leaves out other ids, later deletions and refusals", () => {
  expect(reusedId([creation(1)], [deletion(2, "7"), deletion(0, "8"), deletion(0, "7", 404)])).toBeNull();
  expect(reusedId([creation(1, 400)], [deletion(0, "7")])).toBeNull();
});

it("leaves out ids that no earlier creation gave, such as those of the other generation", () => {
  expect(reusedId([creation(3)], [deletion(2, "7")])).toBeNull();
});
