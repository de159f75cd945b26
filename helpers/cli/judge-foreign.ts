import { coverageOf, instabilityOf } from "../../reports/fold.js";
import type { CheckRecord, Exchange } from "../contract/exchange.js";
import { createJudge, exchangeRules } from "../oracles/exchange/judge.js";
import type { RunEvents } from "../runner/reporter.js";

/** What the traffic that somebody else recorded comes to: everything that single exchanges show. */
export function judgeForeign(exchanges: readonly Exchange[], requestIdHeader: string): RunEvents {
  return {
    records: recordsOf(exchanges, requestIdHeader),
    facts: {
      requests: exchanges.length,
      coverage: coverageOf(exchanges),
      instability: instabilityOf(exchanges),
      samples: exchanges,
    },
    defects: [],
  };
}

/** One record for each rule that single exchanges show. */
function recordsOf(exchanges: readonly Exchange[], requestIdHeader: string): CheckRecord[] {
  const judged = createJudge({ requestIdHeader, serviceName: null });
  for (const exchange of exchanges) judged.look(exchange);
  return exchangeRules.map((rule) => {
    const { findings, evidence } = judged.collected(rule);
    return {
      rule,
      check: "recorded traffic",
      outcome: "judged",
      evidence: { "places judged": evidence },
      findings,
      observations: [],
      requests: 0,
      ms: 0,
    };
  });
}
