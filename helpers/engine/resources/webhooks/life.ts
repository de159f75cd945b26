import type { Generation } from "../../../contract/model.js";
import { gained } from "../../../oracles/webhooks/lists.js";
import type { WebhookSent } from "../../../oracles/webhooks/webhooks.js";
import { idsOf, itemOf } from "../../../wire/decode.js";
import type { Answered } from "../../../wire/exchange.js";
import { Inconclusive, ifReadable } from "../../../wire/outcome.js";
import { jsonOf, objectOf, type Raw } from "../../../wire/raw.js";
import { findIds } from "../../../wire/search.js";
import { succeeded } from "../../../wire/status.js";
import type { Check, Given } from "../../check/check.js";
import { given, givenEach } from "../../check/given.js";
import type { OpenList } from "../../lists/open/list.js";
import { type Begun, beginOwn, type Own } from "../created.js";
import { awaitEffect, BRIEF, PATIENCE } from "../eventually.js";
import { excuseOf } from "./addresses.js";
import { V1, V2, type WebhookGeneration } from "./generations.js";
import { listWebhooks } from "./lists.js";

/** One creation, or the last attempt for one webhook. */
export interface WebhookAttempt {
  readonly sent: WebhookSent;
  readonly created: Answered;
  /** Null if it was refused, or if the webhook cannot be identified. */
  readonly own: Own | null;
  /** Attempts before it that were refused. */
  readonly refused: readonly Answered[];
}

/** A webhook read by id; `raw` is null when no webhook came. */
export interface SeenWebhook {
  readonly exchange: Answered;
  readonly raw: Raw | null;
}

/** A creation that succeeded. */
export interface Born {
  readonly id: string;
  readonly own: Own;
  readonly sent: WebhookSent;
  readonly created: Answered;
  /** Null in v1, which cannot read one by id. */
  readonly byId: SeenWebhook | null;
}

/** Webhooks created one after the other, with the lists before and after; null if the target shows none. */
export interface Creations {
  readonly made: readonly WebhookAttempt[];
  readonly before: OpenList | null;
  readonly after: OpenList | null;
  readonly born: readonly Born[];
  /** Creations that were answered with another webhook's id; nothing can be said about them. */
  readonly twins: readonly Answered[];
  /** Creations that were refused, or whose answer does not identify the webhook. */
  readonly failed: readonly Answered[];
}

/** The webhooks that the checks of a generation use; a second one if there is no other besides the first. */
export const creations: Readonly<Record<Generation, Given<Creations>>> = {
  v1: given((t) => createAll(t, V1)),
  v2: given((t) => createAll(t, V2)),
};

async function createAll(t: Check, generation: WebhookGeneration): Promise<Creations> {
  const { list: before } = await t.given(generation.first);
  const { made, after } = await createWebhooks(t, generation, generation.wanted(t, before), before);
  const all = made.flatMap(({ own, sent, created }) => (own === null ? [] : [{ own, sent, created }]));
  const alike = new Set(all.map(({ own: { id } }) => id)).size < all.length;
  const born = await Promise.all(
    (alike ? [] : all).map(async (each) => {
      const { id } = each.own;
      return { id, ...each, byId: await readUntil(t, generation, id, ({ raw }) => raw !== null) };
    }),
  );
  const failed = made.flatMap(({ own, created, refused }) =>
    own === null ? [...refused, created] : refused,
  );
  return { made, before, after, born, twins: alike ? all.map(({ created }) => created) : [], failed };
}

/**
 * Creates webhooks, each with the first body that is accepted, and finds them in the list, which is read once for all
 * of them. Only if an answer names no id is the list read before the next creation, so that it is clear which webhook
 * is new.
 */
async function createWebhooks(
  t: Check,
  generation: WebhookGeneration,
  wanted: readonly (readonly WebhookSent[])[],
  before: OpenList | null,
): Promise<Pick<Creations, "made" | "after">> {
  const made: WebhookAttempt[] = [];
  const begun: (Begun & Omit<WebhookAttempt, "own">)[] = [];
  let after = before;
  const find = async () => {
    const [due, earlier] = [begun.splice(0), after];
    if (due.length > 0 && earlier !== null)
      after = await listShowing(t, generation, (list) => due.every((each) => isThere(earlier, list, each)));
    for (const { settle, ...each } of due)
      made.push({ ...each, own: settle(idOf(generation, each, earlier, after)) });
  };
  try {
    for (const bodies of wanted) {
      const each = await begin(t, generation, bodies);
      if (!succeeded(each.created)) {
        made.push({ sent: each.sent, created: each.created, refused: each.refused, own: null });
        continue;
      }
      begun.push(each);
      // Tell the ledger before waiting for the list.
      const [answered] = after === null ? answeredIds(each.created) : newAnswered(after, each.created);
      if (answered !== undefined) each.settle(answered);
      else await find();
    }
  } finally {
    // Enter created webhooks into the ledger even if a later creation got no answer.
    await find();
  }
  return { made, after };
}

async function begin(
  t: Check,
  generation: WebhookGeneration,
  bodies: readonly WebhookSent[],
): Promise<Begun & Omit<WebhookAttempt, "own">> {
  const refused: Answered[] = [];
  for (const [at, sent] of bodies.entries()) {
    const begun = await beginOwn(t, {
      ask: { operation: generation.create, body: sent },
      mark: sent.url ?? "",
      removal: (id) => ({ operation: generation.remove, path: { webhook_id: id } }),
    });
    if (succeeded(begun.created) || at === bodies.length - 1) return { ...begun, sent, refused };
    refused.push(begun.created);
  }
  throw new RangeError("nothing to create a webhook of");
}

/** Creates one webhook and finds it in the list. */
export async function createWebhook(
  t: Check,
  generation: WebhookGeneration,
  sent: WebhookSent,
  before: OpenList | null,
): Promise<WebhookAttempt & Pick<Creations, "after">> {
  const { made, after } = await createWebhooks(t, generation, [[sent]], before);
  const [creation] = made;
  if (creation === undefined) throw new RangeError("one body makes one creation");
  return { ...creation, after };
}

/**
 * Creates one webhook with the first body that is accepted. Reads the list only if the answer does not name the webhook.
 */
export async function registerWebhook(
  t: Check,
  generation: WebhookGeneration,
  ...bodies: readonly WebhookSent[]
): Promise<WebhookAttempt> {
  const { list: before } = await t.given(generation.first);
  const { settle, ...begun } = await begin(t, generation, bodies);
  if (!succeeded(begun.created)) return { ...begun, own: null };
  const [answered] = before === null ? answeredIds(begun.created) : newAnswered(before, begun.created);
  if (answered !== undefined || before === null) return { ...begun, own: settle(answered ?? null) };
  const after = await listShowing(t, generation, (list) => isThere(before, list, begun));
  return { ...begun, own: settle(idOf(generation, begun, before, after)) };
}

/** Why nothing can be said about webhooks of our own: what excuses the refusal of one, or rules that judge that. */
export function nothingOfOurs(
  t: Check,
  generation: WebhookGeneration,
  { failed }: Pick<Creations, "failed">,
): Inconclusive {
  const excused = failed.find((refusal) => generation.isExcused(refusal));
  if (excused !== undefined) return excuseOf(t, excused);
  const { version } = generation;
  const rule = version === "v1" ? "webhooks.v1.create.accepted" : "webhooks.v2.create.object";
  return new Inconclusive(
    `no webhook could be created and found; see ${rule} and webhooks.${version}.create.listed`,
  );
}

/** Webhooks that exist after their creation, by id or in the list; others cannot be changed. */
export function kept({ born, after }: Creations): readonly Born[] {
  return born.filter(({ id, byId }) => byId?.raw !== null || after === null || itemOf(after, id) !== null);
}

/** Removes a webhook of ours, and tells the ledger if the target agreed. */
export async function removeWebhook(t: Check, { remove }: WebhookGeneration, own: Own): Promise<Answered> {
  const answer = await t.ask({ operation: remove, path: { webhook_id: own.id }, removal: "use" });
  if (succeeded(answer)) own.gone();
  return answer;
}

/** Reads the list until it is as expected, or for about four seconds; null if v2 shows none. */
export async function listUntil(
  t: Check,
  { version, first }: WebhookGeneration,
  arrived: (list: OpenList) => boolean,
  patience: readonly number[] = PATIENCE,
): Promise<OpenList | null> {
  const { operation } = await t.given(first);
  const list = awaitEffect(t, () => listWebhooks(t, operation), arrived, patience);
  return version === "v1" ? list : ifReadable(list);
}

/** The list as it is; null if v2 shows none. */
export function listNow(t: Check, generation: WebhookGeneration): Promise<OpenList | null> {
  return listUntil(t, generation, () => true);
}

/** Whether a generation's list did not show a created webhook, however long it was waited for. */
const waits = givenEach(async (_: Check, __: WebhookGeneration) => ({ inVain: false }));

/** Reads the list until it shows what was created. A target that keeps nothing is waited for at length only once. */
async function listShowing(
  t: Check,
  generation: WebhookGeneration,
  isShown: (list: OpenList) => boolean,
): Promise<OpenList | null> {
  const wait = await t.given(waits(generation));
  const list = await listUntil(t, generation, isShown, wait.inVain ? BRIEF : PATIENCE);
  wait.inVain ||= list !== null && !isShown(list);
  return list;
}

/** Reads a webhook by id until it is as expected; null in v1. */
export async function readUntil(
  t: Check,
  { read }: WebhookGeneration,
  id: string,
  arrived: (reading: SeenWebhook) => boolean,
): Promise<SeenWebhook | null> {
  return read === null ? null : awaitEffect(t, () => readWebhook(t, id), arrived);
}

/** Reads a webhook of v2 by id. */
export async function readWebhook(t: Check, webhook_id: string): Promise<SeenWebhook> {
  const exchange = await t.ask({ operation: "v2GetWebhook", path: { webhook_id } });
  return { exchange, raw: recordIn(exchange) };
}

/** The webhook in a successful answer, or null. */
export function recordIn(exchange: Answered): Raw | null {
  return succeeded(exchange) ? objectOf(exchange.answer) : null;
}

type Found = Pick<WebhookAttempt, "sent" | "created">;

/** Ids of webhooks in an answer. */
export function answeredIds({ answer }: Answered): readonly string[] {
  return findIds(jsonOf(answer), "webhook_id");
}

/** Ids in an answer that no other client's webhook had before. */
function newAnswered(before: OpenList, created: Answered): readonly string[] {
  const old = idsOf(before.items);
  return answeredIds(created).filter((id) => !old.includes(id));
}

/** Whether the list shows a created webhook; if nothing identifies it, any new one may be it. */
function isThere(before: OpenList, list: OpenList, { sent: { url }, created }: Found): boolean {
  const ids = answeredIds(created);
  return gained(before, list).some(
    ({ id, raw }) => raw.url === url || ids.includes(id) || (raw.url === undefined && ids.length === 0),
  );
}

/**
 * The id of the new webhook. In v1 the list tells: the item with our url, otherwise the answered one, otherwise the
 * only new one without a url. In v2 the answer is the webhook.
 */
function idOf(
  { version }: WebhookGeneration,
  { sent: { url }, created }: Found,
  before: OpenList | null,
  after: OpenList | null,
): string | null {
  if (before === null || after === null) return answeredIds(created)[0] ?? null;
  const answered = newAnswered(before, created);
  if (version === "v2" && answered[0] !== undefined) return answered[0];
  const fresh = gained(before, after);
  const marked = fresh.find(({ raw }) => raw.url === url) ?? fresh.find(({ id }) => answered.includes(id));
  if (marked !== undefined) return marked.id;
  const anonymous = fresh.filter(({ raw }) => raw.url === undefined);
  if (anonymous.length === 1) return anonymous[0]?.id ?? null;
  return answered[0] ?? null;
}
