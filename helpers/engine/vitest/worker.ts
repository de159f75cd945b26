// The process in which the checks of a run are made. It starts before vitest has loaded in the command's own process,
// and meanwhile loads what the checks need: packages, and validators, which `contract/compile.ts` then finds loaded.
import "ajv-formats/dist/formats.js";
import "csv-parse/sync";
import "fast-check";
import "undici";
import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { init, runBaseTests, setupEnvironment } from "vitest/worker";

// A command that was killed hears nothing more. vitest replaces process.exit while checks run.
process.once("disconnect", process.exit.bind(process, 1));
// Ends as a process does by itself, so that Node keeps the code that it compiled.
process.once("SIGTERM", process.exit.bind(process, 0));

init({
  post: (message) => process.send?.(message),
  on: (hear) => process.on("message", hear),
  off: (hear) => process.off("message", hear),
  runTests: (state, traces) => runBaseTests("run", state, traces),
  collectTests: (state, traces) => runBaseTests("collect", state, traces),
  setup: setupEnvironment,
});

const require = createRequire(import.meta.url);
const validators = fileURLToPath(new URL("../../contract/generated/validators/", import.meta.url));
for (const file of readdirSync(validators)) require(`${validators}${file}`);
