import { join } from "node:path";
import { plural } from "../helpers/wire/message.js";
import type { Kill, KillMatrix } from "./kills.js";

/** The kill matrix for a terminal: totals, survivors, and faults blamed on too many rules. */
export function killsText(matrix: KillMatrix, out: string): string {
  const { kills, killed, killedAt, faults, blame, effort, seconds, survivors, wide } = matrix;
  const byId = new Map(kills.map((kill) => [kill.fault, kill]));
  const rows = (title: string, ids: readonly string[], line: (kill: Kill) => string) =>
    ids.length === 0 ? [] : ["", title, ...ids.flatMap((id) => lineOf(byId.get(id), line))];
  return [
    `${killed} of ${plural(faults, "fault")} found through their own rule at ${effort}, in ${seconds} s`,
    ...(Object.keys(killedAt).length < 2 ? [] : [`By effort: ${effortWords(matrix)}`]),
    `${plural(blame, "rule")} violated per fault of a must rule, on average`,
    ...rows("Survived, of must rules", survivors.must, (kill) => `${kill.rule} is ${kill.verdict}`),
    ...rows("Survived, of should rules", survivors.should, (kill) => `${kill.rule} is ${kill.verdict}`),
    ...rows("Blamed on more than two rules", wide, (kill) => kill.violated.join(", ")),
    "",
    `Matrix  ${join(out, "kills.html")}`,
    "",
  ].join("\n");
}

/** How many faults each effort finds, lowest effort first. */
export function effortWords({ killedAt }: KillMatrix): string {
  return (["quick", "standard", "thorough"] as const)
    .flatMap((effort) => (killedAt[effort] === undefined ? [] : `${effort} ${killedAt[effort]}`))
    .join(", ");
}

function lineOf(kill: Kill | undefined, line: (kill: Kill) => string): string[] {
  return kill === undefined ? [] : [`  ${kill.fault}`, `    ${line(kill)}`];
}
