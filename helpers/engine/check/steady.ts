import type { Findings } from "../../wire/exchange.js";
import { Inconclusive, Moved, orWhyNot } from "../../wire/outcome.js";
import { isSameBreach } from "../../wire/same-breach.js";

/** Milliseconds to wait before each confirming reading, so that bursts of changes can pass. */
const PAUSES = [0, 0, 0, 100, 300, 900] as const;

/** How often a breach must be found again where looks may miss what comes and goes between them. */
const AGAIN = 2;

/** Milliseconds after which lagging replicas have caught up. */
export const CAUGHT_UP = 2_000;

/** The data under a relation, looked at before and after each confirming reading. */
export interface Watch<Look> {
  /** The data before the first reading, if known. */
  before(): Promise<Look | null>;
  look(): Promise<Look>;
  /** Whether nothing changed in between that could have changed the reading. */
  isStill(earlier: Look, later: Look): boolean;
  /** Whether nothing changed at all, so that the first reading too was made on unchanged data. */
  isUnchanged(earlier: Look, later: Look): boolean;
  /** What other clients did to the data; null if no change explains why the looks differ. */
  drift(): Promise<string | null>;
  /**
   * A reading was disturbed: from now on the watch may restrict itself to data that change less.
   * @returns false if further readings would be disturbed too, as many were before
   */
  disturbed(): Promise<boolean>;
  /** Whether the target shows replica lag, so that looks may miss what a reading between them saw. */
  lags(): boolean;
  /** Whether other clients were seen to change the data; not asked of a watch that may miss changes. */
  othersWrite?(): Promise<boolean>;
  /** Whether something may come and go between two equal looks. */
  readonly mayMiss?: boolean;
}

/** Thrown if a change may be the reason why a relation cannot be read: it is then read again, as after a breach. */
export class Unsettled extends Inconclusive {}

/** How confirming readings are made. */
export interface Pace {
  /** Runs actions one after the other: readings are shorter, and less often disturbed, when made alone. */
  inTurn<T>(act: () => Promise<T>): Promise<T>;
  /** Waits that many milliseconds, except when a recording is played. */
  pause(ms: number): Promise<void>;
}

/**
 * Judges a relation over data that other clients may be changing.
 *
 * The relation is read once; without findings that is all. Otherwise it is read again between two looks at the data,
 * until the looks show that nothing changed in between. A breach that comes back is a finding. One that does not,
 * although no change explains it, is a finding marked intermittent. With replica lag, the breach must be found again
 * after all replicas have caught up. The same holds if other clients write, since replica lag may not have been noticed
 * yet. If looks may miss changes, some breach must be found again each of several times.
 * @param read the relation: the first time against what the run knows (null), later against a look
 * @throws Moved if the data changed during each reading
 */
export async function judgeSteady<Look>(
  read: (seen: Look | null) => Promise<Findings>,
  watch: Watch<Look>,
  pace: Pace,
): Promise<Findings> {
  let first: Findings = [];
  try {
    first = await read(null);
    if (first.length === 0) return [];
  } catch (error) {
    if (!(error instanceof Unsettled)) throw error;
  }
  const confirmed = (before: Findings) => pace.inTurn(() => confirm(before, read, watch, pace));
  const again = () => confirmed([]);
  let found = await confirmed(first);
  // Without known replica lag, changes by other clients may explain what was found.
  if (found.length > 0 && !watch.lags()) {
    if (watch.mayMiss) found = await eachTime(found, again);
    else if (await watch.othersWrite?.()) found = await onceCaughtUp(found, again, pace, null);
  }
  // Twice if looks do not show every change.
  for (let times = watch.mayMiss ? 2 : 1; times > 0 && found.length > 0 && watch.lags(); times -= 1)
    found = await onceCaughtUp(found, again, pace, watch);
  return found;
}

/** What the last of several readings finds; nothing if one of them finds nothing. */
async function eachTime(found: Findings, again: () => Promise<Findings>): Promise<Findings> {
  let last = found;
  for (let times = AGAIN; times > 0 && last.length > 0; times -= 1) last = await again();
  return last;
}

/**
 * The breaches that are found again after all replicas have caught up.
 * @param watch null if the data may change meanwhile
 * @throws Moved if the data change meanwhile, so that replicas may differ
 */
async function onceCaughtUp<Look>(
  found: Findings,
  again: () => Promise<Findings>,
  pace: Pace,
  watch: Watch<Look> | null,
): Promise<Findings> {
  const before = watch === null ? null : await watch.look();
  await pace.pause(CAUGHT_UP);
  const later = await again();
  if (watch !== null && before !== null && later.length > 0 && !watch.isStill(before, await watch.look()))
    throw new Moved(
      "reads lag behind writes, and the data kept changing; run again while fewer clients write to the target",
    );
  return stillThere(found, later);
}

/** The breaches that are found again; nothing if none is. */
function stillThere(found: Findings, again: Findings): Findings {
  const same = again.filter((one) => found.some((before) => isSameBreach(before, one)));
  if (same.length > 0 || again.length === 0) return same;
  throw new Moved(
    "other clients write, and the contradictions differ each time; run again while fewer clients write to the target",
  );
}

async function confirm<Look>(
  first: Findings,
  read: (seen: Look) => Promise<Findings>,
  watch: Watch<Look>,
  pace: Pace,
): Promise<Findings> {
  const intermittent = first.map((finding) => ({ ...finding, intermittent: true }));
  const before = await watch.before();
  let start = before ?? (await watch.look());
  let readings = 1;
  for (const pause of PAUSES) {
    if (pause > 0) {
      await pace.pause(pause);
      start = await watch.look();
    }
    const again = await orWhyNot(read(start));
    const end = await watch.look();
    if (watch.isStill(start, end))
      return undisturbed(again, await remainsOf(intermittent, watch, before, end));
    start = end;
    readings += 1;
    if (!(await watch.disturbed())) break;
  }
  const drift = await watch.drift();
  if (intermittent.length > 0 && drift === null) return intermittent;
  throw new Moved(
    `the data changed during every reading (${readings} readings${drift === null ? "" : `, ${drift}`}); run again while fewer clients write to the target`,
  );
}

/**
 * What remains of the first reading: all of it if nothing was changed since. Where other clients write, one may have
 * written just before the first look, and the breach was read from a replica that lagged.
 */
async function remainsOf<Look>(
  intermittent: Findings,
  watch: Watch<Look>,
  before: Look | null,
  end: Look,
): Promise<Findings> {
  if (intermittent.length === 0 || before === null || !watch.isUnchanged(before, end)) return [];
  return (await watch.othersWrite?.()) ? [] : intermittent;
}

/** The outcome of a reading on unchanged data: its own findings, otherwise what remains of the first reading. */
function undisturbed(reading: Findings | Inconclusive, remains: Findings): Findings {
  if (reading instanceof Inconclusive) throw reading;
  return reading.length > 0 ? reading : remains;
}

/**
 * A watch over a text that changes whenever the data under the relation change.
 * @param most disturbed readings before the check gives up
 * @param session knows whether the target shows replica lag
 */
export function watchText(
  fingerprint: () => Promise<string>,
  most: number,
  { lag }: { readonly lag: { readonly isSeen: boolean } },
): Watch<string> {
  let times = 0;
  const same = (earlier: string, later: string) => earlier === later;
  return {
    before: async () => null,
    look: fingerprint,
    isStill: same,
    isUnchanged: same,
    drift: async () => "its first page differed each time",
    disturbed: async () => {
      times += 1;
      return times < most;
    },
    lags: () => lag.isSeen,
    mayMiss: true,
  };
}
