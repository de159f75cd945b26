/**
 * Looks for false alarms: judges the reference service over many seeds of its data and of the run, with the named data.
 * Needs `npm run build`. `node scripts/seeds.mjs [--churn 0] [--lag] [--from 1] [--effort standard] [seeds]
 * [default,sparse,lavish]`
 */
import { parseArgs } from "node:util";
import { alarmsOf, ids, judgeRounds, othersOf } from "./rounds.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    churn: { type: "string", default: "0" },
    lag: { type: "boolean", default: false },
    from: { type: "string", default: "1" },
    effort: { type: "string", default: "standard" },
  },
});
const seeds = Number(positionals[0] ?? 50);
const variants = (positionals[1] ?? "default,sparse,lavish").split(",");

const doubtful = ({ rules }) =>
  rules.filter(({ level, verdict }) => level === "must" && verdict === "inconclusive").length;
let alarms = 0;
for (const data of variants) {
  const rounds = Array.from({ length: seeds }, (_, at) => ({
    data,
    seed: Number(values.from) + at,
    effort: values.effort,
  }));
  const results = await judgeRounds(
    rounds.map((round) => ({ ...round, ...othersOf(values) })),
    (result) => {
      const wrong = alarmsOf(result);
      if (wrong.length > 0) process.stdout.write(`${data}, seed ${result.round.seed}: ${wrong.join("; ")}\n`);
      alarms += wrong.length;
    },
  );
  const patterns = new Set(results.map(({ rules }) => JSON.stringify(rules.map(({ verdict }) => verdict))));
  const warned = new Set(results.flatMap((result) => ids(result, "warns")));
  const mean = results.reduce((sum, result) => sum + doubtful(result), 0) / seeds;
  const most = Math.max(...results.map(({ run }) => run.requests));
  process.stdout.write(
    `${data}: ${results.length} seeds, ${patterns.size} pattern(s) of verdicts, ${mean} inconclusive must rules a run, at most ${most} requests, warnings: ${[...warned].join(", ") || "none"}\n`,
  );
}
process.stdout.write(`${alarms} false alarms\n`);
process.exitCode = alarms > 0 ? 1 : 0;
