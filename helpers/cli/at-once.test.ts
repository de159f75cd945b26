import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readJournal } from "../target/journal-reader.js";
import { LEDGER_FILE } from "../target/ledger.js";
import { emptyFolder, plimsoll, whileServing } from "./testing.js";

const KEY = "the-secret-key-of-this-test-4712";

/** Everything that a run may create on the target: webhooks, and batches that are not archived. */
async function holdings(url: string): Promise<unknown> {
  const read = async (path: string): Promise<unknown> =>
    (await fetch(url + path, { headers: { "api-key": KEY } })).json();
  return [await read("/v2/environment/webhooks"), await read("/v1/batches?status=open")];
}

async function runOn(url: string, seed: number) {
  const out = emptyFolder();
  const args = ["run", url, "--out", out, "--seed", String(seed), "--writes", "own"];
  const { code, stderr } = await plimsoll(args, KEY);
  expect(code, stderr).toBe(0);
  const { leftovers, defects } = JSON.parse(readFileSync(join(out, "compliance.json"), "utf8"));
  expect([leftovers, defects]).toEqual([[], []]);
  const ledger = readFileSync(join(out, LEDGER_FILE), "utf8");
  return { ledger, removed: removedBy(out) };
}

/** Ids of what a run removed, for itself or as a check. */
function removedBy(out: string): readonly string[] {
  return readJournal(join(out, "journal.ndjson")).flatMap(({ request, answer }) => {
    const succeeded = request.method === "DELETE" && answer !== null && answer.status < 300;
    return succeeded ? [new URL(request.url).pathname.split("/").at(-1) ?? ""] : [];
  });
}

describe("two runs at once", { timeout: 180_000 }, () => {
  it.each([
    ["the same seed", [1, 1]],
    ["different seeds", [1, 2]],
  ])("with %s remove what is theirs, all of it and nothing else", async (_, seeds) => {
    await whileServing([], KEY, async (url) => {
      const before = await holdings(url);
      const runs = await Promise.all(seeds.map((seed) => runOn(url, seed)));
      for (const { ledger, removed } of runs) {
        expect(removed.length).toBeGreaterThan(0);
        for (const id of removed) expect(ledger).toContain(`"${id}"`);
      }
      expect(await holdings(url)).toEqual(before);
    });
  });
});

it("a second run with the same seed finds its external ids free", { timeout: 180_000 }, async () => {
  await whileServing([], KEY, async (url) => {
    const undecided = async () => {
      const out = emptyFolder();
      await plimsoll(["run", url, "--out", out, "--only", "batches.*", "--writes", "own"], KEY);
      const { rules } = JSON.parse(readFileSync(join(out, "compliance.json"), "utf8"));
      return rules
        .filter(({ verdict }: { verdict: string }) => verdict === "inconclusive")
        .map(({ id }: { id: string }) => id);
    };
    expect(await undecided()).toEqual(await undecided());
  });
});
