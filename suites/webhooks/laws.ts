import { cameBack } from "../../helpers/engine/check/again.js";
import type { Check } from "../../helpers/engine/check/check.js";
import type { OpenList } from "../../helpers/engine/lists/open-list.js";
import { idsOf } from "../../helpers/engine/lists/pages.js";
import { aWhileAfter } from "../../helpers/engine/resources/later.js";
import { ownUrl } from "../../helpers/engine/resources/webhooks/addresses.js";
import type { WebhookGeneration } from "../../helpers/engine/resources/webhooks/generations.js";
import {
  type Creations,
  createWebhook,
  creations,
  kept,
  listUntil,
  nothingOfOurs,
  removeWebhook,
} from "../../helpers/engine/resources/webhooks/life.js";
import { gained, itemOf, lost, touched } from "../../helpers/engine/resources/webhooks/lists.js";
import { removals, type WebhookRemoval } from "../../helpers/engine/resources/webhooks/removals.js";
import type { WebhookSent } from "../../helpers/oracles/webhooks.js";
import type { Item } from "../../helpers/wire/decode.js";
import type { Exchange } from "../../helpers/wire/exchange.js";
import { renderIds } from "../../helpers/wire/message.js";
import { ifReadable } from "../../helpers/wire/outcome.js";
import { succeeded } from "../../helpers/wire/status.js";

// Laws that hold for the webhooks of both generations.

const OTHERS_WRITE = "other clients create and delete webhooks during this check; run again when fewer do";

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
  // Where the answer names no id, the item listed at our address is the new webhook.
  const ids = all.born.map(({ id }) => id);
  const urls = new Set<unknown>(made.map(({ sent }) => sent.url));
  const fresh = gained(before, after).filter(
    ({ id, raw }) => ids.includes(id) || raw.url === undefined || urls.has(raw.url),
  );
  // No other client creates webhooks at our addresses.
  const missing = [
    ...ids.filter((id) => fresh.every((item) => item.id !== id)),
    ...made.flatMap(({ own, sent }) => (own === null ? [String(sent.url)] : [])),
  ];
  const odd = fresh.filter(({ id, raw }) => !ids.includes(id) && raw.url !== undefined).map(({ id }) => id);
  const exchanges = [...made.map(({ created }) => created), ...after.exchanges];
  const said = [...named("missing", missing), ...named("not due", odd)];
  if (said.length > 0) {
    const documented = "the list gains exactly the created webhooks";
    return t.breach(exchanges, documented, said.join("; "));
  }
  if (touched(before, after).length === 0) return;
  const documented = "a creation leaves every other webhook as it was";
  await confirm(t, { generation, exchanges, documented, ...creating(t, generation, all) });
}

/** Creates another webhook and returns which other webhooks changed. */
function creating(t: Check, generation: WebhookGeneration, { made }: Creations): Pick<Trial, "trial"> {
  return {
    trial: async (round) => {
      const list = await listNow(t, generation);
      const { after } = await createWebhook(t, generation, again(t, generation, made, round), list);
      return list === null || after === null ? [] : touched(list, after);
    },
  };
}

/** Creates and deletes another webhook and returns which other webhooks changed. */
function deleting(
  t: Check,
  generation: WebhookGeneration,
  { made }: Creations,
  settle: () => Promise<void> = async () => {},
): Pick<Trial, "trial"> {
  return {
    trial: async (round) => {
      const sent = again(t, generation, made, round);
      const { own, after: before } = await createWebhook(t, generation, sent, await listNow(t, generation));
      if (own === null || before === null) return [];
      await removeWebhook(t, generation, own);
      await settle();
      const after = await listNow(t, generation);
      return after === null ? [] : touched(before, after).filter(({ id }) => id !== own.id);
    },
  };
}

/** "missing: a, b"; nothing where there are none. */
function named(what: string, ids: readonly string[]): readonly string[] {
  return ids.length === 0 ? [] : [`${what}: ${renderIds(ids)}`];
}

/** Deleted webhooks are gone from the list and by id. */
export async function judgeGone(t: Check, generation: WebhookGeneration): Promise<void> {
  const done = (await t.given(removals[generation.version])).filter(({ answer }) => succeeded(answer));
  if (done.length === 0) t.inconclusive("no deletion succeeded, so there is no effect to judge");
  const seen = done.filter(({ born, before, byId }) => byId !== null || listed(before, born.id));
  if (seen.length === 0)
    t.inconclusive(`the webhook was not listed before; see webhooks.${generation.version}.create.listed`);
  for (const removal of seen) {
    t.saw("deletions");
    const { where, exchanges } = stillThere(removal);
    if (where.length === 0) continue;
    const documented = `webhook ${removal.born.id} is gone after its deletion`;
    t.breach(exchanges, documented, `still ${where.join(" and ")}`);
  }
}

/** Where a webhook still shows after its deletion, and the exchanges that show it. */
function stillThere({ born, answer, byId, after }: WebhookRemoval) {
  const list = listed(after, born.id) ? after : null;
  const isRead = byId !== null && byId.raw !== null;
  return {
    where: [...(list === null ? [] : ["listed"]), ...(isRead ? ["readable by id"] : [])],
    exchanges: [...(list?.exchanges ?? []), ...(byId === null ? [] : [byId.exchange]), answer],
  };
}

/** A deletion leaves every other webhook listed: ours certainly, others unless another client deletes them. */
export async function judgeOnlyThat(t: Check, generation: WebhookGeneration): Promise<void> {
  const made = await t.given(creations[generation.version]);
  const ours = new Set(kept(made).map(({ id }) => id));
  const done = (await t.given(removals[generation.version])).filter(({ answer }) => succeeded(answer));
  const judged = done.filter(
    ({ born, before, after }) => after !== null && othersIn(before, born.id).length > 0,
  );
  if (judged.length === 0)
    t.inconclusive("needs a successful deletion beside which another webhook is listed");
  t.saw("deletions", judged.length);
  const hit = judged.find((removal) => touchedAfter(removal, ours).length > 0);
  if (hit === undefined) return;
  const hurt = touchedAfter(hit, ours);
  const documented = `${renderIds(othersIn(hit.before, hit.born.id))} stay listed, as they were`;
  const exchanges = [hit.answer, ...(hit.after?.exchanges ?? [])];
  if (hurt.some(({ id }) => ours.has(id))) {
    const received = `missing: ${renderIds(hurt.map(({ id }) => id))}`;
    return t.breach(exchanges, documented, received);
  }
  await confirm(t, { generation, exchanges, documented, ...deleting(t, generation, made) });
}

/** Webhooks older than the run are still listed near its end, unless another client deletes them. */
export async function judgeLeftLater(t: Check, generation: WebhookGeneration, now: OpenList): Promise<void> {
  const done = (await ifReadable(t.given(removals[generation.version]))) ?? [];
  const { list: first } = await t.given(generation.first);
  const deletions = done.map(({ answer }) => answer).filter(succeeded);
  if (first === null || deletions.length === 0) return;
  t.saw("webhooks older than the run", first.items.length);
  const made = await t.given(creations[generation.version]);
  // The update rules report changed webhooks.
  if (lost(first, now).length === 0) return;
  const settle = () => aWhileAfter(t, generation.remove);
  await confirm(t, {
    generation,
    exchanges: [...now.exchanges, ...deletions.slice(-1)],
    documented: "webhooks that were there before the run stay listed",
    lasting: now.items.filter((item) => isOurs(t, item)).map(({ id }) => id),
    settle,
    ...deleting(t, generation, made, settle),
  });
}

/** A trial that can be repeated. */
interface Trial {
  readonly generation: WebhookGeneration;
  /** The exchanges that first showed the effect, and what is due. */
  readonly exchanges: readonly Exchange[];
  readonly documented: string;
  readonly trial: (round: number) => Promise<readonly Item[]>;
  /** Ids of our own webhooks that nothing deletes before the end of the run. */
  readonly lasting?: readonly string[];
  /** Waits as long as an effect may take to show. */
  readonly settle?: () => Promise<void>;
}

/**
 * Repeats a trial that seemed to affect other webhooks; see `cameBack`. Only webhooks older than the run count, and
 * ours that were left alone: other clients may delete their new ones at any time.
 */
async function confirm(
  t: Check,
  { generation, exchanges, documented, trial, lasting = [], settle = async () => {} }: Trial,
): Promise<void> {
  const { list: first } = await t.given(generation.first);
  const isOld = (item: Item) =>
    lasting.includes(item.id) || (first === null ? !isOurs(t, item) : idsOf(first).includes(item.id));
  const someOf = (items: readonly Item[]) => (items.length === 0 ? null : items);
  const back = await cameBack(
    async (calmMs) => {
      const first = await listNow(t, generation);
      await settle();
      await t.session.pause(calmMs);
      const last = await listNow(t, generation);
      return first === null || last === null ? null : someOf(touched(first, last).filter(isOld));
    },
    async (round) => someOf((await trial(round)).filter(isOld)),
  );
  if (back.kind === "others") t.inconclusive(OTHERS_WRITE);
  if (back.kind === "once") {
    if ((await listNow(t, generation))?.items.some(isOld) !== true)
      return t.inconclusive("webhooks vanished during this check, and none is left to repeat it with");
    return t.observe("Another client deleted or changed a webhook during this check.");
  }
  const received = `gone or changed each time: ${renderIds(back.last.map(({ id }) => id))}`;
  t.breach(exchanges, documented, received);
}

/**
 * Whether a webhook is one of the run's own, whichever check made it: lists may still show deleted ones for a while.
 */
function isOurs(t: Check, { raw }: Item): boolean {
  return typeof raw.url === "string" && raw.url.startsWith(ownUrl(t, ""));
}

/** The body of another webhook, with its own name and address. */
function again(
  t: Check,
  { version }: WebhookGeneration,
  made: readonly { readonly sent: WebhookSent }[],
  round: number,
): WebhookSent {
  const { name, ...sent } = made[0]?.sent ?? {};
  return {
    ...sent,
    ...(name === undefined ? {} : { name: `${name}, again ${round}` }),
    url: ownUrl(t, `${version}/again/${t.rule.split(".")[2]}/${round}`),
  };
}

function listNow(t: Check, generation: WebhookGeneration): Promise<OpenList | null> {
  return listUntil(t, generation, () => true);
}

function listed(list: OpenList | null, id: string): boolean {
  return list !== null && idsOf(list).includes(id);
}

function othersIn(list: OpenList | null, but: string): readonly string[] {
  return list === null ? [] : idsOf(list).filter((id) => id !== but);
}

/** Other webhooks that are gone or changed after a deletion. Our own count only if gone: other checks update them. */
function touchedAfter({ born, before, after }: WebhookRemoval, ours: ReadonlySet<string>): readonly Item[] {
  if (before === null || after === null) return [];
  return touched(before, after).filter(
    (item) => item.id !== born.id && (!ours.has(item.id) || itemOf(after, item.id) === null),
  );
}
