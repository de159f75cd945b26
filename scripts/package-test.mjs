/**
 * Tests the installed package: packs it, installs the tarball in an empty folder and, through the installed command,
 * judges the embedded reference service, then another target, and finds faults.
 */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const folder = mkdtempSync(join(tmpdir(), "plimsoll-package-"));
const KEY = "package-test-key";

function plimsoll(...args) {
  const run = spawnSync("npx", ["plimsoll", ...args], {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, PLIMSOLL_API_KEY: KEY },
  });
  if (run.status !== 0)
    throw new Error(`plimsoll ${args.join(" ")} ended with ${run.status}\n${run.stdout}${run.stderr}`);
  return run.stdout;
}

function expectVerdict(out) {
  const { verdict } = JSON.parse(readFileSync(join(folder, out, "compliance.json"), "utf8"));
  if (verdict === "violates") throw new Error(`${out}: the verdict is ${verdict}`);
  for (const file of ["index.html", "junit.xml", "summary.md", "exchanges.har", "allure-results"]) {
    if (!existsSync(join(folder, out, file))) throw new Error(`${out}/${file} is missing`);
  }
}

try {
  const packed = execFileSync("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", folder], {
    cwd: root,
  });
  const [{ filename }] = JSON.parse(packed);
  writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
  execFileSync("npm", ["install", "--no-audit", "--no-fund", join(folder, filename)], {
    cwd: folder,
    stdio: "inherit",
  });
  const require = createRequire(join(folder, "package.json"));
  const { openapi } = require("plimsoll/openapi.json");
  if (openapi !== "3.1.0") throw new Error(`the package's OpenAPI document is of version ${openapi}`);
  const { sameSet } = require("plimsoll/oracles");
  const claim = { rule: "labels.slice.desc", exchanges: [], documented: "se-1", expected: ["se-1"] };
  if (sameSet({ ...claim, actual: ["se-1"] }).length !== 0 || sameSet({ ...claim, actual: [] }).length !== 1)
    throw new Error("plimsoll/oracles judges wrongly");
  const typed =
    'import type { WrongTrouble } from "plimsoll";\nexport const none: WrongTrouble | null = null;\n';
  for (const file of ["typed.cts", "typed.mts"]) writeFileSync(join(folder, file), typed);
  const settings = ["--noEmit", "--strict", "--skipLibCheck", "--types", "", "--module", "node16"];
  execFileSync(join(root, "node_modules/.bin/tsc"), [...settings, "typed.cts", "typed.mts"], {
    cwd: folder,
    stdio: "inherit",
  });
  plimsoll("run", "--out", "embedded");
  expectVerdict("embedded");
  const service = spawn("npx", ["plimsoll", "serve", "--port", "0"], {
    cwd: folder,
    env: { ...process.env, PLIMSOLL_API_KEY: KEY },
    stdio: ["ignore", "pipe", "inherit"],
    detached: true,
  });
  try {
    const url = await new Promise((resolve) =>
      service.stdout.once("data", (text) => resolve(String(text).trim())),
    );
    plimsoll("run", url, "--out", "other");
    expectVerdict("other");
  } finally {
    process.kill(-service.pid);
  }
  const faults = ["labels-desc-reverses-page", "labels-total-one-more"].flatMap((id) => ["--fault", id]);
  plimsoll("prove", ...faults, "--jobs", "1", "--out", "proof");
  process.stdout.write(
    "The installed package judges the embedded reference and another target, and finds faults.\n",
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
