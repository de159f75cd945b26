import { firstOfEach } from "../../../contract/group-by.js";
import { isLost } from "../../../oracles/records/lost-records.js";
import { asListed, type SeenWebhook } from "../../../oracles/webhooks/by-id.js";
import { type Item, idsOf, itemOf } from "../../../wire/decode.js";
import type { Check } from "../../check/check.js";
import { given } from "../../check/given.js";
import type { OpenList } from "../../lists/open/list.js";
import { BRIEF, polling } from "../eventually.js";
import { creations } from "./life.js";
import { firstWebhooks, listWebhooks, readWebhook } from "./reading.js";
import { updates } from "./updates.js";

// v2 webhooks by their ids beside their items in the list.

/** A listed webhook with the answer to its id. */
interface Pair {
  readonly id: string;
  readonly list: OpenList;
  readonly byId: SeenWebhook;
}

/** Whether the answer to an id tells what is there; other rules judge any other. */
export function isAnswer({ byId }: Pair): boolean {
  return byId.raw !== null || isLost(byId.exchange);
}

/** Judges that a webhook is by its id as in the list. */
export function judgePair({ id, list, byId }: Pair) {
  return asListed(id, list, byId);
}

/** Our own new and updated webhooks, read while they are there. Once a run. */
export const ownPairs = given(async (t) => stillAtOdds(t, await bornPairs(t)));

async function bornPairs(t: Check): Promise<readonly Pair[]> {
  const { born, after } = (await t.tryGiven(creations("v2"))) ?? { born: [], after: null };
  const fresh = born.flatMap(({ id, byId }) =>
    after === null || byId === null ? [] : [{ id, list: after, byId }],
  );
  const done = await t.tryGiven(updates);
  const last = done?.withEvent ?? done?.updates.findLast(({ byId }) => byId !== null);
  if (done === null || done.after === null || last?.byId == null) return fresh;
  return [...fresh, { id: done.born.id, list: done.after, byId: last.byId }];
}

/** Some webhooks that were there before the run. */
export async function olderPairs(t: Check): Promise<readonly Pair[]> {
  const first = await firstWebhooks(t, "v2ListWebhooks");
  const ids = idsOf(oneOfEachEvent(first.items).slice(0, t.budget("webhooks.older")));
  return stillAtOdds(t, await readBeside(t, first, ids));
}

/**
 * The pairs as they are if something is wrong with them, read again for a while: the target may have completed a new
 * webhook between two readings, and another client may have changed its own.
 */
async function stillAtOdds(t: Check, pairs: readonly Pair[]): Promise<readonly Pair[]> {
  const isRight = (read: readonly Pair[]) => read.filter(isAnswer).flatMap(judgePair).length === 0;
  if (isRight(pairs)) return pairs;
  const ids = [...new Set(idsOf(pairs))];
  const again = async () => {
    const list = await listWebhooks(t, "v2ListWebhooks");
    const still = ids.filter((id) => itemOf(list, id) !== null);
    return readBeside(t, list, still);
  };
  return polling(t, again).until(isRight, BRIEF);
}

function readBeside(t: Check, list: OpenList, ids: readonly string[]): Promise<readonly Pair[]> {
  return Promise.all(ids.map(async (id) => ({ id, list, byId: await readWebhook(t, id) })));
}

/** The first webhook of each event, then the others: a service may keep those of one event apart. */
function oneOfEachEvent(items: readonly Item[]): readonly Item[] {
  return [...new Set([...firstOfEach(items, ({ raw }) => raw.event), ...items])];
}
