import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Compliance } from "../../reports/results.js";
import { emptyFolder, plimsoll, whileAnswering } from "./testing.js";

// The contract does not show the records of warehouses and purchase orders in v2: rules about a member that a service
// leaves out or shows elsewhere do not apply.

const KEY = "the-secret-key-of-this-test-4711";

const ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  "purchase-orders-wrapped-everywhere": ["purchase-orders.status.values"],
  "purchase-order-details-nested": [
    "purchase-orders.draft.put-applied",
    "purchase-orders.shipping-details.open.applied",
  ],
  "warehouse-names-shown-late": ["warehouses.update.origin-address", "warehouses.update.return-address"],
};

/** The verdicts on some rules. @param more further options of the run */
async function judged(
  only: readonly string[],
  service: Parameters<typeof whileAnswering>[3],
  ...more: readonly string[]
): Promise<readonly string[]> {
  const out = emptyFolder();
  const asked = ["--only", only.join(","), "--writes", "fixtures", "--out", out, ...more];
  await whileAnswering(
    [],
    KEY,
    async (url) => {
      await plimsoll(["run", url, ...asked], KEY);
    },
    service,
  );
  const { rules }: Compliance = JSON.parse(readFileSync(join(out, "compliance.json"), "utf8"));
  return only.map((id) => rules.find((rule) => rule.id === id)?.verdict ?? "");
}

describe("rules about open records", { timeout: 60_000 }, () => {
  it.each(Object.entries(ELSEWHERE))(
    "do not apply to what is not shown there, as under %s",
    async (habit, rules) => {
      expect(await judged(rules, { habits: [habit] })).toEqual(rules.map(() => "not-applicable"));
    },
  );

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
