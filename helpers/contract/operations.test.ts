import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contract } from "./load.js";
import { buildPath, findOperation, matchOperation, operation, operations } from "./operations.js";

const ofGeneration = (generation: string) => operations.filter((entry) => entry.generation === generation);

describe("operations", () => {
  it("are 19 in v1 and 131 in v2, each with an id and an address of its own", () => {
    expect(ofGeneration("v1")).toHaveLength(19);
    expect(ofGeneration("v2")).toHaveLength(131);
    expect(new Set(operations.map(({ id }) => id)).size).toBe(150);
    expect(
      new Set(operations.map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, "{}")}`)).size,
    ).toBe(150);
  });

  it("carry the name and the path of their generation", () => {
    for (const { id, generation, path } of operations) {
      expect(id.startsWith(generation), id).toBe(true);
      expect(path.startsWith(`/${generation}/`), path).toBe(true);
    }
  });

  it("list each path parameter once", () => {
    for (const { id, path, pathParams } of operations) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(pathParams, id).toEqual(named);
    }
  });

  it("only read with GET, and with nothing but GET where the purpose is to read a resource", () => {
    for (const { id, method, effect, risk } of operations) {
      if (method === "GET") expect({ id, effect, risk }).toEqual({ id, effect: "read", risk: "none" });
      if (effect === "read") expect(risk, id).toBe("none");
    }
  });

  it("name schemas that exist", () => {
    for (const { id, requestSchema, responses } of operations) {
      const named = [requestSchema, ...Object.values(responses).map(({ schema }) => schema)];
      for (const schema of named) if (schema !== null) expect(contract.schemas, id).toHaveProperty([schema]);
    }
  });

  it("hold 400 and 404 to the error form, and other refusals only if they claim it", () => {
    for (const { responses } of operations) {
      const errorStatuses = Object.keys(responses).filter((status) => !status.startsWith("2"));
      expect(errorStatuses).toEqual(["400", "401", "404", "405", "409", "500"]);
      for (const status of errorStatuses) {
        const strict = status === "400" || status === "404";
        expect(responses[status]?.schema).toBe(strict ? "shared/error" : "shared/error-if-claimed");
      }
    }
  });

  it("are dated as the release history of v2 has it", () => {
    const months: Record<string, number> = {};
    for (const { since } of operations) months[since ?? "undated"] = (months[since ?? "undated"] ?? 0) + 1;
    expect(months).toMatchInlineSnapshot(`
      {
        "2024-10": 61,
        "2025-01": 12,
        "2025-08": 2,
        "2026-02": 6,
        "2026-03": 13,
        "2026-04": 4,
        "2026-06": 9,
        "2026-07": 9,
        "2026-08": 4,
        "2026-09": 2,
        "undated": 28,
      }
    `);
  });

  it("are assumed where the contract names them without a path", () => {
    const assumed = operations.filter((entry) => entry.assumed).map(({ id }) => id);
    expect(assumed.toSorted()).toEqual([
      "v1ListCarriers",
      "v1ListWebhooks",
      "v1VoidLabel",
      "v2DeactivateProduct",
      "v2UpdateProduct",
    ]);
  });

  it("are paged where the contract says so", () => {
    const paged = operations.filter((entry) => entry.paged).map(({ id, list }) => [id, list]);
    expect(Object.fromEntries(paged)).toEqual({
      v1ListAdjustmentReports: "reports",
      v1ListShipments: "shipments",
      v1ListBatches: null,
      v1ListBatchErrors: null,
      v1ListLabels: "labels",
      v2ListBatches: null,
      v2ListBatchErrors: null,
      v2ListShipments: "shipments",
      v2ListLabels: "labels",
    });
  });
});

describe("operation", () => {
  it("finds by id and refuses an unknown one", () => {
    expect(operation("v1GetBatch").path).toBe("/v1/batches/{batch_id}");
    expect(() => operation("v3GetBatch")).toThrow(RangeError);
    expect(findOperation("v3GetBatch")).toBeNull();
  });
});

describe("matchOperation", () => {
  it.each([
    ["GET", "/v2/totes/quantities", "v2ListToteQuantities"],
    ["GET", "/v2/totes/se-1", "v2GetTote"],
    ["GET", "/v2/checkout_rates/quotes/q1", "v2GetCheckoutRateQuote"],
    ["POST", "/v2/shipments/user", "v2AssignShipmentsUser"],
    ["GET", "/v2/batches/external_batch_id/errors", "v2GetBatchByExternalId"],
    ["GET", "/v2/batches/se-1/errors", "v2ListBatchErrors"],
    ["get", "/v1/downloads/1/2/label.pdf", "v1DownloadFile"],
  ])("%s %s is %s", (method, path, id) => {
    expect(matchOperation(method, path)?.operation.id).toBe(id);
  });

  it.each([
    ["PATCH", "/v1/labels"],
    ["GET", "/v1/labels/"],
    ["GET", "/v1/downloads"],
    ["GET", "/v1/downloads/"],
    ["GET", "/v3/labels"],
    ["GET", "/"],
  ])("%s %s is not an operation", (method, path) => {
    expect(matchOperation(method, path)).toBeNull();
  });

  it("leaves a broken escape as it is", () => {
    expect(matchOperation("GET", "/v1/shipments/%zz")?.params).toEqual({ shipment_id: "%zz" });
  });

  it("finds back what buildPath built, for every operation and any parameters", () => {
    const values = fc.string({ minLength: 1, unit: "grapheme" }).filter((text) => !text.includes("/"));
    fc.assert(
      fc.property(
        fc.constantFrom(...operations),
        fc.array(values, { minLength: 3, maxLength: 3 }),
        (entry, texts) => {
          // A value that is a literal of a neighbour (external_batch_id, say) is that neighbour's address.
          const params = Object.fromEntries(
            entry.pathParams.map((name, index) => [name, `_${texts[index] ?? ""}`]),
          );
          const match = matchOperation(entry.method, buildPath(entry, params));
          expect(match?.operation.id).toBe(entry.id);
          expect(match?.params).toEqual(params);
        },
      ),
    );
  });
});

describe("buildPath", () => {
  it("encodes a parameter but keeps the slashes of one that stands for several segments", () => {
    expect(buildPath(operation("v1GetShipment"), { shipment_id: "a/b c" })).toBe("/v1/shipments/a%2Fb%20c");
    expect(buildPath(operation("v1DownloadFile"), { path: "1/a b.pdf" })).toBe("/v1/downloads/1/a%20b.pdf");
  });

  it("refuses to leave a parameter out", () => {
    expect(() => buildPath(operation("v1GetShipment"))).toThrow(
      "v1GetShipment needs the parameter shipment_id",
    );
    expect(() => buildPath(operation("v1GetShipment"), { shipment_id: "" })).toThrow(RangeError);
  });
});
