import { renderIds } from "../../wire/message.js";
import { findArray } from "../../wire/search.js";
import { isSuccess } from "../../wire/status.js";
import { isPlainlyValid } from "../answers/plainly-valid.js";
import { broken, type Judgement, kept, NOTHING } from "../judgement.js";
import type { Context, JudgedExchange } from "./context.js";

/** The rule for every answer to status=open. */
export const OPEN_RULE = "batches.open.only";

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
  const shown = (findArray(answer.body.value)?.items ?? []).flatMap(({ batch_id: batch, status }) =>
    typeof batch === "string" && typeof status === "string" ? [{ batch, status }] : [],
  );
  if (shown.length === 0) return NOTHING;
  const wrong = shown.filter(({ batch, status }) => status !== "open" && !memory.changed.has(batch));
  if (wrong.length === 0) return kept(OPEN_RULE);
  const states = [...new Set(wrong.map(({ status }) => status))].join(", ");
  const received = `${renderIds(wrong.map(({ batch }) => batch))}: ${states}`;
  return broken(OPEN_RULE, exchange, "every batch listed with status=open is open", received);
}
