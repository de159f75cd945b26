import { MAY_BE_NULL } from "../../helpers/contract/words.js";
import type { RuleResult } from "../results.js";
import {
  type Breach,
  breachesOf,
  derived,
  type Explanation,
  nameIn,
  namesIn,
  notKept,
  type Scene,
} from "./cause.js";
import { isOfPages } from "./paging.js";

/** The rules that state the form of a member. */
const OF_FORM = /\.field\.|^paging\.envelope\.types\.|^purchase-orders\.status\.values$/;

// Many rules state the documented form of a member. One is broken where a record lacks the member, or shows it in
// another form.

/**
 * An explanation by the form of members, which the breaches about a form show best.
 * @param keyOf the key of the form that explains a breach
 * @param title in words, by the first and all of the breaches about a form
 */
export function byForm(
  keyOf: (form: Breach, scene: Scene) => string | null,
  title: (first: Breach, own: readonly Breach[], scene: Scene) => string,
): Explanation {
  return {
    kind: "member",
    keyOf: (breach, scene) => {
      const form = formBehind(breach, scene);
      return form === null ? null : keyOf(form, scene);
    },
    leads: isOfForm,
    title: (breaches, scene) => {
      const own = breaches.filter(isOfForm);
      const [first] = own;
      return first === undefined ? notKept(breaches) : title(first, own, scene);
    },
    blocks: blocksByForm,
  };
}

/** The member whose form a breach is about, with the documented form; null for a breach about anything else. */
export function memberForm({ rule, finding }: Breach): string | null {
  const name = nameIn(finding.pointer);
  const isForm = OF_FORM.test(rule.id);
  return name === null || !isForm ? null : `${name} ${finding.documented}`;
}

/** Whether a breach is about the form of a member. */
export function isOfForm(breach: Breach): boolean {
  return memberForm(breach) !== null;
}

/** All breaches that are about the form of a member. */
export const formsIn = derived((scene) => breachesOf(scene).filter(isOfForm));

/**
 * The breach of a member's form that explains a breach: itself, otherwise one in the same place or below it, otherwise
 * one of the same member in the list with which the rule compares a record, otherwise one of a member that the breach
 * shows. Null if there is none.
 */
export function formBehind(breach: Breach, scene: Scene): Breach | null {
  if (isOfForm(breach)) return breach;
  const forms = formsIn(scene);
  const placed = namesIn(breach.finding.pointer) === "" ? [] : forms;
  return (
    placed.find((form) => isThere(form, breach)) ??
    placed.find((form) => isInItsList(form, breach)) ??
    forms.find((form) => isShownBy(form, breach)) ??
    null
  );
}

/** Whether a form is that of the place of a breach, or of one below it; what items hold does not matter to pages. */
function isThere({ finding: form }: Breach, { rule, finding }: Breach): boolean {
  const [own, place] = [namesIn(form.pointer), namesIn(finding.pointer)];
  if (form.operation !== finding.operation) return false;
  return isOfPages(rule) ? own === place : `${own}/`.startsWith(`${place}/`);
}

/** Whether a form is that of the same member, in an item of a list that the rule of a breach reads beside the record. */
function isInItsList({ finding: form }: Breach, { rule, finding }: Breach): boolean {
  return (
    rule.operations.some((id) => id === form.operation) &&
    indicesIn(form.pointer) > indicesIn(finding.pointer) &&
    namesIn(form.pointer).endsWith(namesIn(finding.pointer))
  );
}

function indicesIn(pointer = ""): number {
  return pointer.split("/").filter((step) => /^\d+$/.test(step)).length;
}

/** Whether a breach shows the member of a form, as a filter does: "se-1 has {"status":"DONE"}". */
function isShownBy({ finding: form }: Breach, { finding }: Breach): boolean {
  return (
    form.operation === finding.operation && finding.received.includes(` has {"${nameIn(form.pointer)}":`)
  );
}

/** "label" of label.field.created_at */
export function recordOf({ id }: RuleResult): string {
  return id.replace(/\.(field|envelope)\..*$/, "").replaceAll(".", " ");
}

/** Whether a breach of a member's form is that the member is missing. */
export function isMissing({ finding }: Breach): boolean {
  const [documented] = finding.documented.split(MAY_BE_NULL);
  return documented === `a member ${nameIn(finding.pointer)}`;
}

/** Whether a missing member may be null. */
export function mayBeNull({ finding }: Breach): boolean {
  return finding.documented.endsWith(MAY_BE_NULL);
}

/** Whether one of the members prevents the judgement of a rule. */
export function blocksByForm(rule: RuleResult, breaches: readonly Breach[]): boolean {
  return breaches.filter(isOfForm).some((breach) => {
    if (rule.id.startsWith(`${breach.rule.id}.`)) return true;
    const name = nameIn(breach.finding.pointer);
    if (name === null || !sharesOperation(rule, breach.rule)) return false;
    return isAbout(rule, name) || valuesOf(breach).some((value) => needs(rule, value));
  });
}

/** The documented values of a member that is not one of them. */
function valuesOf({ finding }: Breach): readonly string[] {
  const [, values = ""] = /^one of (.*?)( and \d+ more)?$/.exec(finding.documented) ?? [];
  return values === "" ? [] : values.split(", ");
}

/** Whether a rule was not judged because nothing had a value: "needs one completed label". */
function needs({ reason }: RuleResult, value: string): boolean {
  const [needed = ""] = /\bneeds .*/s.exec(reason) ?? [];
  return needed.split(/[^\w-]+/).includes(value);
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
