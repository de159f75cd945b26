import { coverageOf, instabilityOf } from "../../reports/fold.js";
import type { RunEvents } from "../engine/vitest/reporter.js";
import { createJudge, exchangeRules } from "../oracles/exchange/judge.js";
import { judgeTraffic } from "../oracles/traffic/judge.js";
import type { TrafficVerdict } from "../oracles/traffic/tally.js";
import type { CheckRecord, Exchange } from "../wire/exchange.js";

/** What the traffic that somebody else recorded comes to: all that single exchanges show, and pairs of them. */
export function judgeForeign(exchanges: readonly Exchange[], requestIdHeader: string): RunEvents {
  return {
    records: recordsOf(exchanges, requestIdHeader),
    facts: {
      requests: exchanges.length,
      coverage: coverageOf(exchanges),
      instability: instabilityOf(exchanges),
      samples: exchanges,
      givenUp: null,
      effects: [],
      broughtDownTo: null,
    },
    leftOut: [],
    defects: [],
  };
}

function recordsOf(exchanges: readonly Exchange[], requestIdHeader: string): CheckRecord[] {
  const single = singles(exchanges, requestIdHeader);
  const judged = new Set(
    single.filter(({ evidence }) => Object.values(evidence).some(Boolean)).map(({ rule }) => rule),
  );
  const relations = judgeTraffic(exchanges).map(relation);
  // Where single exchanges have shown a rule, that nothing could be added is no news.
  return [...single, ...relations.filter(({ outcome, rule }) => outcome === "judged" || !judged.has(rule))];
}

/** One record for each rule that single exchanges show. */
function singles(exchanges: readonly Exchange[], requestIdHeader: string): CheckRecord[] {
  const judged = createJudge({ requestIdHeader, serviceName: null });
  for (const exchange of exchanges) judged.look(exchange);
  return exchangeRules.map((rule) => {
    const { findings, evidence } = judged.collected(rule);
    return recordOf(rule, "recorded traffic", { findings, evidence: { "places judged": evidence } });
  });
}

/** The record of a rule that takes several exchanges; inconclusive where those at hand do not suffice. */
function relation({ rule, findings, evidence, reasons }: TrafficVerdict): CheckRecord {
  const record = recordOf(rule, "recorded traffic, one exchange beside another", { findings, evidence });
  const decided = findings.length > 0 || Object.keys(evidence).length > 0;
  return decided ? record : { ...record, outcome: "inconclusive", reason: reasons.join("; ") };
}

function recordOf(
  rule: string,
  check: string,
  seen: Pick<CheckRecord, "findings" | "evidence">,
): CheckRecord {
  return { rule, check, outcome: "judged", ...seen, observations: [], requests: 0, ms: 0 };
}
