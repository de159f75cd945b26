import type { Compliance } from "../../../reports/results.js";
import { writeReports } from "../../../reports/write.js";
import { END_UNKNOWN, SeenExchanges } from "../../engine/vitest/facts.js";
import type { Settings } from "../../target/settings/settings.js";
import { UsageError } from "../mistakes/errors.js";
import { makeOutFolder } from "../mistakes/files.js";
import { clearEarlier } from "./clear-earlier.js";
import { eventsOf } from "./events.js";
import { lockFolder } from "./lock.js";

const NOTHING = { ...new SeenExchanges().facts, ...END_UNKNOWN, samples: [] };

/** A run that could not be made, with the result that its reports say. */
export class NotMade extends UsageError {
  constructor(
    message: string,
    readonly result: Compliance,
  ) {
    super(message);
  }
}

/**
 * Writes reports that say why a run could not be made, replacing those of an earlier run.
 * @param options what a replay needs besides the settings that every report knows
 * @returns the error, with the result unless the folder cannot be written to
 */
export async function reportFailure(
  settings: Settings,
  error: UsageError,
  startedAt: Date,
  options: readonly string[],
): Promise<UsageError> {
  const { outDir } = settings;
  let unlock = () => {};
  try {
    makeOutFolder(outDir);
    unlock = lockFolder(outDir, "run");
  } catch (trouble) {
    // The error itself may say that the folder is not writable, or in use.
    if (trouble instanceof UsageError) return error;
    throw trouble;
  }
  await clearEarlier(outDir);
  const record = { records: [], skipped: [], facts: NOTHING, defects: [] };
  const events = eventsOf(settings, record, { embedded: false, startedAt, options });
  const outOfScope = new Map(events.rules.map(({ id }) => [id, "the run could not be made"]));
  const failed = { ...events, outOfScope, failure: error.message };
  return new NotMade(error.message, await writeReports(failed, outDir).finally(unlock));
}
