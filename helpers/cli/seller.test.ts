import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Compliance } from "../../reports/results.js";
import { proxied } from "./testing/proxy.js";
import { emptyFolder, plimsoll } from "./testing.js";

// The contract shows a SELLER-ID header and leaves open when it is required.

const KEY = "the-secret-key-of-this-test-4723";
const SLOW = 60_000;
const ERROR = { error_type: "validation", error_code: "field_value_required", field_name: "SELLER-ID" };

/** Runs against a target that refuses calls below a path unless they name a seller. */
async function judged(path: string, ...more: readonly string[]) {
  const out = emptyFolder();
  const server = await proxied(KEY, (genuine) => genuine, {
    intercept: ({ request: { url = "", headers }, response }) => {
      if (!url.startsWith(path) || headers["api-key"] !== KEY || "seller-id" in headers) return false;
      const request_id = crypto.randomUUID();
      const errors = [{ error_source: "shipping", message: "A seller is required.", ...ERROR }];
      response
        .writeHead(400, { "content-type": "application/json", "x-service-requestid": request_id })
        .end(JSON.stringify({ request_id, errors }));
      return true;
    },
  });
  const args = ["run", server.url, "--out", out, "--effort", "quick", "--writes", "own", ...more];
  return { out, ...(await plimsoll(args, KEY).finally(() => server.close())) };
}

describe("a target that refuses calls without a seller", { timeout: SLOW }, () => {
  it("breaks no rule by that, and the option that settles it is named once", async () => {
    const { out, code, stdout } = await judged("/v2");
    const { rules }: Compliance = JSON.parse(readFileSync(join(out, "compliance.json"), "utf8"));
    const broken = rules.filter(({ verdict }) => verdict === "violates" || verdict === "warns");
    expect(broken.map(({ id }) => id)).toEqual([]);
    expect(code).toBe(0);
    expect(stdout.match(/add --seller-id ID/g)).toHaveLength(1);
  });

  it("is judged like any other with --seller-id", async () => {
    const { stdout } = await judged("/v2", "--seller-id", "4711");
    expect(stdout).not.toMatch(/seller/i);
  });

  it("is not judged if it refuses every read", async () => {
    const { code, stderr } = await judged("/");
    expect(code).toBe(2);
    expect(stderr).toContain(
      "refuses calls without SELLER-ID: GET /v1/labels?page_size=1 gives status 400 (SELLER-ID: A seller is required.). Give it with --seller-id.",
    );
  });
});
