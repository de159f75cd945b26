import type { RuleResult } from "../results.js";
import { type Breach, type Explanation, listing } from "./cause.js";

/** One member that records lack, or hold in another form, wherever they are shown. */
export const member: Explanation = {
  kind: "member",
  keyOf: ({ rule, finding }) => {
    const name = nameIn(finding.pointer);
    const isOfForm = rule.id.includes(".field.") || rule.id.startsWith("paging.envelope.");
    return name === null || !isOfForm ? null : `${name} ${finding.documented}`;
  },
  title: (breaches) => {
    const [first] = breaches;
    if (first === undefined) return "";
    const { documented, received, pointer } = first.finding;
    const where = listing([...new Set(breaches.map(({ rule }) => recordOf(rule)))]);
    const name = nameIn(pointer);
    return documented === `a member ${name}`
      ? `${name} is missing in: ${where}`
      : `${name} is not ${documented} but ${received}, in: ${where}`;
  },
  blocks: (rule, breaches) => {
    const name = nameIn(breaches[0]?.finding.pointer);
    const shared = breaches.some((breach) => isOfOneOperation(rule, breach));
    return name !== null && shared && namesMember(rule.reason, name);
  },
};

/** Last name of a JSON Pointer that is no index. */
function nameIn(pointer = ""): string | null {
  return (
    pointer
      .split("/")
      .slice(1)
      .findLast((token) => !/^\d+$/.test(token)) ?? null
  );
}

/** "label" of label.field.created_at */
function recordOf({ id }: RuleResult): string {
  return id.replace(/\.(field|envelope)\..*$/, "").replaceAll(".", " ");
}

function isOfOneOperation(rule: RuleResult, breach: Breach): boolean {
  return rule.operations.length === 0 || rule.operations.some((id) => breach.rule.operations.includes(id));
}

/** Names of one plain word also stand in sentences that are about something else. */
function namesMember(text: string, name: string): boolean {
  const words = new RegExp(`(^|[^\\w.])${name.replace(/\W/g, "\\$&")}([^\\w]|$)`);
  return words.test(text) && (name.includes("_") || /readable|member|shows no/.test(text));
}
