import { distinct } from "../../../reports/collect.js";
import type { RunEvents } from "../../../reports/events.js";
import { defaultSettings } from "../../target/settings/settings.js";
import type { Exchange } from "../../wire/exchange.js";
import { plural } from "../../wire/message.js";
import { eventsOf } from "../run/events.js";
import { asPart } from "../run/part.js";
import type { Alike, ShardFile } from "../run/shard-file.js";
import { type Joined, joinShards } from "./join.js";
import { oneRun } from "./one-run.js";

/** A shard that may be joined with others of its run. */
export interface JoinableShard {
  /** Where it was found. */
  readonly folder: string;
  readonly file: ShardFile;
  /** In order; may be read more than once. */
  readonly exchanges: () => Iterable<Exchange>;
}

/** Shards as the run that they belong to. */
interface JoinedRun {
  readonly events: RunEvents;
  readonly joined: Joined;
  readonly inOrder: readonly JoinableShard[];
  /** False if shards are missing. */
  readonly isWhole: boolean;
}

/**
 * Joins shards into the run that they belong to.
 * @param partial true if shards may be missing
 * @throws UsageError unless they are the shards of one run, each once
 */
export function joinedRun(shards: readonly JoinableShard[], partial: boolean): JoinedRun {
  const { shards: inOrder, alike, part } = oneRun(shards, partial);
  const joined = joinShards(inOrder, alike);
  const files = inOrder.map(({ file }) => file);
  const whole = eventsFrom(files, alike, joined.record);
  return { events: part === null ? whole : asPart(whole, part), joined, inOrder, isWhole: part === null };
}

/** The events of the joined run. It lasted from the start of the first shard to the end of the last. */
function eventsFrom(files: readonly ShardFile[], alike: Alike, record: Joined["record"]) {
  const { waivers, bodies: _digest, sellerId: _other, headers: _names, ...told } = alike;
  const [startedAt = ""] = files.map((file) => file.startedAt).sort();
  const endedAt =
    files
      .map((file) => file.endedAt)
      .sort()
      .at(-1) ?? startedAt;
  const usual = defaultSettings(told.url);
  const settings = {
    ...usual,
    ...told,
    keyEnv: files[0]?.keyEnv ?? usual.keyEnv,
    // Their values stay with the shards.
    bodies: Object.fromEntries(files.flatMap((file) => file.bodies).map((id) => [id, null])),
  };
  const events = eventsOf(settings, record, {
    embedded: false,
    startedAt: new Date(startedAt),
    options: files[0]?.options ?? [],
  });
  return {
    ...events,
    leftovers: files.flatMap(({ leftovers }) => leftovers),
    waivers: { list: waivers, today: startedAt.slice(0, 10) },
    run: {
      ...events.run,
      seconds: Math.round((Date.parse(endedAt) - Date.parse(startedAt)) / 100) / 10,
      notes: [
        `Joined from ${plural(files.length, "shard")}.`,
        ...distinct(files.flatMap(({ notes }) => notes)),
      ],
    },
  };
}
