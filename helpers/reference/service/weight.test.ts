import { expect, it } from "vitest";
import { createReferenceService } from "../service.js";
import { ounces } from "./weight.js";

it("converts every unit", () => {
  const pound = [1, 16, 453.59237, 0.45359237];
  const units = ["pound", "ounce", "gram", "kilogram"];
  for (const [index, unit] of units.entries()) expect(ounces(pound[index] ?? 0, unit)).toBeCloseTo(16);
  expect(ounces(3, "stone of old")).toBe(3);
});

it("adds what it has converted", async () => {
  const service = createReferenceService({ data: "sparse" });
  const packages = [{ weight: { value: 3, unit: "pound" } }, { weight: { value: 500, unit: "gram" } }];
  const answer = await service.fetch(
    new Request("http://reference.test/v2/shipments", {
      method: "POST",
      headers: { "api-key": service.apiKey, "content-type": "application/json" },
      body: JSON.stringify({ packages }),
    }),
  );
  expect(await answer.json()).toMatchObject({
    shipments: [{ total_weight: { value: 65.64, unit: "ounce" } }],
  });
});
