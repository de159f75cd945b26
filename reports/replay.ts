import type { Finding } from "../helpers/wire/exchange.js";
import type { Run, Target } from "./results.js";

/** Whether asking again does no harm that nobody asked for: what others recorded may have been written once only. */
export function mayBeRepeated(
  { request }: Pick<Finding, "request">,
  { traffic }: Pick<Run, "traffic">,
): boolean {
  return traffic !== true || /^(GET|HEAD) /.test(request);
}

/** The command that shows a finding again, word by word. The key is never part of it. */
export function replayWords(finding: Finding, run: Run, target: Target): string[] {
  const words = ["plimsoll", "run"];
  if (!target.embedded) words.push(quote(target.url));
  words.push("--only", quote(finding.rule));
  // Whoever recorded traffic of their own had no seed, nor leave to write.
  if (run.traffic === true) return words;
  words.push("--seed", String(finding.replay?.seed ?? run.seed));
  if (finding.replay !== undefined) words.push("--path", quote(finding.replay.path));
  if (run.effort !== "standard") words.push("--effort", run.effort);
  if (run.writes !== (target.embedded ? "fixtures" : "none")) words.push("--writes", run.writes);
  if (run.generations.length === 1) words.push("--generation", run.generations.join());
  if (run.edition !== null) words.push("--edition", run.edition);
  return words;
}

function quote(word: string): string {
  return /^[\w./:@%+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
