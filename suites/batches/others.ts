import type { Finding } from "../../helpers/contract/exchange.js";
import type { RuleId } from "../../helpers/contract/generated/types.js";
import { ifReadable } from "../../helpers/contract/outcome.js";
import { finding } from "../../helpers/oracles/finding.js";
import { renderIds } from "../../helpers/oracles/message.js";
import type { Answered, Check } from "../../helpers/runner/check.js";
import type { OpenList } from "../../helpers/runner/open-list.js";
import { shared } from "../../helpers/runner/shared.js";
import { allBatches, readBatch, statusOf } from "./lists.js";
import { taken } from "./victims.js";

interface Watch {
  /** Batches of others that the last whole open list held; null before the first. */
  open: ReadonlySet<string> | null;
  /** What archived a batch of ours since then. */
  since: Answered[];
  /** Batches that were archived when the run read all of them. */
  readonly archived: ReadonlySet<string>;
}

const watch = shared(async (t): Promise<Watch> => {
  const first = (await ifReadable(allBatches(t)))?.items ?? [];
  const archived = new Set(first.flatMap(({ id, raw }) => (statusOf(raw) === "archived" ? [id] : [])));
  return { open: null, since: [], archived };
});

/** Remembers what archived a batch: it is to blame for what the next open list lacks. */
export async function noteArchiving(t: Check, answer: Answered): Promise<void> {
  (await watch(t)).since.push(answer);
}

/** Remembers the batches of others that are open now, for `judgeOthers` to compare with. */
export async function rememberOpen(t: Check, list: OpenList): Promise<void> {
  const ours = await taken(t);
  const seen = await watch(t);
  seen.open = list.whole
    ? new Set(list.items.flatMap(({ id, raw }) => (ours.has(id) || !isOpen(raw) ? [] : [id])))
    : null;
  seen.since = [];
}

/**
 * Batches of others are as they were when the open list was read last, whatever archived one of ours since then: those
 * that were open are not archived, and those that were archived at first are not open.
 */
export async function judgeOthers(t: Check, list: OpenList): Promise<readonly Finding[]> {
  const { open, since, archived } = await watch(t);
  const ours = await taken(t);
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
  const exchanges = [...since.slice(-3), ...list.exchanges];
  const breach = (
    rule: RuleId,
    documented: string,
    what: string,
    wrong: readonly { readonly id: string }[],
  ) =>
    wrong.length === 0
      ? []
      : [
          finding(
            { rule, exchanges },
            { documented, received: `${what}: ${renderIds(wrong.map(({ id }) => id))}` },
          ),
        ];
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

function isOpen(raw: Readonly<Record<string, unknown>>): boolean {
  return statusOf(raw) === null || statusOf(raw) === "open";
}
