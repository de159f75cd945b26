import { expect, it } from "vitest";
import { causes } from "./testing.js";

const operation = "v2ListWarehouses";

it("what was changed and is gone near the end was undone", () => {
  const found = ["origin-address", "restores"].map((name) => ({
    rule: `warehouses.update.${name}`,
    operation,
    documented: 'warehouse se-1 keeps "1 Quay", put back earlier in the run',
    received: '"2 Quay"',
  }));
  expect(causes(found)).toMatchObject([
    { title: "Changes are undone some time after they were made (GET /v2/warehouses)" },
  ]);
});

it("what one place still shows is out of date", () => {
  const found = ["name", "address"].map((name) => ({
    rule: `warehouses.update.${name}`,
    operation,
    documented: `the list shows the ${name} that was put back`,
    received: "still the one from before it was put back",
  }));
  expect(causes(found)).toMatchObject([
    { title: "GET /v2/warehouses shows what was there before the last change" },
  ]);
});
