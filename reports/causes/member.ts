import {
  type Breach,
  type Explanation,
  linesOf,
  listing,
  nameIn,
  notKept,
  placeIn,
  receivedIn,
} from "./cause.js";
import { blocksByForm, formBehind, isMissing, isOfForm, memberForm } from "./forms.js";

/**
 * One member that records lack, or show in another form, wherever they appear. What other rules report of the same
 * member has the same cause: a total of -1 is not the number of labels either.
 */
export const member: Explanation = {
  kind: "member",
  keyOf: (breach, scene) => {
    const form = formBehind(breach, scene);
    return form === null ? null : memberForm(form);
  },
  leads: isOfForm,
  title: (breaches) => {
    const own = breaches.filter(isOfForm);
    const [first] = own;
    if (first === undefined) return notKept(breaches);
    const lines = listing(linesOf(own), 2);
    const [place, ...otherPlaces] = new Set(own.map(({ finding }) => placeIn(finding.pointer)));
    const name = otherPlaces.length === 0 ? place : nameIn(first.finding.pointer);
    if (isMissing(first)) return `${lines}: ${name} is missing${otherSpelling(first)}`;
    return `${lines}: ${name} is ${receivedIn(first.finding)}, not ${first.finding.documented}`;
  },
  blocks: blocksByForm,
};

/** ", but there is shipmentId" where a record shows the missing member in another spelling. */
function otherSpelling({ finding }: Breach): string {
  const [, name] = /^none, but ([^;]+);/.exec(finding.received) ?? [];
  return name === undefined ? "" : `, but there is ${name}`;
}
