import { join } from "node:path";
import type { Compliance } from "../../../reports/results.js";
import { writeReports } from "../../../reports/write.js";
import { type EarlyWorker, startEarly } from "../../engine/vitest/early-worker.js";
import type { ReferenceService } from "../../reference/service.js";
import { debtsIn, type Pending } from "../../target/ledger/ledger.js";
import { receiverHost } from "../../target/receiver.js";
import type { ReportContext } from "../../target/recordings/recording.js";
import { redactorOf } from "../../target/secrets/redact.js";
import { isLoopback, type Settings } from "../../target/settings/settings.js";
import { argument } from "../../wire/curl.js";
import { plural } from "../../wire/message.js";
import { tellUser, UsageError } from "../mistakes/errors.js";
import { makeOutFolder, throwUnlessCertificates } from "../mistakes/files.js";
import { throwIfPortIsTaken } from "../mistakes/ports.js";
import { dayOf, type RunCommandOptions } from "../settings/options.js";
import {
  type Chosen,
  chosenSettings,
  foreignSettings,
  plannedSettings,
} from "../settings/target-settings.js";
import { damageIn } from "./cleanup.js";
import { clearEarlier } from "./clear-earlier.js";
import { eventsOfRun } from "./events.js";
import { reportFailure } from "./failed-run.js";
import { Interruption } from "./interruption.js";
import { FolderInUse, lockFolder } from "./lock.js";
import { PAGE_FILE } from "./print-result.js";
import { Progress } from "./progress.js";
import { reach } from "./reach.js";
import { portableReplayOptions, replayOptions } from "./replay-options.js";
import { writeShard } from "./shard-file.js";
import { type Supervised, supervise, type Watch } from "./supervise.js";

/** How a run ended. */
export type Outcome = Made | Interrupted;

/** A run that was not interrupted. */
export interface Made {
  readonly settings: Settings;
  readonly result: Compliance;
  readonly interrupted: null;
  /** Why the target was given up, in words that follow its address; null if it was not. */
  readonly givenUp: string | null;
}

/** A run that was interrupted. */
interface Interrupted {
  readonly settings: Settings;
  /** Null if nothing was judged yet. */
  readonly result: Compliance | null;
  /** The exit code for this interruption. */
  readonly interrupted: number;
}

/**
 * Judges a target and writes the reports; shows progress on standard error and prints nothing else.
 * @param known rules whose breach is known, so that it does not end the run
 * @throws UsageError if the run could not be made; the reports then say so
 */
export async function judgeTarget(
  chosen: Chosen,
  options: RunCommandOptions,
  known?: readonly string[],
): Promise<Outcome> {
  const startedAt = new Date();
  const worker = startEarly();
  try {
    return await judgeLive(chosen, options, { startedAt, worker, known });
  } catch (error) {
    if (error instanceof UsageError && !(error instanceof FolderInUse) && chosen.url !== null) {
      const settings = plannedSettings(chosen.url, chosen.config, options);
      throw await reportFailure(settings, error, startedAt, replayOptions(options));
    }
    throw error;
  } finally {
    await worker?.stop();
  }
}

interface Beginning {
  readonly startedAt: Date;
  readonly worker: EarlyWorker | null;
  readonly known: readonly string[] | undefined;
}

/** Judges a target that answers, and writes the reports; cleans up if it was interrupted. */
async function judgeLive(
  chosen: Chosen,
  options: RunCommandOptions,
  { startedAt, worker, known }: Beginning,
): Promise<Outcome> {
  const service = chosen.url === null ? await embedded(chosen, options) : null;
  const interruption = new Interruption();
  let unlock = () => {};
  const progress = new Progress();
  try {
    const settings = await settingsOf(chosen, options, service);
    makeOutFolder(settings.outDir);
    unlock = lockFolder(settings.outDir, "run");
    tellOfInterruption(interruption, progress, settings);
    await throwUnlessReceiverListens(settings);
    progress.stage(`looking whether ${settings.url} answers`);
    if (service === null) {
      warnOfPlainHttp(settings);
      await unlessInterrupted(interruption, reach(settings, progress.pausing));
    }
    if (interruption.name !== null) return { settings, result: null, interrupted: interruption.exitCode };
    progress.stage("getting the checks ready");
    mentionDebts(settings);
    await clearEarlier(settings.outDir);
    const context = {
      ...contextOf(settings, chosen, startedAt),
      ...(known === undefined ? {} : { known }),
    };
    const supervised = await supervise(settings, chosen.config.provision ?? {}, {
      ...watching(progress, interruption),
      worker,
      context: { ...context, options: portableReplayOptions(options) },
    });
    progress.end();
    return await outcomeOf(settings, supervised, { context, options, startedAt, interruption });
  } finally {
    progress.end();
    interruption.end();
    unlock();
    await service?.close();
  }
}

/** What the reports of a run depend on, besides what the checks leave. */
interface Circumstances {
  readonly context: ReportContext;
  readonly options: RunCommandOptions;
  readonly startedAt: Date;
  readonly interruption: Interruption;
}

/** Writes the reports, and what joining needs of a shard; says what an interruption left behind. */
async function outcomeOf(
  settings: Settings,
  supervised: Supervised,
  { context, options, startedAt, interruption }: Circumstances,
): Promise<Outcome> {
  const finished = { ...supervised, notices: [...interruption.notices, ...supervised.notices] };
  const shown = { ...context, options: replayOptions(options) };
  const result = await writeReports(eventsOfRun(settings, finished, shown, startedAt), settings.outDir);
  if (interruption.name !== null) {
    tellUser(interruptedLine(supervised, join(settings.outDir, PAGE_FILE)));
    return { settings, result, interrupted: interruption.exitCode };
  }
  const { shard } = settings;
  if (shard !== null)
    writeShard({ ...settings, shard }, context.waivers.list, supervised, {
      startedAt,
      options: shown.options,
    });
  return { settings, result, interrupted: null, givenUp: supervised.record.facts?.givenUp ?? null };
}

/** What reports say besides what the checks leave. */
function contextOf(settings: Settings, { url, config }: Chosen, startedAt: Date): ReportContext {
  const today = dayOf(startedAt.getTime());
  const redactor = redactorOf(settings);
  // Whoever wrote a reason may have quoted a secret.
  const list = (config.waivers ?? []).map((one) => ({ ...one, reason: redactor.text(one.reason) }));
  return { embedded: url === null, notes: [], waivers: { list, today, part: settings.shard !== null } };
}

/** Shows what the checks find, and hears when the user interrupts them. */
function watching(
  progress: Progress,
  interruption: Interruption,
): Pick<Watch, "check" | "hearer" | "signal"> {
  return {
    check: progress.check,
    hearer: {
      broken: progress.broken,
      pausing: progress.pausing,
      listening: (wait) => {
        progress.listening(wait);
        interruption.endsFirst(wait === null ? null : () => process.kill(wait.pid, "SIGINT"));
      },
    },
    signal: interruption.signal,
  };
}

/** Loaded only here: a run against a named target need not wait for the reference to load. */
async function embedded({ config }: Chosen, { https = false }: RunCommandOptions): Promise<ReferenceService> {
  const { createReferenceService } = await import("../../reference/service.js");
  return createReferenceService({ seed: config.seed ?? 1, https });
}

async function settingsOf(
  { url, config }: Chosen,
  options: RunCommandOptions,
  service: ReferenceService | null,
): Promise<Settings> {
  const replayPath = options.path ?? null;
  const bail = options.bail ?? null;
  const shard = options.shard ?? null;
  const listenMs = options.listen ?? 0;
  if (service !== null) {
    if (shard !== null)
      throw new UsageError(
        "--shard is for a target that all shards reach; name its address, as plimsoll serve gives one.",
      );
    const { embeddedSettings } = await import("./embedded.js");
    const settings = await embeddedSettings(service, (defaults) => chosenSettings(config, options, defaults));
    throwUnlessCertificates(settings.caFile);
    return { ...settings, replayPath, bail, listenMs };
  }
  if (options.https)
    throw new UsageError("--https is for the embedded reference; write https:// in the address.");
  return { ...foreignSettings(url ?? "", config, options), replayPath, bail, shard, listenMs };
}

/** Shards may share a machine, and only one opens the receiver; the others need not have the port. */
async function throwUnlessReceiverListens(settings: Settings): Promise<void> {
  const { receiverPort, receiverUrl, shard, writes } = settings;
  if (writes === "none" || shard !== null) return;
  await throwIfPortIsTaken(receiverPort, receiverHost(receiverUrl));
}

/** Anyone who listens on the way can read the key. */
function warnOfPlainHttp({ url, apiKey }: Settings): void {
  if (apiKey === null || isLoopback(url) || !url.startsWith("http:")) return;
  tellUser(`the API key goes to ${url} unencrypted; https:// would hide it.`);
}

/** Waits until done, or until the user interrupts. */
async function unlessInterrupted({ signal }: Interruption, done: Promise<void>): Promise<void> {
  const interrupted = new Promise<void>((resolve) => {
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
  await Promise.race([done, interrupted]);
}

/** Tells at once what a first Ctrl-C does, and after a second one what is left. */
function tellOfInterruption(interruption: Interruption, progress: Progress, { outDir, run }: Settings): void {
  const first = () => progress.tell("interrupted: cleaning up; Ctrl-C again ends at once");
  interruption.signal.addEventListener("abort", first, { once: true });
  interruption.says(() => {
    progress.end();
    const own = debtsIn(outDir).filter((debt) => debt.run === run);
    tellOfDebts("this run", own, outDir);
  });
}

/** A killed earlier run may have left something; this run does not touch it. */
function mentionDebts({ outDir }: Settings): void {
  const damage = damageIn(outDir);
  if (damage !== null) tellUser(damage);
  tellOfDebts("an earlier run", debtsIn(outDir), outDir);
}

function tellOfDebts(debtor: string, debts: readonly Pending[], outDir: string): void {
  for (const target of new Set(debts.map((debt) => debt.target))) {
    const own = debts.filter((debt) => debt.target === target);
    tellUser(
      `${debtor} left ${plural(own.length, "resource")} on ${target}; plimsoll cleanup ${argument(target)} --out ${argument(outDir)} removes them or puts them back.`,
    );
  }
}

function interruptedLine({ record, settled, leftovers }: Supervised, report: string): string {
  const removed = settled.filter(({ became }) => became === "removed" || became === "restored").length;
  const tidied = removed === 0 ? "" : `${plural(removed, "resource")} removed or put back, `;
  const rest =
    leftovers.length === 0 ? "nothing is left behind" : `${plural(leftovers.length, "resource")} left behind`;
  return `interrupted after ${plural(record.records.length, "check")}; ${tidied}${rest}; what is known so far: ${report}`;
}
