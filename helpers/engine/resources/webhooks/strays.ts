import { idsOf } from "../../../wire/decode.js";
import type { Exchange } from "../../../wire/exchange.js";
import { renderValue } from "../../../wire/message.js";
import { sentIn } from "../../../wire/raw.js";
import { lastSegment } from "../../../wire/segment.js";
import { is4xx, isUnwell, succeeded } from "../../../wire/status.js";
import type { Check } from "../../check/check.js";
import type { OpenList } from "../../lists/open/list.js";
import { oweFound } from "../created.js";
import { V2, type WebhookGeneration } from "./generations.js";

/**
 * Judges that a refused request has left no webhook that was not there before the run, at an address that only the
 * request named. One that it left is removed at the end of the run.
 */
export async function judgeStrays(
  t: Check,
  operation: "v2CreateWebhook" | "v2UpdateWebhook",
  { items, exchanges }: OpenList,
): Promise<void> {
  const { list: first } = await t.given(V2.first);
  const { journal } = t.session;
  if (first === null) return;
  const sent = [...journal.exchangesOf("v2CreateWebhook"), ...journal.exchangesOf("v2UpdateWebhook")];
  const taken = new Set(sent.filter((exchange) => !isRefused(exchange)).map(urlOf));
  const old = new Set<unknown>([...idsOf(first.items), ...first.items.map(({ raw }) => raw.url)]);
  for (const exchange of journal.exchangesOf(operation)) {
    const url = urlOf(exchange);
    if (url === null || !isRefused(exchange) || taken.has(url) || old.has(url)) continue;
    const item = items.find(({ id, raw }) => raw.url === url && !old.has(id));
    if (item === undefined) continue;
    oweFound(t, { operation, mark: url }, { operation: V2.remove, path: { webhook_id: item.id } });
    const documented = `no webhook of a request that was refused with ${exchange.answer?.status}`;
    return t.breach([exchange, ...exchanges], documented, `webhook ${item.id} at ${renderValue(url)}`);
  }
}

/**
 * Has webhooks at the run's own addresses removed at its end, if nothing else removes them: a creation that made two
 * names only one of them, and one that was refused names none.
 */
export async function oweUnnamed(
  t: Check,
  { create, remove, first }: WebhookGeneration,
  { items }: OpenList,
) {
  const { journal, debts } = t.session;
  const { list: before } = await t.given(first);
  if (before === null) return;
  const urls = new Set(journal.exchangesOf(create).map(urlOf));
  const known = new Set([
    ...idsOf(before.items),
    ...[...debts.values()].map(({ removal }) => removal.path.webhook_id),
    ...journal
      .exchangesOf(remove)
      .filter(succeeded)
      .map(({ request }) => lastSegment(request.url)),
  ]);
  for (const { id, raw } of items) {
    if (typeof raw.url !== "string" || !urls.has(raw.url) || known.has(id)) continue;
    oweFound(t, { operation: create, mark: raw.url }, { operation: remove, path: { webhook_id: id } });
  }
}

function urlOf(exchange: Exchange): string | null {
  const url = sentIn(exchange)?.url;
  return typeof url === "string" ? url : null;
}

function isRefused({ answer }: Exchange): boolean {
  return answer !== null && is4xx(answer.status) && !isUnwell(answer.status);
}
