import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { Compliance } from "../../reports/results.js";
import { LOCK_FILE } from "./run/lock.js";
import { proxied } from "./testing/proxy.js";
import { emptyFolder, plimsoll, start, whileAnswering } from "./testing.js";

// The whole command where something goes wrong that no contract speaks of: told in a line, within its bound.

const KEY = "the-secret-key-of-this-test-4717";
const LONG = 180_000;

/** The reference service, which answers otherwise from its n-th request on. */
function from(n: number, status: number, headers: Readonly<Record<string, string>> = {}) {
  return proxied(KEY, (genuine, { count }) =>
    count < n
      ? genuine
      : { status, headers: { "content-type": "application/json", ...headers }, body: Buffer.from("{}") },
  );
}

function violations(out: string): readonly string[] {
  const { rules } = JSON.parse(readFileSync(join(out, "compliance.json"), "utf8"));
  return rules
    .filter(({ verdict }: { verdict: string }) => verdict === "violates")
    .map(({ id }: { id: string }) => id);
}

// Side by side: most of it is waiting.
describe.concurrent("a target in trouble", { timeout: LONG }, () => {
  it("whose key runs out is not blamed for it", async () => {
    const target = await from(60, 401);
    const out = emptyFolder();
    const { code, stderr } = await plimsoll(["run", target.url, "--out", out, "--effort", "quick"], KEY);
    await target.close();
    expect(stderr).toMatch(/takes the API key no longer: .*; given up before the end of the run\.\n$/);
    expect(violations(out)).toEqual([]);
    expect(code).toBe(2);
  });

  it("that asks to come back in a minute, again and again, is given up after one", async () => {
    const target = await from(60, 429, { "retry-after": "60" });
    const begun = performance.now();
    const { code, stderr } = await plimsoll(["run", target.url, "--effort", "quick"], KEY);
    await target.close();
    expect(stderr).toMatch(/stopped answering: .* ended in status 429/);
    expect(code).toBe(2);
    expect(performance.now() - begun).toBeLessThan(110_000);
  });

  it("is not waited for once the run is interrupted", async () => {
    const target = await from(60, 429, { "retry-after": "60" });
    const child = start(["run", target.url, "--effort", "quick"], KEY);
    await sleep(12_000);
    child.kill("SIGTERM");
    const begun = performance.now();
    const [code] = await once(child, "close");
    await target.close();
    expect(code).toBe(143);
    expect(performance.now() - begun).toBeLessThan(20_000);
  });

  it("is asked ever more seldom while it is down", async () => {
    let asked = 0;
    const target = await proxied(KEY, (genuine, { count }) => {
      asked = count;
      return count < 60 ? genuine : { status: 503, headers: {}, body: Buffer.from("") };
    });
    const { code } = await plimsoll(["run", target.url, "--effort", "quick"], KEY);
    await target.close();
    expect(code).toBe(2);
    expect(asked).toBeLessThan(400);
  });

  it("that never answers in v2 is judged in v1, and in time", async () => {
    const target = await proxied(KEY, (genuine) => genuine, {
      intercept: ({ request }) => request.url?.startsWith("/v2") === true,
    });
    const out = emptyFolder();
    const args = ["run", target.url, "--out", out, "--effort", "quick", "--timeout", "2000"];
    const { code } = await plimsoll(args, KEY);
    await target.close();
    const { rules, instability }: Compliance = JSON.parse(readFileSync(join(out, "compliance.json"), "utf8"));
    const judged = rules.filter(({ verdict, generation }) => verdict === "conforms" && generation === "v1");
    expect(judged.length).toBeGreaterThan(100);
    expect(instability.TIMEOUT).toBeGreaterThan(0);
    expect(code).toBe(0);
  });
});

describe("a folder", { timeout: LONG }, () => {
  it("in which another command is at work is left to it; what others left there stays", async () => {
    const out = emptyFolder();
    const other = join(out, "allure-results", "of-another-tool.json");
    mkdirSync(join(out, "allure-results"));
    writeFileSync(other, "{}");
    const run = () => plimsoll(["run", "--out", out, "--only", "auth.key.empty"]);
    const holder = { pid: process.pid, host: hostname(), command: "run", since: "2026-01-01T00:00:00.000Z" };
    writeFileSync(join(out, LOCK_FILE), JSON.stringify(holder));
    const { code, stderr } = await run();
    expect(stderr).toMatch(new RegExp(`^plimsoll: --out .*plimsoll run, process ${process.pid} on .*\\n$`));
    expect(code).toBe(2);
    // Of a process that is gone.
    writeFileSync(join(out, LOCK_FILE), JSON.stringify({ ...holder, pid: 2 ** 22 + 1 }));
    for (let twice = 0; twice < 2; twice++) expect((await run()).code).toBe(0);
    expect(readFileSync(other, "utf8")).toBe("{}");
  });

  // A disk of its own can be made only by whoever may mount one.
  it.runIf(process.platform === "linux" && process.getuid?.() === 0)(
    "on a full disk is one line, and nothing is left on the target",
    async () => {
      const out = emptyFolder();
      execFileSync("mount", ["-t", "tmpfs", "-o", "size=700k", "tmpfs", out]);
      try {
        await whileAnswering([], KEY, async (url) => {
          const webhooks = async () =>
            (await fetch(`${url}/v2/environment/webhooks`, { headers: { "api-key": KEY } })).text();
          const before = await webhooks();
          const { code, stderr } = await plimsoll(["run", url, "--out", out, "--writes", "own"], KEY);
          expect(stderr).toMatch(/the disk is full\.\n$/);
          expect(stderr).not.toMatch(/a defect of its own|\n +at /);
          expect(code).toBe(2);
          expect(await webhooks()).toBe(before);
        });
      } finally {
        execFileSync("umount", [out]);
      }
    },
  );
});

it("serves on no address that is empty", async () => {
  const { code, stderr } = await plimsoll(["serve", "--port", "0", "--host", ""]);
  expect([code, stderr]).toEqual([2, expect.stringMatching(/^plimsoll: --host is empty; .*\n$/)]);
});
