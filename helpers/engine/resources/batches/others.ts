import type { RuleId } from "../../../contract/generated/types.js";
import { finding } from "../../../oracles/finding.js";
import type { Finding } from "../../../wire/exchange.js";
import { renderIds } from "../../../wire/message.js";
import { ifReadable } from "../../../wire/outcome.js";
import { succeeded } from "../../../wire/status.js";
import { type Answered, type Check, given } from "../../check/check.js";
import type { OpenList } from "../../lists/open-list.js";
import { allBatches, listOpen, readBatch, statusOf } from "./lists.js";
import { createBatch, taken } from "./victims.js";

/** Numbers in the names of the batches that are archived to make sure. */
const AGAIN = 9_000;

interface Watch {
  /** Batches of others that the last whole open list held; null before the first. */
  open: ReadonlySet<string> | null;
  /** What archived a batch of ours since then. */
  since: Answered[];
  /** Batches that were archived when the run read all of them. */
  readonly archived: ReadonlySet<string>;
  /** Rules of which one single batch has told before: somebody else may have archived or opened that. */
  readonly doubtful: Set<RuleId>;
  /** What came of archiving once more, by the operation that was under suspicion. */
  readonly again: Map<string, Promise<boolean>>;
}

const watch = given(async (t): Promise<Watch> => {
  const first = (await ifReadable(t.given(allBatches)))?.items ?? [];
  const archived = new Set(first.flatMap(({ id, raw }) => (statusOf(raw) === "archived" ? [id] : [])));
  return { open: null, since: [], archived, doubtful: new Set(), again: new Map() };
});

/** Remembers what archived a batch: it is to blame for what the next open list lacks. */
export async function noteArchiving(t: Check, answer: Answered): Promise<void> {
  (await t.given(watch)).since.push(answer);
}

/** Remembers the batches of others that are open now, for `judgeOthers` to compare with. */
export async function rememberOpen(t: Check, list: OpenList): Promise<void> {
  const ours = await t.given(taken);
  const seen = await t.given(watch);
  seen.open = list.whole
    ? new Set(list.items.flatMap(({ id, raw }) => (ours.has(id) || !isOpen(raw) ? [] : [id])))
    : null;
  seen.since = [];
}

/**
 * Batches of others are as they were when the open list was read last, whatever archived one of ours since then: those
 * that were open are not archived, and those that were archived at first are not open. A single batch counts when it
 * is not the first, or when archiving once more takes another one.
 */
export async function judgeOthers(t: Check, list: OpenList): Promise<readonly Finding[]> {
  const { open, since, archived, doubtful } = await t.given(watch);
  const ours = await t.given(taken);
  await rememberOpen(t, list);
  if (since.length === 0 || open === null) return [];
  const listed = new Set(list.items.map(({ id }) => id));
  const missing = list.whole ? [...open].filter((id) => !listed.has(id) && !ours.has(id)) : [];
  const readings = await Promise.all(missing.map((id) => readBatch(t, id)));
  // What somebody else processed meanwhile is neither open nor archived.
  const lost = readings.filter(
    ({ raw, exchange }) => exchange.answer.status === 404 || statusOf(raw) === "archived",
  );
  const back = list.items.filter(
    ({ id, raw }) => archived.has(id) && !open.has(id) && statusOf(raw) === "open",
  );
  if (lost.length === 1 && (await takesAnother(t, since))) doubtful.add("batches.archive.only-that-one");
  const exchanges = [...since.slice(-3), ...list.exchanges];
  const breach = (
    rule: RuleId,
    documented: string,
    what: string,
    wrong: readonly { readonly id: string }[],
  ) => {
    const convinces = wrong.length > 1 || (wrong.length === 1 && doubtful.has(rule));
    if (wrong.length > 0) doubtful.add(rule);
    if (!convinces) return [];
    const received = `${what}: ${renderIds(wrong.map(({ id }) => id))}`;
    return [finding({ rule, exchanges }, { documented, received })];
  };
  return [
    ...breach("batches.archive.only-that-one", "every other batch stays open", "archived too", lost),
    ...breach(
      "batches.archive.leaves-open-listing",
      "what was archived before stays out of the list",
      "open again",
      back,
    ),
  ];
}

/** Whether one of the operations takes another batch with it when it archives one more of ours. */
async function takesAnother(t: Check, since: readonly Answered[]): Promise<boolean> {
  const { again } = await t.given(watch);
  for (const way of new Set(since.map(({ operation }) => operation))) {
    const known = again.get(way ?? "") ?? archiveOneMore(t, way, AGAIN + again.size);
    again.set(way ?? "", known);
    if (await known) return true;
  }
  return false;
}

async function archiveOneMore(t: Check, way: string | null, name: number): Promise<boolean> {
  if (way !== "v1ArchiveBatch" && way !== "v2ArchiveBatch" && way !== "v2UpdateBatch") return false;
  const victim = await ifReadable(createBatch(t, name));
  if (victim === null) return false;
  const before = await listOpen(t);
  const answer = await t.ask({ operation: way, path: { batch_id: victim.id }, removal: "use" });
  if (!succeeded(answer)) return false;
  victim.archived();
  const after = new Set((await listOpen(t)).items.map(({ id }) => id));
  const gone = before.items.filter(({ id, raw }) => id !== victim.id && isOpen(raw) && !after.has(id));
  const readings = await Promise.all(gone.map(({ id }) => readBatch(t, id)));
  return readings.some(({ raw }) => statusOf(raw) === "archived");
}

function isOpen(raw: Readonly<Record<string, unknown>>): boolean {
  return statusOf(raw) === null || statusOf(raw) === "open";
}
