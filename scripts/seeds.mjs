/**
 * Looks for false alarms: judges the reference service over many seeds of its data and of the run, in the
 * variants named. Needs `npm run build`. `node scripts/seeds.mjs [seeds] [default,sparse,lavish]`
 */
import { alarmsOf, ids, judgeRounds } from "./rounds.mjs";

const seeds = Number(process.argv[2] ?? 50);
const variants = (process.argv[3] ?? "default,sparse,lavish").split(",");

const doubtful = ({ rules }) =>
  rules.filter(({ level, verdict }) => level === "must" && verdict === "inconclusive").length;
let alarms = 0;
for (const data of variants) {
  const results = await judgeRounds(Array.from({ length: seeds }, (_, at) => ({ data, seed: at + 1 })));
  for (const result of results) {
    const wrong = alarmsOf(result);
    if (wrong.length > 0) process.stdout.write(`${data}, seed ${result.round.seed}: ${wrong.join("; ")}\n`);
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
