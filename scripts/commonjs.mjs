/**
 * Builds the package's CommonJS entries, for tools that cannot load ES modules without flags, such as Jest: each module
 * again as .cjs in the same place, so that it finds its data files. Run by scripts/build.mjs.
 */
import { writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { rolldown } from "rolldown";

const ENTRIES = ["helpers/index", "helpers/api/oracles"];

/** @param out the folder that was built */
export async function buildCommonJs(out) {
  const bundle = await rolldown({
    input: Object.fromEntries(ENTRIES.map((entry) => [entry, join(out, `${entry}.js`)])),
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
  for (const entry of ENTRIES) {
    const { exports } = output.find(({ fileName }) => fileName === `${entry}.cjs`);
    writeFileSync(join(out, `${entry}.d.cts`), declarations(`./${basename(entry)}.js`, exports));
  }
}

/** Exports have the types of the module: CommonJS may import its types, though not load it. */
function declarations(module, names) {
  const from = `"${module}", { with: { "resolution-mode": "import" } }`;
  return [
    `export type * from "${module}" with { "resolution-mode": "import" };`,
    ...names.map((name) => `export declare const ${name}: typeof import(${from}).${name};`),
    "",
  ].join("\n");
}
