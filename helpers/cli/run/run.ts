import { baselineText, exitCodeAgainst } from "../../../reports/compare/baseline.js";
import { changesBetween, knownIn } from "../../../reports/compare/changes.js";
import type { Compliance } from "../../../reports/results.js";
import { jsonText } from "../../../reports/text.js";
import { exitCode } from "../../../reports/verdict.js";
import { brokenRules, wasMade } from "../../../reports/wording.js";
import { USUAL } from "../../target/settings/settings.js";
import { tellUser, UsageError } from "../mistakes/errors.js";
import { EXIT } from "../mistakes/exit-codes.js";
import type { RunCommandOptions } from "../settings/options.js";
import { type Chosen, choose } from "../settings/target-settings.js";
import { NotMade } from "./failed-run.js";
import { judgeTarget, type Made } from "./judge-target.js";
import { printResult } from "./print-result.js";
import { resultIn } from "./result-file.js";

/**
 * `plimsoll run`: judges a target, writes the reports and prints the result.
 * @param url the target's address as an argument, or null; without any address the embedded reference is judged
 * @param next what follows: `certifies` if the certificate, where one is earned, is written
 * @returns the exit code: 0 nothing violated, 1 something violated, 2 a defect of ours or a target that stopped
 * answering, 130 interrupted
 * @throws UsageError if the run could not be made
 */
export async function run(
  url: string | null,
  given: RunCommandOptions,
  { certifies = false }: { readonly certifies?: boolean } = {},
): Promise<number> {
  throwUnlessReplayable(given);
  const baseline = given.baseline === undefined ? null : baselineIn(given.baseline);
  const chosen = await choose(url, given);
  const options = given.failed === true ? { ...given, only: brokenOfLast(chosen, given) } : given;
  if (options.watch !== undefined) {
    const { watch } = await import("./watch.js");
    return watch(chosen, options, options.watch);
  }
  const known = baseline === null ? undefined : knownIn(baseline);
  const outcome = await judgeTarget(chosen, options, known).catch((error: unknown) => {
    if (options.json && error instanceof NotMade) process.stdout.write(jsonText(error.result));
    throw error;
  });
  if (outcome.interrupted !== null) {
    if (options.json && outcome.result !== null) process.stdout.write(jsonText(outcome.result));
    return outcome.interrupted;
  }
  printResult(outcome.result, outcome.settings.outDir, { json: options.json, certifies });
  return exitCodeOf(outcome, baseline, options);
}

/** @throws UsageError if there is no result, or one of a run that could not be made: everything would be new */
function baselineIn(file: string): Compliance {
  const result = resultIn(file);
  if (wasMade(result)) return result;
  throw new UsageError(
    `--baseline ${file}: that run could not be made, so it shows nothing; name another result, or leave --baseline out.`,
  );
}

function exitCodeOf(
  { result, settings, givenUp }: Made,
  baseline: Compliance | null,
  options: RunCommandOptions,
): number {
  if (givenUp !== null) {
    tellUser(`${settings.url} ${givenUp}; given up before the end of the run.`);
    return EXIT.couldNotRun;
  }
  // Completeness is judged when the shards are joined.
  const complete = settings.complete && settings.shard === null;
  const whole = { ...result, run: { ...result.run, complete } };
  return baseline === null ? exitCode(whole) : againstBaseline(baseline, whole, options);
}

/** Prints what changed since the baseline; only new breaches affect the exit code. */
function againstBaseline(baseline: Compliance, compliance: Compliance, { json }: RunCommandOptions): number {
  const changes = changesBetween(baseline, compliance);
  const code = exitCodeAgainst(changes, compliance);
  const known = code === 0 && compliance.verdict === "violates";
  const why = known ? "\nWhat is broken was already broken in the baseline: the exit code is 0." : "";
  (json ? process.stderr : process.stdout).write(`${baselineText(changes)}${why}\n`);
  return code;
}

/** What the last run in this run's folder found broken. @throws UsageError if there is nothing of that kind */
function brokenOfLast(
  { config }: Chosen,
  { out = config.out ?? USUAL.outDir, only }: RunCommandOptions,
): string[] {
  if (only.length > 0) throw new UsageError("choose either --only or --failed.");
  const last = resultIn(out);
  if (!wasMade(last))
    throw new UsageError(`the last run in ${out} could not be made, so leave --failed out.`);
  const broken = brokenRules(last).map(({ id }) => id);
  if (broken.length === 0)
    throw new UsageError(`the last run in ${out} found nothing broken, so leave --failed out.`);
  return broken;
}

/** A counterexample belongs to one rule's property: its path means nothing for other rules. */
function throwUnlessReplayable({ path, only }: RunCommandOptions): void {
  if (path === undefined || (only.length === 1 && !only.join().includes("*"))) return;
  throw new UsageError(
    "--path replays one rule's counterexample; name the rule with --only, and its --seed.",
  );
}
