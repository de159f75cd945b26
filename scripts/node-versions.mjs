/**
 * Tries the package on each supported version of Node, by npm's `node` package: the package test, then the unit tests
 * of the rooms that everything else builds on. `npm run node-versions -- [versions]`
 */
import { execFileSync, spawnSync } from "node:child_process";
import { delimiter, dirname } from "node:path";
import { fileURLToPath } from "node:url";

const versions = process.argv.length > 2 ? process.argv.slice(2) : ["20", "22", "24"];
const cwd = fileURLToPath(new URL("..", import.meta.url));
const rooms = ["helpers/contract", "helpers/wire", "helpers/oracles"];
const commands = [
  ["scripts/package-test.mjs"],
  ["node_modules/vitest/vitest.mjs", "run", "--project", "unit", ...rooms],
];

function passes(version) {
  const which = ["--yes", "--package", `node@${version}`, "--call", "node -p process.execPath"];
  const node = execFileSync("npx", which, { cwd, encoding: "utf8" }).trim();
  // Commands that these start find it too.
  const env = { ...process.env, PATH: dirname(node) + delimiter + process.env.PATH };
  process.stdout.write(`\n${execFileSync(node, ["--version"], { encoding: "utf8" })}`);
  return commands.every((args) => spawnSync(node, args, { cwd, env, stdio: "inherit" }).status === 0);
}

const failed = versions.filter((version) => !passes(version));
process.stdout.write(failed.length === 0 ? "\nAll passed.\n" : `\nFailed on Node ${failed.join(", ")}.\n`);
process.exitCode = failed.length === 0 ? 0 : 1;
