import { countUp } from "../../helpers/contract/count-up.js";
import { groupBy } from "../../helpers/contract/group-by.js";
import { LIST_PARAMETERS } from "../../helpers/contract/lists.js";
import { memo } from "../../helpers/contract/memo.js";
import { operationLine } from "../../helpers/contract/operations.js";
import type { FixedCounts } from "../../helpers/wire/fixed-answers.js";
import type { OperationFacts } from "../events.js";
import type { CauseKind, FindingResult, RuleResult, Tally } from "../results.js";

/** A broken rule with one of its findings. */
export interface Breach {
  readonly rule: RuleResult;
  readonly finding: FindingResult;
}

/** An operation in scope and the answers that it gave. */
export interface AskedOperation extends OperationFacts {
  readonly statuses: Tally;
}

/** What a run knows that its causes are derived from. */
export interface Seen {
  /** In the order of the contract. */
  readonly rules: readonly RuleResult[];
  readonly operations: readonly AskedOperation[];
  readonly generations: readonly string[];
  /** Operations whose body the user gave. */
  readonly bodies: readonly string[];
  readonly fixedAnswers: FixedCounts;
}

/** The same, and which rules are broken. An explanation derives from it what it needs to see of all of them. */
export interface Scene extends Seen {
  readonly broken: readonly RuleResult[];
}

/** One way in which broken rules may have a common cause. */
export interface Explanation {
  readonly kind: CauseKind;
  /** Breaches with the same key have the same cause; null if this does not explain the breach. */
  readonly keyOf: (breach: Breach, scene: Scene) => string | null;
  readonly title: (breaches: readonly Breach[], scene: Scene) => string;
  /** How well a breach shows the cause, if not all do alike: the rule that shows it best comes first. */
  readonly leads?: (breach: Breach) => boolean | number;
  readonly fix?: (breaches: readonly Breach[], scene: Scene) => string | null;
  /**
   * Whether it explains why a rule could not be judged; rules whose reason names one of its broken rules count anyway.
   */
  readonly blocks?: (rule: RuleResult, breaches: readonly Breach[], scene: Scene) => boolean;
}

/** What follows from a scene, derived once. */
export function derived<T>(derive: (scene: Scene) => T): (scene: Scene) => T {
  const known = new WeakMap<Scene, T>();
  return (scene) => memo(known, scene, () => derive(scene));
}

/** The breaches of all broken rules. */
export function breachesOf({ broken }: Scene): Breach[] {
  return broken.flatMap((rule) => rule.findings.map((finding) => ({ rule, finding })));
}

/** How many broken rules have a breach with each key. */
export function rulesBy(
  keysOf: (breach: Breach) => readonly string[],
): (scene: Scene) => Map<string, number> {
  return derived((scene) => {
    const counts = new Map<string, number>();
    for (const own of groupBy(breachesOf(scene), ({ rule }) => rule).values())
      for (const key of new Set(own.flatMap(keysOf))) countUp(counts, key);
    return counts;
  });
}

/** The first key of a breach that another broken rule has too. */
export function shared(keysOf: (breach: Breach) => readonly string[]): Explanation["keyOf"] {
  const rules = rulesBy(keysOf);
  return (breach, scene) => keysOf(breach).find((key) => (rules(scene).get(key) ?? 0) > 1) ?? null;
}

/** Status of the answer that shows a finding; null if unknown. */
export function statusOf({ sample, received }: FindingResult): number | null {
  if (sample !== undefined) return sample.status;
  const [, status] = /\bstatus ([1-5]\d\d)\b/.exec(received) ?? [];
  return status === undefined ? null : Number(status);
}

/** The names in a JSON Pointer, without indices: "/labels/amount" of "/labels/3/amount". */
export function namesIn(pointer = ""): string {
  return pointer.replace(/\/\d+(?=\/|$)/g, "");
}

/** The last name in a JSON Pointer that is not an index. */
export function nameIn(pointer = ""): string | null {
  return namesIn(pointer).split("/").slice(1).at(-1) ?? null;
}

/** "labels[].shipment_cost.amount" of /labels/3/shipment_cost/amount, "[]" of /0; null for the whole. */
export function placeIn(pointer = ""): string | null {
  const [, ...steps] = pointer.split("/");
  const path = steps.map((step) => (/^\d+$/.test(step) ? "[]" : `.${step}`)).join("");
  return path === "" ? null : path.replace(/^\./, "");
}

/** The names of the parameters of a finding's request. */
export function parametersOf({ request }: FindingResult): string[] {
  return [...new Set(new URLSearchParams(request.split("?")[1]).keys())];
}

/** Those of them that narrow a list. */
export function filtersOf(finding: FindingResult): string[] {
  return parametersOf(finding).filter((name) => !LIST_PARAMETERS.includes(name));
}

/** What was received, without the number of its places. */
export function receivedIn({ received }: FindingResult): string {
  return received.replace(/ \(\d+ places\)$/, "");
}

/** Distinct operation ids of breaches. */
export function operationsOf(breaches: readonly Breach[]): string[] {
  return [...new Set(breaches.flatMap(({ finding }) => finding.operation ?? []))];
}

/** The distinct operations of breaches, as users call them. */
export function linesOf(breaches: readonly Breach[]): string[] {
  return operationsOf(breaches).map(operationLine);
}

/** The distinct members that breaches are about, by name. */
export function membersOf(breaches: readonly Breach[]): string[] {
  return [...new Set(breaches.flatMap(({ finding }) => nameIn(finding.pointer) ?? []))];
}

/** The generations of the operations that findings are about. */
export function generationsOf(findings: readonly FindingResult[], { generations }: Scene): string[] {
  return generations.filter((one) => findings.some(({ operation }) => operation?.startsWith(one)));
}

/** Whether a rule is about one of the generations, or could not be judged without it. */
export function needsOneOf(names: readonly string[], { generation, reason }: RuleResult): boolean {
  return names.some((one) => one === generation || new RegExp(`\\b${one}\\b`).test(reason));
}

/** "a", "a and b", "a, b and c", "a, b, c and 4 more" */
export function listing(names: readonly string[], most = 4): string {
  if (names.length <= 1) return names.join();
  if (names.length > most)
    return `${names.slice(0, most - 1).join(", ")} and ${names.length - most + 1} more`;
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

/**
 * What operations answer and should answer: as the first breach says it, unless several operations should answer
 * differently.
 */
export function answerTitle(breaches: readonly Breach[]): string {
  const { documented = "", received = "" } = breaches[0]?.finding ?? {};
  const lines = linesOf(breaches);
  const isOne = lines.length === 1 || breaches.every(({ finding }) => finding.documented === documented);
  return `${listing(lines)}: received ${received}${isOne ? `; documented: ${documented}` : ", in place of what is documented"}`;
}

/** Whether a text names an operation or a request itself, not one with a longer path. */
export function namesLine(text: string, line: string): boolean {
  const [, ...rests] = text.split(line);
  return rests.some((rest) => !/^[/\w-]/.test(rest));
}

/**
 * The first sentence of the first rule's statement; it says what is due, so that on its own it would read as the
 * problem.
 */
export function notKept([breach]: readonly Breach[]): string {
  const [sentence] = breach?.rule.statement.split(/\.(?: (?=[A-Z])|$)/) ?? [];
  return `Not kept: ${sentence ?? ""}`;
}
