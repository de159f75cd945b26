import { addedHeaders, storedSays } from "../../../oracles/webhooks/webhooks.js";
import { itemOf } from "../../../wire/decode.js";
import { renderValue } from "../../../wire/message.js";
import type { Raw } from "../../../wire/raw.js";
import { succeeded } from "../../../wire/status.js";
import type { Check } from "../../check/check.js";
import { given } from "../../check/given.js";
import type { OpenList } from "../../lists/open/list.js";
import { lastingBatch } from "./lasting.js";
import { laterList, leftBefore } from "./later.js";
import type { Born } from "./life.js";
import { removals } from "./removals.js";
import { emptying, type Update, updates } from "./updates.js";

// A webhook whose headers an update took away has none, but for those that the target adds by itself.

/** A webhook whose headers an update took away, as the list shows it after the next deletion. */
interface Emptied {
  readonly update: Update & { readonly born: Born };
  readonly item: Raw;
  readonly list: OpenList;
}

/** Null if there is none, or the list lags. */
const emptied = given(async (t): Promise<Emptied | null> => {
  const [deletion] = (await t.tryGiven(removals("v2"))) ?? [];
  const update = await t.tryGiven(emptying);
  if (!deletion?.after || update === null || !succeeded(update.answer)) return null;
  const item = itemOf(deletion.after, update.born.id);
  // The list has caught up only if it shows the url of the same update.
  const isNew = update.sent.url !== update.born.sent.url && storedSays("url", update, [item]) === "yes";
  return item === null || !isNew ? null : { update, item, list: deletion.after };
});

/** No header is left of those that it had. */
export async function judgeEmptied(t: Check): Promise<void> {
  const seen = await t.given(emptied);
  if (seen === null) return;
  t.saw("updates");
  if (storedSays("headers", seen.update, [seen.item]) === "no")
    breach(t, seen, "no headers after an update with none that changed the url");
}

/** It keeps the event that it was created for: the update names none. */
export async function judgeEventKept(t: Check): Promise<void> {
  const seen = await t.given(emptied);
  const event = seen?.update.born.byId?.raw?.event;
  if (seen === null || typeof event !== "string") return;
  const { update, item, list } = seen;
  const said = storedSays("event", { sent: { event } }, [item]);
  if (said === "unclear") return;
  t.saw("updates");
  if (said === "no")
    t.breach([update.answer, ...list.exchanges], `the event stays ${event}`, item.event, "/event");
}

/**
 * It shows no other header than the target showed before any were taken away: on the same webhook, on one that other
 * headers were given to, or on one that was made without any.
 */
export async function judgeNotFilled(t: Check): Promise<void> {
  const without = await leftBefore(t, "v2", lastingBatch);
  const plain = without === null ? null : itemOf((await t.given(laterList.v2))?.list ?? null, without.own.id);
  const seen = await t.given(emptied);
  if (seen === null || without === null || plain === null) return;
  const { born, sent } = seen.update;
  const updated = (await t.tryGiven(updates))?.updates ?? [];
  const own = new Set([
    ...addedHeaders(without.sent, plain),
    ...addedHeaders(born.sent, born.byId?.raw ?? null),
    ...updated.flatMap((update) => addedHeaders(update.sent, update.byId?.raw ?? null)),
  ]);
  t.saw("webhooks without headers");
  const strange = addedHeaders(sent, seen.item).filter((key) => !own.has(key));
  if (strange.length === 0 || t.isFoundBroken(t.rule)) return;
  const names = strange.join(", ");
  breach(
    t,
    seen,
    `no header ${names} after an update with none: a webhook made without headers shows no such`,
  );
}

function breach(t: Check, { update, item, list }: Emptied, documented: string): void {
  t.breach([update.answer, ...list.exchanges], documented, renderValue(item.headers), "/headers");
}
