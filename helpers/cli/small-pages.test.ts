import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Compliance } from "../../reports/results.js";
import { emptyFolder, plimsoll, whileAnswering } from "./testing.js";

const KEY = "the-secret-key-of-this-test-4711";
const RULE = "labels.partition";

it("a walk in larger pages than the target serves loses nothing", { timeout: 120_000 }, async () => {
  const out = emptyFolder();
  const args = ["--only", RULE, "--effort", "thorough", "--writes", "none", "--out", out];
  const judge = async (url: string) => {
    await plimsoll(["run", url, ...args], KEY);
  };
  await whileAnswering([], KEY, judge, { shipments: 700, habits: ["page-size-at-most-25"] });
  const { rules }: Compliance = JSON.parse(readFileSync(join(out, "compliance.json"), "utf8"));
  expect(rules.find(({ id }) => id === RULE)?.verdict).toBe("conforms");
});
