import { copyFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { UsageError } from "./mistakes/errors.js";
import { loadConfig } from "./settings/config.js";
import { emptyFolder, plimsoll, whileAnswering } from "./testing.js";

const KEY = "the-secret-key-of-this-test-4713";
const FEW = "auth.key.empty";

/** A folder with these files. */
function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = emptyFolder();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

function compliance(folder: string) {
  return JSON.parse(readFileSync(join(folder, "compliance.json"), "utf8"));
}

describe("plimsoll run with a configuration", { timeout: 60_000 }, () => {
  it("takes address and settings from the file, and options win", async () => {
    await whileAnswering([], KEY, async (url) => {
      const yaml = `url: ${url}\nseed: 77\neffort: quick\nout: here\nwrites: none\nsellerId: "\${SELLER}"\n`;
      const folder = folderWith({ "plimsoll.config.yaml": yaml });
      const { stdout, code } = await plimsoll(
        ["run", "--json", "--only", FEW, "--effort", "thorough"],
        KEY,
        folder,
        {
          SELLER: "42",
        },
      );
      const { run, target } = JSON.parse(stdout);
      expect(run).toMatchObject({ seed: 77, effort: "thorough", writes: "none" });
      expect(target.url).toBe(url);
      expect(code).toBe(0);
      expect(existsSync(join(folder, "here/compliance.json"))).toBe(true);
    });
  });

  it("reads TypeScript, runs its hooks around the checks, and removes what they made", async () => {
    const calls: string[] = [];
    const log = createServer((request, response) => {
      calls.push(`${request.method} ${request.url}`);
      response.end("{}");
    });
    await new Promise<void>((resolve) => log.listen(0, "127.0.0.1", resolve));
    const address = log.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const config = `import { defineConfig, type ProvisionHook } from "plimsoll";
      const say = (line: string) => fetch("http://127.0.0.1:${port}/" + line);
      const tote: ProvisionHook = {
        create: async (target) => { await say("create-" + (target.apiKey === null)); return ["se-1", "se-2"]; },
        remove: async (id: string) => { await say("remove-" + id); },
      };
      export default defineConfig({ seed: 78, provision: { tote } });`;
    try {
      await whileAnswering([], KEY, async (url) => {
        const folder = folderWith({ "plimsoll.config.ts": config });
        const { stdout, stderr } = await plimsoll(["run", url, "--json", "--only", FEW], KEY, folder);
        // A slow machine may have brought a line of progress.
        expect(stderr).not.toMatch(/^plimsoll:/m);
        expect(JSON.parse(stdout).run.seed).toBe(78);
        expect(calls).toEqual(["GET /create-false", "GET /remove-se-2", "GET /remove-se-1"]);
        calls.length = 0;
        await plimsoll(["run", url, "--only", FEW, "--writes", "none"], KEY, folder);
        expect(calls).toEqual([]);
      });
    } finally {
      log.close();
      log.closeAllConnections();
    }
  });

  it("gives one line for a wrong one and for two of them", async () => {
    const line = async (files: Readonly<Record<string, string>>) => {
      const { code, stdout, stderr } = await plimsoll(["run"], KEY, folderWith(files));
      const lines = stderr.trim().split("\n").length;
      expect({ code, stdout, lines }).toEqual({ code: 2, stdout: "", lines: 1 });
      return stderr;
    };
    const name = "plimsoll.config.yaml";
    expect(await line({ [name]: "concurency: 4" })).toMatch(
      /plimsoll\.config\.yaml: concurency is not a key; did you mean/,
    );
    expect(await line({ [name]: "", "plimsoll.config.json": "{}" })).toMatch(/keep one/);
  });

  it.each([
    ["plimsoll.config.yaml", "a: [", /plimsoll\.config\.yaml cannot be read/],
    ["plimsoll.config.mjs", "export const a = 1;", /no default export/],
    ["plimsoll.config.ts", "export default {", /plimsoll\.config\.ts cannot be read/],
  ])("does not take one that cannot be read: %s with %j", async (name, text, words) => {
    const loading = loadConfig(join(folderWith({ [name]: text }), name));
    await expect(loading).rejects.toBeInstanceOf(UsageError);
    await expect(loading).rejects.toThrow(words);
  });
});

describe("plimsoll init", { timeout: 60_000 }, () => {
  it("writes a configuration that a run accepts, and never overwrites one unasked", async () => {
    await whileAnswering([], KEY, async (url) => {
      const folder = emptyFolder();
      const { code, stdout } = await plimsoll(["init", url], KEY, folder);
      expect(stdout).toMatch(/v1 and v2 answered, on this machine/);
      expect(code).toBe(0);
      const file = join(folder, "plimsoll.config.yaml");
      const text = readFileSync(file, "utf8");
      expect(parse(text)).toMatchObject({ url, generations: ["v1", "v2"] });
      expect(text).not.toContain(KEY);
      expect(text).toContain("# Seen on the target; uncomment");
      const run = await plimsoll(["run", "--only", FEW], KEY, folder);
      expect(run.code, run.stderr).toBe(0);
      expect((await plimsoll(["init"], KEY, folder)).stderr).toMatch(/already there; --force/);
      expect((await plimsoll(["init", "--force"], KEY, folder)).code).toBe(0);
      expect(readFileSync(file, "utf8")).toContain("# url:");
    });
  });

  it("writes none beside another, of which a run would accept neither", async () => {
    const folder = folderWith({ "plimsoll.config.json": "{}" });
    const { code, stderr } = await plimsoll(["init", "--force"], KEY, folder);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/plimsoll\.config\.json is already here/)]);
  });

  it("only reads", async () => {
    const methods: string[] = [];
    const sellers = new Set<unknown>();
    const server = createServer((request, response) => {
      methods.push(request.method ?? "");
      sellers.add(request.headers["seller-id"]);
      response.writeHead(200, { "content-type": "application/json", "x-amz-request-id": "1" }).end("[]");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const folder = emptyFolder();
    const told = ["--seller-id", "1234", "--timeout", "5000"];
    const { code } = await plimsoll(["init", `http://127.0.0.1:${port}`, ...told], KEY, folder);
    server.close();
    server.closeAllConnections();
    expect(code).toBe(0);
    expect([...new Set(methods)]).toEqual(["GET"]);
    expect([...sellers]).toEqual(["1234"]);
    expect(parse(readFileSync(join(folder, "plimsoll.config.yaml"), "utf8"))).toMatchObject({
      requestIdHeader: "x-amz-request-id",
      sellerId: "1234",
      timeoutMs: 5000,
    });
  });
});

describe("plimsoll waive", { timeout: 120_000 }, () => {
  it("writes a list with which the same run passes, until the target is fixed", async () => {
    const folder = emptyFolder();
    const judge = (...args: string[]) => [
      "run",
      "--no-config",
      "--out",
      join(folder, "out"),
      "--only",
      "labels.order.*",
      ...args,
    ];
    await whileAnswering(["labels-desc-reverses-page"], KEY, async (url) => {
      expect((await plimsoll(judge("--", url), KEY, folder)).code).toBe(1);
      copyFileSync(join(folder, "out/compliance.json"), join(folder, "first.json"));
      expect((await plimsoll(["waive", "first.json", "--out", "waivers.yaml"], KEY, folder)).code).toBe(0);
      const waived = await plimsoll(judge("--waivers", "waivers.yaml", "--", url), KEY, folder);
      expect(waived.stdout).toMatch(/Waived \(\d+\)/);
      expect(waived.code).toBe(0);
      const [known] = compliance(join(folder, "out")).rules.filter(
        (rule: { verdict: string }) => rule.verdict === "waived",
      );
      expect(known.reason).toMatch(/waived until \d{4}-/);
      const late = readFileSync(join(folder, "waivers.yaml"), "utf8").replace(
        /expires: .*/g,
        "expires: 2020-01-01",
      );
      writeFileSync(join(folder, "late.yaml"), late);
      expect((await plimsoll(judge("--waivers", "late.yaml", "--", url), KEY, folder)).code).toBe(1);
    });
    await whileAnswering([], KEY, async (url) => {
      const fixed = await plimsoll(judge("--waivers", "waivers.yaml", "--", url), KEY, folder);
      expect(fixed.stdout).toMatch(/waivers? out of date/i);
      expect(fixed.code).toBe(1);
      const late = await plimsoll(["waive", "first.json", "--expires", "2020-01-01"], KEY, folder);
      expect([late.code, late.stderr]).toEqual([2, expect.stringContaining("is past")]);
      const nothing = await plimsoll(["waive", "out/compliance.json"], KEY, folder);
      expect(nothing.stderr).toMatch(/shows no breach/);
    });
  });
});

describe("plimsoll plan", { timeout: 120_000 }, () => {
  it("counts what a run would send and sends nothing", async () => {
    let asked = 0;
    const server = createServer((_, response) => {
      asked += 1;
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const url = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
    const args = ["plan", url, "--only", "webhooks.*", "--writes", "own"];
    const text = await plimsoll(args);
    const json = await plimsoll([...args, "--json"]);
    const none = await plimsoll([...args, "--json", "--writes", "none"]);
    server.close();
    expect(asked).toBe(0);
    expect(text.code).toBe(0);
    expect(Math.max(...text.stdout.split("\n").map((line) => line.length))).toBeLessThanOrEqual(80);
    expect(text.stdout.indexOf("Change something")).toBeLessThan(text.stdout.indexOf("Only read"));
    const { classes, requests, estimate } = JSON.parse(json.stdout);
    expect(estimate).toBe(true);
    const creations = { kind: "changes", method: "POST", operation: "v2CreateWebhook" };
    expect(classes).toContainEqual(expect.objectContaining(creations));
    expect(classes.reduce((sum: number, one: { requests: number }) => sum + one.requests, 0)).toBe(requests);
    expect(JSON.parse(none.stdout).classes).not.toContainEqual(expect.objectContaining({ kind: "changes" }));
  });
});
