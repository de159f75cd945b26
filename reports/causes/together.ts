import {
  type Breach,
  breachesOf,
  derived,
  type Explanation,
  filtersOf,
  linesOf,
  operationsOf,
} from "./cause.js";

/** Rules about what filters let through. */
const OF_FILTER = /^[\w-]+\.filter\./;

/** Each filter of a list holds alone, and several do not: what links keep of several fails with them. */
export const together: Explanation = {
  kind: "topic",
  keyOf: (breach, scene) => {
    const [operation] = operationsOf([breach]);
    const isAbout = isOfFilter(breach) || breach.rule.id === "paging.links.keep-filters";
    const isFailing = operation !== undefined && failingIn(scene).has(operation);
    return isFailing && isAbout && isOfSeveral(breach) ? operation : null;
  },
  leads: isCombined,
  title: (breaches) => `${linesOf(breaches).join()}: filters fail only where several are sent together`,
  fix: () => "apply each filter to what the others leave",
};

/** The lists of which several filters fail together, and none alone. */
const failingIn = derived((scene) => {
  const breaches = breachesOf(scene).filter(isOfFilter);
  const alone = operationsOf(breaches.filter((breach) => !isOfSeveral(breach)));
  return new Set(operationsOf(breaches.filter(isCombined)).filter((operation) => !alone.includes(operation)));
});

function isOfFilter({ rule }: Breach): boolean {
  return OF_FILTER.test(rule.id);
}

function isCombined({ rule }: Breach): boolean {
  return rule.id.endsWith(".filter.combined");
}

function isOfSeveral({ finding }: Breach): boolean {
  return filtersOf(finding).length > 1;
}
