import fc from "fast-check";
import type { Generation } from "../../../contract/model.js";
import { BLAMES, type WebhookMove } from "../../../oracles/webhooks/blames.js";
import { asListed, type SeenWebhook, stillThere } from "../../../oracles/webhooks/by-id.js";
import { type AliveWebhook, listAfter, type WebhookStep } from "../../../oracles/webhooks/sequences.js";
import type { WebhookSent } from "../../../oracles/webhooks/webhooks.js";
import { itemOf } from "../../../wire/decode.js";
import type { Findings } from "../../../wire/exchange.js";
import { renderValue } from "../../../wire/message.js";
import { ifReadable } from "../../../wire/outcome.js";
import { succeeded } from "../../../wire/status.js";
import { webhooksV2 } from "../../check/arbitraries/bodies.js";
import type { Check, Given } from "../../check/check.js";
import { given } from "../../check/given.js";
import { type Move, type Play, type Played, playSequences } from "../../check/sequences.js";
import type { OpenList } from "../../lists/open/list.js";
import type { Own } from "../created.js";
import { awaitEffect } from "../eventually.js";
import { ownUrl } from "./addresses.js";
import { createWebhook } from "./creating.js";
import { V1, V1_EVENT, V2, type WebhookGeneration } from "./generations.js";
import { creations, nothingOfOurs, removeWebhook } from "./life.js";
import { listNow, listUntil, readWebhook } from "./reading.js";
import { removals } from "./removals.js";
import { putWebhook, updateOf } from "./updates.js";

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
  v1: given((t) => playWith(t, V1, { event: V1_EVENT }, fc.constant({ event: V1_EVENT }))),
  v2: given(async (t) => {
    const made = await t.given(creations.v2);
    const [first] = made.born;
    if (first === undefined) throw nothingOfOurs(t, V2, made);
    return playWith(t, V2, first.sent, webhooksV2(first.sent.store_id ?? null));
  }),
};

/** @param bodies bodies of creations */
function playWith(
  t: Check,
  generation: WebhookGeneration,
  usual: WebhookSent,
  bodies: fc.Arbitrary<WebhookSent>,
): Promise<Played> {
  const life = new Life(t, generation);
  const isUpdatable = generation === V2;
  const which = fc.nat({ max: 2 });
  const update = fc
    .record({ body: bodies, bare: fc.boolean() })
    .map(({ body, bare }) => updateOf(bare ? { ...body, headers: [] } : body));
  const play: Play<Model> = {
    name: `webhooks.${generation.version} in random order`,
    runs: t.budget("webhooks.sequences"),
    moves: [
      bodies.map((sent) => life.create(sent)),
      which.map((at) => life.remove(at)),
      ...(isUpdatable ? [fc.tuple(which, update).map(([at, sent]) => life.update(at, sent))] : []),
    ],
    each: [
      life.create(usual),
      life.create(usual),
      ...(isUpdatable ? [life.update(0, updateOf({ ...usual, name: `${usual.name ?? ""} again` }))] : []),
      life.remove(0),
    ],
    begin: () => life.begin(),
    lastly: (model) => life.compareUnread(model),
    end: (model) => life.end(model),
  };
  return playSequences(t, play);
}

/** The moves on webhooks of one generation, and their due effects. */
class Life {
  /**
   * Keeps addresses and names distinct over all sequences: a target may refuse one that it already has, and a list that
   * lags may still show a webhook of an earlier sequence, which must not be taken for a new one.
   */
  #created = 0;

  constructor(
    private readonly t: Check,
    private readonly generation: WebhookGeneration,
  ) {}

  get #version(): Generation {
    return this.generation.version;
  }

  async begin(): Promise<Model> {
    const model: Model = { alive: new Map(), dead: new Set(), list: null, read: new Set() };
    if (this.#version === "v2") return model;
    // Ids that the plain checks deleted must not come again either.
    const gone = (await ifReadable(this.t.given(removals.v1))) ?? [];
    for (const { born, after } of gone) if (itemOf(after, born.id) === null) model.dead.add(born.id);
    model.list = gone.at(-1)?.after ?? (await listNow(this.t, this.generation));
    return model;
  }

  async end({ alive }: Model): Promise<void> {
    for (const { own } of alive.values()) await removeWebhook(this.t, this.generation, own);
  }

  create(body: WebhookSent): Move<Model> {
    const words = this.#version === "v1" ? "create" : `create ${renderValue(body)}`;
    return this.#move("create", words, async (model) => {
      this.#created += 1;
      const own = ownUrl(this.t, `${this.#version}/orders/${this.#created}`);
      const sent = {
        ...body,
        url: body.url ? `${own}/${new URL(body.url).host}` : own,
        ...(body.name === undefined ? {} : { name: `${body.name} ${this.#created}` }),
      };
      const { after, ...made } = await createWebhook(this.t, this.generation, sent, model.list);
      if (made.own === null) return null;
      model.alive.set(made.own.id, { own: made.own, sent, former: [] });
      model.list = after;
      return { id: made.own.id, answer: made.created };
    });
  }

  update(which: number, sent: WebhookSent): Move<Model> {
    return this.#move("update", `update no. ${which + 1} to ${renderValue(sent)}`, async (model) => {
      const [id, webhook] = pick(model, which);
      const answer = await putWebhook(this.t, id, sent);
      if (!succeeded(answer)) return null;
      const former = webhook.sent.headers ?? [];
      model.alive.set(id, { own: webhook.own, sent: { ...webhook.sent, ...sent }, former });
      model.list = null;
      return { id, answer };
    });
  }

  remove(which: number): Move<Model> {
    return this.#move("delete", `delete no. ${which + 1}`, async (model) => {
      const [id, { own }] = pick(model, which);
      const answer = await removeWebhook(this.t, this.generation, own);
      if (!succeeded(answer)) return null;
      model.alive.delete(id);
      model.dead.add(id);
      model.list = null;
      return { id, answer };
    });
  }

  #move(
    kind: WebhookMove,
    words: string,
    act: (model: Model) => Promise<Omit<WebhookStep, "kind"> | null>,
  ): Move<Model> {
    return {
      kind,
      words,
      can: ({ alive }) =>
        !this.t.isFoundBroken(BLAMES[this.#version][kind].accepted) && (kind === "create" || alive.size > 0),
      act: async (model) => {
        const before = model.list;
        const step = await act(model);
        if (step !== null) return this.#compare(model, { kind, ...step });
        model.list = before;
        return null;
      },
    };
  }

  /**
   * List, by-id read and model agree after a move; blames the rule that does not hold. A new webhook must be in the
   * list; it is read by id when it is changed or removed, or at the end.
   */
  async #compare(model: Model, step: WebhookStep): Promise<Findings> {
    const { kind, id } = step;
    const holds = (reading: OpenList) => listAfter(model, step, reading, this.#version).length === 0;
    const isKnown = model.list !== null && holds(model.list);
    const list = isKnown ? model.list : await listUntil(this.t, this.generation, holds);
    model.list = list;
    if (list === null) return [];
    const listed = listAfter(model, step, list, this.#version);
    const dead = model.dead.has(id);
    const lost = listed.length > 0 && (dead || itemOf(list, id) === null);
    const isNew = listed.length === 0 && kind === "create";
    if (lost || isNew || this.#version === "v1") return listed;
    model.read.add(id);
    const unequal = await this.#readById(id, (byId) =>
      dead
        ? stillThere(BLAMES[this.#version].gone, step, { list, byId })
        : asListed(id, list, byId, step.answer),
    );
    // If the two readings differ, that is the breach, not what one of them shows.
    return unequal.length > 0 ? unequal : listed;
  }

  /** Compares webhooks that were never read by id with the last list. */
  async compareUnread(model: Model): Promise<Findings> {
    const { alive, read, list } = model;
    if (this.#version === "v1" || list === null) return [];
    for (const [id, { own }] of alive) {
      if (read.has(id)) continue;
      const findings = await this.#readById(id, (byId) => asListed(id, list, byId, own.created));
      if (findings.length > 0) return findings;
    }
    return [];
  }

  /** Reads a webhook by id until nothing is found: the readings may come from replicas, one of which lags. */
  async #readById(id: string, judge: (byId: SeenWebhook) => Findings): Promise<Findings> {
    const read = () => readWebhook(this.t, id);
    return judge(await awaitEffect(this.t, read, (byId) => judge(byId).length === 0));
  }
}

/** One of our webhooks, modulo their number. */
function pick({ alive }: Model, which: number): readonly [string, Alive] {
  const all = [...alive];
  const picked = all[which % all.length];
  if (picked === undefined) throw new RangeError("there is none to pick from");
  return picked;
}
