import { type Breach, type Explanation, linesOf, listing, nameIn, notKept, receivedIn } from "./cause.js";
import { blocksByForm, formBehind, isMissing, isOfForm, memberForm, recordOf } from "./forms.js";

/**
 * One member that records lack, or show in another form, wherever they appear. What other rules report of the same
 * member has the same cause: a total of -1 is not the number of labels either.
 */
export const member: Explanation = {
  kind: "member",
  keyOf: (breach, { forms }) => {
    const form = formBehind(breach, forms);
    return form === null ? null : memberForm(form);
  },
  leads: isOfForm,
  title: (breaches, scene) => {
    const own = breaches.filter(isOfForm);
    const [first] = own;
    if (first === undefined) return notKept(breaches);
    const records = listing([...new Set(own.map(({ rule }) => recordOf(rule)))]);
    const where = `${records} (${listing(linesOf(own, scene), 2)})`;
    const [path, ...otherPaths] = new Set(own.map(pathIn));
    const name = otherPaths.length === 0 ? path : nameIn(first.finding.pointer);
    if (isMissing(first)) return `${name} is missing${otherSpelling(first)} in: ${where}`;
    return `${name} is ${receivedIn(first.finding)}, not ${first.finding.documented}, in: ${where}`;
  },
  blocks: blocksByForm,
};

/** "return_to.name" of /shipments/0/return_to/name; "tags.name" of /tags/0/name by shipment.field.tags.name. */
function pathIn({ rule, finding: { pointer = "" } }: Breach): string {
  const isEntry = /\/\d+$/.test(pointer);
  const steps = pointer
    .replace(/\/\d+$/, "")
    .split("/")
    .slice(1);
  const direct = steps.slice(steps.findLastIndex((step) => /^\d+$/.test(step)) + 1).join(".");
  const ofRule = rule.id.split(".field.")[1] ?? "";
  const path = ofRule.endsWith(`.${direct}`) ? ofRule : direct;
  return isEntry ? `an entry of ${path}` : path;
}

/** ", but there is shipmentId," where a record shows the missing member in another spelling. */
function otherSpelling({ finding }: Breach): string {
  const [, name] = /^none, but ([^;]+);/.exec(finding.received) ?? [];
  return name === undefined ? "" : `, but there is ${name},`;
}
