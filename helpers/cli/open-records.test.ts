import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
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

/** The verdicts on some rules. */
async function judged(
  url: string,
  only: readonly string[],
  ...more: readonly string[]
): Promise<readonly string[]> {
  const out = emptyFolder();
  await plimsoll(["run", url, "--only", only.join(","), "--writes", "fixtures", "--out", out, ...more], KEY);
  const { rules }: Compliance = JSON.parse(readFileSync(join(out, "compliance.json"), "utf8"));
  return only.map((id) => rules.find((rule) => rule.id === id)?.verdict ?? "");
}

it.each(Object.entries(ELSEWHERE))(
  "rules about what is not shown there do not apply under %s",
  { timeout: 60_000 },
  async (habit, rules) => {
    let verdicts: readonly string[] = [];
    await whileAnswering(
      [],
      KEY,
      async (url) => {
        verdicts = await judged(url, rules);
      },
      { habits: [habit] },
    );
    expect(verdicts).toEqual(rules.map(() => "not-applicable"));
  },
);

it("rules about purchase orders are left open where none came", { timeout: 60_000 }, async () => {
  let verdicts: readonly string[] = [];
  await whileAnswering(
    [],
    KEY,
    async (url) => {
      verdicts = await judged(url, ["purchase-orders.status.values"]);
    },
    { data: { purchase_orders: [] } },
  );
  expect(verdicts).toEqual(["inconclusive"]);
});

it("take the member of a status from a configured body alone", { timeout: 60_000 }, async () => {
  const bodies = join(emptyFolder(), "bodies.json");
  writeFileSync(bodies, JSON.stringify({ v2UpdatePurchaseOrderStatus: { new_status: "open" } }));
  let verdicts: readonly string[] = [];
  await whileAnswering(
    [],
    KEY,
    async (url) => {
      verdicts = await judged(url, ["purchase-orders.status.unknown-word"], "--bodies", bodies);
    },
    { habits: ["purchase-order-status-sent-as-new"] },
  );
  expect(verdicts).toEqual(["conforms"]);
});
