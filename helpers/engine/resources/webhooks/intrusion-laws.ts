import type { Generation } from "../../../contract/model.js";
import { judgeMissingKey, judgeWrongKey } from "../../../oracles/answers/auth.js";
import { itemOf } from "../../../wire/decode.js";
import type { Answered, Exchange, Findings } from "../../../wire/exchange.js";
import { ifReadable } from "../../../wire/outcome.js";
import { succeeded } from "../../../wire/status.js";
import type { Check } from "../../check/check.js";
import type { OpenList } from "../../lists/open/list.js";
import { ownUrl } from "./addresses.js";
import { createWebhook } from "./creating.js";
import { type Intrusion, intrusions, type LackingKey } from "./intrusions.js";
import { creations, removeWebhook } from "./life.js";
import { lostAgain } from "./own-losses.js";
import { firstList, listUntil } from "./reading.js";
import { removals } from "./removals.js";
import { oweUnnamed } from "./strays.js";

/** A call without the right key is refused, and changes nothing. @param only the generation to judge, if not both */
export async function judgeIntrusions(t: Check, key: LackingKey, only?: Generation): Promise<void> {
  for (const version of t.settings.generations) {
    if (only !== undefined && version !== only) continue;
    const shown = await shownAfter(t, version);
    const intruded = await t.tryGiven(intrusions(version));
    if (intruded === null) continue;
    for (const { intrusion, exchange } of intruded.calls.filter((call) => call.intrusion.key === key)) {
      t.saw("calls for a webhook of the run");
      const findings = judgeCall(t, key, exchange);
      t.find(findings);
      // Where it was carried out openly, its effect is no news.
      if (findings.length > 0 || intrusion.effect(shown, intruded.born.id) === null) continue;
      // Something else may have had that effect: a webhook made for the call shows whether it has.
      const harm = await lostAgain(t, version, () => harmOf(t, intrusion));
      const documented = `a call that is answered with ${exchange.answer.status} changes nothing`;
      if (harm !== null) t.breach(harm.exchanges, documented, harm.effect);
    }
  }
}

function judgeCall({ rule }: Check, key: LackingKey, exchange: Answered): Findings {
  return key === "none"
    ? judgeMissingKey({ rule, statusRule: null, exchange })
    : judgeWrongKey({ rule, exchange });
}

/** The webhooks as the checks of our own saw them after the calls. */
async function shownAfter(t: Check, version: Generation): Promise<Pick<OpenList, "items">> {
  const last = (await t.tryGiven(removals(version)))?.at(-1);
  const intruded = await t.tryGiven(intrusions(version));
  if (intruded === null) return { items: [] };
  const { born, byId } = intruded;
  // Where it cannot be read by its id, it was there if it could be deleted.
  const isThere = last?.born === born && succeeded(last.answer);
  const raw = byId === null ? (isThere ? {} : null) : byId.raw;
  const others = (last?.after?.items ?? []).filter(({ id }) => id !== born.id);
  return { items: raw === null ? others : [...others, { id: born.id, createdAt: null, raw }] };
}

/** What a call did to a webhook that was made for it; null if nothing, or if that could not be seen. */
async function harmOf(
  t: Check,
  { version, key, ask, effect }: Intrusion,
): Promise<{ readonly effect: string; readonly exchanges: readonly Exchange[] } | null> {
  const [first] = (await t.given(creations(version))).made;
  const { list } = await t.given(firstList(version));
  if (first === undefined || list === null) return null;
  const sent = { ...first.sent, url: ownUrl(t, `${version}/trial-without-key`) };
  const { own, after: before } = await createWebhook(t, version, sent, list);
  if (own === null || itemOf(before, own.id) === null) return null;
  const exchange = await ifReadable(t.ask({ ...ask(own.id, sent), key }));
  // A replica may not know the webhook yet.
  const after = await listUntil(t, version, (seen) => itemOf(seen, own.id) !== null);
  await removeWebhook(t, version, own);
  if (exchange === null || after === null) return null;
  if (itemOf(after, own.id) === null) own.gone();
  await oweUnnamed(t, version, after);
  const done = effect(after, own.id);
  return done === null ? null : { effect: done, exchanges: [exchange, ...after.exchanges] };
}
