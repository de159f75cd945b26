/**
 * Builds the package: contract data, data files, JavaScript with declarations, the CommonJS entry and the list of
 * checks. The built program then writes the contract as one OpenAPI document and the pages of docs/commands. Run by
 * `node scripts/build.mjs [folder]`; the default folder is dist/.
 */
import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { buildCommonJs } from "./commonjs.mjs";
import { gatherModules } from "./gather.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const out = resolve(process.argv[2] ?? join(root, "dist"));
/** What the program reads at run time in addition to its own code. */
const DATA = /\.(json|yaml|css|html|js|cjs)$/;

/** Runs a program; where it fails it has said why, and the build ends with its exit code. */
function node(...args) {
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}

rmSync(out, { recursive: true, force: true });
node("scripts/generate.mjs");
for (const room of ["helpers", "reports", "schemas"]) {
  for (const file of readdirSync(join(root, room), { recursive: true })) {
    if (!DATA.test(file)) continue;
    mkdirSync(dirname(join(out, room, file)), { recursive: true });
    cpSync(join(root, room, file), join(out, room, file));
  }
}
// Last, so that the program can still be inspected after a type error.
node(join(root, "node_modules/typescript/bin/tsc"), "-p", "tsconfig.build.json", "--outDir", out);
await buildCommonJs(out);
await gatherModules(out);
const { collectChecks, DECLARED_FILE } = await import(
  pathToFileURL(join(out, "helpers/engine/vitest/declared.js")).href
);
writeFileSync(DECLARED_FILE, JSON.stringify(await collectChecks()));
const command = join(out, "helpers/cli/main.js");
chmodSync(command, 0o755);
for (const file of ["openapi.json", "openapi.yaml"]) node(command, "openapi", "--out", join(out, file));
if (out === join(root, "dist")) node("scripts/docs.mjs");
