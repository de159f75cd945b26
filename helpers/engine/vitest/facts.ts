import { memo } from "../../contract/memo.js";
import { Instability } from "../../target/client/instability.js";
import { Coverage, type CoverageCounts } from "../../wire/coverage.js";
import type { Exchange, Finding, Findings } from "../../wire/exchange.js";
import { FixedAnswers, type FixedCounts } from "../../wire/fixed-answers.js";
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

/** Of a run of which nothing but its exchanges is known. */
export const END_UNKNOWN = {
  givenUp: null,
  broughtDownTo: null,
  stopped: null,
  effects: [],
} as const satisfies Partial<RunFacts>;

/** Counts what exchanges show by themselves, one after the other: all of them may not fit into memory. */
export class SeenExchanges {
  #requests = 0;
  readonly #coverage = new Coverage();
  readonly #fixed = new FixedAnswers();
  readonly #instability = new Instability();

  look(exchange: Exchange): void {
    this.#requests += 1;
    this.#coverage.look(exchange);
    this.#fixed.look(exchange);
    this.#instability.look(exchange);
  }

  get facts(): Pick<RunFacts, "requests" | "coverage" | "fixedAnswers" | "instability"> {
    return {
      requests: this.#requests,
      coverage: this.#coverage.counts,
      fixedAnswers: this.#fixed.counts,
      instability: this.#instability.counts,
    };
  }
}

/** How the operations were answered. */
export function coverageOf(exchanges: Iterable<Exchange>): CoverageCounts {
  const coverage = new Coverage();
  for (const exchange of exchanges) coverage.look(exchange);
  return coverage.counts;
}

/**
 * The exchanges that a report may show for these findings, those of every check.
 * @param load returns an exchange in full, if some are cut
 */
export function samplesOf(
  exchanges: Iterable<Exchange>,
  findings: Findings,
  load: (exchange: Exchange) => Exchange = (exchange) => exchange,
): readonly Exchange[] {
  const wanted = exchangesShown(findings);
  const samples: Exchange[] = [];
  if (wanted.size === 0) return samples;
  for (const exchange of exchanges) if (wanted.has(exchange.index)) samples.push(load(exchange));
  return samples;
}

/** Indexes of those exchanges: of each rule's clearest breaches. */
function exchangesShown(findings: Findings): ReadonlySet<number> {
  const byRule = new Map<string, Finding[]>();
  for (const { first } of breachesIn(findings)) {
    const own = memo(byRule, first.rule, () => []);
    if (own.length < BREACHES) own.push(first);
  }
  return new Set([...byRule.values()].flat().flatMap((finding) => finding.exchanges.slice(0, SHOWN)));
}
