import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Compliance } from "../../reports/results.js";
import { flaky } from "./testing/flaky.js";
import { type Damage, proxied } from "./testing/proxy.js";
import { emptyFolder, plimsoll } from "./testing.js";

// The whole command against a target that is sound behind a way that is not.

const KEY = "the-secret-key-of-this-test-4711";
const LONGEST = 400_000;

function complianceIn(out: string): Compliance {
  const result: Compliance = JSON.parse(readFileSync(join(out, "compliance.json"), "utf8"));
  return result;
}

function idsOf({ rules }: Compliance, verdict: string): string[] {
  return rules.filter((rule) => rule.verdict === verdict).map(({ id }) => id);
}

async function webhooksOf(url: string): Promise<string> {
  const answer = await fetch(`${url}/v2/environment/webhooks`, { headers: { "api-key": KEY } });
  return answer.text();
}

// Side by side: most of it is waiting. One seed; FLAKY_SEEDS=1,2,3 looks at others.
const seeds = (process.env.FLAKY_SEEDS ?? "1").split(",").map(Number);

it.concurrent.each(seeds)(
  "429, 503 and resets are reported and violate nothing, seed %i",
  { timeout: LONGEST },
  async (seed) => {
    const server = await flaky(KEY, seed, { limited: 0.05, unavailable: 0.02, reset: 0.02 });
    const out = emptyFolder();
    const { code, stdout } = await plimsoll(
      ["run", server.url, "--out", out, "--writes", "fixtures", "--seed", String(seed)],
      KEY,
    ).finally(() => server.close());
    const result = complianceIn(out);
    expect([...idsOf(result, "violates"), ...idsOf(result, "warns")]).toEqual([]);
    expect(result.defects).toEqual([]);
    expect(result.leftovers).toEqual([]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/Instability, retried: /);
    // What looks at the target before the run, or beside the client, may have met a few of them.
    const { limited, unavailable } = server.trouble;
    expect(limited.length - (result.instability.STATUS_429 ?? 0)).toBeOneOf([0, 1, 2, 3]);
    expect(unavailable.length - (result.instability.STATUS_503 ?? 0)).toBeOneOf([0, 1, 2, 3]);
    expect(result.instability.UND_ERR_SOCKET).toBeGreaterThan(0);
    // Most of what was asked was answered in the end.
    expect(idsOf(result, "inconclusive").length).toBeLessThan(100);
  },
);

it.concurrent("repeats a creation that was limited, not one whose answer was lost, and removes both", {
  timeout: LONGEST,
}, async () => {
  const created: string[] = [];
  let limited = 0;
  const server = await proxied(
    KEY,
    (genuine, { request, response }) => {
      if (request.method !== "POST" || request.url !== "/v2/environment/webhooks") return genuine;
      created.push(genuine.body.toString());
      if (created.length > 1) return genuine;
      response.destroy();
      return null;
    },
    {
      intercept: ({ request, response }) => {
        if (request.method !== "POST" || request.url !== "/v2/batches" || limited > 0) return false;
        limited++;
        response.writeHead(429, { "retry-after": "1" }).end();
        return true;
      },
    },
  );
  const out = emptyFolder();
  try {
    const only = ["--only", "webhooks.v2.create.object", "--only", "batches.archive.status-204"];
    const { code } = await plimsoll(["run", server.url, "--out", out, "--writes", "own", ...only], KEY);
    const result = complianceIn(out);
    expect(idsOf(result, "conforms")).toContain("batches.archive.status-204");
    const lost = result.rules.find(({ id }) => id === "webhooks.v2.create.object");
    expect(lost).toMatchObject({ verdict: "inconclusive", reason: expect.stringContaining("got no answer") });
    expect(created).toHaveLength(1);
    expect(await webhooksOf(server.url)).not.toContain("plimsoll.invalid");
    expect(result.leftovers).toEqual([]);
    expect(code).toBe(0);
  } finally {
    await server.close();
  }
});

it.concurrent("asks fewer at a time of a target that refuses more than three, says so, and judges that again alike", {
  timeout: LONGEST,
}, async () => {
  let busy = 0;
  const slowly: Damage = ({ status, headers, body }, { response }) => {
    setTimeout(() => response.writeHead(status, headers).end(body), 30);
    return null;
  };
  const server = await proxied(KEY, slowly, {
    intercept: ({ response }) => {
      busy += 1;
      response.on("close", () => {
        busy -= 1;
      });
      if (busy <= 3) return false;
      response.writeHead(429, { "retry-after": "1" }).end();
      return true;
    },
  });
  const out = emptyFolder();
  const { code } = await plimsoll(
    ["run", server.url, "--out", out, "--effort", "quick", "--writes", "own"],
    KEY,
  ).finally(() => server.close());
  const { run, rules } = complianceIn(out);
  expect(code).toBe(0);
  expect(rules.filter(({ reason }) => reason.includes("answered with 429"))).toEqual([]);
  expect(run.notes.join()).toMatch(/^429 came \d+ times; requests at a time were brought down to \d; /);
  // Waves of a second each are few.
  expect(run.seconds).toBeLessThan(60);
  const again = emptyFolder();
  await plimsoll(["judge", join(out, "exchanges.har"), "--out", again], KEY);
  expect(complianceIn(again).run.notes).toEqual(run.notes);
  expect(complianceIn(again).counts).toEqual(complianceIn(out).counts);
});
