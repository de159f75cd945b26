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

/** The same, and what follows from it. */
export interface Scene extends Seen {
  readonly broken: readonly RuleResult[];
  /** Ids of missing operations. */
  readonly missing: ReadonlySet<string>;
  /** Number of broken rules with the same answer; see `answersOf`. */
  readonly answers: ReadonlyMap<string, number>;
  /** Number of broken rules on a topic; see `topicOf`. */
  readonly topics: ReadonlyMap<string, number>;
  /** Number of broken rules about a form of a member, in any record; see `memberForm` in `forms.ts`. */
  readonly members: ReadonlyMap<string, number>;
  /** Number of broken rules about the forms of a record's members, by record. */
  readonly records: ReadonlyMap<string, number>;
  /** Operations that answer with an object without members; see `empty-answers.ts`. */
  readonly emptied: ReadonlySet<string>;
  /** Operations that answer the same whatever is asked of them; see `fixed-answers.ts`. */
  readonly fixed: ReadonlySet<string>;
  /** Breaches of the documented form of a member; see `formBreaches` in `forms.ts`. */
  readonly forms: readonly Breach[];
  /** Number of broken rules that say of a list that its pages are wrong; see `paging.ts`. */
  readonly pages: ReadonlyMap<string, number>;
  /** Number of operations that answer with only one member, by its name; see `wrapped.ts`. */
  readonly wrappers: ReadonlyMap<string, number>;
  /** Number of members that have one type instead of another; see `other-type.ts`. */
  readonly types: ReadonlyMap<string, number>;
  /** Number of broken rules that met a status of an operation; see `one-status.ts`. */
  readonly statuses: ReadonlyMap<string, number>;
}

/** One way in which broken rules may have a common cause. */
export interface Explanation {
  readonly kind: CauseKind;
  /** Breaches with the same key have the same cause; null if this does not explain the breach. */
  readonly keyOf: (breach: Breach, scene: Scene) => string | null;
  readonly title: (breaches: readonly Breach[], scene: Scene) => string;
  /** Whether a breach shows the cause best, so that its rule comes before others of the cause. */
  readonly leads?: (breach: Breach) => boolean;
  readonly fix?: (breaches: readonly Breach[], scene: Scene) => string | null;
  /**
   * Whether it explains why a rule could not be judged; rules whose reason names one of its broken rules count anyway.
   */
  readonly blocks?: (rule: RuleResult, breaches: readonly Breach[], scene: Scene) => boolean;
}

/** Status of the answer that shows a finding; null if unknown. */
export function statusOf({ sample, received }: FindingResult): number | null {
  if (sample !== undefined) return sample.status;
  const [, status] = /\bstatus ([1-5]\d\d)\b/.exec(received) ?? [];
  return status === undefined ? null : Number(status);
}

/** Keys of what a finding shows: documented with received; and where it has a place, place with received. */
export function answersOf({ documented, received, pointer }: FindingResult): string[] {
  const place = namesIn(pointer);
  return [
    JSON.stringify([documented, received]),
    ...(place === "" ? [] : [JSON.stringify({ [place]: received })]),
  ];
}

/** "labels.filter" of labels.filter.carrier_id, "webhooks.v2.put" of webhooks.v2.put.name; null for a short id. */
export function topicOf({ id }: RuleResult): string | null {
  const parts = id.split(".");
  const size = /^v\d$/.test(parts[1] ?? "") ? 3 : 2;
  return parts.length < size ? null : parts.slice(0, size).join(".");
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

/** Whether a rule is about one of the generations, or could not be judged for want of it. */
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
