import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Compliance } from "../../reports/results.js";
import { createReferenceService, type ReferenceOptions } from "../reference/service.js";
import { type Damage, proxied } from "./testing/proxy.js";
import { emptyFolder, plimsoll } from "./testing.js";

// The contract does not show the records of warehouses and purchase orders in v2: rules about a member that a service
// leaves out, or shows where a run cannot know it, do not apply.

const KEY = "the-secret-key-of-this-test-4711";

const ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  "purchase-order-status-nested": ["purchase-orders.status.values"],
  "warehouse-names-shown-late": ["warehouses.update.origin-address", "warehouses.update.return-address"],
};

/** The verdicts on some rules. @param more further options of the run */
async function judgedAt(
  url: string,
  only: readonly string[],
  ...more: readonly string[]
): Promise<readonly string[]> {
  const out = emptyFolder();
  await plimsoll(["run", url, "--only", only.join(","), "--writes", "fixtures", "--out", out, ...more], KEY);
  const { rules }: Compliance = JSON.parse(readFileSync(join(out, "compliance.json"), "utf8"));
  return only.map((id) => rules.find((rule) => rule.id === id)?.verdict ?? "");
}

async function judged(
  only: readonly string[],
  service: ReferenceOptions,
  ...more: readonly string[]
): Promise<readonly string[]> {
  const server = createReferenceService({ ...service, apiKey: KEY });
  try {
    return await judgedAt(await server.listen(), only, ...more);
  } finally {
    await server.close();
  }
}

describe("rules about open records", { timeout: 60_000 }, () => {
  it.each(Object.entries(ELSEWHERE))(
    "do not apply to what is not shown there, as under %s",
    async (habit, rules) => {
      expect(await judged(rules, { habits: [habit] })).toEqual(rules.map(() => "not-applicable"));
    },
  );

  it("judge what stands in an object of its own", async () => {
    const rules = ["purchase-orders.draft.put-applied", "purchase-orders.shipping-details.open.applied"];
    expect(await judged(rules, { habits: ["purchase-order-details-nested"] })).toEqual([
      "conforms",
      "conforms",
    ]);
  });

  it.each([
    ["do not apply where a list shows ids under another name", { id: "key", status: 200 }, "not-applicable"],
    [
      "are left open where a part of a list cannot be read",
      { id: "warehouse_id", status: 429 },
      "inconclusive",
    ],
  ])("%s", async (_, { id, status }, verdict) => {
    const damage: Damage = (genuine, { request: { url = "" } }) => {
      if (!/^\/v2\/warehouses(\?|$)/.test(url)) return genuine;
      const text = genuine.body
        .toString()
        .replaceAll("warehouse_id", id)
        .replace(/"pages":\d+/, '"pages":2');
      return {
        ...genuine,
        status: /[?&]page=2/.test(url) ? status : genuine.status,
        body: Buffer.from(text),
      };
    };
    const server = await proxied(KEY, damage);
    const rules = ["warehouses.update.only-that-one"];
    try {
      expect(await judgedAt(server.url, rules, "--fixture", "warehouse=se-120006")).toEqual([verdict]);
    } finally {
      await server.close();
    }
  });

  it("are left open where no record came", async () => {
    const service = { data: { purchase_orders: [] } };
    expect(await judged(["purchase-orders.status.values"], service)).toEqual(["inconclusive"]);
  });

  it("take the member of a status from a configured body alone", async () => {
    const bodies = join(emptyFolder(), "bodies.json");
    writeFileSync(bodies, JSON.stringify({ v2UpdatePurchaseOrderStatus: { new_status: "open" } }));
    const service = { habits: ["purchase-order-status-sent-as-new"] };
    expect(await judged(["purchase-orders.status.unknown-word"], service, "--bodies", bodies)).toEqual([
      "conforms",
    ]);
  });
});
