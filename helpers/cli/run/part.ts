import { total } from "../../../reports/collect.js";
import type { RunEvents } from "../../../reports/events.js";
import type { Shards } from "../../../reports/results.js";
import { shardWords } from "../../../reports/wording.js";

/**
 * The events of a part of a run. A rule that nothing in this part shows is left to the other shards: here it is not
 * applicable, for that reason.
 */
export function asPart(events: RunEvents, shard: Shards): RunEvents {
  const outOfScope = new Map(events.outOfScope);
  const seen = seenRules(events);
  for (const { id, by } of events.rules) {
    if (by === "none" || seen.has(id) || outOfScope.has(id)) continue;
    outOfScope.set(id, `nothing in ${shardWords(shard)} shows it`);
  }
  return { ...events, outOfScope, run: { ...events.run, shard } };
}

/** Rules with a finding, with evidence, or with a check that says why there is none. */
function seenRules({ records }: RunEvents): ReadonlySet<string> {
  const speaking = records.filter(({ outcome, evidence }) => outcome !== "judged" || total(evidence) > 0);
  return new Set([
    ...speaking.map(({ rule }) => rule),
    ...records.flatMap(({ findings }) => findings.map(({ rule }) => rule)),
  ]);
}
