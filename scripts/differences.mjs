/**
 * Tests whether `plimsoll compare` names differences. It compares the reference service with itself under each habit:
 * compare must name a difference that two plain runs do not have. It does the same with some faults: compare must name
 * the broken rule. What a standard run does not show is tried with a thorough one. Needs `npm run build`. `node
 * scripts/differences.mjs [--faults 30] [habit ...]`
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { embeddedSettings } from "../dist/helpers/cli/run/embedded.js";
import { eventsOf } from "../dist/helpers/cli/run/events.js";
import { ruleById } from "../dist/helpers/contract/rules.js";
import { runChecks } from "../dist/helpers/engine/vitest/start.js";
import { behaviourFaults } from "../dist/helpers/reference/faults/list.js";
import { allHabits } from "../dist/helpers/reference/habits/list.js";
import { createReferenceService } from "../dist/helpers/reference/service.js";
import { readJournal } from "../dist/helpers/target/recordings/journal-reader.js";
import { comparisonOf } from "../dist/reports/compare/comparison.js";
import { complianceOf } from "../dist/reports/compliance.js";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { faults: { type: "string", default: "30" } },
});

/** A run against the reference service as one side of a comparison. */
async function sideOf(name, options, effort = "standard") {
  const outDir = mkdtempSync(join(tmpdir(), "plimsoll-differences-"));
  const service = createReferenceService(options);
  try {
    const settings = await embeddedSettings(service, (defaults) => ({ ...defaults, effort, outDir }));
    const left = await runChecks(settings, () => {}, { allure: false });
    const result = complianceOf(eventsOf(settings, left, { embedded: true, startedAt: new Date() }));
    return { name, result, exchanges: readJournal(join(outDir, "journal.ndjson")) };
  } finally {
    await service.close();
    rmSync(outDir, { recursive: true, force: true });
  }
}

const https = (id) => id.startsWith("plain-http");
const wordsOf = ({ differences, observed, noLongerJudged, nowKept }) => [
  ...differences.map(
    ({ aspect, what, before, after, places }) => `${aspect} ${what}: ${before} → ${after} (${places[0]})`,
  ),
  ...observed.after.map((text) => `seen: ${text}`),
  ...observed.before.map((text) => `no longer seen: ${text}`),
  ...[...noLongerJudged, ...nowKept].map(({ rule, reason }) => `${rule}: ${reason}`),
];
const keyOf = (words) => words.replace(/\d+/g, "N");

/** Two plain runs, by effort and protocol: one to compare with, and the differences that they have anyway. */
const plain = new Map();
async function plainAt(effort, secure) {
  const kind = `${effort} ${secure}`;
  if (!plain.has(kind)) {
    const [side, again] = [
      await sideOf("plain", { https: secure }, effort),
      await sideOf("again", { https: secure }, effort),
    ];
    const control = new Set(wordsOf(comparisonOf(side, again)).map(keyOf));
    process.stdout.write(`between two plain runs, ${kind}: ${[...control].join("; ") || "nothing"}\n`);
    plain.set(kind, { side, control });
  }
  return plain.get(kind);
}

/** What compare names for a habit at an effort, but not between two plain runs; undefined if nothing. */
async function namedAt(effort, id) {
  const secure = https(id);
  const { side, control } = await plainAt(effort, secure);
  const said = wordsOf(comparisonOf(side, await sideOf(id, { habits: [id], https: secure }, effort)));
  return said.find((words) => !control.has(keyOf(words)));
}

/** Shows only when shipments are created; the contract does not show that body, and nothing removes a shipment. */
const UNASKED = new Set(["shipments-created-207"]);

let silent = 0;
const habits = allHabits.filter(({ id }) => positionals.length === 0 || positionals.includes(id));
for (const { id } of habits) {
  let effort = "standard";
  let words = await namedAt(effort, id);
  if (words === undefined && !UNASKED.has(id)) {
    effort = "thorough";
    words = await namedAt(effort, id);
  }
  const isDue = !UNASKED.has(id);
  if (words === undefined && isDue) silent += 1;
  const none = isDue ? "SILENT" : "nothing, as no run asks for it";
  const said = words === undefined ? none : `at ${effort}: ${words.slice(0, 160)}`;
  process.stdout.write(`${id}: ${said}\n`);
}

const bank = behaviourFaults.filter(
  ({ rule }) => ruleById(rule).level === "must" && !rule.startsWith("transport."),
);
const count = Math.min(Number(values.faults), bank.length);
const faults = Array.from({ length: count }, (_, at) => bank[Math.floor((at * bank.length) / count)]);
let unnamed = 0;
for (const { id, rule } of faults) {
  const { side } = await plainAt("standard", false);
  const { broken } = comparisonOf(side, await sideOf(id, { faults: [id] }));
  const named = broken.some((change) => change.rule === rule);
  if (!named) unnamed += 1;
  process.stdout.write(`${id}: ${named ? "named" : "NOT NAMED"} ${rule}\n`);
}
process.stdout.write(
  `${habits.length - silent} of ${habits.length} habits named or asked for by no run, ${count - unnamed} of ${count} faults by their rule\n`,
);
process.exitCode = silent + unnamed === 0 ? 0 : 1;
