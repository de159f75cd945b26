import type { RunEvents } from "../../../reports/events.js";
import { countUp } from "../../contract/count-up.js";
import { memo } from "../../contract/memo.js";
import { END_UNKNOWN, SeenExchanges, samplesOf } from "../../engine/vitest/facts.js";
import type { RunRecord } from "../../engine/vitest/reporter.js";
import { ExchangeJudge, exchangeRules, MOMENTARY_RULES } from "../../oracles/exchange/judge.js";
import { TrafficJudge } from "../../oracles/traffic/judge.js";
import { ONCE_ONLY, type TrafficVerdict } from "../../oracles/traffic/tally.js";
import { LeanPages } from "../../target/lists/lean.js";
import { defaultSettings } from "../../target/settings/settings.js";
import type { Page } from "../../wire/decode.js";
import type { Answer, CheckRecord, Exchange, Findings, SentRequest } from "../../wire/exchange.js";
import { eventsOf } from "../run/events.js";
import { isUnrecorded, notesOn, type Traffic } from "./recorded-traffic.js";

/** The outcome of foreign traffic. */
interface Foreign {
  readonly record: RunRecord;
  /** Exchanges that lack something needed for judging, by what they lack. */
  readonly unrecorded: ReadonlyMap<string, number>;
}

/** The outcome of foreign traffic, for the reports. @param name what it was read from */
export function trafficEvents(
  name: string,
  traffic: Traffic,
  { requestIdHeader, out }: { readonly requestIdHeader: string; readonly out: string },
  startedAt: Date,
): RunEvents {
  const settings = { ...defaultSettings(traffic.base), requestIdHeader, outDir: out };
  const { record, unrecorded } = judgeForeign(traffic.exchanges, requestIdHeader);
  const events = eventsOf(settings, record, { embedded: false, startedAt });
  const touched = Object.keys(record.facts?.coverage ?? {}).length;
  const notes = notesOn(name, traffic, { unrecorded, operations: touched });
  return { ...events, run: { ...events.run, traffic: true, notes } };
}

/**
 * Judges traffic that somebody else recorded by everything that single exchanges and pairs of them show.
 * @param exchanges read one by one, twice: only the bodies that show a finding are kept
 */
export function judgeForeign(exchanges: () => Iterable<Exchange>, requestIdHeader: string): Foreign {
  const single = new ExchangeJudge({ requestIdHeader, serviceName: null });
  const lean = new LeanPages();
  const kept = new Kept();
  const relations = new TrafficJudge((page) => kept.page(lean.keep(page)));
  const seen = new SeenExchanges();
  const unrecorded = new Map<string, number>();
  for (const exchange of exchanges()) {
    single.look(exchange);
    relations.look(exchange);
    if (exchange.trouble !== null && isUnrecorded(exchange)) {
      countUp(unrecorded, exchange.trouble);
      continue;
    }
    seen.look(exchange);
  }
  const records = recordsOf(single, relations.verdicts());
  return {
    unrecorded,
    record: {
      records,
      facts: {
        ...seen.facts,
        ...END_UNKNOWN,
        samples: samplesOf(
          exchanges(),
          records.flatMap(({ findings }) => findings),
        ),
      },
      skipped: [],
      defects: [],
    },
  };
}

const NONE = {};

/** Keeps tens of thousands of exchanges small: repeated parts are kept once. */
class Kept {
  readonly #requests = new Map<string, SentRequest>();
  readonly #answers = new Map<number, Answer>();

  /** A page whose exchange has been judged. */
  page({ exchange, ...page }: Page): Page {
    const { answer } = exchange;
    return {
      ...page,
      exchange: {
        ...exchange,
        request: this.#request(exchange.request),
        answer: answer === null ? null : this.#answer(answer.status),
      },
    };
  }

  #request({ method, url, key }: SentRequest): SentRequest {
    const name = `${method} ${key} ${url}`;
    return memo(this.#requests, name, () => ({ method, url, key, headers: NONE, body: null }));
  }

  #answer(status: number): Answer {
    return memo(this.#answers, status, () => ({ status, headers: NONE, body: { kind: "empty" } }));
  }
}

function recordsOf(judged: ExchangeJudge, verdicts: readonly TrafficVerdict[]): CheckRecord[] {
  const single = singles(judged);
  const shown = new Set(
    single.filter(({ evidence }) => Object.values(evidence).some(Boolean)).map(({ rule }) => rule),
  );
  const relations = verdicts.map(relation);
  // If single exchanges have shown a rule, it does not matter that the relations added nothing.
  return [...single, ...relations.filter(({ outcome, rule }) => outcome === "judged" || !shown.has(rule))];
}

/** One record for each rule that single exchanges show. */
function singles(judged: ExchangeJudge): CheckRecord[] {
  return exchangeRules.map((rule) => {
    const { findings, evidence } = judged.collected(rule);
    const record = recordOf(rule, "recorded traffic", { findings, evidence: { "places judged": evidence } });
    const isDoubtful = findings.length > 0 && MOMENTARY_RULES.has(rule) && !isAskedTwice(findings);
    return isDoubtful ? { ...record, findings: [], outcome: "inconclusive", reason: ONCE_ONLY } : record;
  });
}

/** Whether several answers to one request break a rule. */
function isAskedTwice(findings: Findings): boolean {
  return new Set(findings.map(({ request }) => request)).size < findings.length;
}

/** The record of a rule that needs several exchanges; inconclusive if the available ones do not suffice. */
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
  return { rule, check, outcome: "judged", ...seen, observations: [] };
}
