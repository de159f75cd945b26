import { statusOf } from "../../../oracles/records/batches.js";
import type { Answered, Exchange } from "../../../wire/exchange.js";
import { ifReadable } from "../../../wire/outcome.js";
import { succeeded } from "../../../wire/status.js";
import type { Check } from "../../check/check.js";
import { createBatch } from "./own.js";
import { lostOf, needsStillBatches, shownEachTime } from "./takes-others.js";
import type { Victim } from "./used.js";
import { archive } from "./victims.js";

// Batches of ours with the same external id, where a target allows that: archiving takes one of them.

const WAYS = ["v1ArchiveBatch", "v2ArchiveBatch"] as const;

/** A batch that is no longer open once its twin was archived. */
interface LostTwin {
  readonly archived: Victim;
  readonly lost: Victim;
  readonly exchanges: readonly [Answered, ...Exchange[]];
}

/** Judges that archiving one of several batches with the same external id leaves the others open. */
export async function judgeTwins(t: Check): Promise<void> {
  if ((await archiveTwins(t, "twin", async () => true)) === null) return;
  // Another client may have archived it, and a batch may never have been readable.
  const isOpen = async ({ id }: Victim) => (await lostOf(t, [id])).length === 0;
  const again = await shownEachTime(t, "twin", (round) => archiveTwins(t, `twin-${round}`, isOpen));
  if (again === null) {
    await needsStillBatches(t);
    return t.observe("Another client archived a batch during this check.");
  }
  const { archived, lost, exchanges } = again;
  const documented = `batch ${lost.id} stays open when ${archived.id}, which has the same external id, is archived`;
  t.breach(exchanges, documented, "no longer open");
}

/**
 * Archives one twin in each way beside another that is open; null if those stay so, or if there can be none.
 * @param isOpen whether the other one is known to be open
 */
async function archiveTwins(
  t: Check,
  name: string,
  isOpen: (twin: Victim) => Promise<boolean>,
): Promise<LostTwin | null> {
  const ways = WAYS.filter((way) => t.inScope(way));
  const twins = await makeTwins(t, name, ways.length + 1);
  for (const [at, way] of ways.entries()) {
    const [archived, beside] = twins.slice(at);
    if (archived === undefined || beside === undefined || !(await isOpen(beside))) return null;
    const answer = await archive(t, archived, way);
    if (!succeeded(answer)) continue;
    t.saw("batches with the same external id");
    const [lost] = await lostOf(t, [beside.id]);
    if (lost === undefined) continue;
    beside.archived();
    return { archived, lost: beside, exchanges: [answer, lost.exchange, archived.before.exchange] };
  }
  return null;
}

/** Open batches with the same external id, as many as the target allows up to a number. */
async function makeTwins(t: Check, name: string, most: number): Promise<readonly Victim[]> {
  const twins: Victim[] = [];
  while (twins.length < most) {
    const twin = await ifReadable(createBatch(t, name));
    const isNew = twin !== null && twins.every(({ id }) => id !== twin.id);
    // A service may answer with the batch that has the external id already: it is removed only once.
    if (twin !== null && !isNew) twin.archived();
    if (twin === null || !isNew || statusOf(twin.before.raw) !== "open") break;
    twins.push(twin);
  }
  return twins;
}
