/**
 * Whether `plimsoll compare` names what is different: the reference service is compared with itself under each habit,
 * where a difference has to be named that two plain runs do not have, and with each of some faults, where the broken rule
 * has to be named. Needs `npm run build`. `node scripts/differences.mjs [--faults 30] [habit ...]`
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { embeddedSettings } from "../dist/helpers/cli/embedded.js";
import { eventsOf } from "../dist/helpers/cli/events.js";
import { ruleById } from "../dist/helpers/contract/rules.js";
import { runChecks } from "../dist/helpers/engine/vitest/start.js";
import { listFaults } from "../dist/helpers/reference/faults/list.js";
import { listHabits } from "../dist/helpers/reference/habits/list.js";
import { createReferenceService } from "../dist/helpers/reference/service.js";
import { readJournal } from "../dist/helpers/target/journal-reader.js";
import { comparisonOf } from "../dist/reports/compare/comparison.js";
import { complianceOf } from "../dist/reports/compliance.js";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { faults: { type: "string", default: "30" } },
});

/** A run against the reference service as one side of a comparison. */
async function sideOf(name, options) {
  const outDir = mkdtempSync(join(tmpdir(), "plimsoll-differences-"));
  const service = createReferenceService(options);
  try {
    const settings = await embeddedSettings(service, (defaults) => ({ ...defaults, outDir }));
    const left = await runChecks(settings, () => {}, { allure: false });
    const result = complianceOf(eventsOf(settings, left, true, new Date()));
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

const plain = { false: await sideOf("plain", {}), true: null };
const control = new Set(wordsOf(comparisonOf(plain.false, await sideOf("again", {}))).map(keyOf));
process.stdout.write(`between two plain runs: ${[...control].join("; ") || "nothing"}\n`);

/** What shows only in what no run asks: a file without key, another Accept, the same once more. */
const UNASKED = new Set([
  "downloads-without-key",
  "files-negotiated",
  "links-with-instants-rewritten",
  "csv-none-text",
  "csv-byte-order-mark",
  "report-events-later",
  "shipments-created-207",
  "archive-again-accepted",
  "draft-shipping-refused",
  "webhook-store-checked",
  "webhooks-v1-without-name",
  "webhook-duplicates-refused",
]);

let silent = 0;
const habits = listHabits().filter(({ id }) => positionals.length === 0 || positionals.includes(id));
for (const { id } of habits) {
  const secure = https(id);
  plain[secure] ??= await sideOf("plain", { https: secure });
  const said = wordsOf(comparisonOf(plain[secure], await sideOf(id, { habits: [id], https: secure })));
  const own = said.filter((words) => !control.has(keyOf(words)));
  const isDue = !UNASKED.has(id);
  if (own.length === 0 && isDue) silent += 1;
  const none = isDue ? "SILENT" : "nothing, as no run asks for it";
  process.stdout.write(`${id}: ${own[0]?.slice(0, 160) ?? none}\n`);
}

const bank = listFaults().filter(
  ({ rule }) => ruleById(rule).level === "must" && !rule.startsWith("transport."),
);
const count = Math.min(Number(values.faults), bank.length);
const faults = Array.from({ length: count }, (_, at) => bank[Math.floor((at * bank.length) / count)]);
let unnamed = 0;
for (const { id, rule } of faults) {
  const { broken } = comparisonOf(plain.false, await sideOf(id, { faults: [id] }));
  const named = broken.some((change) => change.rule === rule);
  if (!named) unnamed += 1;
  process.stdout.write(`${id}: ${named ? "named" : "NOT NAMED"} ${rule}\n`);
}
process.stdout.write(
  `${habits.length - silent} of ${habits.length} habits named or asked for by no run, ${count - unnamed} of ${count} faults by their rule\n`,
);
process.exitCode = silent + unnamed === 0 ? 0 : 1;
