import { argument } from "../helpers/wire/curl.js";
import type { Finding } from "../helpers/wire/exchange.js";
import type { Compliance, FindingResult, Run, Target } from "./results.js";

/** The folder that commands look in if none is named. */
const USUAL_FOLDER = "plimsoll-report";
/** A replay's own folder, so that it does not replace the report it came from. */
const OUT = "plimsoll-replay";

/** Whether asking again does no unwanted harm: what others recorded may be meant to be written only once. */
export function mayBeRepeated(
  { request }: Pick<Finding, "request">,
  { traffic }: Pick<Run, "traffic">,
): boolean {
  return traffic !== true || /^(GET|HEAD) /.test(request);
}

/**
 * The command that shows a finding again, word by word. It never contains the key. What another rule's check brought to
 * light needs that check too; a counterexample belongs to one rule.
 */
export function replayWords(
  { rule, sender, replay }: Pick<FindingResult, "rule" | "sender" | "replay">,
  run: Run,
  target: Target,
): string[] {
  const rules = sender === undefined || replay !== undefined ? [rule] : [rule, sender];
  return commandWords(rules, run, target, replay);
}

/** The command that judges some rules again, with the checks that brought their findings to light. */
export function againWords(ids: readonly string[], { rules, run, target }: Compliance): string[] {
  const senders = rules
    .filter(({ id }) => ids.includes(id))
    .flatMap(({ findings: [clearest] }) => clearest?.sender ?? []);
  return commandWords([...new Set([...ids, ...senders])], run, target);
}

/** The command that writes the certificate of a run as a file. */
export function certifyWords(folder: string): string[] {
  return ["npx", "plimsoll", "certify", argument(folder), "--product", "NAME", "--version", "V"];
}

/** The command that shows the page of a run. */
export function openWords(folder: string): string[] {
  return ["plimsoll", "open", ...(folder === USUAL_FOLDER ? [] : ["--out", argument(folder)])];
}

function commandWords(
  rules: readonly string[],
  run: Run,
  target: Target,
  replay?: Finding["replay"],
): string[] {
  const words = ["npx", "plimsoll", "run"];
  if (!target.embedded) words.push(argument(target.url));
  words.push(...rules.flatMap((rule) => ["--only", argument(rule)]));
  // Recorded traffic of others had no seed and no permission to write.
  if (run.traffic === true) return [...words, "--out", OUT];
  words.push("--seed", String(replay?.seed ?? run.seed));
  if (replay !== undefined) words.push("--path", argument(replay.path));
  // A configuration may say otherwise, and on its own machine a target may be changed by default.
  words.push("--effort", run.effort, "--writes", run.writes);
  if (run.generations.length === 1) words.push("--generation", run.generations.join());
  if (run.edition !== null) words.push("--edition", run.edition);
  if (run.strict) words.push("--strict");
  return [...words, ...run.options.map(argument), "--out", OUT];
}
