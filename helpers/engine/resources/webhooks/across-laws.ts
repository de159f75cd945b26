import { isInUse } from "../../../oracles/webhooks/lists.js";
import { urlIn } from "../../../oracles/webhooks/strays.js";
import { itemOf } from "../../../wire/decode.js";
import { ifReadable } from "../../../wire/outcome.js";
import { succeeded, succeededWithKey } from "../../../wire/status.js";
import type { Check } from "../../check/check.js";
import type { OpenList } from "../../lists/open/list.js";
import { polling } from "../eventually.js";
import { deletionOf } from "./generations.js";
import { lastingV2 } from "./lasting.js";
import { laterList, leftBefore } from "./later.js";
import { isGoneByItself } from "./later-laws.js";
import { firstList, listUntil, listWebhooks } from "./reading.js";
import { removals } from "./removals.js";

// Near the end of the run: what is deleted in one generation is gone in the other.

/** A webhook deleted in v2 is not in the list of v1 as it was last read: its address shows that it is the same there. */
export async function judgeGoneInV1(t: Check): Promise<void> {
  const { list: first, operation } = await t.given(firstList("v1"));
  if (first === null || operation !== "v1ListWebhooks") return t.inconclusive("v1 shows no list of webhooks");
  const later = (await t.given(laterList.v2))?.list ?? null;
  const done = (await t.given(removals("v2"))).filter(
    // One that came back in v2 too is what webhooks.v2.delete.gone reports.
    (each) => succeeded(each.answer) && isGoneByItself(each) && !isInUse(later, each.born.id),
  );
  const last = await lastOfV1(t);
  if (done.length === 0) return t.inconclusive("no webhook was deleted in v2 and gone there");
  if (last === null || last.at < Math.max(...done.map(({ answer }) => answer.index)))
    return t.inconclusive("no list of v1 was read after a webhook was deleted in v2");
  t.saw("deletions", done.length);
  const stillIn = (list: OpenList) => done.filter(({ born }) => isOurs(t, list, born.id));
  const read = () => listWebhooks(t, operation);
  const list = await polling(t, read, last.list).untilNone(stillIn);
  const [still] = stillIn(list);
  if (still === undefined) return;
  const documented = `webhook ${still.born.id}, deleted in v2 and gone there, is not in the v1 list`;
  t.breach([...list.exchanges, still.answer], documented, "still in the v1 list");
}

/** A webhook of v2 that v1 lists, deleted in v1 with 204, is gone from that list. */
export async function judgeDeletedInV1(t: Check): Promise<void> {
  if (!t.settings.generations.includes("v2")) return;
  const lasting = await leftBefore(t, "v1", lastingV2);
  const last = await lastOfV1(t);
  if (lasting === null || last === null) return;
  const { own } = lasting;
  // Any other one under its id is not ours to delete.
  if (!isOurs(t, last.list, own.id)) return;
  const answer = await t.ask({ ...deletionOf("v1", own.id), removal: "use" });
  // The document does not say that v1 deletes those of v2.
  if (answer.answer.status !== 204) return;
  t.saw("deletions");
  const list = await listUntil(t, "v1", (seen) => !isOurs(t, seen, own.id));
  if (list === null) return;
  if (!isOurs(t, list, own.id)) return own.gone();
  const documented = `webhook ${own.id}, made in v2 and in the v1 list, is gone from it once deleted with 204`;
  t.breach([...list.exchanges, answer, own.created], documented, "still in the v1 list");
}

/** The list of v1 as the run read it last, and which of its exchanges that was; null if it was not read. */
async function lastOfV1(t: Check): Promise<{ readonly list: OpenList; readonly at: number } | null> {
  const last = t.session.journal.exchangesOf("v1ListWebhooks").findLast(succeededWithKey);
  if (last === undefined) return null;
  const list = await ifReadable(listWebhooks(t, "v1ListWebhooks", last));
  return list && { list, at: last.index };
}

/** Whether a list shows a webhook in use under an id, at an address that the run sent in v2. */
function isOurs({ session: { journal } }: Check, list: OpenList, id: string): boolean {
  const sent = [...journal.exchangesOf("v2CreateWebhook"), ...journal.exchangesOf("v2UpdateWebhook")];
  return isInUse(list, id) && sent.map(urlIn).includes(String(itemOf(list, id)?.url));
}
