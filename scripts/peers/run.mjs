/**
 * Compares Plimsoll with tools that work from an OpenAPI document: the same reference service, the same faults of
 * required rules, drawn by a seed, and the project's own document. Run by `npm run peers [-- --write]` after a build;
 * the README.md here says what is counted. Needs python3 for Schemathesis.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { ruleById } from "../../dist/helpers/contract/rules.js";
import { behaviourFaults } from "../../dist/helpers/reference/faults/list.js";
import { listSchemaFaults } from "../../dist/helpers/reference/faults/schema.js";
import { Random } from "../../dist/helpers/reference/service/random.js";
import { createReferenceService } from "../../dist/helpers/reference/service.js";
import { makeOccasion } from "../occasion.mjs";
import { withKnownIds } from "./document.mjs";
import { dredd } from "./dredd.mjs";
import { plimsoll } from "./plimsoll.mjs";
import { portman } from "./portman.mjs";
import { prism } from "./prism.mjs";
import { schemathesis } from "./schemathesis.mjs";
import { textOf } from "./table.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "../..");
const command = join(root, "dist/helpers/cli/main.js");
const { values } = parseArgs({
  options: {
    behaviour: { type: "string", default: "60" },
    schema: { type: "string", default: "30" },
    seed: { type: "string", default: "1" },
    limit: { type: "string", default: "300" },
    folder: { type: "string" },
    only: { type: "string", default: "" },
    write: { type: "boolean", default: false },
  },
});
const KEY = "key-of-the-peers";

/** How often each peer runs against the conforming service: what it reports there once is not a finding. */
const CONFORMING = ["conforming 1", "conforming 2", "conforming 3"];

const PEERS = [plimsoll("standard"), plimsoll("quick"), schemathesis, prism, dredd, portman];

/**
 * Faults of required rules that show without TLS, in an order drawn by the seed; a larger number starts with the same
 * faults.
 */
function sample(bank, count) {
  const random = new Random(Number(values.seed));
  const left = bank
    .filter(({ rule }) => ruleById(rule).level === "must" && !rule.startsWith("transport."))
    .map(({ id }) => id);
  return Array.from({ length: Math.min(Number(count), left.length) }, () =>
    left.splice(random.int(0, left.length - 1), 1),
  ).flat();
}

/** The requests of a Plimsoll run against the conforming service, with the status of each answer. */
async function record(occasion, url) {
  const out = join(occasion.folder, "recorded");
  await occasion.attempt(process.execPath, [
    command,
    "run",
    url,
    "--writes",
    "fixtures",
    "--no-config",
    "--out",
    out,
  ]);
  return readFileSync(join(out, "journal.ndjson"), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line))
    .filter(({ request }) => request?.url.startsWith(url))
    .map(({ request, answer }) => ({ ...request, status: answer?.status ?? 0 }));
}

/** A peer's reports about the service in its present state, with the cost. */
async function measured(measure, asked) {
  const before = asked();
  const start = performance.now();
  const found = await measure().catch((error) => error);
  const failed = found instanceof Error;
  return {
    found: failed ? [] : [...new Set(found.map(({ operation, check }) => `${check} · ${operation}`))],
    ...(failed && { error: found.message.slice(0, 500) }),
    requests: asked() - before,
    seconds: (performance.now() - start) / 1000,
  };
}

/**
 * Measures a peer on each state of the service: results by state, and why it could not be started, if so. Results that
 * the folder already has are not measured again.
 */
async function allOf(peer, context, { service, asked, faults }) {
  const file = join(context.occasion.folder, "measured", `${peer.name}.json`);
  const results = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  const states = [...CONFORMING, ...faults].filter((state) => results[state] === undefined);
  if (states.length === 0 || !peer.name.includes(values.only)) return { results };
  service.reset();
  const measure = await peer.start(context).catch((error) => error);
  if (measure instanceof Error) return { results, failed: measure.message };
  for (const state of states) {
    service.reset();
    if (!CONFORMING.includes(state)) service.faults.add(state);
    results[state] = await measured(measure, asked);
    const { found, requests, seconds, error } = results[state];
    process.stderr.write(
      `${peer.name}: ${state}: ${error ?? found.length}, ${requests} requests, ${seconds.toFixed(1)} s\n`,
    );
    writeFileSync(file, JSON.stringify(results));
  }
  measure.end?.();
  return { results };
}

const occasion = makeOccasion(values.folder, { PLIMSOLL_API_KEY: KEY });
let requests = 0;
const service = createReferenceService({ apiKey: KEY, keepRequests: 1, onRequest: () => requests++ });
try {
  const url = await service.listen();
  await occasion.npm(here);
  mkdirSync(join(occasion.folder, "measured"), { recursive: true });
  const recorded = await record(occasion, url);
  const known = async (...options) => {
    const document = JSON.parse(
      await occasion.run(process.execPath, command, "openapi", "--json", ...options),
    );
    service.reset();
    return withKnownIds(document, recorded, service);
  };
  const context = {
    occasion,
    command,
    url,
    key: KEY,
    recorded,
    limit: Number(values.limit) * 1000,
    known: await known(),
    known30: await known("--format", "3.0"),
  };
  const samples = {
    behaviour: sample(behaviourFaults, values.behaviour),
    schema: sample(listSchemaFaults(), values.schema),
  };
  const faults = Object.values(samples).flat();
  const rows = [];
  for (const peer of PEERS) {
    rows.push({ ...peer, ...(await allOf(peer, context, { service, asked: () => requests, faults })) });
  }
  const text = textOf(rows, samples, { seed: values.seed, conforming: CONFORMING });
  process.stdout.write(text);
  if (values.write) {
    const readme = join(root, "README.md");
    const marked = /(<!-- peers -->\n)[\s\S]*?(<!-- \/peers -->)/;
    writeFileSync(
      readme,
      readFileSync(readme, "utf8").replace(marked, (_, from, to) => `${from}${text}${to}`),
    );
  }
} finally {
  await service.close();
  occasion.end();
}
