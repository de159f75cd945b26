import { inject } from "vitest";
import { Journal } from "../../target/recordings/journal.js";
import { readRecording } from "../../target/recordings/read-recording.js";
import type { ReportContext } from "../../target/recordings/recording.js";
import { stockOf } from "../../target/replay/stock.js";
import type { Settings } from "../../target/settings/settings.js";
import type { NewsAddress } from "./news.js";
import { Session } from "./session.js";

declare module "vitest" {
  export interface ProvidedContext {
    plimsoll: Settings;
    /** Facts for the reports; goes into the recording. */
    plimsollContext?: ReportContext | null;
    /** A recording that answers instead of the target; none in a run. */
    plimsollRecording?: string | null;
    /** The channel for news of broken rules; null if nobody listens. */
    plimsollNews?: NewsAddress | null;
  }
}

/** The session of this worker, from its first use until it is taken to be ended. */
let current: Session | null = null;

/**
 * Begins another run in this worker. The proof makes many runs: their traffic stays in memory, and their settings do
 * not come from the command that started the worker.
 */
export function beginSession(settings: Settings): void {
  current = new Session(settings, { journal: new Journal(null) });
}

/** The settings of this worker's run, for decisions before the first request. */
export function settingsOfRun(): Settings {
  return current?.settings ?? inject("plimsoll");
}

/** Takes the session from this worker to end it; null if there is none. */
export function leaveSession(): Session | null {
  const left = current;
  current = null;
  return left;
}

/** The session of this worker, made on first use from the settings that the run was started with. */
export function session(): Session {
  current ??= makeSession();
  return current;
}

function makeSession(): Session {
  const file = inject("plimsollRecording") ?? null;
  const recording = file === null ? null : stockOf(readRecording(file));
  return new Session(inject("plimsoll"), {
    recording,
    context: inject("plimsollContext") ?? null,
    news: inject("plimsollNews") ?? null,
  });
}
