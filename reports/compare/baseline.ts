import type { Compliance } from "../results.js";
import { oneLine, plural } from "../text.js";
import { exitCode } from "../verdict.js";
import type { Change, Changes } from "./changes.js";

/** What a run says that its baseline did not, a line for each rule that is newly broken. */
export function baselineText({ broken, mended }: Changes): string {
  return [
    ...broken.map(newLine),
    `Against the baseline: ${plural(broken.length, "rule")} newly broken, ${mended.length} mended.`,
  ].join("\n");
}

/** What a run says otherwise than the one before it, a line for each rule that is broken or mended. */
export function changeLines({ broken, mended }: Changes): string[] {
  return [...broken.map(newLine), ...mended.map(({ rule }) => `  mended: ${rule}`)];
}

function newLine({ rule, reason }: Change): string {
  return `  new: ${rule}  ${oneLine(reason, 200)}`;
}

/**
 * The exit code of a run that has a baseline: what was broken there already does not fail. All else does as without
 * one: an error of the suite, a waiver out of date, and under `run.complete` what could not be judged.
 */
export function exitCodeAgainst({ broken }: Changes, result: Compliance): 0 | 1 | 2 {
  const known = broken.every(({ to }) => to !== "violates");
  if (result.verdict !== "violates" || !known) return exitCode(result);
  const { required } = result.counts;
  const verdict = required.notJudged > 0 ? "incomplete" : "conforms";
  return exitCode({ ...result, verdict });
}
