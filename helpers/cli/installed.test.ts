import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { emptyFolder } from "./testing.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const MODULES = join(ROOT, "node_modules");

/** As npm installs it, in a folder whose path names folders of ours: a copy beside what it needs. */
function install(): string {
  const folder = join(emptyFolder(), "suites", "helpers and reports");
  const own = join(folder, "node_modules", "plimsoll");
  mkdirSync(own, { recursive: true });
  for (const name of ["dist", "schemas", "package.json"]) {
    cpSync(join(ROOT, name), join(own, name), { recursive: true });
  }
  for (const name of readdirSync(MODULES).filter((each) => !each.startsWith("."))) {
    symlinkSync(join(MODULES, name), join(folder, "node_modules", name));
  }
  return folder;
}

describe("the installed package", { timeout: 120_000 }, () => {
  let folder = "";

  beforeAll(() => {
    folder = install();
  });

  function plimsoll(...args: readonly string[]): { code: number | null; said: string } {
    const main = join(folder, "node_modules/plimsoll/dist/helpers/cli/main.js");
    const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], {
      cwd: folder,
      encoding: "utf8",
    });
    return { code: status, said: stdout + stderr };
  }

  it("judges the embedded reference", () => {
    const { code, said } = plimsoll("run", "--effort", "quick", "--out", "out");
    expect(code, said).toBe(0);
    const { counts } = JSON.parse(readFileSync(join(folder, "out/compliance.json"), "utf8"));
    expect(counts.levels.must.conforms).toBeGreaterThan(100);
  });

  it("makes all checks for each fault, the second of a worker too", () => {
    const faults = ["labels-desc-reverses-page", "request-id-repeats"].flatMap((id) => ["--fault", id]);
    const { code, said } = plimsoll("prove", ...faults, "--jobs", "1", "--effort", "quick", "--out", "out");
    const { kills } = JSON.parse(readFileSync(join(folder, "out/kills.json"), "utf8"));
    expect(
      kills.map(({ killed }: { killed: boolean }) => killed),
      said,
    ).toEqual([true, true]);
    expect(code).toBe(0);
  });
});
