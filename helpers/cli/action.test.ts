import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { emptyFolder, whileAnswering } from "./testing.js";

const KEY = "the-secret-key-of-this-test-4715";
const SLOW = 120_000;
const ROOT = fileURLToPath(new URL("../..", import.meta.url));

interface Step {
  readonly name: string;
  readonly if?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}

const ACTION: Action = parse(readFileSync(join(ROOT, "action.yml"), "utf8"));

/** Runs the shell steps of the action as a runner does; gives exit code, output, and what they left for the job. */
async function runAction(given: Readonly<Record<string, string>>, folder = emptyFolder()) {
  const left = { summary: join(folder, "step-summary.md"), output: join(folder, "output.txt") };
  const filled = (text: string) =>
    text.replace(
      /\$\{\{ inputs\.([\w-]+) \}\}/g,
      (_, name) => given[name] ?? ACTION.inputs[name]?.default ?? "",
    );
  let code = 0;
  let stdout = "";
  for (const { run, env = {}, if: condition } of ACTION.runs.steps) {
    if (run === undefined || (code !== 0 && condition !== "always()")) continue;
    const child = spawn("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", run], {
      cwd: folder,
      env: {
        PATH: process.env.PATH,
        GITHUB_ACTION_PATH: ROOT,
        GITHUB_STEP_SUMMARY: left.summary,
        GITHUB_OUTPUT: left.output,
        ...Object.fromEntries(Object.entries(env).map(([name, text]) => [name, filled(text)])),
      },
    });
    child.stdout.on("data", (text) => {
      stdout += String(text);
    });
    const [ended] = await once(child, "close");
    code ||= Number(ended);
  }
  const read = (file: string) => (existsSync(file) ? readFileSync(file, "utf8") : "");
  return { code, stdout, folder, summary: read(left.summary), output: read(left.output) };
}

describe("the GitHub action", () => {
  it("judges, annotates what is broken, leaves a summary and its verdict, and takes a baseline", {
    timeout: SLOW,
  }, async () => {
    await whileAnswering(["labels-desc-reverses-page"], KEY, async (url) => {
      const given = {
        url,
        "api-key": KEY,
        effort: "quick",
        args: "--only labels.order.inside\n--only labels.total",
      };
      const broken = await runAction(given);
      expect(broken.code).toBe(1);
      const [, token = "none"] = /^::stop-commands::(\S+)$/m.exec(broken.stdout) ?? [];
      const [printed = "", after = ""] = broken.stdout.split(`\n::${token}::\n`);
      expect(printed).toMatch(/^VIOLATES THE CONTRACT: 1 required rule broken/m);
      expect(after).toMatch(/^::error title=.*::labels\.order\.inside: GET \/v1\/labels/m);
      expect(broken.summary).toMatch(/^## Plimsoll: Violates the contract/);
      expect(broken.output).toBe("verdict=violates\n");
      const baseline = join(broken.folder, "plimsoll-report/compliance.json");
      const known = await runAction({ ...given, baseline, out: "again" });
      expect([known.code, known.stdout]).toEqual([
        0,
        expect.stringContaining("Against the baseline: 0 rules newly"),
      ]);
      expect(existsSync(join(known.folder, "again/index.html"))).toBe(true);
      expect(broken.stdout + broken.summary + known.stdout).not.toContain(KEY);
    });
  });

  it("fails where the run could not be made, and says why", { timeout: SLOW }, async () => {
    const { code, summary, output } = await runAction({ url: "http://127.0.0.1:9", "api-key": KEY });
    expect([code, output]).toEqual([2, "verdict=incomplete\n"]);
    expect(summary).toContain("nothing listens there");
  });

  it("does not judge the reference service where an address was meant", { timeout: SLOW }, async () => {
    const { code, stdout, output } = await runAction({ url: "", "api-key": KEY });
    expect([code, output]).toEqual([2, ""]);
    expect(stdout).toMatch(/^::error::Plimsoll has no target: url is empty\./m);
    const few = { effort: "quick", args: "--only labels.total" };
    expect((await runAction({ embedded: "true", ...few })).output).toBe("verdict=conforms\n");
  });

  it("does not tell an earlier result where it made none", { timeout: SLOW }, async () => {
    const first = await runAction({ embedded: "true", args: "--only labels.total" });
    const { code, summary, output } = await runAction({ embedded: "true", args: "--nosuch" }, first.folder);
    expect([code, summary, output]).toEqual([2, first.summary, first.output]);
    expect(existsSync(join(first.folder, "plimsoll-report/index.html"))).toBe(false);
  });

  it("keeps the reports whatever came of them", () => {
    const kept = ACTION.runs.steps.find(({ uses }) => uses?.startsWith("actions/upload-artifact@"));
    expect(kept?.if).toContain("always()");
  });
});

describe("the GitLab job of the documentation", () => {
  it("judges, and fails only for what its baseline does not show", { timeout: SLOW }, async () => {
    const [, text = ""] =
      /```yaml\n# \.gitlab-ci\.yml\n([\s\S]*?)```/.exec(readFileSync(join(ROOT, "docs/ci.md"), "utf8")) ?? [];
    const { script, after_script: after, variables, artifacts } = parse(text).plimsoll;
    const folder = emptyFolder();
    writeFileSync(join(folder, "plimsoll.config.yaml"), "effort: quick\n");
    const main = { CI_COMMIT_BRANCH: "main", CI_DEFAULT_BRANCH: "main" };
    await whileAnswering(["labels-desc-reverses-page"], KEY, async (url) => {
      expect(Object.keys(variables)).toEqual(["PLIMSOLL_URL"]);
      const job = async (...lines: string[]) => {
        const command = lines
          .join("\n")
          .replaceAll("npx plimsoll", `node ${join(ROOT, "dist/helpers/cli/main.js")}`);
        const env = { PATH: process.env.PATH, PLIMSOLL_URL: url, PLIMSOLL_API_KEY: KEY, ...main };
        const child = spawn("bash", ["-eo", "pipefail", "-c", command], {
          cwd: folder,
          env,
          stdio: "ignore",
        });
        return (await once(child, "close"))[0];
      };
      expect(await job(...script)).toBe(1);
      expect(await job(...after)).toBe(0);
      expect(existsSync(join(folder, artifacts.reports.junit))).toBe(true);
      expect(await job(...script)).toBe(0);
    });
  });
});
