import fc from "fast-check";
import type { Generation } from "../../../contract/model.js";
import { BLAMES, type WebhookMove } from "../../../oracles/webhooks/blames.js";
import { asListed, type SeenWebhook, stillThere } from "../../../oracles/webhooks/by-id.js";
import { type AliveWebhook, listAfter, type WebhookStep } from "../../../oracles/webhooks/sequences.js";
import type { WebhookSent } from "../../../oracles/webhooks/webhooks.js";
import { itemOf } from "../../../wire/decode.js";
import type { Answered, Findings } from "../../../wire/exchange.js";
import { renderValue } from "../../../wire/message.js";
import { succeeded } from "../../../wire/status.js";
import { webhooksV2 } from "../../check/arbitraries/bodies.js";
import type { Check, Given } from "../../check/check.js";
import { given } from "../../check/given.js";
import { type Move, type Played, playSequences } from "../../check/sequences.js";
import type { OpenList } from "../../lists/open/list.js";
import type { Own } from "../created.js";
import { polling } from "../eventually.js";
import { ownUrl } from "./addresses.js";
import { createWebhook } from "./creating.js";
import { updateTo, V1_EVENT } from "./generations.js";
import { bornOf, removeWebhook } from "./life.js";
import { isStillById, needsLeftAlone } from "./own-losses.js";
import { listNow, listUntil, readWebhook } from "./reading.js";
import { removals } from "./removals.js";
import { updateOf } from "./updates.js";

interface Alive extends AliveWebhook {
  readonly own: Own;
}

/** What the target should hold of our webhooks. */
interface Model {
  readonly alive: Map<string, Alive>;
  readonly dead: Set<string>;
  /** The last list read; null in v2 before the first look. */
  list: OpenList | null;
  /** Ids of webhooks that were read by id. */
  readonly read: Set<string>;
}

/** Random sequences of creations, updates and deletions; the list is read after every move. */
export const webhookSequences: Readonly<Record<Generation, Given<Played>>> = {
  v1: given((t) => playWith(t, "v1", { event: V1_EVENT }, fc.constant({ event: V1_EVENT }))),
  v2: given(async (t) => {
    const [{ sent }] = (await bornOf(t, "v2")).born;
    return playWith(t, "v2", sent, webhooksV2(sent.store_id ?? null));
  }),
};

/**
 * @param usual the body of a creation
 * @param bodies others, to draw from
 */
function playWith(
  t: Check,
  version: Generation,
  usual: WebhookSent,
  bodies: fc.Arbitrary<WebhookSent>,
): Promise<Played> {
  const { begin, end, create, update, remove } = movesOf(t, version);
  const which = fc.nat({ max: 2 });
  const updates = fc
    .record({ body: bodies, bare: fc.boolean() })
    .map(({ body, bare }) => updateOf(bare ? { ...body, headers: [] } : body));
  const isUpdatable = version === "v2";
  return playSequences<Model>(t, {
    name: `webhooks.${version} in random order`,
    runs: t.budget("webhooks.sequences"),
    moves: [
      bodies.map(create),
      which.map(remove),
      ...(isUpdatable ? [fc.tuple(which, updates).map(([at, sent]) => update(at, sent))] : []),
    ],
    each: [
      create(usual),
      create(usual),
      ...(isUpdatable ? [update(0, updateOf({ ...usual, name: `${usual.name ?? ""} again` }))] : []),
      remove(0),
    ],
    repeats: true,
    begin,
    lastly: async (model) => (version === "v2" ? compareUnread(t, model) : []),
    end,
  });
}

function movesOf(t: Check, version: Generation) {
  /**
   * Keeps addresses and names distinct over all sequences: a target may refuse one that it already has, and a list that
   * lags may still show a webhook of an earlier sequence, which must not be taken for a new one.
   */
  let created = 0;

  /** @param act changes target and model; null if the target refused. The list that it read shows the effect. */
  const move = (
    kind: WebhookMove,
    words: string,
    act: (model: Model) => Promise<(Omit<WebhookStep, "kind"> & { list: OpenList | null }) | null>,
  ): Move<Model> => ({
    kind,
    words,
    can: ({ alive }) =>
      !t.isFoundBroken(BLAMES[version][kind].accepted) && (kind === "create" || alive.size > 0),
    act: async (model) => {
      const done = await act(model);
      if (done === null) return null;
      const { list, ...step } = done;
      model.list = list;
      return compare(t, version, model, { kind, ...step });
    },
  });

  return {
    begin: async (): Promise<Model> => {
      const model: Model = { alive: new Map(), dead: new Set(), list: null, read: new Set() };
      if (version === "v2") return model;
      // Ids that the plain checks deleted must not come again either.
      const gone = (await t.tryGiven(removals("v1"))) ?? [];
      for (const { born, after } of gone) if (itemOf(after, born.id) === null) model.dead.add(born.id);
      model.list = gone.at(-1)?.after ?? (await listNow(t, version));
      return model;
    },

    end: async ({ alive }: Model) => {
      for (const { own } of alive.values()) await removeWebhook(t, version, own);
    },

    create: (body: WebhookSent) =>
      move("create", version === "v1" ? "create" : `create ${renderValue(body)}`, async (model) => {
        created += 1;
        const ours = ownUrl(t, `${version}/orders/${created}`);
        const sent = {
          ...body,
          url: body.url ? `${ours}/${new URL(body.url).host}` : ours,
          ...(body.name === undefined ? {} : { name: `${body.name} ${created}` }),
        };
        const { own, created: answer, after } = await createWebhook(t, version, sent, model.list);
        if (own === null) return null;
        model.alive.set(own.id, { own, sent, former: [] });
        return { id: own.id, answer, list: after };
      }),

    update: (which: number, sent: WebhookSent) =>
      move("update", `update no. ${which + 1} to ${renderValue(sent)}`, async ({ alive }) => {
        const [id, webhook] = pick(alive, which);
        const answer = await t.ask(updateTo(id, sent));
        if (!succeeded(answer)) return notMade(alive, id, answer);
        const former = webhook.sent.headers ?? [];
        alive.set(id, { own: webhook.own, sent: { ...webhook.sent, ...sent }, former });
        return { id, answer, list: null };
      }),

    remove: (which: number) =>
      move("delete", `delete no. ${which + 1}`, async ({ alive, dead }) => {
        const [id, { own }] = pick(alive, which);
        const answer = await removeWebhook(t, version, own);
        if (!succeeded(answer)) return notMade(alive, id, answer);
        alive.delete(id);
        dead.add(id);
        return { id, answer, list: null };
      }),
  };
}

/** A webhook that is not found, though listed before, was deleted by another client: no later move takes it away. */
function notMade(alive: Model["alive"], id: string, { answer }: Answered): null {
  if (answer.status === 404) alive.delete(id);
  return null;
}

/** One of our webhooks, modulo their number. */
function pick(alive: Model["alive"], which: number): readonly [string, Alive] {
  const all = [...alive];
  const picked = all[which % all.length];
  if (picked === undefined) throw new RangeError("there is none to pick from");
  return picked;
}

/**
 * List, by-id read and model agree after a move; blames the rule that does not hold. A new webhook must be in the list;
 * it is read by id when it is changed or removed, or at the end.
 */
async function compare(t: Check, version: Generation, model: Model, step: WebhookStep): Promise<Findings> {
  const { kind, id, answer } = step;
  const judge = (reading: OpenList) => listAfter(model, step, reading, version);
  const holds = (reading: OpenList) => judge(reading).length === 0;
  if (model.list === null || !holds(model.list)) model.list = await listUntil(t, version, holds);
  const { list } = model;
  if (list === null) return [];
  const listed = judge(list);
  // An id may be used again.
  const isDead = model.dead.has(id) && !model.alive.has(id);
  await needsOursAlone(t, version, model);
  const isLost = listed.length > 0 && (isDead || itemOf(list, id) === null);
  const isNew = listed.length === 0 && kind === "create";
  if (isLost || isNew || version === "v1") return listed;
  model.read.add(id);
  const unequal = await judgeById(t, id, (byId) =>
    isDead ? stillThere(BLAMES[version].gone, step, { list, byId }) : asListed(id, list, byId, answer),
  );
  // If the two readings differ, that is the breach, not what one of them shows.
  return unequal.length > 0 ? unequal : listed;
}

/** Ends the sequences if the list lacks one of ours because another client deletes them. */
async function needsOursAlone(t: Check, version: Generation, { alive, list }: Model): Promise<void> {
  const ids = [...alive.keys()];
  const lost = list?.whole ? ids.find((id) => itemOf(list, id) === null) : undefined;
  if (lost !== undefined && !(await isStillById(t, version, lost))) await needsLeftAlone(t, version);
}

/** Compares webhooks of v2 that were never read by id with the last list. */
async function compareUnread(t: Check, { alive, read, list }: Model): Promise<Findings> {
  for (const [id, { own }] of alive) {
    if (list === null || read.has(id)) continue;
    const findings = await judgeById(t, id, (byId) => asListed(id, list, byId, own.created));
    if (findings.length > 0) return findings;
  }
  return [];
}

/** Reads a webhook by id until nothing is found: the readings may come from replicas, one of which lags. */
async function judgeById(t: Check, id: string, judge: (byId: SeenWebhook) => Findings): Promise<Findings> {
  const read = () => readWebhook(t, id);
  return judge(await polling(t, read).untilNone(judge));
}
