import { describe, expect, it } from "vitest";
import { harmlessBodies, isSafe, isUndocumentedDelete, leastHarmFirst, undoingOf } from "./conduct.js";
import { operation, operations } from "./operations.js";

describe("what a request may do", () => {
  it("is nothing by the methods of all reads, and by those alone", () => {
    for (const { method, effect } of operations) if (isSafe(method)) expect(effect).toBe("read");
    expect(["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"].filter(isSafe)).toEqual([
      "GET",
      "HEAD",
      "OPTIONS",
    ]);
  });

  it("is never to be tried where a call needs nothing of its body, nor with a body that may pass for an empty one", () => {
    expect(harmlessBodies(operation("v2CreateTag"))).toEqual([]);
    expect(harmlessBodies(operation("v2CreateBatch")).map((body) => body?.text)).toEqual(['{"plimsoll":']);
    expect(harmlessBodies(operation("v2DeletePackage"))).toEqual([null]);
    expect(harmlessBodies(operation("v2EstimateRates")).map((body) => body?.text)).toEqual([
      "{}",
      '{"plimsoll":',
    ]);
  });
});

describe("a DELETE", () => {
  it("of a collection, or of what the contract deletes nowhere, is told apart", () => {
    for (const path of ["/v2/environment/webhooks", "/v2/packages", "/v1/labels", "/v2/shipments/se-1"])
      expect(isUndocumentedDelete("DELETE", path), path).toBe(true);
    for (const path of ["/v2/environment/webhooks/1", "/v2/plimsoll-nothing/one"])
      expect(isUndocumentedDelete("DELETE", path), path).toBe(false);
  });

  it("removes what came of a request, where the contract has one for it", () => {
    const named = (method: string, path: string) => {
      const found = undoingOf(method, path);
      return found === null ? null : [found.operation.id, found.path, found.missing];
    };
    expect(named("POST", "/v2/packages")).toEqual(["v2DeletePackage", {}, "package_id"]);
    expect(named("POST", "/v2/labels/se-1/documents")).toEqual([
      "v2DeleteLabelDocument",
      { label_id: "se-1" },
      "document_id",
    ]);
    expect(named("PUT", "/v2/packages/se-1")).toEqual(["v2DeletePackage", { package_id: "se-1" }, null]);
    expect(named("PATCH", "/v2/packages/se-1")).toBeNull();
    expect(named("POST", "/v2/labels")).toBeNull();
  });

  it("is what comes first in the order of least harm, and money comes last", () => {
    const order = leastHarmFirst(operations.filter(({ effect }) => effect === "create"));
    expect(order[0] && undoingOf("POST", order[0].path)).not.toBeNull();
    expect(order.at(-1)?.risk).toBe("money");
  });
});
