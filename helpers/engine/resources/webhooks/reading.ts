import type { Answered } from "../../../wire/exchange.js";
import { ifReadable } from "../../../wire/outcome.js";
import { objectOf, type Raw } from "../../../wire/raw.js";
import { succeeded } from "../../../wire/status.js";
import type { Check } from "../../check/check.js";
import type { OpenList } from "../../lists/open/list.js";
import { awaitEffect, PATIENCE } from "../eventually.js";
import type { WebhookGeneration } from "./generations.js";
import { listWebhooks } from "./lists.js";

/** A webhook read by id; `raw` is null when no webhook came. */
export interface SeenWebhook {
  readonly exchange: Answered;
  readonly raw: Raw | null;
}

/** Reads the list until it is as expected, or for about four seconds; null if v2 shows none. */
export async function listUntil(
  t: Check,
  { version, first }: WebhookGeneration,
  arrived: (list: OpenList) => boolean,
  patience: readonly number[] = PATIENCE,
): Promise<OpenList | null> {
  const { operation } = await t.given(first);
  const list = awaitEffect(t, () => listWebhooks(t, operation), arrived, patience);
  return version === "v1" ? list : ifReadable(list);
}

/** The list as it is; null if v2 shows none. */
export function listNow(t: Check, generation: WebhookGeneration): Promise<OpenList | null> {
  return listUntil(t, generation, () => true);
}

/** Reads a webhook by id until it is as expected; null in v1. */
export async function readUntil(
  t: Check,
  { read }: WebhookGeneration,
  id: string,
  arrived: (reading: SeenWebhook) => boolean,
): Promise<SeenWebhook | null> {
  return read === null ? null : awaitEffect(t, () => readWebhook(t, id), arrived);
}

/** Reads a webhook of v2 by id. */
export async function readWebhook(t: Check, webhook_id: string): Promise<SeenWebhook> {
  const exchange = await t.ask({ operation: "v2GetWebhook", path: { webhook_id } });
  return { exchange, raw: recordIn(exchange) };
}

/** The webhook in a successful answer, or null. */
export function recordIn(exchange: Answered): Raw | null {
  return succeeded(exchange) ? objectOf(exchange.answer) : null;
}
