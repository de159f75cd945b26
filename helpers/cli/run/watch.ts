import { existsSync, type FSWatcher, watch as watchFiles } from "node:fs";
import { connect } from "node:net";
import { resolve, sep } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { changeLines } from "../../../reports/compare/baseline.js";
import { changesBetween } from "../../../reports/compare/changes.js";
import { WIDTH } from "../../../reports/console-lines.js";
import type { Compliance } from "../../../reports/results.js";
import { wrap } from "../../../reports/text.js";
import { brokenRules, verdictLine } from "../../../reports/wording.js";
import { plural } from "../../wire/message.js";
import { tellUser, UsageError } from "../mistakes/errors.js";
import type { RunCommandOptions } from "../settings/options.js";
import { type Chosen, plannedSettings } from "../settings/target-settings.js";
import { judgeTarget, type Outcome } from "./judge-target.js";
import { printResult } from "./print-result.js";

/** Milliseconds between looks at whether the target answers, and for which files must stay unchanged. */
const LOOK_MS = 250;
const STILL_MS = 300;
/** Parts of paths whose changes have nothing to do with the target. */
const ASIDE = new Set([".git", "node_modules"]);

/**
 * `plimsoll run --watch`: judges a target whenever it comes back or a file of a folder changes: first what was broken,
 * then everything; shows what changed. Ends when it is interrupted.
 * @returns the exit code of an interrupted process
 * @throws UsageError if there is no target or no such folder, or the first run could not be made
 */
export async function watch(chosen: Chosen, options: RunCommandOptions, folder: string): Promise<number> {
  const { url } = chosen;
  if (options.json) throw new UsageError("choose either --watch or --json.");
  if (options.baseline !== undefined) throw new UsageError("choose either --watch or --baseline.");
  if (url === null) throw new UsageError("--watch needs the address of a target that you change.");
  if (!existsSync(folder)) throw new UsageError(`--watch ${folder}: there is no such folder.`);
  const { outDir } = plannedSettings(url, chosen.config, options);
  const changes = new FileChanges(folder, outDir);
  let last: Compliance | null = null;
  try {
    for (;;) {
      await untilThere(url);
      const outcome: Outcome | null = await round(chosen, options, last);
      if (outcome !== null && outcome.interrupted !== null) return outcome.interrupted;
      last = outcome?.result ?? last;
      say(`Watching ${folder} and ${url}; Ctrl-C ends.`);
      await untilChanged(url, changes);
    }
  } finally {
    changes.close();
  }
}

/** First what was broken, for a quick answer, then everything. Null if the run could not be made. */
async function round(
  chosen: Chosen,
  options: RunCommandOptions,
  last: Compliance | null,
): Promise<Outcome | null> {
  if (last === null) {
    const outcome = await judgeTarget(chosen, options);
    if (outcome.interrupted === null) printResult(outcome.result, outcome.settings.outDir);
    return outcome;
  }
  try {
    const broken = brokenRules(last).map(({ id }) => id);
    if (broken.length > 0) {
      const first = await judgeTarget(chosen, { ...options, only: broken });
      if (first.interrupted !== null) return first;
      const left = brokenRules(first.result).length;
      say(`${broken.length - left} of ${plural(broken.length, "broken rule")} fixed; now all rules`);
    }
    const outcome = await judgeTarget(chosen, options);
    if (outcome.interrupted === null) tell(last, outcome.result);
    return outcome;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    tellUser(error.message);
    return null;
  }
}

function tell(last: Compliance, result: Compliance): void {
  const lines = changeLines(changesBetween(last, result));
  process.stdout.write(
    `${[...(lines.length === 0 ? ["Nothing changed"] : lines), ...wrap(verdictLine(result), WIDTH)].join("\n")}\n`,
  );
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Waits until the address answers. */
async function untilThere(url: string): Promise<void> {
  let told = false;
  while (!(await listens(url))) {
    if (!told) say(`Waiting for ${url} …`);
    told = true;
    await sleep(LOOK_MS);
  }
}

/** Waits until files have changed and are stable, or until the address stops answering. */
async function untilChanged(url: string, changes: FileChanges): Promise<void> {
  while (!changes.taken() && (await listens(url))) await sleep(LOOK_MS);
}

function listens(url: string): Promise<boolean> {
  const { hostname, port, protocol } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, "");
  const socket = connect({ host, port: Number(port) || (protocol === "https:" ? 443 : 80) });
  return new Promise<boolean>((done) => {
    socket.once("connect", () => done(true));
    socket.once("error", () => done(false));
  }).finally(() => socket.destroy());
}

/** Changes of files below a folder, except those that runs and tools write there. */
class FileChanges {
  readonly #watcher: FSWatcher;
  #changedAt: number | null = null;
  #failure: Error | null = null;

  constructor(
    private readonly folder: string,
    outDir: string,
  ) {
    const own = resolve(outDir);
    this.#watcher = watchFiles(folder, { recursive: true }, (_, name) => {
      if (name === null || name.split(sep).some((part) => ASIDE.has(part))) return;
      const file = resolve(folder, name);
      if (file !== own && !file.startsWith(own + sep)) this.#changedAt = performance.now();
    });
    this.#watcher.on("error", (error) => {
      this.#failure = error;
    });
  }

  /**
   * Whether files have changed since this was last true, and are stable now.
   * @throws UsageError if the folder can no longer be watched
   */
  taken(): boolean {
    if (this.#failure !== null)
      throw new UsageError(
        `--watch ${this.folder}: the system no longer tells of changes there (${this.#failure.message}); start again.`,
      );
    if (this.#changedAt === null || performance.now() - this.#changedAt < STILL_MS) return false;
    this.#changedAt = null;
    return true;
  }

  close(): void {
    this.#watcher.close();
  }
}
