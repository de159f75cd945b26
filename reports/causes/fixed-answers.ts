import { operationLine } from "../../helpers/contract/operations.js";
import { derived, type Explanation, listing } from "./cause.js";
import { isOfForm } from "./forms.js";

/** So many operations are unlikely to answer alike, each for its own reason. */
const MANY = 5;
/** So many different requests to one operation are unlikely to find the same records. */
const OFTEN = 6;

/** What findings say of a request that must be refused, and of one that was not. */
const REFUSAL = /\b(status 4\d\d|no success|refused)\b/;
const SUCCESS = /^status 2\d\d\b/;

/** Many operations answer the same whatever is asked of them, as a mock of fixed examples does. */
export const fixedAnswers: Explanation = {
  kind: "same-answer",
  keyOf: (breach, scene) => {
    const fixed = fixedIn(scene);
    const { operation, documented, received } = breach.finding;
    if (fixed.size === 0 || isOfForm(breach)) return null;
    // Such a mock succeeds whatever must be refused, in operations too that were asked only once.
    const isAccepted = REFUSAL.test(documented) && SUCCESS.test(received);
    return fixed.has(operation ?? "") || isAccepted ? "fixed" : null;
  },
  // A record that was not asked for shows it at a glance.
  leads: ({ rule }) => rule.id.includes(".filter."),
  title: (_, scene) => {
    const lines = [...fixedIn(scene)].map(operationLine);
    return `${lines.length} operations answer the same whatever they are asked for: ${listing(lines, 3)}`;
  },
  fix: () =>
    "answer from records that filters, pages, ids and changes have an effect on; examples that never change can only show their form",
};

/** The operations with fixed answers, the most asked one first; none unless so many have them that it is no accident. */
const fixedIn = derived(({ fixedAnswers }): ReadonlySet<string> => {
  const fixed = Object.entries(fixedAnswers).sort(([, one], [, other]) => other - one);
  const [[, most] = ["", 0]] = fixed;
  return new Set(fixed.length >= MANY && most >= OFTEN ? fixed.map(([id]) => id) : []);
});
