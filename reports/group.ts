import type { Finding } from "../helpers/contract/exchange.js";
import { breachesIn } from "../helpers/contract/same-breach.js";
import type { FindingResult } from "./results.js";

/** Distinct findings shown for one rule. */
const SHOWN = 5;

/** Distinct findings of one rule, the clearest first. */
export interface Groups {
  readonly shown: readonly FindingResult[];
  readonly unlisted: number;
}

/** Puts equal findings together; each group is shown by its clearest member, with the number of members. */
export function groupFindings(findings: readonly Finding[]): Groups {
  const distinct = breachesIn(findings).map(({ first, count }) => ({ ...first, count }));
  return { shown: distinct.slice(0, SHOWN), unlisted: Math.max(0, distinct.length - SHOWN) };
}
