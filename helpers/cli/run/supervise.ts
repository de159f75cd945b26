import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Leftover } from "../../../reports/results.js";
import type { Hearer } from "../../engine/check/news.js";
import type { EarlyWorker } from "../../engine/vitest/early-worker.js";
import { END_UNKNOWN, type RunFacts, SeenExchanges, samplesOf } from "../../engine/vitest/facts.js";
import { runChecks } from "../../engine/vitest/start.js";
import { Client } from "../../target/client/client.js";
import { type Settled, settleDebts } from "../../target/ledger/debts.js";
import { debtsIn, Ledger } from "../../target/ledger/ledger.js";
import { ProvisionFailed, provision } from "../../target/ledger/provision.js";
import { HAR_FILE } from "../../target/recordings/har.js";
import { writeHar } from "../../target/recordings/har-writer.js";
import { appendSideNote, JOURNAL_FILE, Journal } from "../../target/recordings/journal.js";
import { readJournalRecording } from "../../target/recordings/journal-reader.js";
import { EFFECT_NOTE, LEFTOVERS_NOTE } from "../../target/recordings/note-names.js";
import type { Recording, ReportContext } from "../../target/recordings/recording.js";
import type { Provision } from "../../target/settings/provision-hook.js";
import type { Settings } from "../../target/settings/settings.js";
import type { CheckRecord, Findings } from "../../wire/exchange.js";
import { UsageError } from "../mistakes/errors.js";
import { allureNotice } from "./allure-notice.js";
import type { Finished } from "./events.js";

/** Most milliseconds before a removal is retried, once the run is interrupted or gave the target up. */
const HURRIED_MS = 1_000;
/** Milliseconds after which nothing more is removed then. */
const LONGEST_MS = 30_000;

/** A run of the checks, and how the target was left as it was. */
export interface Supervised extends Finished {
  /** The outcome for resources that the checks did not remove themselves. */
  readonly settled: readonly Settled[];
}

/** Who follows a run, and what the reports need to know beside it. */
export interface Watch {
  readonly check: (record: CheckRecord, done: number, of: number) => void;
  /** Told at once of each rule whose breach fails the run, and of waits. */
  readonly hearer: Hearer;
  /** Ends the checks at once; what they created is removed nevertheless. */
  readonly signal: AbortSignal;
  /** Facts for the reports. */
  readonly context: ReportContext;
  /** The process to make the checks in. */
  readonly worker: EarlyWorker | null;
}

/**
 * Makes fixtures by the configuration's hooks, runs the checks, and then removes whatever is left of this run, even if
 * the run was interrupted or its worker died.
 * @throws UsageError if a hook fails
 */
export async function supervise(settings: Settings, hooks: Provision, watch: Watch): Promise<Supervised> {
  const ledger = new Ledger(settings.outDir, settings.run);
  const idle = settings.writes === "none" && Object.keys(hooks).length > 0;
  const tidy = (requests: number, hurried = watch.signal.aborted) =>
    settleOwn(settings, { ledger, hooks, requests, hurried });
  const failed = async (error: unknown) => {
    await tidy(0);
    throw error instanceof ProvisionFailed ? new UsageError(error.message) : error;
  };
  const provided = await provision(idle ? {} : hooks, settings, ledger).catch(failed);
  const notes = idle ? ["Provision hooks were not run: writes is none."] : [];
  const context = { ...watch.context, notes: [...watch.context.notes, ...notes] };
  const { check, hearer, signal, worker } = watch;
  const notices: string[] = [];
  const allureFailed = (error: unknown) => void notices.push(allureNotice(error));
  const record = await runChecks(provided, check, { signal, context, hearer, worker, allureFailed }).catch(
    failed,
  );
  if (record.facts === null) {
    record.facts = salvage(
      settings.outDir,
      record.records.flatMap(({ findings }) => findings),
    );
    // What vitest says about checks that we ended ourselves is not a defect.
    if (signal.aborted) record.defects.length = 0;
    else record.defects.unshift("the process that makes the checks ended before they were done");
  }
  const givenUp = (record.facts?.givenUp ?? null) !== null;
  const settled = await tidy(record.facts?.requests ?? 0, givenUp || watch.signal.aborted);
  const leftovers = settled.filter(({ became }) => became === "kept").map(leftoverOf);
  if (leftovers.length > 0) recordLeftovers(settings.outDir, leftovers);
  return { record, settled, leftovers, notes, notices };
}

/** Known only after the recording is written; rare enough to write it again. */
function recordLeftovers(outDir: string, leftovers: readonly Leftover[]): void {
  const journal = join(outDir, JOURNAL_FILE);
  if (!existsSync(journal)) return;
  appendSideNote(journal, { name: LEFTOVERS_NOTE, value: leftovers });
  writeHar(join(outDir, HAR_FILE), readJournalRecording(journal));
}

function leftoverOf({ what, why }: Settled): Leftover {
  const hint = why.includes("plimsoll cleanup") ? "" : "; plimsoll cleanup tries again";
  return { what, why: `${why.replace(/\.$/, "")}${hint}` };
}

interface Own {
  readonly ledger: Ledger;
  readonly hooks: Provision;
  /** Number of requests that the run has sent. */
  readonly requests: number;
  /** True if the user waits for the end, or the target was waited for long enough. */
  readonly hurried: boolean;
}

async function settleOwn(settings: Settings, { ledger, hooks, requests, hurried }: Own): Promise<Settled[]> {
  // Do not touch what earlier runs left.
  const debts = debtsIn(settings.outDir).filter(({ run }) => run === settings.run);
  if (debts.length === 0) return [];
  const budget = settings.budget === null ? null : Math.max(0, settings.budget - requests);
  const longestWait = hurried ? HURRIED_MS : Number.POSITIVE_INFINITY;
  const client = new Client({ ...settings, budget }, new Journal(null), undefined, longestWait);
  const stop = () => client.stop(`there was no time left for it, after ${LONGEST_MS / 1_000} s`);
  const limit = hurried ? setTimeout(stop, LONGEST_MS) : undefined;
  try {
    return await settleDebts({ client, ledger, provision: hooks }, debts);
  } finally {
    clearTimeout(limit);
    await client.close();
  }
}

/** What is known of a run that did not reach its end: its journal shows it. Writes its recording too. */
function salvage(outDir: string, findings: Findings): RunFacts {
  const recording = journalOf(outDir);
  writeHar(join(outDir, HAR_FILE), recording);
  const { exchanges, sideNotes } = recording;
  const seen = new SeenExchanges();
  for (const exchange of exchanges) seen.look(exchange);
  return {
    ...seen.facts,
    ...END_UNKNOWN,
    samples: samplesOf(exchanges, findings),
    effects: sideNotes.filter(({ name }) => name === EFFECT_NOTE).map(({ value }) => String(value)),
  };
}

/** Empty if the run ended before the first request. */
function journalOf(outDir: string): Recording {
  const journal = join(outDir, JOURNAL_FILE);
  return existsSync(journal)
    ? readJournalRecording(journal)
    : { preamble: null, sideNotes: [], exchanges: [] };
}
