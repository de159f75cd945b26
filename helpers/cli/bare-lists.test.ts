import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Compliance } from "../../reports/results.js";
import { type Genuine, proxied } from "./testing/proxy.js";
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

/** The verdicts on those rules. */
async function judged(url: string, effort = "standard"): Promise<Record<string, string>> {
  const out = emptyFolder();
  const only = [...ABOUT_ENVELOPES, ...ABOUT_BATCHES].join(",");
  const args = ["run", url, "--only", only, "--effort", effort, "--writes", "fixtures", "--out", out];
  await plimsoll(args, KEY);
  const { rules }: Compliance = JSON.parse(readFileSync(join(out, "compliance.json"), "utf8"));
  return Object.fromEntries(rules.map(({ id, verdict }) => [id, verdict]));
}

it("are read to their end, and leave rules about envelopes out", { timeout: 60_000 }, async () => {
  let verdicts: Record<string, string> = {};
  await whileAnswering(
    [],
    KEY,
    async (url) => {
      verdicts = await judged(url);
    },
    { habits: ["v2-lists-bare", "batches-bare"] },
  );
  expect(ABOUT_ENVELOPES.map((id) => verdicts[id])).toEqual(ABOUT_ENVELOPES.map(() => "not-applicable"));
  expect(ABOUT_BATCHES.map((id) => verdicts[id])).toEqual(ABOUT_BATCHES.map(() => "conforms"));
});

it.each(["quick", "standard"])(
  "leave nothing out at %s if they never came",
  { timeout: 60_000 },
  async (effort) => {
    const isOpenList = (path = "") => /^\/v2\/|^\/v1\/batches/.test(path);
    const refused = (genuine: Genuine) => ({ ...genuine, status: 403, body: Buffer.from("{}") });
    const server = await proxied(KEY, (genuine, { request }) =>
      isOpenList(request.url) ? refused(genuine) : genuine,
    );
    const verdicts = await judged(server.url, effort).finally(() => server.close());
    expect(ABOUT_ENVELOPES.map((id) => verdicts[id])).toEqual(ABOUT_ENVELOPES.map(() => "inconclusive"));
  },
);
