import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { exchanges } from "../arbitraries.js";
import { MAX_BODY_IN_MEMORY } from "../recordings/journal.js";
import { stockOf } from "./stock.js";

const folder = mkdtempSync(join(tmpdir(), "plimsoll-"));
beforeAll(() => void vi.stubEnv("TMPDIR", folder));
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

it("gives back every exchange in full, whatever the order", () => {
  fc.assert(
    fc.property(exchanges, (recorded) => {
      const { journal } = stockOf({ preamble: null, sideNotes: [], exchanges: recorded });
      const indices = recorded.map(({ index }) => index).reverse();
      expect(indices.map((index) => journal.load(index))).toEqual(recorded.toReversed());
      expect(readdirSync(folder)).toEqual([]);
      journal.close();
    }),
    { numRuns: 30 },
  );
});

it("keeps no long body in memory", () => {
  const [some] = fc.sample(
    exchanges.filter((all) => all.length > 0),
    1,
  );
  const text = "x".repeat(MAX_BODY_IN_MEMORY + 1);
  const recorded = (some ?? []).map((exchange) => ({
    ...exchange,
    answer: { status: 200, headers: {}, body: { kind: "text", text } as const },
  }));
  const { journal } = stockOf({ preamble: null, sideNotes: [], exchanges: recorded });
  expect(JSON.stringify(journal.exchanges)).not.toContain(text);
  expect(recorded.map(({ index }) => journal.load(index))).toEqual(recorded);
  journal.close();
});
