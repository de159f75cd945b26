import type { Generation } from "../../../contract/model.js";
import { stillThere } from "../../../oracles/webhooks/by-id.js";
import { isInUse, lost, touched } from "../../../oracles/webhooks/lists.js";
import { idsOf, itemOf } from "../../../wire/decode.js";
import { renderIds } from "../../../wire/message.js";
import { ifReadable } from "../../../wire/outcome.js";
import { succeeded } from "../../../wire/status.js";
import type { Check } from "../../check/check.js";
import type { OpenList } from "../../lists/open/list.js";
import { aWhileAfter } from "../later.js";
import { onceUnlocked } from "../unlocked.js";
import { deletionOf, OPERATIONS, WRITES } from "./generations.js";
import { creations } from "./life.js";
import { deletedWithAnother, isStillById, needsLostAgain } from "./own-losses.js";
import { firstList } from "./reading.js";
import { removals, type WebhookRemoval } from "./removals.js";
import { oweUnnamed } from "./strays.js";
import { confirm, deleting, isOurs } from "./trials.js";

/** Deleted webhooks are gone from the list and by id. */
export async function judgeGone(t: Check, version: Generation): Promise<void> {
  const done = await deletions(t, version);
  if (done.length === 0) t.inconclusive("no deletion succeeded, so there is no effect to judge");
  const seen = done.filter(({ born, before, byId }) => byId !== null || itemOf(before, born.id) !== null);
  if (seen.length === 0)
    t.inconclusive(`the webhook was not listed before; see webhooks.${version}.create.listed`);
  t.saw("deletions", seen.length);
  for (const { born, answer, byId, after } of seen)
    t.find(stillThere(t.rule, { id: born.id, answer }, { list: after, byId }));
}

/** A webhook that is gone from the list cannot be deleted again. */
export async function judgeAgain(t: Check, version: Generation): Promise<void> {
  const [first] = await t.given(removals(version));
  if (first === undefined || !succeeded(first.answer) || isInUse(first.after, first.born.id))
    return t.inconclusive("the webhook was not gone after the first deletion");
  const ask = () => t.ask(deletionOf(version, first.born.id));
  const again = await onceUnlocked(t, WRITES, ask, first.again);
  if (again.answer.status >= 500)
    t.inconclusive(`the second deletion was answered with ${again.answer.status}`);
  t.saw("deletions");
  const claim = t.expect(again);
  if (version === "v1") claim.refused();
  else claim.refusedWith(400, 404);
}

/** A deletion leaves every other webhook listed: ours certainly, others unless another client deletes them. */
export async function judgeOnlyThat(t: Check, version: Generation): Promise<void> {
  const { kept } = await t.given(creations(version));
  const ours = new Set(idsOf(kept));
  const judged = (await deletions(t, version)).flatMap(({ born, before, after, answer, again }) => {
    const others = idsOf(before?.items ?? []).filter((id) => id !== born.id);
    if (before === null || after === null || others.length === 0) return [];
    const hurt = idsOf(touched(before, after))
      .filter((id) => id !== born.id)
      // Other checks update ours.
      .filter((id) => !ours.has(id) || itemOf(after, id) === null);
    return [
      {
        born,
        before,
        others,
        hurt,
        exchanges: [answer, ...(again === null ? [] : [again]), ...after.exchanges],
      },
    ];
  });
  if (judged.length === 0)
    t.inconclusive("needs a successful deletion beside which another webhook is listed");
  t.saw("deletions", judged.length);
  const hit = judged.find(({ hurt }) => hurt.length > 0);
  if (hit === undefined) return;
  const { born, others, hurt, exchanges } = hit;
  const documented = `${renderIds(others)} stay listed, as they were`;
  const own = kept.find(({ id }) => hurt.includes(id));
  if (own !== undefined) {
    if (!(await isStillById(t, version, own.id)))
      await needsLostAgain(t, version, () => deletedWithAnother(t, version, [born.sent, own.sent]));
    return t.breach(exchanges, documented, `missing: ${renderIds(hurt)}`);
  }
  await confirm(t, { version, exchanges, documented, trial: deleting(t, version) });
}

/** Webhooks older than the run are still listed near its end, unless another client deletes them. */
export async function judgeLeftLater(t: Check, version: Generation, now: OpenList): Promise<void> {
  await oweUnnamed(t, version, now);
  const done = (await ifReadable(deletions(t, version))) ?? [];
  const { list: first } = await t.given(firstList(version));
  if (first === null || done.length === 0) return;
  t.saw("webhooks older than the run", first.items.length);
  // The update rules report changed webhooks.
  if (lost(first, now).length === 0) return;
  await confirm(t, {
    version,
    exchanges: [...now.exchanges, ...done.slice(-1).map(({ answer }) => answer)],
    documented: "webhooks that were there before the run stay listed",
    lasting: idsOf(now.items.filter((item) => isOurs(t, item))),
    trial: deleting(t, version, () => aWhileAfter(t, OPERATIONS[version].remove)),
  });
}

/** The deletions that succeeded. */
async function deletions(t: Check, version: Generation): Promise<readonly WebhookRemoval[]> {
  return (await t.given(removals(version))).filter(({ answer }) => succeeded(answer));
}
