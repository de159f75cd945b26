import { indented, WIDTH } from "../../../reports/console-lines.js";
import type { Sample } from "../../../reports/results.js";
import { jsonText, visible, wrap } from "../../../reports/text.js";
import { LEVEL_WORDS } from "../../../reports/wording.js";
import type { Level } from "../../contract/model.js";
import { operations } from "../../contract/operations.js";
import { matchRules } from "../../contract/rules.js";
import { shorten } from "../../contract/text.js";
import { listFaults } from "../../reference/catalogue.js";
import { plural } from "../../wire/message.js";
import { UsageError } from "../mistakes/errors.js";
import { type Broken, type Example, exampleOf } from "./example.js";
import { type CheckedRule, effortLines, rulesWithChecks } from "./rules.js";

/** Longest lists; the rest is only counted. */
const MOST = { faults: 6, operations: 8, body: 10 } as const;

/** What a breach of each level means. */
const MATTERS = {
  must: "The document says it plainly: a service that breaks it breaks the contract, and gets no certificate.",
  should:
    "A fair reader of the document could disagree: a breach is reported, and is a violation under --strict only.",
  open: "The document leaves it open: what a service does is reported, and never judged.",
} as const satisfies Record<Level, string>;

/** Everything known about a rule. */
interface Explanation extends CheckedRule {
  readonly matters: string;
  /** Faults that break it: `plimsoll serve --fault ID`. */
  readonly faults: readonly { readonly id: string; readonly sentence: string }[];
  /** A breach and the correct answer, both obtained by running; null for a rule without a check. */
  readonly example: Example | null;
}

export interface ExplainOptions {
  readonly json?: boolean;
}

/**
 * `plimsoll explain RULE`: what a rule says and why it matters, what its checks do and need, what breaks it, an
 * exchange that breaks it and one that keeps it, and how to fix a breach.
 * @throws UsageError unless exactly one rule has that name
 */
export async function explain(id: string, { json }: ExplainOptions): Promise<void> {
  const explanation = await explanationOf(id);
  process.stdout.write(json ? jsonText(explanation) : explanationText(explanation));
}

/** @throws UsageError unless exactly one rule has that name */
async function explanationOf(id: string): Promise<Explanation> {
  const { matched, nearest } = matchRules(id);
  if (matched.length > 1) {
    throw new UsageError(`${id} names ${matched.length} rules; plimsoll rules '${id}' lists them.`);
  }
  const rule = (await rulesWithChecks()).find((one) => one.id === matched[0]?.id);
  if (rule === undefined) {
    const guess = nearest === null ? "" : ` did you mean ${nearest}?`;
    throw new UsageError(`there is no rule ${id};${guess} plimsoll rules lists all.`);
  }
  const faults = listFaults().filter((fault) => fault.rule === rule.id);
  return {
    ...rule,
    matters: MATTERS[rule.level],
    faults: faults.map(({ id, sentence }) => ({ id, sentence })),
    example:
      rule.from === null
        ? null
        : await exampleOf(
            { rule: rule.id, effort: rule.from },
            faults.map(({ id }) => id),
          ),
  };
}

function explanationText(rule: Explanation): string {
  const parts: readonly (readonly [string, readonly string[]])[] = [
    ["Where", [`${rule.section}, ${rule.generation === "both" ? "v1 and v2" : rule.generation}`]],
    ["Level", [`${LEVEL_WORDS[rule.level]}. ${rule.matters}`]],
    ["Checks", checkLines(rule)],
    ["Needs", rule.needs === null ? [] : [rule.needs]],
    ["Effort", effortPart(rule)],
    ["If none", rule.unless === null ? [] : [rule.unless]],
    ["Breaks it", cut(rule.faults, MOST.faults, ({ id, sentence }) => `${id}: ${sentence}`)],
    ["Fix", fixLines(rule)],
    ["Asks", cut(operationLines(rule), MOST.operations, (line) => line)],
  ];
  const width = Math.max(...parts.map(([name]) => name.length));
  const rows = parts.flatMap(([name, lines]) =>
    lines.flatMap((line, index) =>
      broken(line, WIDTH - width - 2).map(
        (text, at) => `${(index + at === 0 ? name : "").padEnd(width)}  ${text}`,
      ),
    ),
  );
  return `${[rule.id, ...wrap(rule.statement, WIDTH), "", ...rows, ...exampleLines(rule)].join("\n")}\n`;
}

/** A finding made just now with a fault, and the reference service's answer without it. */
function exampleLines({ example }: Explanation): string[] {
  if (example === null) return [];
  const { broken, kept } = example;
  const without = broken === null ? "" : " without it";
  return [
    ...(broken === null ? [] : brokenLines(broken)),
    ...(kept === null ? [] : ["", `Kept, as the reference service answers${without}`, ...sampleLines(kept)]),
  ];
}

function brokenLines({ fault, sample, documented, received, smallest }: Broken): string[] {
  return [
    "",
    `Broken, as found just now with the fault ${fault}`,
    ...sampleLines(sample),
    ...indented(`Documented: ${documented}`),
    ...indented(`Received: ${received}`),
    ...(smallest === null ? [] : indented(`Smallest: ${smallest}`)),
  ];
}

function sampleLines({ requestLine, requestBody, status, at, body }: Sample): string[] {
  const lines = body.split("\n");
  const rest = lines.length - MOST.body;
  return [
    ...indented(requestLine),
    ...(requestBody === null ? [] : indented(requestBody)),
    ...indented(`${status ?? "no answer"}${at === "" ? "" : `, ${at} of the body`}`),
    ...[...lines.slice(0, MOST.body), ...(rest > 0 ? [`… ${plural(rest, "more line")}`] : [])].map(
      (line) => `    ${oneLineOf(line)}`,
    ),
  ];
}

/** A line of a body with its indentation. */
function oneLineOf(line: string): string {
  return shorten(visible(line), WIDTH - 4);
}

/** A command stays on one line, so that it can be copied. */
function broken(line: string, width: number): string[] {
  return line.startsWith("npx ") ? [line] : wrap(line, width);
}

function checkLines({ checks, whyUnjudged }: Explanation): readonly string[] {
  return checks.length === 0 ? [`none: ${whyUnjudged ?? "it is only observed"}`] : checks;
}

/** The numbers are useless without their efforts. */
function effortPart(rule: Explanation): string[] {
  const lines = effortLines(rule);
  return rule.effort.length === 0 ? lines : [...lines, "(at quick, standard and thorough)"];
}

/** How to fix a breach: what is due, how to check it, and how to see a breach. */
function fixLines({ id, checks, example, faults: [first] }: Explanation): string[] {
  if (checks.length === 0) return [];
  const fault = example?.broken?.fault ?? first?.id;
  const kept = example?.kept ?? null;
  return [
    ...(kept === null ? [] : ["answer as shown under Kept; check with:"]),
    `npx plimsoll run URL --writes fixtures --only ${id}`,
    ...(fault === undefined ? [] : ["to watch it fail first:", `npx plimsoll serve --fault ${fault}`]),
  ];
}

function operationLines({ operations: own }: Explanation): string[] {
  return operations
    .filter(({ id }) => own.includes(id))
    .map(({ id, method, path }) => `${method} ${path} (${id})`);
}

function cut<T>(all: readonly T[], most: number, line: (one: T) => string): string[] {
  const rest = all.length - most;
  return [
    ...all.slice(0, most).map(line),
    ...(rest > 0 ? [`and ${plural(rest, "more", "more")}; --json lists all`] : []),
  ];
}
