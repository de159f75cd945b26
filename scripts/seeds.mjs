/**
 * Looks for false alarms: judges the reference service over many seeds of its data and of the run, in the
 * variants named. Needs `npm run build`. `node scripts/seeds.mjs [seeds] [default,sparse,lavish]`
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { embeddedSettings } from "../dist/helpers/cli/embedded.js";
import { eventsOf } from "../dist/helpers/cli/events.js";
import { createReferenceService } from "../dist/helpers/reference/service.js";
import { runChecks } from "../dist/helpers/runner/start.js";
import { complianceOf } from "../dist/reports/compliance.js";

const seeds = Number(process.argv[2] ?? 50);
const variants = (process.argv[3] ?? "default,sparse,lavish").split(",");

async function judge(seed, data) {
  const outDir = mkdtempSync(join(tmpdir(), "plimsoll-seeds-"));
  const service = createReferenceService({ seed, data });
  try {
    const settings = await embeddedSettings(service, (defaults) => ({ ...defaults, seed, outDir }));
    const left = await runChecks(settings, () => {}, { allure: false });
    return complianceOf(eventsOf(settings, left, true, new Date()));
  } finally {
    await service.close();
    rmSync(outDir, { recursive: true, force: true });
  }
}

const ids = (result, verdict) => result.rules.filter((rule) => rule.verdict === verdict).map(({ id }) => id);
let alarms = 0;
for (const data of variants) {
  const patterns = new Set();
  let inconclusive = 0;
  for (let seed = 1; seed <= seeds; seed++) {
    const result = await judge(seed, data);
    const wrong = [
      ...ids(result, "violates"),
      ...result.defects.map(({ message }) => message.split("\n")[0]),
    ];
    if (wrong.length > 0) process.stdout.write(`${data}, seed ${seed}: ${wrong.join("; ")}\n`);
    alarms += wrong.length;
    inconclusive += result.rules.filter(
      ({ level, verdict }) => level === "must" && verdict === "inconclusive",
    ).length;
    patterns.add(JSON.stringify(result.rules.map(({ verdict }) => verdict)));
  }
  process.stdout.write(
    `${data}: ${seeds} seeds, ${patterns.size} pattern(s) of verdicts, ${inconclusive / seeds} inconclusive must rules a run\n`,
  );
}
process.stdout.write(`${alarms} false alarms\n`);
process.exitCode = alarms > 0 ? 1 : 0;
