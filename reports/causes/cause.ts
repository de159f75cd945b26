import type { OperationFacts } from "../events.js";
import type { CauseKind, FindingResult, RuleResult, Tally } from "../results.js";

/** A broken rule with one of its findings. */
export interface Breach {
  readonly rule: RuleResult;
  readonly finding: FindingResult;
}

/** An operation in scope with the answers that it gave. */
export interface AskedOperation extends OperationFacts {
  readonly statuses: Tally;
}

/** All that causes are read from. */
export interface Scene {
  /** In the order of the contract. */
  readonly rules: readonly RuleResult[];
  readonly broken: readonly RuleResult[];
  readonly operations: readonly AskedOperation[];
  readonly generations: readonly string[];
  /** Ids of the operations that are not there. */
  readonly missing: ReadonlySet<string>;
  /** In how many broken rules the same was documented and received; see `answerOf`. */
  readonly answers: ReadonlyMap<string, number>;
  /** How many broken rules are of a topic; see `topicOf`. */
  readonly topics: ReadonlyMap<string, number>;
  /** How many broken rules are about a member, whatever record it is of, and about any of a record; see `member.ts`. */
  readonly members: ReadonlyMap<string, number>;
  /** How many broken rules say of a list that its pages are wrong; see `paging.ts`. */
  readonly pages: ReadonlyMap<string, number>;
}

/** One way in which broken rules hang together. */
export interface Explanation {
  readonly kind: CauseKind;
  /** Breaches with the same key have one cause; null where this is not what explains it. */
  readonly keyOf: (breach: Breach, scene: Scene) => string | null;
  readonly title: (breaches: readonly Breach[], scene: Scene) => string;
  readonly mend?: (breaches: readonly Breach[], scene: Scene) => string | null;
  /** Whether it explains that a rule could not be judged, beside those that name one of its broken rules as the reason. */
  readonly blocks?: (rule: RuleResult, breaches: readonly Breach[], scene: Scene) => boolean;
}

/** Status of the answer that shows a finding; null where none is known. */
export function statusOf({ sample, received }: FindingResult): number | null {
  if (sample !== undefined) return sample.status;
  const [, status] = /\bstatus ([1-5]\d\d)\b/.exec(received) ?? [];
  return status === undefined ? null : Number(status);
}

/** What was documented and what was received, as a key. */
export function answerOf({ documented, received }: FindingResult): string {
  return JSON.stringify([documented, received]);
}

/** "labels.filter" of labels.filter.carrier_id, "webhooks.v2.put" of webhooks.v2.put.name; null for a short id. */
export function topicOf({ id }: RuleResult): string | null {
  const parts = id.split(".");
  const size = /^v\d$/.test(parts[1] ?? "") ? 3 : 2;
  return parts.length < size ? null : parts.slice(0, size).join(".");
}

/** Last name of a JSON Pointer that is no index. */
export function nameIn(pointer = ""): string | null {
  return (
    pointer
      .split("/")
      .slice(1)
      .findLast((token) => !/^\d+$/.test(token)) ?? null
  );
}

/** Ids of the operations of breaches, each once. */
export function operationsOf(breaches: readonly Breach[]): string[] {
  return [...new Set(breaches.flatMap(({ finding }) => finding.operation ?? []))];
}

/** "GET /v1/labels", or the id of an operation that is not in scope. */
export function lineOf(id: string, { operations }: Scene): string {
  const found = operations.find((one) => one.id === id);
  return found === undefined ? id : `${found.method.toUpperCase()} ${found.path}`;
}

/** "a", "a and b", "a, b and c", "a, b, c and 4 more" */
export function listing(names: readonly string[], most = 4): string {
  if (names.length <= 1) return names.join();
  if (names.length > most)
    return `${names.slice(0, most - 1).join(", ")} and ${names.length - most + 1} more`;
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
