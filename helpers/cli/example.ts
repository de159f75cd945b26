import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { complianceOf } from "../../reports/compliance.js";
import { sampleOf } from "../../reports/fold.js";
import type { FindingResult, Sample } from "../../reports/results.js";
import { findOperation } from "../contract/operations.js";
import { runChecks } from "../engine/vitest/start.js";
import { createReferenceService } from "../reference/service.js";
import { Client } from "../target/client.js";
import { JOURNAL_FILE, Journal } from "../target/journal.js";
import { readJournal } from "../target/journal-reader.js";
import type { Effort, Settings } from "../target/settings.js";
import type { Exchange } from "../wire/exchange.js";
import { requestLine } from "../wire/message.js";
import { embeddedSettings } from "./embedded.js";
import { eventsOf } from "./events.js";
import { type ReferenceRound, roundSettings } from "./reference-round.js";

/** A breach of a rule as it was found just now, and the same request answered as is documented. */
export interface Example {
  /** Fault by which the reference service was made to break the rule. */
  readonly fault: string;
  readonly documented: string;
  readonly received: string;
  readonly smallest: string | null;
  readonly breaks: Sample;
  /** Null where the reference service as it should be was not asked the same. */
  readonly keeps: Sample | null;
}

/** A rule, and the fault that is to show it. */
interface Shown {
  readonly rule: string;
  readonly fault: string;
  readonly effort: Effort;
}

/** Who asks, where a request is asked again. */
const ASKER = "explain";

/**
 * Runs a rule's checks against the reference service with a fault that breaks it, and against it as it should be.
 * @returns null where the rule's own checks do not bring the fault to light
 */
export async function exampleOf(shown: Shown): Promise<Example | null> {
  const finding = await whileJudged(shown, shown.fault, async (run) => run.finding());
  const [exchange] = finding?.shown ?? [];
  if (finding === null || exchange === undefined) return null;
  const { fault } = shown;
  const { documented, received, smallest = null } = finding.result;
  const keeps = await whileJudged(shown, null, (run) => run.same(exchange));
  const sample = (one: Exchange): Sample => sampleOf(one, finding.result, finding.requestIdHeader);
  return {
    fault,
    documented,
    received,
    smallest,
    breaks: sample(exchange),
    keeps: keeps === null ? null : sample(keeps),
  };
}

/** A run of the rule's checks against the reference service, which still listens. */
class Run {
  constructor(
    private readonly rule: string,
    private readonly settings: Settings,
    private readonly left: Awaited<ReturnType<typeof runChecks>>,
  ) {}

  /** The clearest finding of the rule, and the exchange that a report would show for it. */
  finding(): { result: FindingResult; shown: Exchange[]; requestIdHeader: string } | null {
    const result = complianceOf(eventsOf(this.settings, this.left, true, new Date()));
    const [first] = result.rules.find(({ id }) => id === this.rule)?.findings ?? [];
    if (first === undefined) return null;
    const shown = this.#exchanges().filter(({ index }) => index === first.sample?.exchange);
    return { result: first, shown, requestIdHeader: this.settings.requestIdHeader };
  }

  /** The exchange that stands where another run has `other`, or its request asked now if it needs nothing made before. */
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
  use: (run: Run) => Promise<T>,
): Promise<T> {
  const outDir = mkdtempSync(join(tmpdir(), "plimsoll-example-"));
  const round: ReferenceRound = { fault: { id: fault ?? "", rule }, data: "default", effort, seed: 1 };
  const service = createReferenceService({
    faults: fault === null ? [] : [fault],
    https: rule.startsWith("transport."),
  });
  try {
    const settings = await embeddedSettings(service, (defaults) =>
      roundSettings(round, { ...defaults, outDir, only: [rule] }),
    );
    return await use(new Run(rule, settings, await runChecks(settings, () => {}, { allure: false })));
  } finally {
    await service.close();
    rmSync(outDir, { recursive: true, force: true });
  }
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
