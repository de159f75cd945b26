import { rmSync } from "node:fs";
import { join } from "node:path";
import { instabilityOf } from "../../reports/fold.js";
import type { Leftover } from "../../reports/results.js";
import type { CheckRecord, Exchange } from "../contract/exchange.js";
import { factsOf } from "../runner/facts.js";
import type { RunEvents } from "../runner/reporter.js";
import { runChecks } from "../runner/start.js";
import { Client } from "../target/client.js";
import { type Settled, settleDebts } from "../target/debts.js";
import { writeHar } from "../target/har.js";
import { JOURNAL_FILE, Journal, readJournal } from "../target/journal.js";
import { debtsIn, Ledger } from "../target/ledger.js";
import { type Provision, ProvisionFailed, provision } from "../target/provision.js";
import type { Settings } from "../target/settings.js";
import { UsageError } from "./errors.js";

/** A run of the checks together with what it took to leave the target as it was. */
export interface Supervised {
  readonly left: RunEvents;
  /** What was done about the resources that the checks did not remove themselves. */
  readonly settled: readonly Settled[];
  readonly leftovers: readonly Leftover[];
  readonly notes: readonly string[];
}

interface Watch {
  readonly check: (record: CheckRecord, done: number) => void;
  /** Ends the checks at once; what they created is removed nevertheless. */
  readonly signal: AbortSignal;
}

/**
 * Makes fixtures by the configuration's hooks, runs the checks, and removes whatever is then left of this run:
 * also when the run was interrupted, or its worker died.
 *
 * @throws UsageError when a hook fails
 */
export async function supervise(settings: Settings, hooks: Provision, watch: Watch): Promise<Supervised> {
  const earlier = new Set(debtsIn(settings.outDir).map(({ entry }) => entry));
  const ledger = new Ledger(settings.outDir);
  // An older journal must not pass for that of a run that ends before it sends anything.
  rmSync(join(settings.outDir, JOURNAL_FILE), { force: true });
  const idle = settings.writes === "none" && Object.keys(hooks).length > 0;
  const tidy = (requests: number) => settleOwn(settings, { ledger, hooks, earlier, requests });
  const provided = await provision(idle ? {} : hooks, settings, ledger).catch(async (error: unknown) => {
    await tidy(0);
    throw error instanceof ProvisionFailed ? new UsageError(error.message) : error;
  });
  const left = await runChecks(provided, watch.check, { signal: watch.signal });
  if (left.facts === null) await salvage(left, settings, watch.signal.aborted);
  const settled = await tidy(left.facts?.requests ?? 0);
  return {
    left,
    settled,
    leftovers: settled.filter(({ became }) => became === "kept").map(leftoverOf),
    notes: idle ? ["Provision hooks were not run: writes is none."] : [],
  };
}

function leftoverOf({ what, why }: Settled): Leftover {
  return { what, why: `${why.replace(/\.$/, "")}; plimsoll cleanup tries again` };
}

interface Own {
  readonly ledger: Ledger;
  readonly hooks: Provision;
  /** Entries of earlier runs, which are not ours to touch. */
  readonly earlier: ReadonlySet<string>;
  /** Requests that the run has sent. */
  readonly requests: number;
}

async function settleOwn(settings: Settings, { ledger, hooks, earlier, requests }: Own): Promise<Settled[]> {
  const debts = debtsIn(settings.outDir).filter(({ entry }) => !earlier.has(entry));
  if (debts.length === 0) return [];
  const budget = settings.budget === null ? null : Math.max(0, settings.budget - requests);
  const client = new Client({ ...settings, budget }, new Journal(null));
  try {
    return await settleDebts({ client, ledger, provision: hooks }, debts);
  } finally {
    await client.close();
  }
}

/** A run that did not come to its end left its journal: what is known from it goes into the reports. */
async function salvage(left: RunEvents, settings: Settings, interrupted: boolean): Promise<void> {
  const exchanges = journalOf(settings.outDir);
  const findings = left.records.flatMap((record) => record.findings);
  await writeHar(join(settings.outDir, "exchanges.har"), exchanges);
  left.facts = factsOf(
    { exchanges, requests: exchanges.length, instability: instabilityOf(exchanges), givenUp: null },
    findings,
  );
  // What vitest says about checks that we ended ourselves is no defect.
  if (interrupted) left.defects.length = 0;
  else if (left.defects.length === 0) left.defects.push("the run ended early");
}

function journalOf(outDir: string): readonly Exchange[] {
  try {
    return readJournal(join(outDir, JOURNAL_FILE));
  } catch {
    // Ended before anything was asked.
    return [];
  }
}
