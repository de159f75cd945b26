import { join } from "node:path";
import { complianceOf } from "../../../reports/compliance.js";
import type { FindingResult, Sample } from "../../../reports/results.js";
import { sampleOf } from "../../../reports/samples.js";
import type { RuleId } from "../../contract/generated/types.js";
import { findOperation } from "../../contract/operations.js";
import { ruleById } from "../../contract/rules.js";
import { runChecks } from "../../engine/vitest/start.js";
import { Client } from "../../target/client/client.js";
import { JOURNAL_FILE, Journal } from "../../target/recordings/journal.js";
import { readJournal } from "../../target/recordings/journal-reader.js";
import type { Effort, Settings } from "../../target/settings/settings.js";
import type { Exchange } from "../../wire/exchange.js";
import { requestLine } from "../../wire/message.js";
import { type ReferenceRound, roundSettings } from "../reference/reference-round.js";
import { embeddedSettings, withReference } from "../run/embedded.js";
import { eventsOf } from "../run/events.js";

/** A rule as it was seen broken just now, and the same request answered as is documented. */
export interface Example {
  /** Null where no fault brings a breach to light. */
  readonly broken: Broken | null;
  /** Null where the reference service as it should be was not asked the same. */
  readonly kept: Sample | null;
}

/** A breach, and the fault that causes it. */
export interface Broken {
  /** The fault with which the reference service was made to break the rule. */
  readonly fault: string;
  readonly documented: string;
  readonly received: string;
  readonly smallest: string | null;
  readonly sample: Sample;
}

/** A rule to show. */
interface Shown {
  readonly rule: RuleId;
  readonly effort: Effort;
}

interface Found {
  readonly fault: string;
  readonly result: FindingResult;
  readonly exchange: Exchange;
  readonly requestIdHeader: string;
}

/** Name of the check that asks a request again. */
const ASKER = "explain";

/**
 * How many faults are tried: quickly with the rule's own checks, then with all checks, because some faults only show
 * there.
 */
const MOST_TRIED = { own: 6, all: 2 } as const;

/**
 * Runs a rule's checks against the reference service, once with a fault that breaks the rule and once without.
 * @param faults that break the rule; the first one that shows is used
 */
export async function exampleOf(shown: Shown, faults: readonly string[]): Promise<Example> {
  const found = await firstFound(shown, faults);
  const kept = await whileJudged(shown, null, [shown.rule], (run) =>
    found === null ? Promise.resolve(run.own()) : run.same(found.exchange),
  );
  const about = found?.result ?? {};
  const header = found?.requestIdHeader ?? "";
  return {
    broken: found === null ? null : brokenOf(found),
    kept: kept === null ? null : sampleOf(kept, about, header),
  };
}

function brokenOf({ fault, result, exchange, requestIdHeader }: Found): Broken {
  const { documented, received, smallest = null } = result;
  return { fault, documented, received, smallest, sample: sampleOf(exchange, result, requestIdHeader) };
}

async function firstFound(shown: Shown, faults: readonly string[]): Promise<Found | null> {
  const tries = [
    ...faults.slice(0, MOST_TRIED.own).map((fault) => ({ fault, only: [shown.rule] })),
    ...faults.slice(0, MOST_TRIED.all).map((fault) => ({ fault, only: [] })),
  ];
  for (const { fault, only } of tries) {
    const found = await whileJudged(shown, fault, only, async (run) => run.found(fault));
    if (found !== null) return found;
  }
  return null;
}

/** A run of the rule's checks against the reference service, which keeps listening. */
class Run {
  constructor(
    private readonly rule: RuleId,
    private readonly settings: Settings,
    private readonly record: Awaited<ReturnType<typeof runChecks>>,
  ) {}

  /** The clearest finding of the rule, and the exchange that a report would show for it. */
  found(fault: string): Found | null {
    const result = complianceOf(
      eventsOf(this.settings, this.record, { embedded: true, startedAt: new Date() }),
    );
    const [first] = result.rules.find(({ id }) => id === this.rule)?.findings ?? [];
    const exchange = this.#exchanges().find(({ index }) => index === first?.sample?.exchange);
    if (first === undefined || exchange === undefined) return null;
    return { fault, result: first, exchange, requestIdHeader: this.settings.requestIdHeader };
  }

  /** The last exchange of the rule's own checks with one of its own operations. */
  own(): Exchange | null {
    const { operations } = ruleById(this.rule);
    return (
      this.#exchanges().findLast(
        ({ check, operation }) => check.startsWith(this.rule) && operations.some((id) => id === operation),
      ) ?? null
    );
  }

  /** The counterpart of another run's exchange; or its request, asked now, if it needs nothing created first. */
  async same(other: Exchange): Promise<Exchange | null> {
    const line = requestLine(other);
    const all = this.#exchanges();
    const found =
      all.find((one) => isSameStep(one, other) && queryOf(one) === queryOf(other)) ??
      all.find((one) => one.operation !== null && requestLine(one) === line);
    if (found !== undefined) return found;
    const operation = other.operation === null ? null : findOperation(other.operation);
    if (operation?.method !== "GET" || operation.pathParams.length > 0) return null;
    const client = new Client(this.settings, new Journal(null));
    const { pathname, search } = new URL(other.request.url);
    return client.call({ check: ASKER, href: pathname + search }).finally(() => client.close());
  }

  #exchanges(): Exchange[] {
    return readJournal(join(this.settings.outDir, JOURNAL_FILE));
  }
}

async function whileJudged<T>(
  { rule, effort }: Shown,
  fault: string | null,
  only: readonly string[],
  use: (run: Run) => Promise<T>,
): Promise<T> {
  const round: ReferenceRound = { fault: { id: fault ?? "", rule }, data: "default", effort, seed: 1 };
  const broken = { faults: fault === null ? [] : [fault], https: rule.startsWith("transport.") };
  return withReference(broken, async (service, outDir) => {
    const settings = await embeddedSettings(service, (defaults) =>
      roundSettings(round, { ...defaults, outDir, only }),
    );
    return use(new Run(rule, settings, await runChecks(settings, () => {}, { allure: false })));
  });
}

/** Whether two exchanges are the same step of the same check. */
function isSameStep(one: Exchange, other: Exchange): boolean {
  return (
    one.check === other.check &&
    one.ordinal === other.ordinal &&
    one.operation === other.operation &&
    one.request.method === other.request.method
  );
}

function queryOf({ request: { url } }: Exchange): string {
  return new URL(url).search;
}
