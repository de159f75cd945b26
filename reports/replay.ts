import type { Finding } from "../helpers/contract/exchange.js";
import type { Run, Target } from "./results.js";

/** The command that shows a finding again, word by word. The key is never part of it. */
export function replayWords(finding: Finding, run: Run, target: Target): string[] {
  const words = ["plimsoll", "run"];
  if (!target.embedded) words.push(quote(target.url));
  words.push("--only", quote(finding.rule), "--seed", String(finding.replay?.seed ?? run.seed));
  if (finding.replay !== undefined) words.push("--path", quote(finding.replay.path));
  if (run.effort !== "standard") words.push("--effort", run.effort);
  if (!target.embedded && run.writes === "fixtures") words.push("--writes", run.writes);
  return words;
}

function quote(word: string): string {
  return /^[\w./:@%+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
