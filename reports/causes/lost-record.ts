import { type Breach, breachesOf, derived, type Explanation, linesOf, listing } from "./cause.js";

/** Rules which say that a list gains what is created and keeps the rest. */
const LISTED = /^webhooks\.v\d\.create\.listed$/;

/** Webhooks that were created are lost again: the list lacks them, and nothing can be done with them or reaches them. */
export const lostRecord: Explanation = {
  kind: "topic",
  keyOf: (breach, scene) => ((isListing(breach) || isMissed(breach)) && isBoth(scene) ? "webhooks" : null),
  leads: isListing,
  title: (breaches) => `Webhooks that were created are lost again (${listing(linesOf(breaches), 3)})`,
};

/** Whether a list lacks what was created, and something else shows it too. */
const isBoth = derived((scene) => {
  const breaches = breachesOf(scene);
  return breaches.some(isListing) && breaches.some(isMissed);
});

function isListing({ rule, finding: { received } }: Breach): boolean {
  return LISTED.test(rule.id) && received.startsWith("without ");
}

/** An update or deletion that does not find its webhook, and an event for one that is no longer listed. */
function isMissed({ rule: { id }, finding: { received } }: Breach): boolean {
  if (id === "events.report-complete.emitted") return received.includes("no longer listed");
  return /^webhooks\.v\d\.(put|delete)\.accepted$/.test(id) && received.startsWith("status 404");
}
