import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Compliance } from "../../reports/results.js";
import type { ReferenceOptions } from "../reference/service.js";
import { emptyFolder, plimsoll, whileAnswering } from "./testing.js";

const KEY = "the-secret-key-of-this-test-0815";
/** The rules over lists, which data that change disturb most. */
const ONLY = "labels.*,shipments.*,paging.*";

async function judgedUnder({ faults = [], ...options }: ReferenceOptions, only: string) {
  const out = emptyFolder();
  const judge = async (url: string) => {
    await plimsoll(["run", url, "--writes", "none", "--out", out, "--only", only], KEY);
  };
  await whileAnswering(faults, KEY, judge, options);
  const { rules }: Compliance = JSON.parse(readFileSync(join(out, "compliance.json"), "utf8"));
  return rules;
}

const violated = (rules: Compliance["rules"]) => rules.filter(({ verdict }) => verdict === "violates");

describe("a run over data that change meanwhile", () => {
  it("raises no false alarm", { timeout: 600_000 }, async () => {
    const rules = await judgedUnder({ churn: 20, seed: 3 }, ONLY);
    expect(violated(rules)).toEqual([]);
    expect(rules.filter(({ verdict }) => verdict === "conforms").length).toBeGreaterThan(0);
  });

  it("finds a fault all the same", { timeout: 600_000 }, async () => {
    const faults = ["labels-desc-swaps-border"];
    const rules = violated(await judgedUnder({ churn: 2, faults }, "labels.slice.*"));
    expect(rules.map(({ id }) => id)).toEqual(["labels.slice.desc"]);
  });
});
