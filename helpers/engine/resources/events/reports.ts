import { isObject } from "../../../contract/json.js";
import type { Answered } from "../../../wire/exchange.js";
import { jsonOf, objectOf } from "../../../wire/raw.js";
import { findIds } from "../../../wire/search.js";
import type { Check } from "../../check/check.js";
import { given } from "../../check/given.js";
import { polling } from "../eventually.js";
import { completion, LATE_MS } from "./completion.js";

/** Time between two reads of a list that does not yet show what an event reported, in milliseconds. */
const STEP_MS = 1_000;
const STEPS_MS = Array<number>(LATE_MS / STEP_MS).fill(STEP_MS);
/** Page size of a long page of the newest reports after a completion. */
const MANY = 100;

/** The plain list of reports, which begins with the newest, after a completion on demand. */
interface Newest {
  readonly exchange: Answered;
  /** The value of `created_at`, by id. */
  readonly created: ReadonlyMap<string, unknown>;
  /** When it was read, by the run's clock or the target's, whichever is ahead, in milliseconds since 1970. */
  readonly readAt: number;
}

/** The newest reports after a completion on demand; null without one, or if the list cannot be read. Once a run. */
export const newest = given(async (t): Promise<Newest | null> => {
  const { former } = await t.given(completion);
  if (former === null) return null;
  const exchange = await plainList(t);
  const reports = objectOf(exchange.answer)?.reports;
  if (!Array.isArray(reports)) return null;
  const items = reports.filter(isObject);
  const created = new Map(items.map((item) => [String(item.report_id), item.created_at]));
  const theirs = Date.parse(exchange.answer.headers.date ?? "");
  // When a recording is judged, the day of the recording counts.
  const ours = Math.ceil(Date.parse(exchange.startedAt) + exchange.ms);
  return { exchange, created, readAt: Math.max(ours, Number.isNaN(theirs) ? 0 : theirs) };
});

/**
 * The plain list of reports now. The run asked for it before, by the same address: a service that keeps answers may show
 * what was before the completion.
 */
export function plainList(t: Check): Promise<Answered> {
  return t.ask({ operation: "v1ListAdjustmentReports" });
}

/** The newest reports once they show this one, or once the time allowed for an event is over. */
export async function listing(t: Check, id: string): Promise<Answered> {
  const query = { page_size: MANY, sort_dir: "desc" } as const;
  const read = () => t.ask({ operation: "v1ListAdjustmentReports", query });
  return polling(t, read).until((exchange) => showsId(exchange, id), STEPS_MS);
}

/** Whether a page of the list shows the report. */
export function showsId({ answer }: Answered, id: string): boolean {
  return findIds(jsonOf(answer), "report_id").includes(id);
}

/** Whether the list certainly lacks a report: it did not hold it before, and has grown only by others that it shows. */
export async function surelyLacks(t: Check, { answer }: Answered, id: string): Promise<boolean> {
  const { former } = await t.given(completion);
  if (former?.whole !== true) return false;
  const held = new Set(former.oldest.map((item) => item.id));
  const added = findIds(jsonOf(answer), "report_id").filter((each) => !held.has(each));
  return !held.has(id) && !added.includes(id) && objectOf(answer)?.total === former.total + added.length;
}
