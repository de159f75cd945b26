import { firstOfEach } from "../helpers/contract/group-by.js";
import type { Findings } from "../helpers/wire/exchange.js";
import { breachesIn } from "../helpers/wire/same-breach.js";
import type { FindingResult } from "./results.js";

/** Distinct findings shown for one rule; more if they concern more operations. */
const SHOWN = 5;

/** Distinct findings of one rule, the clearest first. */
interface Groups {
  readonly shown: readonly FindingResult[];
  readonly unlisted: number;
}

/**
 * Groups equal findings; each group shows its clearest member and its size. Every operation that breaks the rule is
 * shown.
 */
export function groupFindings(findings: Findings): Groups {
  const distinct = breachesIn(findings).map(({ first, count }) => ({ ...first, count }));
  const firsts = firstOfEach(distinct, ({ operation }) => operation);
  const others = distinct.filter((one) => !firsts.includes(one));
  const listed = new Set([...firsts, ...others.slice(0, Math.max(0, SHOWN - firsts.length))]);
  const shown = distinct.filter((one) => listed.has(one));
  return { shown, unlisted: distinct.length - shown.length };
}
