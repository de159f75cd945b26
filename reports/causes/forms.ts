import type { RuleResult } from "../results.js";
import { type Breach, nameIn, namesIn } from "./cause.js";

// Many rules state the documented form of a member. One is broken where a record lacks the member, or shows it in
// another form.

/** The member whose form a breach is about, with the documented form; null for a breach about anything else. */
export function memberForm({ rule, finding }: Breach): string | null {
  const name = nameIn(finding.pointer);
  const isForm = rule.id.includes(".field.") || rule.id.startsWith("paging.envelope.types.");
  return name === null || !isForm ? null : `${name} ${finding.documented}`;
}

/** Whether a breach is about the form of a member. */
export function isOfForm(breach: Breach): boolean {
  return memberForm(breach) !== null;
}

/** The breaches of a broken rule that are about the form of a member. */
export function formBreaches(rule: RuleResult): Breach[] {
  return rule.findings.map((finding) => ({ rule, finding })).filter(isOfForm);
}

/**
 * The breach of a member's form that explains a breach: itself, otherwise one in the same place or below it, otherwise
 * one of the same member in the list with which the rule compares a record. Null if there is none.
 */
export function formBehind(breach: Breach, forms: readonly Breach[]): Breach | null {
  if (isOfForm(breach)) return breach;
  const { rule, finding } = breach;
  const place = namesIn(finding.pointer);
  if (place === "") return null;
  return (
    forms.find(
      (form) =>
        form.finding.operation === finding.operation &&
        `${namesIn(form.finding.pointer)}/`.startsWith(`${place}/`),
    ) ??
    forms.find(
      (form) =>
        rule.operations.some((id) => id === form.finding.operation) &&
        namesIn(form.finding.pointer).slice(1).endsWith(place),
    ) ??
    null
  );
}

/** "label" of label.field.created_at */
export function recordOf({ id }: RuleResult): string {
  return id.replace(/\.(field|envelope)\..*$/, "").replaceAll(".", " ");
}

/** Whether a breach of a member's form is that the member is missing. */
export function isMissing({ finding }: Breach): boolean {
  return finding.documented === `a member ${nameIn(finding.pointer)}`;
}

/** Whether one of the members prevents the judgement of a rule. */
export function blocksByForm(rule: RuleResult, breaches: readonly Breach[]): boolean {
  return breaches.filter(isOfForm).some((breach) => {
    if (rule.id.startsWith(`${breach.rule.id}.`)) return true;
    const name = nameIn(breach.finding.pointer);
    return name !== null && sharesOperation(rule, breach.rule) && isAbout(rule, name);
  });
}

/** Whether two rules are about one operation; `rule` may be about all. */
function sharesOperation(rule: RuleResult, other: RuleResult): boolean {
  return rule.operations.length === 0 || rule.operations.some((id) => other.operations.includes(id));
}

/** Whether the reason why a rule was not judged names a member. */
function isAbout({ id, reason }: RuleResult, name: string): boolean {
  const word = name.replace(/\W/g, "\\$&");
  // The filter modified_at_start reads modified_at.
  const words = new RegExp(`(^|[^\\w.])${word}(_start|_end)?([^\\w]|$)`);
  // A name that is an ordinary word also occurs in sentences about something else.
  if (!name.includes("_")) return words.test(reason) && /readable|member|shows no/.test(reason);
  return words.test(reason) || id.split(".").includes(name);
}
