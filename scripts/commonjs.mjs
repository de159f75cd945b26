/**
 * Builds the package's CommonJS entries, for tools that cannot load ES modules without flags, such as Jest: each module
 * again as .cjs in the same place, so that it finds its data files. Run by scripts/build.mjs.
 */
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
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
    const values = createRequire(import.meta.url)(join(out, `${entry}.cjs`));
    const classes = exports.filter((name) => /^class\b/.test(String(values[name])));
    writeFileSync(join(out, `${entry}.d.cts`), declarations(`./${basename(entry)}.js`, exports, classes));
  }
}

/**
 * Exports have the types of the module: CommonJS may import its types, though not load it. A class is a type too.
 */
function declarations(module, names, classes) {
  const from = `"${module}", { with: { "resolution-mode": "import" } }`;
  return [
    `export type * from "${module}" with { "resolution-mode": "import" };`,
    ...names.map((name) => `export declare const ${name}: typeof import(${from}).${name};`),
    ...classes.map((name) => `export type ${name} = import(${from}).${name};`),
    "",
  ].join("\n");
}
