import { describe, expect, it } from "vitest";
import type { OperationId } from "../../contract/generated/types.js";
import { sampleExchange } from "../../oracles/testing.js";
import type { CallRequest } from "../../target/messages/request.js";
import { defaultSettings } from "../../target/settings/settings.js";
import { hopOf } from "./redirects.js";

/** Where a redirect to `location` leads, asked for by `request`. */
function hop(location: string, request: Partial<CallRequest> = {}, operation: OperationId = "v1ListLabels") {
  const sample = sampleExchange({ operation, path: "/v1/labels", status: 302, headers: { location } });
  const settings = defaultSettings(new URL(sample.request.url).origin);
  return hopOf(settings, { check: "any", operation, ...request }, sample);
}

describe("a redirect", () => {
  it("of a reading is followed on the target's own host", () => {
    expect(hop("/v1/labels/")?.href).toMatch(/^http.*\/v1\/labels\/$/);
    expect(hop("https://elsewhere.invalid/v1/labels")).toBeNull();
    expect(hop("http://[")).toBeNull();
  });

  it("is not followed where the request has to be refused, or writes", () => {
    expect(hop("/login", { key: "wrong" })).toBeNull();
    expect(hop("/login", { intent: "id" })).toBeNull();
    expect(hop("/elsewhere", { method: "DELETE" })).toBeNull();
  });

  it("leads to the answer of its operation where that hands out a file", () => {
    expect(hop("/files/1")?.operation).toBeUndefined();
    expect(hop("/files/1", {}, "v1GetAdjustmentReport")?.operation).toBe("v1GetAdjustmentReport");
  });
});
