import type { Generation } from "../../contract/model.js";
import { idsOf } from "../../wire/decode.js";
import type { Answered } from "../../wire/exchange.js";
import { jsonOf } from "../../wire/raw.js";
import { findIds } from "../../wire/search.js";
import { gained, type Listed } from "./lists.js";
import type { WebhookSent } from "./webhooks.js";

// Which webhook a creation has made.

/** A creation that was answered with a success. */
interface Creation {
  readonly sent: WebhookSent;
  readonly created: Answered;
}

/** Ids of webhooks in an answer. */
export function answeredIds({ answer }: Answered): readonly string[] {
  return findIds(jsonOf(answer), "webhook_id");
}

/** Ids of webhooks in an answer that none had before. */
export function newIdsIn(created: Answered, before: Listed | null): readonly string[] {
  const old = idsOf(before?.items ?? []);
  return answeredIds(created).filter((id) => !old.includes(id));
}

/** Whether the list shows a created webhook; if nothing identifies it, any new one may be it. */
export function showsCreated({ sent, created }: Creation, before: Listed, after: Listed): boolean {
  const ids = answeredIds(created);
  return gained(before, after).some(
    ({ id, raw }) => raw.url === sent.url || ids.includes(id) || (raw.url === undefined && ids.length === 0),
  );
}

/**
 * The id of the new webhook; null if nothing tells it. In v2 the answer is the webhook. In v1 the list tells: the item
 * with our url, otherwise the answered one, otherwise the only new one without a url.
 * @param before,after the lists around the creation; null where none can be read
 */
export function idOfCreated(
  version: Generation,
  { sent, created }: Creation,
  before: Listed | null,
  after: Listed | null,
): string | null {
  if (before === null || after === null) return answeredIds(created)[0] ?? null;
  const answered = newIdsIn(created, before);
  if (version === "v2" && answered[0] !== undefined) return answered[0];
  const fresh = gained(before, after);
  const marked =
    fresh.find(({ raw }) => raw.url === sent.url) ?? fresh.find(({ id }) => answered.includes(id));
  const [anonymous, another] = fresh.filter(({ raw }) => raw.url === undefined);
  const only = another === undefined ? anonymous : undefined;
  return (marked ?? only)?.id ?? answered[0] ?? null;
}
