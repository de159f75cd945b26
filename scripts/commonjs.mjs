/**
 * Builds the package's CommonJS entry beside its modules, for tools that cannot load modules without flags, such as
 * Jest: each module once more as .cjs, in the same place, so that the data files lie where it looks for them.
 * Run by scripts/build.mjs.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";

/** @param out the folder that was built */
export async function buildCommonJs(out) {
  const bundle = await rolldown({
    input: { "helpers/index": join(out, "helpers/index.js") },
    platform: "node",
    external: /^(?![./])/,
  });
  const { output } = await bundle.write({
    dir: out,
    format: "cjs",
    preserveModules: true,
    preserveModulesRoot: out,
    entryFileNames: "[name].cjs",
    chunkFileNames: "[name].cjs",
  });
  await bundle.close();
  const entry = output.find(({ fileName }) => fileName === "helpers/index.cjs");
  writeFileSync(join(out, "helpers/index.d.cts"), declarations(entry.exports));
}

/** What is exported has the types of the module: CommonJS may name them, though it may not load them. */
function declarations(names) {
  const from = '"./index.js", { with: { "resolution-mode": "import" } }';
  return [
    'export type * from "./index.js" with { "resolution-mode": "import" };',
    ...names.map((name) => `export declare const ${name}: typeof import(${from}).${name};`),
    "",
  ].join("\n");
}
