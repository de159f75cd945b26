/**
 * Looks for false alarms: judges the reference service over many seeds of its data and of the run, in the
 * variants named. Needs `npm run build`. `node scripts/seeds.mjs [seeds] [default,sparse,lavish]`
 */
import { eventsOf } from "../dist/helpers/cli/events.js";
import { roundSettings } from "../dist/helpers/cli/reference-round.js";
import { runRounds } from "../dist/helpers/engine/vitest/rounds.js";
import { defaultSettings } from "../dist/helpers/target/settings.js";
import { complianceOf } from "../dist/reports/compliance.js";

const seeds = Number(process.argv[2] ?? 50);
const variants = (process.argv[3] ?? "default,sparse,lavish").split(",");
const WORKERS = 2;
const module = new URL("../dist/helpers/cli/reference-round.js", import.meta.url).href;

/** The results over all seeds, in no particular order. */
async function judge(data) {
  const results = [];
  const inputs = Array.from({ length: seeds }, (_, at) => ({
    fault: null,
    data,
    effort: "standard",
    seed: at + 1,
  }));
  await runRounds({ module, inputs }, WORKERS, (at, left) => {
    const settings = roundSettings(inputs[at], defaultSettings("http://127.0.0.1"));
    results.push({ seed: inputs[at].seed, ...complianceOf(eventsOf(settings, left, true, new Date())) });
  });
  return results;
}

const ids = (result, verdict) => result.rules.filter((rule) => rule.verdict === verdict).map(({ id }) => id);
const doubtful = ({ rules }) =>
  rules.filter(({ level, verdict }) => level === "must" && verdict === "inconclusive").length;
let alarms = 0;
for (const data of variants) {
  const results = await judge(data);
  for (const result of results) {
    const wrong = [
      ...ids(result, "violates"),
      ...result.defects.map(({ message }) => message.split("\n")[0]),
    ];
    if (wrong.length > 0) process.stdout.write(`${data}, seed ${result.seed}: ${wrong.join("; ")}\n`);
    alarms += wrong.length;
  }
  const patterns = new Set(results.map(({ rules }) => JSON.stringify(rules.map(({ verdict }) => verdict))));
  const warned = new Set(results.flatMap((result) => ids(result, "warns")));
  const mean = results.reduce((sum, result) => sum + doubtful(result), 0) / seeds;
  process.stdout.write(
    `${data}: ${results.length} seeds, ${patterns.size} pattern(s) of verdicts, ${mean} inconclusive must rules a run, warnings: ${[...warned].join(", ") || "none"}\n`,
  );
}
process.stdout.write(`${alarms} false alarms\n`);
process.exitCode = alarms > 0 ? 1 : 0;
