import type { Rule } from "../../contract/model.js";
import type { Settings } from "../../target/settings/settings.js";
import type { CheckRecord } from "../../wire/exchange.js";
import { breachesIn } from "../../wire/same-breach.js";

/** Whether a check with this record is red: it found a breach that fails the run. */
export function breaks(rule: Rule, { findings }: CheckRecord, settings: Pick<Settings, "strict">): boolean {
  return findings.length > 0 && fails(rule, settings);
}

/** Whether a breach of the rule fails the run. */
export function fails({ level }: Rule, { strict }: Pick<Settings, "strict">): boolean {
  return level === "must" || (strict && level === "should");
}

/** The text of a red check: the first of its distinct breaches. */
export function brokenText({ findings }: CheckRecord): string {
  return breachesIn(findings)
    .slice(0, 3)
    .map(({ first: { request, documented, received, pointer } }) =>
      [
        request,
        `  Documented  ${documented}`,
        `  Received    ${received}`,
        ...(pointer ? [`  At          ${pointer}`] : []),
      ].join("\n"),
    )
    .join("\n");
}
