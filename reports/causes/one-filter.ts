import { firstOfEach, groupBy } from "../../helpers/contract/group-by.js";
import type { RuleResult } from "../results.js";
import { breachesOf, derived, type Explanation, filtersOf, notKept } from "./cause.js";

/** What the pages of a filtered list hold, how many there are, and where their links lead. */
const OF_PAGES =
  /^(paging\.(total\.matches-items|page_size\.respected|links\.[\w.-]+)|\w+\.(filter\.combined|total|partition|page-past-last|slice\.\w+|default\.[\w-]+))$/;

/** A filter that fails alone makes filtered pages wrong, too, wherever it is sent along. */
export const oneFilter: Explanation = {
  kind: "topic",
  keyOf: ({ rule: { id } }, scene) => {
    const filters = filtersBehind(scene);
    return filters.get(id) ?? ([...filters.values()].includes(id) ? id : null);
  },
  leads: ({ rule: { id } }) => !OF_PAGES.test(id),
  title: notKept,
};

/** By each rule that is broken only on pages under one failing filter, the rule of that filter. */
const filtersBehind = derived((scene) => {
  const failing = failingIn(scene);
  return new Map(
    scene.broken.flatMap((rule) => {
      const own = failing.get(rule.findings[0]?.operation ?? null) ?? [];
      const [filter, ...others] = own.filter(({ name }) => isSentIn(rule, name));
      return filter === undefined || others.length > 0 ? [] : [[rule.id, filter.id] as const];
    }),
  );
});

/** The filters that fail where nothing else narrows the list, each with its rule, by operation. */
const failingIn = derived((scene) => {
  const alone = breachesOf(scene).flatMap(({ rule: { id }, finding }) => {
    const [name, ...others] = filtersOf(finding);
    const isAlone = name !== undefined && others.length === 0 && id.endsWith(`.filter.${name}`);
    return isAlone ? [{ operation: finding.operation, name, id }] : [];
  });
  return groupBy(
    firstOfEach(alone, ({ id }) => id),
    ({ operation }) => operation,
  );
});

/** Whether a rule is broken only on pages under a filter. */
function isSentIn({ id, findings }: RuleResult, name: string): boolean {
  return OF_PAGES.test(id) && findings.every((finding) => filtersOf(finding).includes(name));
}
