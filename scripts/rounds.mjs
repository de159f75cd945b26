/** Rounds of all checks against the reference service, for scripts. Needs `npm run build`. */

import { roundSettings } from "../dist/helpers/cli/reference/reference-round.js";
import { eventsOf } from "../dist/helpers/cli/run/events.js";
import { runRepeatedly } from "../dist/helpers/engine/vitest/repeated-runs.js";
import { defaultSettings } from "../dist/helpers/target/settings/settings.js";
import { complianceOf } from "../dist/reports/compliance.js";

const WORKERS = 2;
const module = new URL("../dist/helpers/cli/reference/reference-round.js", import.meta.url).href;

/** The result of each round with its input, in no particular order. Calls `done` after each. */
export async function judgeRounds(rounds, done = () => {}) {
  const results = [];
  const inputs = rounds.map((round) => ({
    fault: null,
    data: "default",
    effort: "standard",
    seed: 1,
    ...round,
  }));
  await runRepeatedly({ module, inputs }, Math.min(WORKERS, inputs.length), (at, record) => {
    const settings = roundSettings(inputs[at], defaultSettings("http://127.0.0.1"));
    const events = eventsOf(settings, record, { embedded: true, startedAt: new Date() });
    const result = { round: inputs[at], ...complianceOf(events) };
    results.push(result);
    done(result);
  });
  return results;
}

/** What other clients do meanwhile, as the options `--churn` and `--lag` say. */
export const othersOf = ({ churn, lag }) => ({ churn: Number(churn), lagMs: lag ? [0, 500, 1500] : [] });

/** Ids of the rules with a verdict. */
export const ids = (result, verdict) =>
  result.rules.filter((rule) => rule.verdict === verdict).map(({ id }) => id);

/** What a conforming service must not cause: violated rules, and defects of Plimsoll. */
export const alarmsOf = (result) => [
  ...ids(result, "violates"),
  ...result.defects.map(({ message }) => message.split("\n")[0]),
];
