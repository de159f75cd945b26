import { expect, it } from "vitest";
import { createReferenceService } from "../service.js";

it("a record that is put back later stays once in its list", async () => {
  let clock = Date.now();
  const service = createReferenceService({ faults: ["warehouse-update-undone-later"], now: () => clock });
  const headers = { "api-key": service.apiKey, "content-type": "application/json" };
  const ask = (path: string, init: RequestInit = {}) =>
    service.fetch(`http://test${path}`, { headers, ...init });
  const rename = (name: string) =>
    ask(`/v1/warehouses/${service.fixtures.warehouses[2]}`, {
      method: "PUT",
      body: JSON.stringify({ name }),
    });
  const changed = async () => {
    const list: { readonly warehouses: readonly { readonly warehouse_id: string }[] } = JSON.parse(
      await (await ask("/v2/warehouses?sort_by=modified_at")).text(),
    );
    return list.warehouses;
  };
  await changed();
  await rename("X");
  clock += 5_000;
  await rename("Y");
  const ids = (await changed()).map(({ warehouse_id }) => warehouse_id);
  expect(new Set(ids).size).toBe(ids.length);
});
