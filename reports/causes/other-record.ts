import { type Breach, breachesOf, derived, type Explanation, linesOf, listing } from "./cause.js";

/** Ending of the rules which say that an action leaves every record alone but the one that it names. */
const ONLY_THAT_ONE = ".only-that-one";

/** An action leaves the record that it names as it was, and changes another one. */
export const otherRecord: Explanation = {
  kind: "topic",
  keyOf: (breach, scene) => {
    const topic = topicOf(breach);
    return mistaken(scene).has(topic) && (isOther(breach) || isSameState(breach)) ? topic : null;
  },
  leads: isOther,
  title: (breaches) =>
    `Another record is changed in place of the one that is named (${listing(linesOf(breaches), 3)})`,
};

/** Topics in which another record was changed, and a named one was not. */
const mistaken = derived((scene) => {
  const breaches = breachesOf(scene);
  const unchanged = new Set(breaches.filter(isSameState).map(topicOf));
  return new Set(
    breaches
      .filter(isOther)
      .map(topicOf)
      .filter((each) => unchanged.has(each)),
  );
});

/** "batches.archive" of batches.archive.delete.v2. */
export function topicOf({ rule: { id } }: Breach): string {
  return id.split(".").slice(0, 2).join(".");
}

function isOther({ rule }: Breach): boolean {
  return rule.id.endsWith(ONLY_THAT_ONE);
}

/** Whether a record still shows the state in which it was before. */
export function isSameState({ finding: { pointer, received } }: Breach): boolean {
  return pointer === "/status" && /^"?open\b/.test(received);
}
