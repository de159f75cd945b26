import type { Generation } from "../../../contract/model.js";
import { isEventTaken } from "../../../oracles/answers/refusal.js";
import { idOfCreated, newIdsIn, showsCreated } from "../../../oracles/webhooks/created.js";
import type { WebhookSent } from "../../../oracles/webhooks/webhooks.js";
import type { Answered } from "../../../wire/exchange.js";
import { is4xx, succeeded } from "../../../wire/status.js";
import type { Check } from "../../check/check.js";
import { givenEach } from "../../check/given.js";
import type { OpenList } from "../../lists/open/list.js";
import { type Begun, beginOwn, type Own } from "../created.js";
import { BRIEF, PATIENCE } from "../eventually.js";
import { atReceiver, stayAtReceiver } from "./addresses.js";
import { deniesUrl } from "./excuses.js";
import { deletionOf, OPERATIONS, UNNAMED } from "./generations.js";
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

/** An attempt that was answered; the ledger may still need the id. */
type BegunAttempt = Begun & WebhookAttempt;

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
  version: Generation,
  wanted: readonly (readonly WebhookSent[])[],
  before: OpenList | null,
): Promise<Made> {
  const made: WebhookAttempt[] = [];
  const begun: BegunAttempt[] = [];
  let after = before;
  const find = async () => {
    const [due, earlier] = [begun.splice(0), after];
    if (due.length > 0 && earlier !== null) after = await listShowing(t, version, earlier, due);
    made.push(...due.map((each) => identified(version, each, earlier, after)));
  };
  try {
    for (const bodies of wanted) {
      const each = await beginAnyhow(t, version, bodies, after);
      if (succeeded(each.created)) begun.push(each);
      else made.push(each);
      if (succeeded(each.created) && each.own === null) await find();
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
  version: Generation,
  sent: WebhookSent,
  before: OpenList | null,
): Promise<WebhookAttempt & Pick<Made, "after">> {
  const { made, after } = await createWebhooks(t, version, [[sent]], before);
  const [creation] = made;
  if (creation === undefined) throw new RangeError("one body makes one creation");
  return { ...creation, after };
}

/**
 * Creates one webhook with the first body that is accepted. Reads the list only if the answer does not name the webhook.
 */
export async function registerWebhook(
  t: Check,
  version: Generation,
  ...bodies: readonly WebhookSent[]
): Promise<WebhookAttempt> {
  const { list: before } = await t.given(firstList(version));
  const begun = await begin(t, version, bodies, before);
  if (begun.own !== null || !succeeded(begun.created)) return begun;
  return identified(version, begun, before, before && (await listShowing(t, version, before, [begun])));
}

/**
 * Begins one; where the account has a webhook for each documented event already, for an event that the contract does
 * not name.
 */
async function beginAnyhow(
  t: Check,
  version: Generation,
  bodies: readonly WebhookSent[],
  before: OpenList | null,
): Promise<BegunAttempt> {
  const first = await begin(t, version, bodies, before);
  if (version === "v1" || !isEventTaken(first.created.answer)) return first;
  const further = UNNAMED.map((event) => ({ ...first.sent, event }));
  const other = await begin(t, version, further, before);
  // Whether a service knows such an event is its own affair.
  return succeeded(other.created) ? { ...other, refused: [...first.refused, first.created] } : first;
}

/** Asks with one body after the other until one is accepted. An id in the answer is told to the ledger at once. */
async function begin(
  t: Check,
  version: Generation,
  bodies: readonly WebhookSent[],
  before: OpenList | null,
): Promise<BegunAttempt> {
  const refused: Answered[] = [];
  for (const [at, body] of bodies.entries()) {
    const { sent, created, settle } = await ask(t, version, body);
    const [answered] = succeeded(created) ? newIdsIn(created, before) : [];
    if (succeeded(created) || at === bodies.length - 1)
      return { sent, created, refused, settle, own: answered === undefined ? null : settle(answered) };
    refused.push(created);
  }
  throw new RangeError("nothing to create a webhook of");
}

/** Asks once; at the receiver's address too if the target refuses one that resolves to nothing. */
async function ask(t: Check, version: Generation, sent: WebhookSent): Promise<Begun & { sent: WebhookSent }> {
  const begun = await beginOwn(t, {
    ask: { operation: OPERATIONS[version].create, body: sent },
    mark: sent.url ?? "",
    removal: (id) => deletionOf(version, id),
  });
  const isRefused = is4xx(begun.created.answer.status) && deniesUrl(begun.created);
  const url = isRefused ? await atReceiver(t, sent.url ?? "") : null;
  if (url === null) return { ...begun, sent };
  const again = await ask(t, version, { ...sent, url });
  if (!succeeded(again.created)) return { ...begun, sent };
  await stayAtReceiver(t);
  return again;
}

/** An accepted attempt once its webhook was looked for in the list. */
function identified(
  version: Generation,
  attempt: BegunAttempt,
  before: OpenList | null,
  after: OpenList | null,
): WebhookAttempt {
  return { ...attempt, own: attempt.settle(idOfCreated(version, attempt, before, after)) };
}

/** Whether a generation's list did not show a created webhook, however long it was waited for. */
const waits = givenEach(async (_, _version: Generation) => ({ inVain: false }));

/** Reads the list until it shows what was created. A target that keeps nothing is waited for at length only once. */
async function listShowing(
  t: Check,
  version: Generation,
  before: OpenList,
  created: readonly WebhookAttempt[],
): Promise<OpenList | null> {
  const wait = await t.given(waits(version));
  const showsAll = (list: OpenList) => created.every((each) => showsCreated(each, before, list));
  const list = await listUntil(t, version, showsAll, wait.inVain ? BRIEF : PATIENCE);
  wait.inVain ||= list !== null && !showsAll(list);
  return list;
}
