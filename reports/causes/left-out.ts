import type { FindingResult, RuleResult } from "../results.js";
import { derived, type Explanation, notKept, parametersOf } from "./cause.js";
import { isOfPages } from "./paging.js";

/** The rule of a parameter's default: "labels.default.page-size". */
const OF_DEFAULT = /^\w+\.default\.(page|page-size|sort-dir|sort-by)$/;
const OF_LISTS = /^(paging\.links\.|\w+\.(filter\.|total$|page-past-last$))/;

/** A parameter that is left out does not mean its default: then all pages without it look wrong. */
export const leftOut: Explanation = {
  kind: "topic",
  keyOf: ({ rule: { id } }, scene) => {
    const defaults = defaultsBehind(scene);
    return defaults.get(id) ?? ([...defaults.values()].includes(id) ? id : null);
  },
  leads: ({ rule: { id } }) => (id.endsWith(".default.page") ? 2 : Number(OF_DEFAULT.test(id))),
  title: notKept,
};

/** By each rule that is broken only where one parameter is left out, the rule of that parameter's default. */
const defaultsBehind = derived(({ broken }) => {
  const wrong = broken.filter(({ id }) => OF_DEFAULT.test(id));
  const defaults = wrong.filter((one) => !wrong.some((other) => isWithout(one, other)));
  return new Map(
    broken.flatMap((rule) => {
      const [first, ...others] = defaults.filter((one) => isWithout(rule, one));
      return first === undefined || others.length > 0 ? [] : [[rule.id, first.id] as const];
    }),
  );
});

/** Whether every page that breaks a rule lacks the parameter of a default of the same list. */
function isWithout(rule: RuleResult, { id, findings }: RuleResult): boolean {
  const [operation = null] = findings.map((one) => one.operation);
  const name = id.slice(id.lastIndexOf(".") + 1).replace("-", "_");
  const lacksIt = (one: FindingResult) => one.operation === operation && !parametersOf(one).includes(name);
  // Which page comes decides what all other defaults show.
  const isBehind = OF_DEFAULT.test(rule.id) ? name === "page" && rule.id !== id : isAboutLists(rule);
  return isBehind && rule.findings.every(lacksIt);
}

function isAboutLists(rule: RuleResult): boolean {
  return isOfPages(rule) || OF_LISTS.test(rule.id);
}
