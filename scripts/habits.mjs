/**
 * Looks for false alarms under habits: judges the reference service with each habit alone, then with random sets of
 * habits. Known alarms are listed in helpers/reference/habits/known-alarms.yaml; an entry that no longer alarms fails
 * too, so that the list shrinks. Needs `npm run build`. `node scripts/habits.mjs [--sets 50] [--seed 1] [--churn 0]
 * [--lag] [habit ...]`
 */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { parse } from "yaml";
import { allHabits } from "../dist/helpers/reference/habits/list.js";
import { Random } from "../dist/helpers/reference/service/random.js";
import { alarmsOf, judgeRounds, othersOf } from "./rounds.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sets: { type: "string", default: "50" },
    seed: { type: "string", default: "1" },
    churn: { type: "string", default: "0" },
    lag: { type: "boolean", default: false },
  },
});
const seed = Number(values.seed);
const all = allHabits.map(({ id }) => id);
const chosen = positionals.length > 0 ? positionals : all;
const known = parse(
  readFileSync(new URL("../helpers/reference/habits/known-alarms.yaml", import.meta.url), "utf8"),
);
/** Rules that raise an alarm under a habit today. */
const knownOf = (habit) => known.filter((row) => row.habit === habit).map(({ rule }) => rule);

/** Habits that contradict each other: a service that refuses what its own links hold does not conform. */
const CONTRADICTING = ["bounds-with-offset-refused", "links-with-instants-rewritten"];

/** Random sets of three to twelve habits, without habits that raise an alarm alone. */
function randomSets(count) {
  const random = new Random(seed);
  const quiet = all.filter((id) => knownOf(id).length === 0);
  return Array.from({ length: count }, () => {
    const left = [...quiet];
    const size = Math.min(random.int(3, 12), left.length);
    const set = Array.from({ length: size }, () => left.splice(random.int(0, left.length - 1), 1)).flat();
    return CONTRADICTING.every((id) => set.includes(id)) ? set.filter((id) => id !== CONTRADICTING[0]) : set;
  });
}

const sets = [...chosen.map((id) => [id]), ...randomSets(positionals.length > 0 ? 0 : Number(values.sets))];
let failures = 0;
await judgeRounds(
  sets.map((habits, at) => ({ habits, seed: seed + at, ...othersOf(values) })),
  (result) => {
    const { habits } = result.round;
    const alarms = alarmsOf(result);
    const expected = habits.length === 1 ? knownOf(habits[0]) : [];
    const fresh = alarms.filter((alarm) => !expected.includes(alarm));
    const stale = expected.filter((rule) => !alarms.includes(rule));
    failures += fresh.length + stale.length;
    if (fresh.length > 0) process.stdout.write(`${habits.join(" ")}: false alarm of ${fresh.join("; ")}\n`);
    if (stale.length > 0)
      process.stdout.write(
        `${habits.join(" ")}: no longer alarms, take it off the list: ${stale.join("; ")}\n`,
      );
  },
);
process.stdout.write(
  `${sets.length} sets of habits tried, ${known.length} alarms known, ${failures} to look at\n`,
);
process.exitCode = failures > 0 ? 1 : 0;
