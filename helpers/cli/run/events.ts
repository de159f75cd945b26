import type { RunEvents } from "../../../reports/events.js";
import type { Leftover } from "../../../reports/results.js";
import { rules } from "../../contract/rules.js";
import { inScope, operationsIn, whyOutOfScope } from "../../contract/scope.js";
import { showsBody } from "../../contract/shown-bodies.js";
import { withSkipped } from "../../engine/check/skipped-by-effort.js";
import { withinScope } from "../../engine/check/within-scope.js";
import type { RunFacts } from "../../engine/vitest/facts.js";
import type { RunRecord } from "../../engine/vitest/reporter.js";
import { RATE_LIMITED, UNAVAILABLE } from "../../target/client/client.js";
import type { ReportContext } from "../../target/recordings/recording.js";
import type { Settings } from "../../target/settings/settings.js";
import { plural } from "../../wire/message.js";
import { asPart } from "./part.js";
import { version } from "./version.js";

/** How a run was made. */
interface Made {
  readonly embedded: boolean;
  readonly startedAt: Date;
  /** What a replay needs besides the settings that every report knows. @defaultValue none */
  readonly options?: readonly string[];
}

/** Combines the events of the checks with the contract, for the reports. */
export function eventsOf(
  settings: Settings,
  record: RunRecord,
  { embedded, startedAt, options = [] }: Made,
): RunEvents {
  const { facts } = record;
  return {
    run: {
      version: version(),
      seed: settings.seed,
      effort: settings.effort,
      requests: facts?.requests ?? 0,
      seconds: Math.round((Date.now() - startedAt.getTime()) / 100) / 10,
      startedAt: startedAt.toISOString(),
      generations: settings.generations,
      edition: settings.edition,
      writes: settings.writes,
      only: settings.only.length === 0 ? null : settings.only.join(","),
      skip: settings.skip.length === 0 ? null : settings.skip.join(","),
      shard: null,
      strict: settings.strict,
      complete: settings.complete,
      options,
      notes: facts === null ? [] : limitedNotes(facts),
      ...(facts === null || facts.effects.length === 0 ? {} : { effects: facts.effects }),
    },
    stopped: facts !== null && facts.stopped !== null,
    notices: facts === null ? [] : endedEarly(facts),
    failure: failureOf(facts),
    target: { url: settings.url, embedded, requestIdHeader: settings.requestIdHeader },
    rules,
    ...rulesOutside(settings),
    // Joined shards judge all exchanges anew.
    records: withSkipped(record.records, record.skipped).map((one) => withinScope(one, settings)),
    defects: facts === null && record.defects.length === 0 ? ["the run ended early"] : record.defects,
    operations: operationsIn(settings),
    coverage: facts?.coverage ?? {},
    fixedAnswers: facts?.fixedAnswers ?? {},
    instability: facts?.instability ?? {},
    samples: facts?.samples ?? [],
    leftovers: [],
    keyEnv: settings.keyEnv,
    bodies: Object.keys(settings.bodies).filter((id) => !showsBody(id)),
    ...(facts?.timeline ? { timeline: facts.timeline } : {}),
  };
}

/** What a run left, live or played from its recording. */
export interface Finished {
  readonly record: RunRecord;
  readonly leftovers: readonly Leftover[];
  /** What limited the scope, one sentence each. */
  readonly notes: readonly string[];
  /** What a reader must know first, one sentence each. */
  readonly notices: readonly string[];
}

/**
 * The events of a run, or of the shard that the settings name.
 * @param context null if a recording has none
 */
export function eventsOfRun(
  settings: Settings,
  { record, leftovers, notes, notices }: Finished,
  context: ReportContext | null,
  startedAt: Date,
): RunEvents {
  const { shard } = settings;
  const { embedded, options = [] } = context ?? { embedded: false };
  const whole = eventsOf(settings, record, { embedded, startedAt, options });
  const events = shard === null ? whole : asPart(whole, { parts: [shard.index], of: shard.count });
  return {
    ...events,
    leftovers,
    notices: [...(events.notices ?? []), ...notices],
    run: { ...events.run, notes: [...events.run.notes, ...notes] },
    ...(context === null ? {} : { waivers: context.waivers }),
    ...(context?.known === undefined ? {} : { known: context.known }),
  };
}

/** Rules that these settings leave out, with the reason, and those that only the edition leaves out. */
function rulesOutside(settings: Settings): Pick<RunEvents, "outOfScope" | "younger"> {
  const outOfScope = new Map<string, string>();
  const younger = new Set<string>();
  for (const rule of rules) {
    const why = whyOutOfScope(rule, settings);
    if (why === null) continue;
    outOfScope.set(rule.id, why);
    if (inScope(rule, { ...settings, edition: null })) younger.add(rule.id);
  }
  return { outOfScope, younger };
}

/** That a target was given up does not excuse a breach: what was seen until then counts. */
function failureOf(facts: RunFacts | null): string | null {
  const givenUp = facts?.givenUp ?? null;
  return givenUp === null ? null : `the target ${givenUp}`;
}

function endedEarly({ givenUp, stopped }: RunFacts): string[] {
  return [
    ...(givenUp === null ? [] : [`Given up before its end: the target ${givenUp}.`]),
    ...(stopped === null ? [] : [`Not looked at to the end: ${stopped}.`]),
  ];
}

/** What 429s, and 503s of a target that sheds load, led to, and how to spare them. */
export function limitedNotes({ broughtDownTo, instability }: RunFacts): string[] {
  if (broughtDownTo === null) return [];
  const came = [RATE_LIMITED, UNAVAILABLE].flatMap((kind) => {
    const times = instability[kind] ?? 0;
    return times === 0 ? [] : [`${kind.replace("STATUS_", "")} came ${plural(times, "time")}`];
  });
  return [
    `${came.join(", ")}; requests at a time were brought down to ${broughtDownTo}; --concurrency ${broughtDownTo} spares that, or --rps where the target counts by the second.`,
  ];
}
