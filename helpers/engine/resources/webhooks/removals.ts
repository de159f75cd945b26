import type { Generation } from "../../../contract/model.js";
import { isInUse } from "../../../oracles/webhooks/lists.js";
import { isGone } from "../../../oracles/webhooks/webhooks.js";
import { unknownIds } from "../../../target/messages/made-up.js";
import { idsOf, itemOf } from "../../../wire/decode.js";
import type { Answered } from "../../../wire/exchange.js";
import { ifReadable } from "../../../wire/outcome.js";
import { succeeded } from "../../../wire/status.js";
import type { Check, Given } from "../../check/check.js";
import { given, givenEach } from "../../check/given.js";
import type { OpenList } from "../../lists/open/list.js";
import { V1, V2, type WebhookGeneration } from "./generations.js";
import { intrusions, isLost } from "./intrusions.js";
import { type Born, type Creations, creations, kept, nothingOfOurs, removeWebhook } from "./life.js";
import { listUntil, readUntil, type SeenWebhook } from "./reading.js";
import { bareUpdate, updates } from "./updates.js";

/** A removal and its effects. */
export interface WebhookRemoval {
  readonly born: Born;
  readonly answer: Answered;
  readonly byId: SeenWebhook | null;
  /** The same deletion once more; null unless the webhook was gone by id. */
  readonly again: Answered | null;
  readonly before: OpenList | null;
  readonly after: OpenList | null;
}

/** An id of v1's form, where no webhook shows one. */
const DIGITS = "4000000001";

/** Ids that no webhook has, in the form of existing ids. */
export async function neverThere(
  t: Check,
  { version: generation, first }: WebhookGeneration,
): Promise<readonly string[]> {
  const sample = (await ifReadable(t.given(first)))?.list?.items[0]?.id;
  const isBare = generation === "v1" && sample === undefined;
  const ids = isBare ? [DIGITS] : unknownIds("webhook_id", sample, t.settings.seed);
  return ids.slice(0, t.budget(`webhooks.${generation}.unknown-ids`));
}

const deletingNone = ({ remove }: WebhookGeneration) =>
  givenEach((t, webhook_id: string) => t.ask({ operation: remove, path: { webhook_id }, intent: "id" }));
const deletionsOfNone = { v1: deletingNone(V1), v2: deletingNone(V2) } as const;

/** Deletes a webhook that was never there; each once a run. */
export function deleteNone(t: Check, { version }: WebhookGeneration, webhook_id: string): Promise<Answered> {
  return t.given(deletionsOfNone[version](webhook_id));
}

/** Deletes a webhook that is already deleted. */
export function deleteAgain(t: Check, { remove }: WebhookGeneration, webhook_id: string): Promise<Answered> {
  return t.ask({ operation: remove, path: { webhook_id } });
}

/**
 * Updates a webhook that was deleted, and deletes it again if that brought it back. Null unless it was gone by its id:
 * the contract's DELETE may deactivate.
 */
export const updateOfNone = given(async (t): Promise<Answered | null> => {
  const [first] = await t.given(removals.v2);
  if (first === undefined || first.byId?.exchange.answer.status !== 404) return null;
  const { name, url, headers } = first.born.sent;
  const path = { webhook_id: first.born.id };
  const body = { name, url, headers };
  const answer = await t.ask({ operation: "v2UpdateWebhook", path, body, intent: "id" });
  if (succeeded(answer)) await deleteAgain(t, V2, first.born.id);
  return answer;
});

/** Deletes our webhooks one after the other. */
export const removals: Readonly<Record<Generation, Given<readonly WebhookRemoval[]>>> = {
  v1: given(async (t) => {
    const made = await t.given(creations.v1);
    return removeAll(t, V1, made, made.after);
  }),
  // The first was updated often; the second once, to the first one's address. A removal may depend on either.
  v2: given(async (t) => {
    const made = await t.given(creations.v2);
    const updated = await ifReadable(t.given(updates));
    if (kept(made).length > 1) await ifReadable(t.given(bareUpdate));
    return removeAll(t, V2, made, updated?.after ?? made.after);
  }),
};

async function removeAll(
  t: Check,
  generation: WebhookGeneration,
  made: Creations,
  first: OpenList | null,
): Promise<readonly WebhookRemoval[]> {
  const done: WebhookRemoval[] = [];
  const [unknown] = kept(made).length > 1 ? await neverThere(t, generation) : [];
  // While webhooks of ours are there to show whether that hits one of them.
  if (unknown !== undefined) await ifReadable(deleteNone(t, generation, unknown));
  for (const born of kept(made)) {
    const last = done.at(-1);
    // A webhook that is already gone was lost in the deletion before, which another rule reports.
    if (last?.after && itemOf(last.after, born.id) === null) continue;
    if (born === kept(made).at(-1) && (await isTakenBefore(t, generation))) continue;
    done.push(await removeBorn(t, generation, born, last, first));
  }
  if (done.length > 0) return done;
  throw nothingOfOurs(t, generation, made);
}

/** Whether a call without the right key took the last webhook, which the rules about keys report. */
async function isTakenBefore(t: Check, { version }: WebhookGeneration): Promise<boolean> {
  const intruded = await ifReadable(t.given(intrusions[version]));
  const byId = intruded?.byId ?? null;
  return byId !== null && isLost(byId);
}

async function removeBorn(
  t: Check,
  generation: WebhookGeneration,
  born: Born,
  last: WebhookRemoval | undefined,
  first: OpenList | null,
): Promise<WebhookRemoval> {
  const before = last === undefined ? first : last.after;
  const answer = await removeWebhook(t, generation, born.own);
  const isDue = succeeded(answer);
  // The first one's deletion shows what a reading by id says; of the second the list tells enough, where there is one.
  const isRead = last === undefined || before === null;
  const byId = isRead ? await readUntil(t, generation, born.id, ({ raw }) => !isDue || isGone(raw)) : null;
  // Once more before the list is read, which then shows whether that hits another webhook.
  const isAgain = last === undefined && isDue && byId?.raw === null && t.affords("webhooks.again");
  const again = isAgain ? await deleteAgain(t, generation, born.id) : null;
  const after = await listUntil(t, generation, (list) => !isDue || keepsAllBut(born.id, before, list));
  return { born, answer, byId, again, before, after };
}

/** Whether a list lacks one webhook and still shows all others. */
function keepsAllBut(gone: string, before: OpenList | null, list: OpenList): boolean {
  const ids = new Set(idsOf(list.items));
  return (
    !isInUse(list, gone) && (before === null || idsOf(before.items).every((id) => id === gone || ids.has(id)))
  );
}
