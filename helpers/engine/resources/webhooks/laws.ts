import { difference } from "../../../oracles/lists/sets.js";
import { stillThere } from "../../../oracles/webhooks/by-id.js";
import { gained, isInUse, isListed, lost, touched } from "../../../oracles/webhooks/lists.js";
import { type Item, idsOf } from "../../../wire/decode.js";
import { plural, renderIds } from "../../../wire/message.js";
import { ifReadable } from "../../../wire/outcome.js";
import { succeeded } from "../../../wire/status.js";
import type { Check } from "../../check/check.js";
import type { OpenList } from "../../lists/open/list.js";
import { aWhileAfter } from "../later.js";
import type { WebhookGeneration } from "./generations.js";
import { creations, kept, nothingOfOurs } from "./life.js";
import { firstList } from "./reading.js";
import { deleteAgain, removals, type WebhookRemoval } from "./removals.js";
import { oweUnnamed } from "./strays.js";
import { confirm, creating, deleting, isOurs } from "./trials.js";

// Laws that hold for the webhooks of both generations.

/** After creations, the list gains the created webhooks under their ids, and nothing else of ours. */
export async function judgeListed(t: Check, generation: WebhookGeneration): Promise<void> {
  const all = await t.given(creations[generation.version]);
  const { before, after } = all;
  const made = all.made.filter(({ created }) => succeeded(created));
  if (made.length === 0) throw nothingOfOurs(t, generation, all);
  if (all.twins.length > 0)
    t.inconclusive("two new webhooks have the same id, so one of them cannot be found in the list");
  if (before === null || after === null) return t.inconclusive("the list of webhooks could not be read");
  t.saw("webhooks", made.length);
  const exchanges = [...made.map(({ created }) => created), ...after.exchanges];
  // Where the answer names no id, the item listed at our address is the new webhook.
  const due = made.map(({ own, sent }) => own?.id ?? String(sent.url));
  // No other client creates webhooks at our addresses.
  const urls = new Set<unknown>(made.map(({ sent }) => sent.url));
  const fresh = gained(before, after).filter(({ id, raw }) => due.includes(id) || urls.has(raw.url));
  const wrong = difference({
    rule: t.rule,
    exchanges,
    documented: "the list gains exactly the created webhooks",
    before: [],
    after: idsOf(fresh),
    gained: due,
  });
  if (fresh.length < due.length && !after.whole)
    t.inconclusive(
      `the created webhooks may be on a page of the list that was not read: it has more than ${plural(after.pages.length, "page")}`,
    );
  if (wrong.length > 0) return t.find(wrong);
  if (touched(before, after).length === 0) return;
  const documented = "a creation leaves every other webhook as it was";
  await confirm(t, { generation, exchanges, documented, trial: creating(t, generation) });
}

/** Deleted webhooks are gone from the list and by id. */
export async function judgeGone(t: Check, generation: WebhookGeneration): Promise<void> {
  const done = await deletions(t, generation);
  if (done.length === 0) t.inconclusive("no deletion succeeded, so there is no effect to judge");
  const seen = done.filter(({ born, before, byId }) => byId !== null || isListed(before, born.id));
  if (seen.length === 0)
    t.inconclusive(`the webhook was not listed before; see webhooks.${generation.version}.create.listed`);
  t.saw("deletions", seen.length);
  for (const { born, answer, byId, after } of seen)
    t.find(stillThere(t.rule, { id: born.id, answer }, { list: after, byId }));
}

/** A webhook that is gone from the list cannot be deleted again. */
export async function judgeAgain(t: Check, generation: WebhookGeneration): Promise<void> {
  const [first] = await t.given(removals[generation.version]);
  if (first === undefined || !succeeded(first.answer) || isInUse(first.after, first.born.id))
    return t.inconclusive("the webhook was not gone after the first deletion");
  const again = first.again ?? (await deleteAgain(t, generation, first.born.id));
  if (again.answer.status >= 500)
    t.inconclusive(`the second deletion was answered with ${again.answer.status}`);
  t.saw("deletions");
  t.expect(again).refused();
}

/** A deletion leaves every other webhook listed: ours certainly, others unless another client deletes them. */
export async function judgeOnlyThat(t: Check, generation: WebhookGeneration): Promise<void> {
  const ours = new Set(idsOf(kept(await t.given(creations[generation.version]))));
  const judged = (await deletions(t, generation)).filter(
    (removal) => removal.after !== null && othersBeside(removal).length > 0,
  );
  if (judged.length === 0)
    t.inconclusive("needs a successful deletion beside which another webhook is listed");
  t.saw("deletions", judged.length);
  const hit = judged.find((removal) => hurtBy(removal, ours).length > 0);
  if (hit === undefined) return;
  const hurt = hurtBy(hit, ours);
  const documented = `${renderIds(othersBeside(hit))} stay listed, as they were`;
  const exchanges = [hit.answer, ...(hit.again === null ? [] : [hit.again]), ...(hit.after?.exchanges ?? [])];
  if (hurt.some(({ id }) => ours.has(id)))
    return t.breach(exchanges, documented, `missing: ${renderIds(idsOf(hurt))}`);
  await confirm(t, { generation, exchanges, documented, trial: deleting(t, generation) });
}

/** Webhooks older than the run are still listed near its end, unless another client deletes them. */
export async function judgeLeftLater(t: Check, generation: WebhookGeneration, now: OpenList): Promise<void> {
  await oweUnnamed(t, generation, now);
  const done = (await ifReadable(deletions(t, generation))) ?? [];
  const { list: first } = await t.given(firstList[generation.version]);
  if (first === null || done.length === 0) return;
  t.saw("webhooks older than the run", first.items.length);
  // The update rules report changed webhooks.
  if (lost(first, now).length === 0) return;
  await confirm(t, {
    generation,
    exchanges: [...now.exchanges, ...done.slice(-1).map(({ answer }) => answer)],
    documented: "webhooks that were there before the run stay listed",
    lasting: idsOf(now.items.filter((item) => isOurs(t, item))),
    trial: deleting(t, generation, () => aWhileAfter(t, generation.remove)),
  });
}

/** The deletions that succeeded. */
async function deletions(t: Check, { version }: WebhookGeneration): Promise<readonly WebhookRemoval[]> {
  return (await t.given(removals[version])).filter(({ answer }) => succeeded(answer));
}

function othersBeside({ born, before }: WebhookRemoval): readonly string[] {
  return before === null ? [] : idsOf(before.items).filter((id) => id !== born.id);
}

/** Other webhooks that are gone or changed after a deletion. Our own count only if gone: other checks update them. */
function hurtBy({ born, before, after }: WebhookRemoval, ours: ReadonlySet<string>): readonly Item[] {
  if (before === null || after === null) return [];
  return touched(before, after).filter(({ id }) => id !== born.id && !(ours.has(id) && isListed(after, id)));
}
