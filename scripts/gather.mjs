/**
 * Bundles the modules of the command line, and those of the checks, into fewer files: a short run spends most of its
 * time on loading modules one by one, and this saves a fifth of it. Packages, data files and single modules stay where
 * they are. Run by scripts/build.mjs.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { rolldown } from "rolldown";

const PACKAGES = Object.keys(
  JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")).dependencies,
);

/** A command loads only what it needs; a run needs all checks, which load fastest from one file. */
const GATHERED = [
  { entry: "helpers/cli/main.js", folder: "gathered/command", codeSplitting: true },
  { entry: "suites/plimsoll.suite.js", folder: "gathered/checks", codeSplitting: false },
];

/** From Node 22 on, compiled code is kept between commands, and shared with the processes that a command starts. */
const COMMAND = `#!/usr/bin/env node
import module from "node:module";

const kept = module.enableCompileCache?.().directory;
if (kept !== undefined) process.env.NODE_COMPILE_CACHE ??= kept;
await import("../../gathered/command/main.js");
`;

/** @param out the folder that was built */
export async function gatherModules(out) {
  for (const { entry, folder, codeSplitting } of GATHERED) {
    const bundle = await rolldown({
      input: join(out, entry),
      platform: "node",
      external: (id) => PACKAGES.some((name) => id === name || id.startsWith(`${name}/`)),
      plugins: [placesKept(join(out, folder))],
    });
    await bundle.write({ dir: join(out, folder), format: "esm", codeSplitting });
    await bundle.close();
  }
  writeFileSync(join(out, "helpers/cli/main.js"), COMMAND);
}

/** A module still finds the files next to its original place. */
function placesKept(folder) {
  return {
    name: "places-kept",
    transform(code, id) {
      const place = `new URL(${JSON.stringify(relative(folder, id))}, import.meta.url).href`;
      return code.includes("import.meta.url") ? code.replaceAll("import.meta.url", place) : null;
    },
  };
}
