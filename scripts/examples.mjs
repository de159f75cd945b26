/**
 * Tests the package where people use it: packs it, installs the tarball with the test runners in an empty folder, and
 * runs there the examples, the code of README and docs, and tools that check the packaging. `node scripts/examples.mjs
 * [name]...` runs only those steps.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Packages to install for this; vitest comes with Plimsoll. */
const RUNNERS = ["jest@30", "msw@2", "typescript@5.9", "@types/node@20"];

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const folder = mkdtempSync(join(tmpdir(), "plimsoll-examples-"));
const wanted = process.argv.slice(2);
let tarball = "";

/** Each step by name: command and arguments, run in the folder. */
const STEPS = {
  vitest: () => npx("vitest", "run", "--root", "vitest"),
  jest: () => npx("jest", "--rootDir", "jest", "--testEnvironment", "node"),
  "node-test": () => node("--test", "node-test/labels.test.mjs"),
  msw: () => node("--test", "msw/labels.test.mjs"),
  types: () => npx("tsc", "--project", "types"),
  docs: () => {
    for (const file of codeOf("README.md", "docs/mock.md", "docs/code.md")) {
      if (file.endsWith(".test.mjs")) npx("vitest", "run", "--root", "docs", file);
      else node(join("docs", file));
    }
  },
  publint: () => npx("--yes", "publint@0.3", "--strict", tarball),
  // Only for Node: older ways of TypeScript to resolve modules do not matter, nor does a YAML file that nobody imports.
  attw: () =>
    npx(
      "--yes",
      "@arethetypeswrong/cli@0.18",
      tarball,
      "--profile",
      "node16",
      "--exclude-entrypoints",
      "openapi.yaml",
    ),
  image: () => {
    npx("--yes", "dockerfile-utils@0.16", "lint", join(root, "Dockerfile"));
    if (spawnSync("docker", ["info"]).status !== 0) {
      process.stdout.write("image: no docker here, the Dockerfile was linted only\n");
      return;
    }
    cpSync(join(root, "Dockerfile"), join(folder, "Dockerfile"));
    call("docker", ["build", "--tag", "plimsoll-example", "."]);
    call("docker", ["run", "--rm", "plimsoll-example", "--version"]);
  },
};

function npx(...args) {
  call("npx", args);
}

function node(...args) {
  call(process.execPath, args);
}

function call(command, args) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, encoding: "utf8" });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${status}\n${stdout}${stderr}`);
}

/** The JavaScript in documents as runnable files; code that imports vitest becomes a test. */
function codeOf(...documents) {
  mkdirSync(join(folder, "docs"));
  return documents.flatMap((document) => {
    const text = readFileSync(join(root, document), "utf8");
    return [...text.matchAll(/^```js\n([\s\S]*?)^```/gm)].map(([, code], index) => {
      const name = `${document.replace(/\W/g, "-")}-${index}`;
      const file = code.includes('from "vitest"') ? `${name}.test.mjs` : `${name}.mjs`;
      writeFileSync(join(folder, "docs", file), code);
      return file;
    });
  });
}

try {
  const options = ["pack", "--json", "--ignore-scripts", "--pack-destination", folder];
  const [{ filename }] = JSON.parse(execFileSync("npm", options, { cwd: root, encoding: "utf8" }));
  tarball = join(folder, filename);
  cpSync(join(root, "examples"), folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
  const install = ["install", "--no-audit", "--no-fund", "--loglevel=error", tarball, ...RUNNERS];
  execFileSync("npm", install, { cwd: folder, stdio: "inherit" });
  for (const [name, run] of Object.entries(STEPS)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const began = Date.now();
    run();
    process.stdout.write(`${name}: ${((Date.now() - began) / 1000).toFixed(1)} s\n`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
