import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Compliance, RuleResult } from "../../reports/results.js";
import { emptyFolder, plimsoll, whileAnswering } from "./testing.js";

// The contract shows store_id, and nothing by which a client could learn a store.

const KEY = "the-secret-key-of-this-test-4731";
const RULE = "webhooks.v2.create.store_id";

/** What is said of the rule where no webhook of the account shows a store. */
async function judged(faults: readonly string[], habits: readonly string[]): Promise<RuleResult | undefined> {
  const out = emptyFolder();
  await whileAnswering(
    faults,
    KEY,
    async (url) => void (await plimsoll(["run", url, "--only", RULE, "--out", out], KEY)),
    { data: { webhooks: [] }, habits },
  );
  const { rules }: Compliance = JSON.parse(readFileSync(join(out, "compliance.json"), "utf8"));
  return rules.find(({ id }) => id === RULE);
}

describe("an account of which no store is known", { timeout: 60_000 }, () => {
  it("settles the rule where the service takes any store", async () => {
    expect(await judged([], [])).toMatchObject({ verdict: "conforms" });
  });

  it.each([
    ["refused", [], ["webhook-store-checked"], /made-up one is answered with status 400/],
    ["not shown", ["webhook-v2-create-loses-store"], [], /made-up one does not show/],
  ])("leaves it open where a made-up one is %s", async (_, faults, habits, reason) => {
    expect(await judged(faults, habits)).toMatchObject({
      verdict: "inconclusive",
      reason: expect.stringMatching(reason),
      options: ["--fixture store=ID"],
    });
  });
});
