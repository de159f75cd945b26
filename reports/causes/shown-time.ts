import { type Breach, breachesOf, derived, type Explanation, shared } from "./cause.js";

/** What is judged by the time of creation that a list shows. */
const BY_CREATION = /^shipments\.(filter\.(created_at_\w+|combined)|slice\.\w+|default\.slice)$/;
const SHOWN_DIFFERENTLY = "shipment.list-by-id.identity";

/** A list shows another time of creation than the record itself: then its windows and slices look wrong too. */
export const shownTime: Explanation = {
  kind: "member",
  keyOf: (breach, scene) => (isShown(scene) ? timeOf(breach, scene) : null),
  title: () => "created_at of a shipment is another one in the list than by id",
  leads: isDifference,
  fix: () => "first see which of the two is right: windows and slices are judged by the one in the list",
};

const isShown = derived((scene) => breachesOf(scene).some(isDifference));

const timeOf = shared((breach) => (isDifference(breach) || isByCreation(breach) ? ["created_at"] : []));

function isDifference({ rule, finding }: Breach): boolean {
  return rule.id === SHOWN_DIFFERENTLY && finding.pointer === "/created_at";
}

/** Whether a breach is about which items come by their creation. */
function isByCreation({ rule, finding }: Breach): boolean {
  const isAsked = /created_at/.test(finding.request) || !/modified_at/.test(finding.request);
  return BY_CREATION.test(rule.id) && isAsked;
}
