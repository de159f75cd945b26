import { gained } from "../../../oracles/webhooks/lists.js";
import type { WebhookSent } from "../../../oracles/webhooks/webhooks.js";
import { idsOf } from "../../../wire/decode.js";
import type { Answered } from "../../../wire/exchange.js";
import { jsonOf } from "../../../wire/raw.js";
import { findIds } from "../../../wire/search.js";
import { succeeded } from "../../../wire/status.js";
import type { Check } from "../../check/check.js";
import { givenEach } from "../../check/given.js";
import type { OpenList } from "../../lists/open/list.js";
import { type Begun, beginOwn, type Own } from "../created.js";
import { BRIEF, PATIENCE } from "../eventually.js";
import type { WebhookGeneration } from "./generations.js";
import { listUntil } from "./reading.js";

/** One creation, or the last attempt for one webhook. */
export interface WebhookAttempt {
  readonly sent: WebhookSent;
  readonly created: Answered;
  /** Null if it was refused, or if the webhook cannot be identified. */
  readonly own: Own | null;
  /** Attempts before it that were refused. */
  readonly refused: readonly Answered[];
}

/** Webhooks created one after the other, and the list afterwards; null if the target shows none. */
export interface Made {
  readonly made: readonly WebhookAttempt[];
  readonly after: OpenList | null;
}

/**
 * Creates webhooks, each with the first body that is accepted, and finds them in the list, which is read once for all
 * of them. Only if an answer names no id is the list read before the next creation, so that it is clear which webhook
 * is new.
 */
export async function createWebhooks(
  t: Check,
  generation: WebhookGeneration,
  wanted: readonly (readonly WebhookSent[])[],
  before: OpenList | null,
): Promise<Made> {
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
): Promise<WebhookAttempt & Pick<Made, "after">> {
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
