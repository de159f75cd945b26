import type { Compliance, Leftover } from "../../../reports/results.js";
import { writeReports } from "../../../reports/write.js";
import { runChecks } from "../../engine/vitest/start.js";
import { END_NOTE, LEFTOVERS_NOTE } from "../../target/recordings/note-names.js";
import {
  type Preamble,
  type Recording,
  type ReportContext,
  recordedSettings,
} from "../../target/recordings/recording.js";
import type { Settings } from "../../target/settings/settings.js";
import { plural } from "../../wire/message.js";
import { eventsOfRun, type Finished } from "../run/events.js";
import { Progress } from "../run/progress.js";

/** The recording of a run of our own. */
export type OwnRecording = Recording & { readonly preamble: Preamble };

/** The outcome of a recording, before it goes into reports. */
export interface Played extends Finished {
  readonly settings: Settings;
  readonly context: ReportContext | null;
  /** True if the recording is incomplete. */
  readonly stopped: boolean;
}

/**
 * Runs the checks of a run again with the same settings, answered by the recording instead of the target. An
 * interrupted recording is judged as far as it goes.
 * @param file the recording, for the worker that runs the checks
 */
export async function play(
  file: string,
  { preamble, sideNotes, exchanges }: OwnRecording,
  out: string,
): Promise<Played> {
  const settings = recordedSettings(preamble, out);
  const { context } = preamble;
  const progress = new Progress();
  progress.stage("judging the recording");
  const record = await runChecks(settings, progress.check, { allure: false, context, recording: file });
  progress.end();
  const ended = sideNotes.some(({ name }) => name === END_NOTE);
  return {
    settings,
    context,
    record,
    leftovers: sideNotes
      .filter(({ name }) => name === LEFTOVERS_NOTE)
      .flatMap(({ value }) => leftoversIn(value)),
    notes: [...(context?.notes ?? []), ...(ended ? unplayedNote(record.facts?.unplayed ?? 0) : [])],
    stopped: !ended,
    notices: ended ? [] : [`The recorded run was stopped after ${plural(numberOf(exchanges), "exchange")}.`],
  };
}

/** Judges a run again and writes its reports; see `play`. */
export async function judgeAgain(file: string, recording: OwnRecording, out: string): Promise<Compliance> {
  const startedAt = new Date();
  const played = await play(file, recording, out);
  const events = eventsOfRun(played.settings, played, played.context, startedAt);
  return writeReports({ ...events, stopped: played.stopped || events.stopped === true }, out);
}

function numberOf(exchanges: Iterable<unknown>): number {
  let number = 0;
  for (const _ of exchanges) number += 1;
  return number;
}

function unplayedNote(unplayed: number): string[] {
  if (unplayed === 0) return [];
  return [`${plural(unplayed, "recorded exchange")} answered no check: the run was made by another version.`];
}

function leftoversIn(value: unknown): Leftover[] {
  return Array.isArray(value) ? value.map(({ what, why }) => ({ what: String(what), why: String(why) })) : [];
}
