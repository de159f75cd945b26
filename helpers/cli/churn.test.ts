import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { emptyFolder, plimsoll, whileServing } from "./testing.js";

const KEY = "the-secret-key-of-this-test-0815";
/** The rules over lists, which data that change disturb most. */
const ONLY = "labels.*,shipments.*,paging.*";

interface Judged {
  readonly id: string;
  readonly verdict: string;
  readonly findings: readonly unknown[];
}

async function judgedUnder(serve: readonly string[], only: string): Promise<readonly Judged[]> {
  const out = emptyFolder();
  await whileServing([...serve], KEY, async (url) => {
    await plimsoll(["run", url, "--writes", "none", "--out", out, "--only", only], KEY);
  });
  return JSON.parse(readFileSync(join(out, "compliance.json"), "utf8")).rules;
}

const violated = (rules: readonly Judged[]) => rules.filter(({ verdict }) => verdict === "violates");

describe("a run over data that change meanwhile", () => {
  it("raises no false alarm", { timeout: 600_000 }, async () => {
    const rules = await judgedUnder(["--churn", "20", "--seed", "3"], ONLY);
    expect(violated(rules)).toEqual([]);
    expect(rules.filter(({ verdict }) => verdict === "conforms").length).toBeGreaterThan(0);
  });

  it("finds a fault all the same", { timeout: 600_000 }, async () => {
    const serve = ["--churn", "2", "--fault", "labels-desc-swaps-border"];
    const rules = violated(await judgedUnder(serve, "labels.slice.*"));
    expect(rules.map(({ id }) => id)).toEqual(["labels.slice.desc"]);
  });
});
