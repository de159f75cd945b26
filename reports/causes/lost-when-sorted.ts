import {
  type Breach,
  breachesOf,
  derived,
  type Explanation,
  linesOf,
  operationsOf,
  parametersOf,
} from "./cause.js";
import { isOfPages } from "./paging.js";

/** Rules that set a list which is told how to sort beside one that is not. */
const BESIDE_UNSORTED = /^(\w+\.default\.(all|slice|sort-by|sort-dir)|paging\.links\.keep-sort)$/;

/** A list holds fewer items wherever it is told how to sort: its pages, filters and defaults all look wrong then. */
export const lostWhenSorted: Explanation = {
  kind: "paging",
  keyOf: (breach, scene) => {
    const [operation = ""] = operationsOf([breach]);
    const isOfList = isOfPages(breach.rule) || BESIDE_UNSORTED.test(breach.rule.id) || isLossOfFilter(breach);
    return isOfList && losingIn(scene).has(operation) ? operation : null;
  },
  leads: isLossOfWalk,
  title: (breaches) =>
    `${linesOf(breaches).join()} loses items where sort_by is given; without it, they come`,
};

/** The lists of which walks lose items only with sort_by, and which hold or count more without it. */
const losingIn = derived((scene) => {
  const losses = breachesOf(scene).filter(isLossOfWalk);
  const unsorted = operationsOf(losses.filter((breach) => !isSorted(breach)));
  const fuller = operationsOf(breachesOf(scene).filter(isFullerUnsorted));
  return new Set(operationsOf(losses).filter((each) => fuller.includes(each) && !unsorted.includes(each)));
});

function isLossOfWalk({ rule, finding: { received } }: Breach): boolean {
  return rule.id.endsWith(".partition") && received.includes("missing: ");
}

/** Whether a breach shows items, or a count of them, that a list has without sort_by alone. */
function isFullerUnsorted(breach: Breach): boolean {
  const { id } = breach.rule;
  return !isSorted(breach) && (BESIDE_UNSORTED.test(id) || id === "paging.total.matches-items");
}

/** Whether a filter that is sorted lacks items, and lets none in that are not due. */
function isLossOfFilter(breach: Breach): boolean {
  const { received } = breach.finding;
  const isLoss = /\bmissing: |\bcame, without /.test(received) && !received.includes("not due: ");
  return breach.rule.id.includes(".filter.") && isLoss && isSorted(breach);
}

function isSorted({ finding }: Breach): boolean {
  return parametersOf(finding).includes("sort_by");
}
