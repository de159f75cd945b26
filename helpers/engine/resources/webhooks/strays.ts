import type { Generation } from "../../../contract/model.js";
import { strayOf, urlIn } from "../../../oracles/webhooks/strays.js";
import { idsOf } from "../../../wire/decode.js";
import { renderValue } from "../../../wire/message.js";
import { lastSegment } from "../../../wire/segment.js";
import { succeeded } from "../../../wire/status.js";
import type { Check } from "../../check/check.js";
import type { OpenList } from "../../lists/open/list.js";
import { oweFound } from "../created.js";
import { deletionOf, OPERATIONS } from "./generations.js";
import { firstList } from "./reading.js";

/**
 * Judges that a refused request has left no webhook that was not there before the run, at an address that only the
 * request named. One that it left is removed at the end of the run.
 */
export async function judgeStrays(
  t: Check,
  operation: "v2CreateWebhook" | "v2UpdateWebhook",
  now: OpenList,
): Promise<void> {
  const { list: first } = await t.given(firstList("v2"));
  const { journal } = t.session;
  if (first === null) return;
  const sent = [...journal.exchangesOf("v2CreateWebhook"), ...journal.exchangesOf("v2UpdateWebhook")];
  const stray = strayOf(operation, sent, first, now);
  if (stray === null) return;
  const { refused, url, item } = stray;
  oweFound(t, { operation, mark: url }, deletionOf("v2", item.id));
  const documented = `no webhook of a request that was refused with ${refused.answer?.status}`;
  t.breach([refused, ...now.exchanges], documented, `webhook ${item.id} at ${renderValue(url)}`);
}

/**
 * Has webhooks at the run's own addresses removed at its end, if nothing else removes them: a creation that made two
 * names only one of them, and one that was refused names none.
 */
export async function oweUnnamed(t: Check, version: Generation, { items }: OpenList): Promise<void> {
  const { journal, debts } = t.session;
  const { create, remove } = OPERATIONS[version];
  const { list: before } = await t.given(firstList(version));
  if (before === null) return;
  const urls = new Set(journal.exchangesOf(create).map(urlIn));
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
    oweFound(t, { operation: create, mark: raw.url }, deletionOf(version, id));
  }
}
