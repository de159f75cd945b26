import {
  type Breach,
  breachesOf,
  derived,
  type Explanation,
  filtersOf,
  linesOf,
  operationsOf,
} from "./cause.js";

/** Rules that say how many items a page holds. */
const OF_LENGTH = /^(paging\.page_size\.respected|\w+\.default\.page-size)$/;
/** Rules that say which items pages hold, or which page comes where none is named: then it is no wonder if they are short. */
const OF_PLACE = /\.(partition|default\.page)$/;
/** What a list that is filtered too late keeps in no filtered list. */
const OF_FILTERED = /^(paging\.total\.matches-items|\w+\.(total|page-past-last|slice\.\w+|filter\.[\w.-]+))$/;

/** A list is cut into pages before it is filtered: pages are not full, and what is due stands on later ones. */
export const filteredLate: Explanation = {
  kind: "paging",
  keyOf: (breach, scene) => {
    const [operation] = operationsOf([breach]);
    return operation !== undefined && lateIn(scene).has(operation) && isOfFiltered(breach) ? operation : null;
  },
  leads: isShort,
  title: (breaches) =>
    `${linesOf(breaches).join()} is cut into pages before it is filtered: pages are not full, though more items follow`,
  fix: () => "filter first, then cut into pages",
};

/** The lists whose pages are short where they are filtered, and only there. */
const lateIn = derived((scene) => {
  const breaches = breachesOf(scene);
  const ofAll = breaches.filter((one) => isAboutPages(one) && !isFiltered(one));
  const plain = operationsOf(ofAll);
  return new Set(operationsOf(breaches.filter(isShort)).filter((operation) => !plain.includes(operation)));
});

function isAboutPages({ rule: { id } }: Breach): boolean {
  return OF_LENGTH.test(id) || OF_PLACE.test(id);
}

/** Whether a filtered page holds fewer items than are due. */
function isShort(breach: Breach): boolean {
  const { documented, received } = breach.finding;
  const due = /\bholds (\d+) of/.exec(documented)?.[1];
  const held = /^(\d+) items?\b/.exec(received)?.[1];
  return OF_LENGTH.test(breach.rule.id) && isFiltered(breach) && Number(held) < Number(due);
}

/** Whether a breach is what a filtered list shows of it; one that finds too much is not. */
function isOfFiltered(breach: Breach): boolean {
  const { rule, finding } = breach;
  if (!isFiltered(breach) || !OF_FILTERED.test(rule.id)) return isShort(breach);
  return !rule.id.includes(".filter.") || /^(\d+ came, without|none;) /.test(finding.received);
}

function isFiltered({ finding }: Breach): boolean {
  return filtersOf(finding).length > 0;
}
