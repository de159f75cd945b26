import { idOfCreated, newIdsIn, showsCreated } from "../../../oracles/webhooks/created.js";
import type { WebhookSent } from "../../../oracles/webhooks/webhooks.js";
import type { Answered } from "../../../wire/exchange.js";
import { succeeded } from "../../../wire/status.js";
import type { Check } from "../../check/check.js";
import type { OpenList } from "../../lists/open/list.js";
import { type Begun, beginOwn, type Own } from "../created.js";
import { BRIEF, PATIENCE } from "../eventually.js";
import { inEach, type WebhookGeneration } from "./generations.js";
import { firstList, listUntil } from "./reading.js";

/** One creation, or the last attempt for one webhook. */
export interface WebhookAttempt {
  readonly sent: WebhookSent;
  readonly created: Answered;
  /** Null if it was refused, or if the webhook cannot be identified. */
  readonly own: Own | null;
  /** Attempts before it that were refused. */
  readonly refused: readonly Answered[];
}

/** An attempt that was answered; the ledger still needs the id. */
type BegunAttempt = Begun & Omit<WebhookAttempt, "own">;

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
  const begun: BegunAttempt[] = [];
  let after = before;
  const find = async () => {
    const [due, earlier] = [begun.splice(0), after];
    if (due.length > 0 && earlier !== null) after = await listShowing(t, generation, earlier, due);
    for (const { settle, ...each } of due)
      made.push({ ...each, own: settle(idOfCreated(generation.version, each, earlier, after)) });
  };
  try {
    for (const bodies of wanted) {
      const { settle, ...each } = await begin(t, generation, bodies);
      if (!succeeded(each.created)) {
        made.push({ ...each, own: null });
        continue;
      }
      begun.push({ settle, ...each });
      // Tell the ledger before waiting for the list.
      const [answered] = newIdsIn(each.created, after);
      if (answered !== undefined) settle(answered);
      else await find();
    }
  } finally {
    // Enter created webhooks into the ledger even if a later creation got no answer.
    await find();
  }
  return { made, after };
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
  const { list: before } = await t.given(firstList[generation.version]);
  const { settle, ...begun } = await begin(t, generation, bodies);
  if (!succeeded(begun.created)) return { ...begun, own: null };
  const [answered] = newIdsIn(begun.created, before);
  if (answered !== undefined || before === null) return { ...begun, own: settle(answered ?? null) };
  const after = await listShowing(t, generation, before, [begun]);
  return { ...begun, own: settle(idOfCreated(generation.version, begun, before, after)) };
}

/** Asks with one body after the other until one is accepted. */
async function begin(
  t: Check,
  generation: WebhookGeneration,
  bodies: readonly WebhookSent[],
): Promise<BegunAttempt> {
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

/** Whether a generation's list did not show a created webhook, however long it was waited for. */
const waits = inEach(async () => ({ inVain: false }));

/** Reads the list until it shows what was created. A target that keeps nothing is waited for at length only once. */
async function listShowing(
  t: Check,
  generation: WebhookGeneration,
  before: OpenList,
  created: readonly Omit<WebhookAttempt, "own">[],
): Promise<OpenList | null> {
  const wait = await t.given(waits[generation.version]);
  const showsAll = (list: OpenList) => created.every((each) => showsCreated(each, before, list));
  const list = await listUntil(t, generation, showsAll, wait.inVain ? BRIEF : PATIENCE);
  wait.inVain ||= list !== null && !showsAll(list);
  return list;
}
