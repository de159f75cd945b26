/**
 * Compares the verdicts of the three efforts: judges the reference service with faults at each of them, and lists the
 * rules that conform at one and are broken at another. A rule broken at lower effort but kept at higher effort is a
 * wrong verdict and fails; the other way round, the lower effort only saw less. Needs `npm run build`. `node
 * scripts/efforts.mjs [faults] [seed]`
 */
import { behaviourFaults } from "../dist/helpers/reference/faults/list.js";
import { Random } from "../dist/helpers/reference/service/random.js";
import { judgeRounds } from "./rounds.mjs";

const [count = 60, seed = 1] = process.argv.slice(2).map(Number);
const EFFORTS = ["quick", "standard", "thorough"];
const BROKEN = new Set(["violates", "warns"]);

const random = new Random(seed);
const left = [...behaviourFaults];
const faults = Array.from({ length: Math.min(count, left.length) }, () =>
  left.splice(random.int(0, left.length - 1), 1),
).flat();
const rounds = faults.flatMap(({ id, rule }) =>
  EFFORTS.map((effort) => ({ fault: { id, rule }, effort, seed })),
);
const results = await judgeRounds(rounds);

let wrong = 0;
for (const { id } of faults) {
  const verdicts = EFFORTS.map((effort) => {
    const made = results.find(({ round }) => round.fault.id === id && round.effort === effort);
    return new Map(made.rules.map((rule) => [rule.id, rule.verdict]));
  });
  for (const rule of verdicts[0].keys()) {
    const [less, more] = differing(verdicts.map((each) => each.get(rule)));
    if (less === undefined) continue;
    const isWrong = BROKEN.has(less.verdict);
    wrong += isWrong ? 1 : 0;
    process.stdout.write(
      `${isWrong ? "WRONG " : "missed"} ${id}: ${rule} ${less.verdict} at ${less.effort}, ${more.verdict} at ${more.effort}\n`,
    );
  }
}
process.stdout.write(`${faults.length} faults at ${EFFORTS.join(", ")}: ${wrong} wrong verdicts\n`);
process.exitCode = wrong > 0 ? 1 : 0;

/** The first two efforts of which one finds a rule kept and the other finds it broken; empty if there are none. */
function differing(verdicts) {
  const judged = verdicts
    .map((verdict, at) => ({ verdict, effort: EFFORTS[at] }))
    .filter(({ verdict }) => verdict === "conforms" || BROKEN.has(verdict));
  for (const [at, more] of judged.entries()) {
    const less = judged[at - 1];
    if (less !== undefined && BROKEN.has(less.verdict) !== BROKEN.has(more.verdict)) return [less, more];
  }
  return [];
}
