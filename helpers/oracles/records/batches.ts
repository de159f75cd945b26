import type { RuleId } from "../../contract/generated/types.js";
import { shows } from "../../wire/changes.js";
import { type Item, idsOf } from "../../wire/decode.js";
import type { Answer, Exchange, Findings } from "../../wire/exchange.js";
import { renderIds } from "../../wire/message.js";
import { jsonOf, objectOf, type Raw } from "../../wire/raw.js";
import { is4xx, isSuccess } from "../../wire/status.js";
import { isAboutTheCaller, isConflict } from "../answers/refusal.js";
import { type Claim, finding, memberClaim } from "../finding.js";

/** A list of batches. */
interface Listed {
  readonly items: readonly Item[];
}

/** The list of open batches as it was read. */
interface OpenListed extends Listed {
  readonly exchanges: readonly Exchange[];
  readonly whole: boolean;
}

/** Members of a batch that the contract names, without links and id. */
const MEMBERS = [
  "external_batch_id",
  "batch_notes",
  "created_at",
  "errors",
  "warnings",
  "completed",
  "forms",
  "count",
  "label_layout",
  "label_format",
  "status",
] as const;

/** The state that a batch shows, or null. */
export function statusOf(raw: Raw | null | undefined): string | null {
  return typeof raw?.status === "string" ? raw.status : null;
}

/** The count that a batch shows, or null. It seems to be that of its shipments; the contract does not say. */
export function countOf(raw: Raw | null): number | null {
  return typeof raw?.count === "number" ? raw.count : null;
}

interface Counted {
  readonly batch_id: string;
  readonly count: number;
}

/** Batches that count more than was processed of them: their count is not that of labels. */
export function unprocessedCounts(batches: readonly Raw[]): readonly Counted[] {
  return batches.flatMap((raw) => {
    const { batch_id, completed, errors } = raw;
    const count = countOf(raw) ?? 0;
    return typeof batch_id === "string" && count > Number(completed ?? 0) + Number(errors ?? 0)
      ? [{ batch_id, count }]
      : [];
  });
}

/** Members that show how far the processing of a batch is. */
const PROGRESS = ["status", "completed", "errors", "warnings", "forms"] as const;

/**
 * Whether what a batch shows of how far its processing is has changed; null if nothing has, and it does not show how
 * much is completed. A list may write its numbers as text.
 */
export function showsProgress(before: Raw, after: Raw): boolean | null {
  const shown = PROGRESS.filter((name) => before[name] !== undefined && after[name] !== undefined);
  if (shown.some((name) => String(before[name]) !== String(after[name]))) return true;
  return shown.includes("completed") ? false : null;
}

/** Whether a batch that counted shipments counts none any more. */
export function isEmptied(before: Raw, after: Raw): boolean {
  return (countOf(before) ?? 0) > 0 && countOf(after) === 0;
}

/** Whether a batch is open, as far as it shows its state. */
export function mayBeOpen(raw: Raw): boolean {
  const status = statusOf(raw);
  return status === null || status === "open";
}

/**
 * Whether a refusal to archive an open batch proves nothing: it is about the account, or nothing shows whether the batch
 * was still open.
 * @param state the batch's state afterwards
 */
export function isExcused(answer: Answer, state: string | null): boolean {
  return isAboutTheCaller(answer) || (isConflict(answer) && state === null);
}

/**
 * Whether an archiving was refused and the batch is no longer open, so that it may have been closed before.
 * @param reading the batch by its id, after that
 */
export function isRefusedOnceClosed(answer: Answer, reading: Answer): boolean {
  if (!is4xx(answer.status) || isAboutTheCaller(answer)) return false;
  const state = isSuccess(reading.status) ? statusOf(objectOf(reading)) : null;
  return reading.status === 404 || (state !== null && state !== "open");
}

/** Batches that were neither open nor archived before, and are archived now. */
export function newlyArchived(before: Listed, now: Listed): readonly string[] {
  const archived = new Set(now.items.filter(({ raw }) => statusOf(raw) === "archived").map(({ id }) => id));
  return before.items
    .filter(({ id, raw }) => archived.has(id) && !["archived", "open", null].includes(statusOf(raw)))
    .map(({ id }) => id);
}

/** What the target should hold of our batches. */
interface BatchModel {
  readonly open: ReadonlyMap<string, unknown>;
  readonly archived: ReadonlySet<string>;
}

/**
 * The open list after a batch was created or archived: no archived batch is in it, and no open one is missing.
 * @param answer to the creation, or to the request that archived it
 * @param missing the rule that a missing open batch breaks
 */
export function openListAfter(
  { open, archived }: BatchModel,
  list: OpenListed,
  answer: Exchange,
  missing: RuleId,
): Findings {
  const ids = new Set(idsOf(list.items));
  const exchanges = [...list.exchanges, answer];
  const breach = (rule: RuleId, documented: string, wrong: readonly string[]) =>
    wrong.length === 0 ? [] : [finding({ rule, exchanges }, documented, renderIds(wrong))];
  return [
    ...breach(
      "batches.archive.leaves-open-listing",
      "no archived batch is in the open list",
      [...archived].filter((id) => ids.has(id)),
    ),
    ...breach(
      missing,
      "no open batch is missing from the open list",
      list.whole ? [...open.keys()].filter((id) => !ids.has(id)) : [],
    ),
  ];
}

/**
 * Whether an answer is an empty list, whatever its form: its arrays are all empty, and beside them are no objects but
 * links, nor a total above zero.
 */
export function listsNothing({ answer }: { readonly answer: Answer }): boolean {
  const body = jsonOf(answer);
  if (answer.status !== 200) return false;
  if (Array.isArray(body)) return body.length === 0;
  const { links: _, total = 0, ...members } = objectOf(answer) ?? { total: 1 };
  const values = Object.values(members).filter((value) => typeof value === "object" && value !== null);
  return (
    total === 0 && values.length > 0 && values.every((value) => Array.isArray(value) && value.length === 0)
  );
}

/** Where two readings of one batch differ, in members that both show. */
export function batchDifferences(expected: Raw, actual: Raw): readonly Claim[] {
  return MEMBERS.filter(
    (member) =>
      isShown(expected[member]) && isShown(actual[member]) && !shows(expected[member], actual[member]),
  ).map((member) => memberClaim(member, expected[member], actual[member]));
}

/** What the client has set of a batch, which nothing but the client changes. */
const CLIENTS: readonly unknown[] = ["/external_batch_id", "/batch_notes"];

/** Where two readings of one batch differ in what the client has set. */
export function clientDifferences(expected: Raw, actual: Raw): readonly Claim[] {
  return batchDifferences(expected, actual).filter(({ pointer }) => CLIENTS.includes(pointer));
}

function isShown(value: unknown): boolean {
  return typeof value === "string" || typeof value === "number";
}
