import { coverageOf, instabilityOf } from "../../reports/fold.js";
import type { RunEvents } from "../engine/vitest/reporter.js";
import { createJudge, type ExchangeJudge, exchangeRules } from "../oracles/exchange/judge.js";
import { TrafficJudge } from "../oracles/traffic/judge.js";
import type { TrafficVerdict } from "../oracles/traffic/tally.js";
import { LeanPages } from "../target/lean.js";
import type { Page } from "../wire/decode.js";
import type { Answer, CheckRecord, Exchange, SentRequest } from "../wire/exchange.js";
import { isUnrecorded } from "./recorded-traffic.js";

/** What traffic came to. */
export interface Foreign {
  readonly left: RunEvents;
  /** Exchanges of which the recording lacks what could be judged, by what it lacks. */
  readonly unrecorded: ReadonlyMap<string, number>;
}

/** Exchanges kept of one finding. */
const SHOWN = 2;

/**
 * What the traffic that somebody else recorded comes to: all that single exchanges show, and pairs of them.
 * @param exchanges read one by one, twice: no body is kept but those that show a finding
 */
export function judgeForeign(exchanges: () => Iterable<Exchange>, requestIdHeader: string): Foreign {
  const single = createJudge({ requestIdHeader, serviceName: null });
  const lean = new LeanPages();
  const relations = new TrafficJudge((page) => withoutHeaders(lean.keep(page)));
  const light: Exchange[] = [];
  const unrecorded = new Map<string, number>();
  for (const exchange of exchanges()) {
    single.look(exchange);
    relations.look(exchange);
    if (exchange.trouble !== null && isUnrecorded(exchange))
      unrecorded.set(exchange.trouble, (unrecorded.get(exchange.trouble) ?? 0) + 1);
    else light.push(lightened(exchange));
  }
  const records = recordsOf(single, relations.verdicts());
  return {
    unrecorded,
    left: {
      records,
      facts: {
        requests: light.length,
        coverage: coverageOf(light),
        instability: instabilityOf(light),
        samples: samplesOf(exchanges(), records),
        givenUp: null,
        effects: [],
        broughtDownTo: null,
      },
      leftOut: [],
      defects: [],
    },
  };
}

/** The headers of a page have been judged, and there may be tens of thousands of them. */
function withoutHeaders({ exchange, ...page }: Page): Page {
  const { request, answer } = exchange;
  return {
    ...page,
    exchange: {
      ...exchange,
      request: { ...request, headers: NONE },
      answer: answer === null ? null : { ...answer, headers: NONE },
    },
  };
}

const NONE = {};
const NO_REQUEST: SentRequest = { method: "", url: "", headers: NONE, body: null, key: "right" };

/** An exchange as it is counted. */
function lightened({ answer, ...exchange }: Exchange): Exchange {
  const light: Answer | null =
    answer === null ? null : { status: answer.status, headers: NONE, body: { kind: "empty" } };
  return { ...exchange, request: NO_REQUEST, answer: light };
}

function samplesOf(exchanges: Iterable<Exchange>, records: readonly CheckRecord[]): Exchange[] {
  const wanted = new Set(
    records.flatMap(({ findings }) => findings.flatMap((found) => found.exchanges.slice(0, SHOWN))),
  );
  if (wanted.size === 0) return [];
  return [...exchanges].filter(({ index }) => wanted.has(index));
}

function recordsOf(judged: ExchangeJudge, verdicts: readonly TrafficVerdict[]): CheckRecord[] {
  const single = singles(judged);
  const shown = new Set(
    single.filter(({ evidence }) => Object.values(evidence).some(Boolean)).map(({ rule }) => rule),
  );
  const relations = verdicts.map(relation);
  // Where single exchanges have shown a rule, that nothing could be added is no news.
  return [...single, ...relations.filter(({ outcome, rule }) => outcome === "judged" || !shown.has(rule))];
}

/** One record for each rule that single exchanges show. */
function singles(judged: ExchangeJudge): CheckRecord[] {
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
