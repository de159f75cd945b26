import { plural } from "../../helpers/wire/message.js";
import type { Compliance } from "../results.js";
import { oneLine } from "../text.js";
import { exitCode } from "../verdict.js";
import type { Change, Changes } from "./changes.js";

/** What changed against the baseline, with a line for each newly broken rule. */
export function baselineText({ broken, fixed }: Changes): string {
  return [
    ...broken.map(newLine),
    `Against the baseline: ${plural(broken.length, "rule")} newly broken, ${fixed.length} fixed.`,
  ].join("\n");
}

/** What changed since the run before, with a line for each broken or fixed rule. */
export function changeLines({ broken, fixed }: Changes): string[] {
  return [...broken.map(newLine), ...fixed.map(({ rule }) => `  fixed: ${rule}`)];
}

function newLine({ rule, reason }: Change): string {
  return `  new: ${rule}  ${oneLine(reason, 200)}`;
}

/**
 * The exit code of a run with a baseline: breaches that the baseline has do not fail. Everything else counts as usual:
 * an error of the suite, a waiver out of date, and under `run.complete` what could not be judged.
 */
export function exitCodeAgainst({ broken }: Changes, result: Compliance): 0 | 1 | 2 {
  const known = broken.every(({ to }) => to !== "violates");
  if (result.verdict !== "violates" || !known) return exitCode(result);
  const { required } = result.counts;
  const verdict = required.notJudged > 0 ? "incomplete" : "conforms";
  return exitCode({ ...result, verdict });
}
