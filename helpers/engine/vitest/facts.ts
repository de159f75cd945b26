import type { Exchange, Finding } from "../../wire/exchange.js";
import { breachesIn } from "../../wire/same-breach.js";
import type { Timeline } from "../../wire/timeline.js";

/** Exchanges of one finding that a report may show. */
const SHOWN = 2;
/** Breaches of one rule whose exchanges are kept: what stands on every page of a long list would be all of them. */
const BREACHES = 30;

/** What a run has to say beside its checks: sent once, at the end. */
export interface RunFacts {
  readonly requests: number;
  /** operationId -> status -> number of answers. */
  readonly coverage: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly instability: Readonly<Record<string, number>>;
  /** The exchanges that the findings which a report may show point at. */
  readonly samples: readonly Exchange[];
  /** Why the target was given up before the end, to follow its address; null where it was not. */
  readonly givenUp: string | null;
  /** The fewest requests at a time that 429s led to; null where they led to nothing. */
  readonly broughtDownTo: number | null;
  /** Why the run was stopped by what it found; null where it was not. */
  readonly stopped: string | null;
  /** What was carried out though it had to be refused, one sentence each. */
  readonly effects: readonly string[];
  /** Of a run that asked the target. */
  readonly timeline?: Timeline | null;
  /** Of a recording that was played: its exchanges that no check asked for. */
  readonly unplayed?: number;
}

/** Where the facts of a run are gathered from: a session, or the journal that a run left. */
export interface FactSource {
  /** Long bodies may be cut. */
  readonly exchanges: Iterable<Exchange>;
  /** Gives an exchange in full, where some are cut. */
  readonly load?: (exchange: Exchange) => Exchange;
  readonly requests: number;
  readonly instability: Readonly<Record<string, number>>;
  readonly givenUp: string | null;
  readonly broughtDownTo: number | null;
  readonly stopped: string | null;
  readonly effects: readonly string[];
}

/** Gathers the facts of a run; `findings` are those of every check. */
export function factsOf(source: FactSource, findings: readonly Finding[]): RunFacts {
  const wanted = exchangesShown(findings);
  const coverage: Record<string, Record<string, number>> = {};
  const samples: Exchange[] = [];
  for (const exchange of source.exchanges) {
    if (wanted.has(exchange.index)) samples.push(source.load?.(exchange) ?? exchange);
    if (exchange.operation === null) continue;
    const status = String(exchange.answer?.status ?? exchange.trouble ?? "no answer");
    coverage[exchange.operation] ??= {};
    const row = coverage[exchange.operation];
    if (row !== undefined) row[status] = (row[status] ?? 0) + 1;
  }
  const { requests, instability, givenUp, broughtDownTo, stopped, effects } = source;
  return { requests, coverage, instability, samples, givenUp, broughtDownTo, stopped, effects };
}

/** Positions of the exchanges that a report may show for these findings: of the clearest of each rule. */
export function exchangesShown(findings: readonly Finding[]): ReadonlySet<number> {
  const byRule = new Map<string, Finding[]>();
  for (const { first } of breachesIn(findings)) {
    const own = byRule.get(first.rule) ?? [];
    byRule.set(first.rule, own);
    if (own.length < BREACHES) own.push(first);
  }
  return new Set([...byRule.values()].flat().flatMap((finding) => finding.exchanges.slice(0, SHOWN)));
}
