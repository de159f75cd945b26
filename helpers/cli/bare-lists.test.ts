import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Compliance } from "../../reports/results.js";
import { emptyFolder, plimsoll, whileAnswering } from "./testing.js";

// The contract shows no envelope for lists of batches and of v2: a service whose lists are bare arrays is judged whole.

const KEY = "the-secret-key-of-this-test-4711";
const ABOUT_ENVELOPES = [
  "paging.envelope.types.v2",
  "paging.total.matches-items.v2",
  "paging.page.echo.v2",
  "paging.pages.arithmetic.v2",
  "paging.links.v2",
  "paging.envelope.types.batches",
  "paging.envelope.consistent.batches",
];
const ABOUT_BATCHES = ["batches.open.complete", "batches.archive.only-that-one"];

it("are read to their end, and leave rules about envelopes out", { timeout: 60_000 }, async () => {
  const out = emptyFolder();
  const only = [...ABOUT_ENVELOPES, ...ABOUT_BATCHES].join(",");
  await whileAnswering(
    [],
    KEY,
    async (url) => {
      await plimsoll(["run", url, "--only", only, "--writes", "fixtures", "--out", out], KEY);
    },
    { habits: ["v2-lists-bare", "batches-bare"] },
  );
  const { rules }: Compliance = JSON.parse(readFileSync(join(out, "compliance.json"), "utf8"));
  const verdicts = Object.fromEntries(rules.map(({ id, verdict }) => [id, verdict]));
  expect(ABOUT_ENVELOPES.map((id) => verdicts[id])).toEqual(ABOUT_ENVELOPES.map(() => "not-applicable"));
  expect(ABOUT_BATCHES.map((id) => verdicts[id])).toEqual(ABOUT_BATCHES.map(() => "conforms"));
});
