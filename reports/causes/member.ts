import type { RuleResult } from "../results.js";
import { type Breach, type Explanation, listing, nameIn } from "./cause.js";

/** If more members of a record than this are wrong, they have one cause together. */
const FEW = 2;

/** Several members of one record, each wrong in its own way. */
export const record: Explanation = {
  kind: "member",
  keyOf: (breach, { members }) => {
    const name = memberIn(breach);
    const own = recordOf(breach.rule);
    return name !== null && members.get(name) === 1 && (members.get(own) ?? 0) > FEW ? own : null;
  },
  title: (breaches) => {
    const names = [...new Set(breaches.flatMap(({ finding }) => nameIn(finding.pointer) ?? []))];
    const [first] = breaches;
    const how = breaches.every(isMissing) ? "missing" : "not as documented";
    return `${names.length} members of ${first === undefined ? "" : recordOf(first.rule)} are ${how}: ${listing(names)}`;
  },
  blocks,
};

/** One member that records lack, or show in another form, wherever they appear. */
export const member: Explanation = {
  kind: "member",
  keyOf: memberIn,
  title: (breaches) => {
    const [first] = breaches;
    if (first === undefined) return "";
    const { documented, received, pointer } = first.finding;
    const where = listing([...new Set(breaches.map(({ rule }) => recordOf(rule)))]);
    const name = nameIn(pointer);
    return isMissing(first)
      ? `${name} is missing in: ${where}`
      : `${name} is not ${documented} but ${received}, in: ${where}`;
  },
  blocks,
};

function isMissing({ finding }: Breach): boolean {
  return finding.documented === `a member ${nameIn(finding.pointer)}`;
}

/** What `Scene.members` counts of a broken rule: the members that it is about, and their record. */
export function membersOf(rule: RuleResult): string[] {
  const names = rule.findings.flatMap((finding) => memberIn({ rule, finding }) ?? []);
  return names.length === 0 ? [] : [...names, recordOf(rule)];
}

/** A member and its documented form; null for a breach about anything else. */
function memberIn({ rule, finding }: Breach): string | null {
  const name = nameIn(finding.pointer);
  const isOfForm = rule.id.includes(".field.") || rule.id.startsWith("paging.envelope.types.");
  return name === null || !isOfForm ? null : `${name} ${finding.documented}`;
}

/** Whether a wrong or missing member prevents the judgement of a rule. */
function blocks(rule: RuleResult, breaches: readonly Breach[]): boolean {
  return breaches.some((breach) => {
    const name = nameIn(breach.finding.pointer);
    return name !== null && isOfOneOperation(rule, breach) && namesMember(rule.reason, name);
  });
}

/** "label" of label.field.created_at */
function recordOf({ id }: RuleResult): string {
  return id.replace(/\.(field|envelope)\..*$/, "").replaceAll(".", " ");
}

function isOfOneOperation(rule: RuleResult, breach: Breach): boolean {
  return rule.operations.length === 0 || rule.operations.some((id) => breach.rule.operations.includes(id));
}

/** A name that is an ordinary word also occurs in sentences about something else. */
function namesMember(text: string, name: string): boolean {
  const words = new RegExp(`(^|[^\\w.])${name.replace(/\W/g, "\\$&")}([^\\w]|$)`);
  return words.test(text) && (name.includes("_") || /readable|member|shows no/.test(text));
}
