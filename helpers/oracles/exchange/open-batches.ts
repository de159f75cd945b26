import { idsOf } from "../../wire/decode.js";
import { findArray } from "../../wire/find-array.js";
import { renderIds, renderValue } from "../../wire/message.js";
import { isSuccess } from "../../wire/status.js";
import { isPlainlyValid } from "../answers/plainly-valid.js";
import { broken, type Judgement, kept, NOTHING } from "../judgement.js";
import type { Context, JudgedExchange } from "./context.js";

/** The rule for every answer to status=open. */
export const OPEN_RULE = "batches.open.only";

/** What it says. */
export const ONLY_OPEN = "only batches with status=open";

/** A batch of a list, with the state that it shows. */
interface Shown {
  readonly id: string;
  readonly status: string;
}

/** Batches that are not open, in words; null if there are none. */
export function notOpen(shown: readonly Shown[]): string | null {
  const wrong = shown.filter(({ status }) => status !== "open");
  const [first] = wrong;
  return first === undefined
    ? null
    : `${renderIds(idsOf(wrong))}; ${first.id} has ${renderValue({ status: first.status })}`;
}

/**
 * In every list asked for with status=open, each batch that shows a state is open. Skips batches that the run itself
 * may have changed, because of replica lag.
 */
export function judgeOpenBatches(
  { exchange, answer, operation }: JudgedExchange,
  { memory }: Context,
): Judgement {
  const { url } = exchange.request;
  const { searchParams } = new URL(url);
  if (operation?.id !== "v1ListBatches" || searchParams.get("status") !== "open") return NOTHING;
  if (!isPlainlyValid(operation, url) || !isSuccess(answer.status) || answer.body.kind !== "json")
    return NOTHING;
  const shown = (findArray(answer.body.value, { id: "batch_id" })?.items ?? []).flatMap(
    ({ batch_id: id, status }) =>
      typeof id === "string" && typeof status === "string" ? [{ id, status }] : [],
  );
  if (shown.length === 0) return NOTHING;
  const wrong = notOpen(shown.filter(({ id }) => !memory.changed.has(id)));
  return wrong === null ? kept(OPEN_RULE) : broken(OPEN_RULE, exchange, ONLY_OPEN, wrong);
}
