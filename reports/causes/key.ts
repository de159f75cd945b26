import { type Breach, type Explanation, linesOf, listing, statusOf } from "./cause.js";

const REFUSED = 401;

/** Calls without the right key succeed, or get another status than 401; or they get 401 and do something all the same. */
export const key: Explanation = {
  kind: "key",
  keyOf: ({ rule, finding }) => {
    if (!rule.id.startsWith("auth.key.")) return null;
    return statusOf(finding) === REFUSED ? "refused" : "key";
  },
  title: (breaches) => {
    const lines = linesOf(breaches);
    const where =
      lines.length > 3 ? `${lines.length} operations, such as ${listing(lines.slice(0, 2))}` : listing(lines);
    return isRefused(breaches)
      ? `Calls without the right key are answered with ${REFUSED}, but are not stopped there: ${where}`
      : `Calls without the right key are not refused with ${REFUSED}: ${where}`;
  },
  fix: (breaches) =>
    isRefused(breaches)
      ? `end the call where ${REFUSED} is answered, before anything is read or changed`
      : `check the key before anything else, and answer ${REFUSED}`,
};

/** All breaches of a cause are alike. */
function isRefused([first]: readonly Breach[]): boolean {
  return first !== undefined && statusOf(first.finding) === REFUSED;
}
