/**
 * Tries the bundled OpenAPI document with the tools that people use, and prints the last lines of each. Installs the
 * tools into a temporary folder, or into the named one, which is kept and used again. Run by `npm run tools [--
 * folder]` after a build; needs python3 for Schemathesis and java for openapi-generator. --npm tries only those that
 * need nothing but Node and npm.
 */
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { freePort, makeOccasion } from "../occasion.mjs";
import { operationsOf } from "../operations.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "../..");
const command = join(root, "dist/helpers/cli/main.js");
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { npm: { type: "boolean", default: false } },
});
const KEY = "key-of-the-tools";
const occasion = makeOccasion(positionals[0], { PLIMSOLL_API_KEY: KEY });
const { folder, run, tool, whileServing } = occasion;
const LAST_LINES = 3;

/** Checks of Schemathesis that no document of this contract can satisfy. */
const LEFT_OUT = {
  positive_data_acceptance: "what a body needs is open for most operations, so a refusal breaks nothing",
  negative_data_rejection: "the contract does not say that a member of another type is refused",
  allow_header_conformance: "/v2/products/create is also a product of that name, so Allow may name GET",
};

const lastLines = (text) => text.trim().split("\n").slice(-LAST_LINES).join("\n");

const read = (name) => JSON.parse(readFileSync(join(folder, name), "utf8"));

/** Compiles the use of each list against a generated client. */
async function compileUses(name, client) {
  const place = join(folder, name);
  cpSync(join(here, "uses/lists.ts"), join(place, "lists.ts"));
  writeFileSync(join(place, "client.ts"), client);
  const strict = ["--strict", "--noEmit", "--skipLibCheck"];
  const modules = ["--target", "es2022", "--lib", "es2023,dom,dom.iterable"];
  await tool(
    "tsc",
    ...strict,
    ...modules,
    "--module",
    "esnext",
    "--moduleResolution",
    "bundler",
    `${name}/lists.ts`,
  );
  return "A use of each list compiles.";
}

async function prism() {
  const document = read("openapi.json");
  const port = await freePort();
  const args = ["mock", "openapi.json", "--errors", "-p", String(port)];
  return whileServing(occasion.bin("prism"), args, /listening on \S+/, async () => {
    const wrong = [];
    for (const { path, method, entry } of operationsOf(document)) {
      const body = entry.requestBody && JSON.stringify(exampleBody(document, entry.requestBody));
      const answer = await fetch(`http://127.0.0.1:${port}${path.replaceAll(/\{\w+\}/g, "us")}`, {
        method,
        headers: { "API-Key": KEY, ...(body && { "content-type": "application/json" }) },
        body,
      });
      const due = Object.keys(entry.responses)[0];
      await answer.arrayBuffer();
      if (String(answer.status) !== due) wrong.push(`${method} ${path}: ${answer.status}, not ${due}`);
    }
    if (wrong.length > 0) throw new Error(wrong.join("\n"));
    return `${operationsOf(document).length} operations answer with their documented success.`;
  });
}

function exampleBody(document, body) {
  const name = body.$ref?.split("/").at(-1);
  const { content } = name === undefined ? body : document.components.requestBodies[name];
  return content["application/json"].example;
}

async function openapiTypescript() {
  await tool("openapi-typescript", "openapi.yaml", "--output", "openapi-typescript/made.ts");
  return compileUses("openapi-typescript", readFileSync(join(here, "uses/openapi-typescript.ts"), "utf8"));
}

async function openapiGenerator() {
  const plain = ["--additional-properties", "modelPropertyNaming=original"];
  for (const file of ["openapi.yaml", "openapi-3.0.yaml"]) {
    rmSync(join(folder, "generated"), { recursive: true, force: true });
    await tool(
      "openapi-generator-cli",
      "generate",
      "-i",
      file,
      "-g",
      "typescript-fetch",
      "-o",
      "generated",
      ...plain,
    );
  }
  return compileUses("generated", readFileSync(join(here, "uses/openapi-generator.ts"), "utf8"));
}

async function heyApi() {
  await tool("openapi-ts", "-i", "openapi.json", "-o", "hey-api/made");
  return compileUses("hey-api", 'export * from "./made";\n');
}

async function orval() {
  const said = await tool(
    "orval",
    "--input",
    "openapi.json",
    "--client",
    "fetch",
    "--output",
    "orval/made.ts",
  );
  if (/SyntaxError|validation failed/.test(said)) throw new Error(said);
  return compileUses("orval", 'export * from "./made";\n');
}

async function postman() {
  await tool("openapi2postmanv2", "-s", "openapi.json", "-o", "postman.json");
  const count = (items) => items.reduce((sum, { item }) => sum + (item ? count(item) : 1), 0);
  const requests = count(read("postman.json").item);
  const due = operationsOf(read("openapi.json")).length;
  if (requests < due) throw new Error(`the collection has ${requests} requests of ${due}`);
  return `The collection has ${requests} requests.`;
}

async function schemathesis() {
  const serve = [command, "serve", "--port", "0"];
  return whileServing(process.execPath, serve, /http:\/\/\S+/, async (url) => {
    const checks = ["--checks", "all", "--exclude-checks", Object.keys(LEFT_OUT).join(",")];
    const bounds = ["--max-examples", "10", "--seed", "1", "--no-color"];
    const program = join(folder, "venv/bin/schemathesis");
    const said = await run(program, "run", "openapi.json", "--url", url, ...checks, ...bounds);
    const reasons = Object.entries(LEFT_OUT).map(([check, why]) => `left out ${check}: ${why}`);
    return [...reasons, ...said.split("\n").filter((line) => /generated|Tested|=====.*in /.test(line))].join(
      "\n",
    );
  });
}

const TRIALS = {
  Redocly: async () =>
    lastLines(
      await tool(
        "redocly",
        "lint",
        "--config",
        join(root, "redocly.yaml"),
        "openapi.yaml",
        "openapi-3.0.yaml",
      ),
    ),
  Spectral: async () =>
    lastLines(await tool("spectral", "lint", "--fail-severity", "warn", "openapi.yaml", "openapi-3.0.yaml")),
  Prism: prism,
  "openapi-typescript": openapiTypescript,
  "openapi-generator": openapiGenerator,
  "hey-api": heyApi,
  orval,
  "openapi-to-postman": postman,
  Schemathesis: schemathesis,
};

/** Left out by --npm: tools that need more than Node and npm, and the second of two similar generators. */
const NOT_BY_NPM = ["openapi-generator", "orval", "Schemathesis"];

async function install() {
  for (const file of ["openapi.json", "openapi.yaml"]) cpSync(join(root, "dist", file), join(folder, file));
  cpSync(join(here, "spectral.yaml"), join(folder, ".spectral.yaml"));
  await run(process.execPath, command, "openapi", "--format", "3.0", "--out", "openapi-3.0.yaml");
  await occasion.npm(here);
  if (values.npm) return;
  for (const file of ["openapitools.json", "schemathesis.toml"]) cpSync(join(here, file), join(folder, file));
  await occasion.python(here);
}

async function attempt(name, trial) {
  const start = performance.now();
  const seconds = () => ((performance.now() - start) / 1000).toFixed(1);
  try {
    const said = await trial();
    process.stdout.write(`${name}: fine, ${seconds()} s\n  ${said.replaceAll("\n", "\n  ")}\n`);
  } catch (error) {
    process.exitCode = 1;
    process.stdout.write(`${name}: FAILED, ${seconds()} s\n  ${error.message.slice(-4000)}\n`);
  }
}

try {
  await install();
  const chosen = Object.entries(TRIALS).filter(([name]) => !(values.npm && NOT_BY_NPM.includes(name)));
  for (const [name, trial] of chosen) await attempt(name, trial);
} finally {
  occasion.end();
}
