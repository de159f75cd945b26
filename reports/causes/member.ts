import { type Breach, linesOf, listing, nameIn, placeIn, receivedIn } from "./cause.js";
import { byForm, isMissing, memberForm } from "./forms.js";

/**
 * One member that records lack, or show in another form, wherever they appear. What other rules report of the same
 * member has the same cause: a total of -1 is not the number of labels either.
 */
export const member = byForm(memberForm, (first, own) => {
  const lines = listing(linesOf(own), 2);
  const [place, ...otherPlaces] = new Set(own.map(({ finding }) => placeIn(finding.pointer)));
  const name = otherPlaces.length === 0 ? place : nameIn(first.finding.pointer);
  if (isMissing(first)) return `${lines}: ${name} is missing${otherSpelling(first)}`;
  return `${lines}: ${name} ${showing(receivedIn(first.finding))}, not ${first.finding.documented}`;
});

/** What a member is, or holds in place of a member of its own. */
function showing(received: string): string {
  const [, others] = /^none; the members are (.*)/s.exec(received) ?? [];
  return others === undefined ? `is ${received}` : `holds only ${others}`;
}

/** ", but there is shipmentId" where a record shows the missing member in another spelling. */
function otherSpelling({ finding }: Breach): string {
  const [, name] = /^none, but ([^;]+);/.exec(finding.received) ?? [];
  return name === undefined ? "" : `, but there is ${name}`;
}
