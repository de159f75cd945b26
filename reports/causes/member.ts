import type { RuleResult } from "../results.js";
import { type Breach, type Explanation, listing, nameIn, namesIn, notKept } from "./cause.js";

/** If more members of a record than this are wrong, they have one cause together. */
const FEW = 2;

/** Several members of one record, each wrong in its own way. */
export const record: Explanation = {
  kind: "member",
  keyOf: (breach, { members, forms }) => {
    const form = formOf(breach, forms);
    if (form === null) return null;
    const own = recordOf(form.rule);
    return members.get(keyOf(form) ?? "") === 1 && (members.get(own) ?? 0) > FEW ? own : null;
  },
  leads: isOfForm,
  title: (breaches) => {
    const own = breaches.filter(isOfForm);
    const [first] = own;
    if (first === undefined) return notKept(breaches);
    const names = [...new Set(own.flatMap(({ finding }) => nameIn(finding.pointer) ?? []))];
    const how = own.every(isMissing) ? "missing" : "not as documented";
    return `${names.length} members of ${recordOf(first.rule)} are ${how}: ${listing(names)}`;
  },
  blocks,
};

/**
 * One member that records lack, or show in another form, wherever they appear. What other rules report of the same
 * member has the same cause: a total of -1 is not the number of labels either.
 */
export const member: Explanation = {
  kind: "member",
  keyOf: (breach, { forms }) => {
    const form = formOf(breach, forms);
    return form === null ? null : keyOf(form);
  },
  leads: isOfForm,
  title: (breaches) => {
    const own = breaches.filter(isOfForm);
    const [first] = own;
    if (first === undefined) return notKept(breaches);
    const { documented, received, pointer } = first.finding;
    const where = listing([...new Set(own.map(({ rule }) => recordOf(rule)))]);
    const paths = new Set(own.map(pathIn));
    const [path = ""] = paths;
    const name = paths.size === 1 ? path : nameIn(pointer);
    return isMissing(first)
      ? `${name} is missing in: ${where}`
      : `${name} is not ${documented} but ${withoutCount(received)}, in: ${where}`;
  },
  blocks,
};

/** "return_to.name" of /shipments/0/return_to/name; "tags.name" of /tags/0/name by shipment.field.tags.name. */
function pathIn({ rule, finding }: Breach): string {
  const pointer = finding.pointer ?? "";
  const steps = pointer
    .replace(/\/\d+$/, "")
    .split("/")
    .slice(1);
  const direct = steps.slice(steps.findLastIndex((step) => /^\d+$/.test(step)) + 1).join(".");
  const ofRule = rule.id.split(".field.")[1] ?? "";
  const path = ofRule.endsWith(`.${direct}`) ? ofRule : direct;
  return /\/\d+$/.test(pointer) ? `an entry of ${path}` : path;
}

/** "null" of "null (25 places)" */
function withoutCount(received: string): string {
  return received.replace(/ \(\d+ places\)$/, "");
}

/** The breach itself if it is of a member's form, otherwise such a breach of the same member; null if there is none. */
function formOf(breach: Breach, forms: readonly Breach[]): Breach | null {
  if (isOfForm(breach)) return breach;
  const { operation, pointer } = breach.finding;
  const place = namesIn(pointer);
  if (place === "") return null;
  const isSame = ({ finding }: Breach) =>
    finding.operation === operation && `${namesIn(finding.pointer)}/`.startsWith(`${place}/`);
  return forms.find(isSame) ?? null;
}

/** Breaches of a broken rule that say of a member that it is not of its documented form. */
export function formsOf(rule: RuleResult): Breach[] {
  return rule.findings.map((finding) => ({ rule, finding })).filter(isOfForm);
}

function isMissing({ finding }: Breach): boolean {
  return finding.documented === `a member ${nameIn(finding.pointer)}`;
}

/** What `Scene.members` counts of a broken rule: the members that it is about, and their record. */
export function membersOf(rule: RuleResult): string[] {
  const names = formsOf(rule).flatMap((breach) => keyOf(breach) ?? []);
  return names.length === 0 ? [] : [...names, recordOf(rule)];
}

/** A member and its documented form; null for a breach about anything else. */
function keyOf({ rule, finding }: Breach): string | null {
  const name = nameIn(finding.pointer);
  const isForm = rule.id.includes(".field.") || rule.id.startsWith("paging.envelope.types.");
  return name === null || !isForm ? null : `${name} ${finding.documented}`;
}

function isOfForm(breach: Breach): boolean {
  return keyOf(breach) !== null;
}

/** Whether a wrong or missing member prevents the judgement of a rule. */
function blocks(rule: RuleResult, breaches: readonly Breach[]): boolean {
  return breaches.filter(isOfForm).some((breach) => {
    if (rule.id.startsWith(`${breach.rule.id}.`)) return true;
    const name = nameIn(breach.finding.pointer);
    return name !== null && isOfOneOperation(rule, breach) && isAbout(rule, name);
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
function isAbout({ id, reason }: RuleResult, name: string): boolean {
  const word = name.replace(/\W/g, "\\$&");
  // The filter modified_at_start reads modified_at.
  const words = new RegExp(`(^|[^\\w.])${word}(_start|_end)?([^\\w]|$)`);
  if (!name.includes("_")) return words.test(reason) && /readable|member|shows no/.test(reason);
  return words.test(reason) || id.split(".").includes(name);
}
