import { memo } from "../../contract/memo.js";
import { Coverage, type CoverageCounts } from "../../wire/coverage.js";
import type { Exchange, Finding } from "../../wire/exchange.js";
import type { FixedCounts } from "../../wire/fixed-answers.js";
import { breachesIn } from "../../wire/same-breach.js";
import type { Timeline } from "../../wire/timeline.js";

/** How many exchanges of one finding a report may show. */
const SHOWN = 2;
/** How many breaches of one rule keep their exchanges: a breach on every page of a long list would keep them all. */
const BREACHES = 30;

/** Facts of a run besides its checks, sent once at the end. */
export interface RunFacts {
  readonly requests: number;
  readonly coverage: CoverageCounts;
  readonly fixedAnswers: FixedCounts;
  readonly instability: Readonly<Record<string, number>>;
  /** The exchanges of those findings that a report may show. */
  readonly samples: readonly Exchange[];
  /** Why the run gave the target up before the end, in words that follow its address; null if it did not. */
  readonly givenUp: string | null;
  /** The lowest concurrency that 429s led to; null if they changed nothing. */
  readonly broughtDownTo: number | null;
  /** Why the run was stopped by its findings; null if it was not. */
  readonly stopped: string | null;
  /** Requests that were carried out although they had to be refused, one sentence each. */
  readonly effects: readonly string[];
  /** Only of a run that called the target. */
  readonly timeline?: Timeline | null;
  /** Only of a recording: how many of its exchanges no check asked for. */
  readonly unplayed?: number;
}

/** Where the facts of a run come from: a session, or the journal of a run. */
interface FactSource {
  /** Long bodies may be cut. */
  readonly exchanges: Iterable<Exchange>;
  /** Returns an exchange in full, if some are cut. */
  readonly load?: (exchange: Exchange) => Exchange;
  readonly requests: number;
  readonly fixedAnswers: FixedCounts;
  readonly instability: Readonly<Record<string, number>>;
  readonly givenUp: string | null;
  readonly broughtDownTo: number | null;
  readonly stopped: string | null;
  readonly effects: readonly string[];
}

/** Gathers the facts of a run; `findings` are those of every check. */
export function factsOf(source: FactSource, findings: readonly Finding[]): RunFacts {
  const wanted = exchangesShown(findings);
  const coverage = new Coverage();
  const samples: Exchange[] = [];
  for (const exchange of source.exchanges) {
    if (wanted.has(exchange.index)) samples.push(source.load?.(exchange) ?? exchange);
    coverage.look(exchange);
  }
  const { requests, instability, givenUp, broughtDownTo, stopped, effects, fixedAnswers } = source;
  return {
    requests,
    coverage: coverage.counts,
    fixedAnswers,
    instability,
    samples,
    givenUp,
    broughtDownTo,
    stopped,
    effects,
  };
}

/** Indexes of the exchanges that a report may show for these findings: those of each rule's clearest breaches. */
export function exchangesShown(findings: readonly Finding[]): ReadonlySet<number> {
  const byRule = new Map<string, Finding[]>();
  for (const { first } of breachesIn(findings)) {
    const own = memo(byRule, first.rule, () => []);
    if (own.length < BREACHES) own.push(first);
  }
  return new Set([...byRule.values()].flat().flatMap((finding) => finding.exchanges.slice(0, SHOWN)));
}
