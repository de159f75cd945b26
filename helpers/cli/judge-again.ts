import type { Compliance, Leftover } from "../../reports/results.js";
import { plural } from "../../reports/text.js";
import { writeReports } from "../../reports/write.js";
import { runChecks } from "../engine/vitest/start.js";
import {
  END_NOTE,
  LEFTOVERS_NOTE,
  type Preamble,
  type Recording,
  recordedSettings,
} from "../target/recording.js";
import type { Exchange } from "../wire/exchange.js";
import { eventsOf } from "./events.js";
import { asPart } from "./part.js";
import { Progress } from "./progress.js";

/** The recording of a run of our own. */
export type OwnRecording = Recording<readonly Exchange[]> & { readonly preamble: Preamble };

/**
 * Judges a run again: the same checks under the same settings, answered by the recording instead of the target.
 * What was stopped halfway is judged as far as it goes.
 *
 * @param file the recording, for the worker that runs the checks
 */
export async function judgeAgain(
  file: string,
  { preamble, sideNotes, exchanges }: OwnRecording,
  out: string,
): Promise<Compliance> {
  const startedAt = new Date();
  const settings = recordedSettings(preamble, out);
  const { context } = preamble;
  const progress = new Progress();
  progress.stage("judging the recording");
  const left = await runChecks(settings, progress.check, { allure: false, context, recording: file });
  progress.end();
  const whole = eventsOf(settings, left, context?.embedded ?? false, startedAt, context?.options ?? []);
  const { shard } = settings;
  const events = shard === null ? whole : asPart(whole, { parts: [shard.index], of: shard.count });
  const ended = sideNotes.some(({ name }) => name === END_NOTE);
  const notes = [
    ...events.run.notes,
    ...(context?.notes ?? []),
    ...(ended ? unplayedNote(left.facts?.unplayed ?? 0) : []),
  ];
  const stopped = ended
    ? []
    : [`The recorded run was stopped after ${plural(exchanges.length, "exchange")}.`];
  const leftovers = sideNotes
    .filter(({ name }) => name === LEFTOVERS_NOTE)
    .flatMap(({ value }) => leftoversIn(value));
  return writeReports(
    {
      ...events,
      leftovers,
      notices: [...(events.notices ?? []), ...stopped],
      run: { ...events.run, notes },
      ...(context === null ? {} : { waivers: context.waivers }),
    },
    out,
  );
}

function unplayedNote(unplayed: number): string[] {
  if (unplayed === 0) return [];
  return [`${plural(unplayed, "recorded exchange")} answered no check: the run was made by another version.`];
}

function leftoversIn(value: unknown): Leftover[] {
  return Array.isArray(value) ? value.map(({ what, why }) => ({ what: String(what), why: String(why) })) : [];
}
