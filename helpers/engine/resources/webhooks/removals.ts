import type { Generation } from "../../../contract/model.js";
import type { SeenWebhook } from "../../../oracles/webhooks/by-id.js";
import { isInUse } from "../../../oracles/webhooks/lists.js";
import { isGone } from "../../../oracles/webhooks/webhooks.js";
import { unknownIds } from "../../../target/messages/made-up.js";
import { idsOf, itemOf } from "../../../wire/decode.js";
import type { Answered } from "../../../wire/exchange.js";
import { succeeded } from "../../../wire/status.js";
import type { Check } from "../../check/check.js";
import { given, givenEach } from "../../check/given.js";
import type { OpenList } from "../../lists/open/list.js";
import { polling } from "../eventually.js";
import { ownUrl } from "./addresses.js";
import { ownPairs } from "./beside.js";
import { createWebhook } from "./creating.js";
import { deletionOf, OPERATIONS, updateTo } from "./generations.js";
import { intrusions, isDeleted } from "./intrusions.js";
import { type Born, creations, removeWebhook, whyNoneOfOurs } from "./life.js";
import { firstList, listNow, listUntil, readUntil, readWebhook } from "./reading.js";
import { emptying, updateOf, updates } from "./updates.js";

export interface WebhookRemoval {
  readonly born: Born;
  readonly answer: Answered;
  readonly byId: SeenWebhook | null;
  /** The answer to a second deletion; null unless the webhook was gone by id. */
  readonly again: Answered | null;
  readonly before: OpenList | null;
  readonly after: OpenList | null;
}

/** An id of v1's form, where no webhook shows one. */
const DIGITS = "4000000001";

/** Ids that no webhook has, in the form of existing ids. */
export async function unusedIds(t: Check, generation: Generation): Promise<readonly string[]> {
  const sample = (await t.tryGiven(firstList(generation)))?.list?.items[0]?.id;
  const isBare = generation === "v1" && sample === undefined;
  const ids = isBare ? [DIGITS] : unknownIds("webhook_id", sample, t.settings.seed);
  return ids.slice(0, t.budget(`webhooks.${generation}.unknown-ids`));
}

const deletingUnknown = (version: Generation) =>
  givenEach((t, id: string) => t.ask({ ...deletionOf(version, id), intent: "id" }));

/** The deletion of a webhook that was never there; each once a run. */
export const deletionOfUnknown = { v1: deletingUnknown("v1"), v2: deletingUnknown("v2") } as const;

/**
 * Updates a webhook that was deleted, and deletes it again if that brought it back. Null unless it was gone by its id:
 * the contract's DELETE may deactivate.
 */
export const updateOfDeleted = given(async (t): Promise<Answered | null> => {
  const [first] = await t.given(removals("v2"));
  if (first === undefined || first.byId?.exchange.answer.status !== 404) return null;
  const { id, sent } = first.born;
  const answer = await t.ask({ ...updateTo(id, updateOf(sent)), intent: "id" });
  if (succeeded(answer)) await t.ask(deletionOf("v2", id));
  return answer;
});

/** Deletes our webhooks one after the other. */
export const removals = givenEach(async (t, version: Generation): Promise<readonly WebhookRemoval[]> => {
  const made = await t.given(creations(version));
  const first = version === "v2" ? await listUpdated(t) : null;
  await deleteUnknown(t, version);
  const done: WebhookRemoval[] = [];
  for (const born of made.kept) {
    const last = done.at(-1);
    // A webhook that is already gone was lost in the deletion before, which another rule reports.
    if (last?.after && itemOf(last.after, born.id) === null) continue;
    if (born === made.kept.at(-1) && (await wasTaken(t, version))) continue;
    const before = last === undefined ? (first ?? made.after) : last.after;
    done.push(await removeBorn(t, version, born, before, last === undefined));
  }
  if (done.length > 0) return done;
  throw whyNoneOfOurs(t, version, made);
});

/**
 * Updates the first webhook often, and the second once, to the first one's address: a removal may depend on either.
 * @returns the list after the updates
 */
async function listUpdated(t: Check): Promise<OpenList | null> {
  const updated = await t.tryGiven(updates);
  // What is at odds can be read again only while it is there.
  await t.tryGiven(ownPairs);
  if ((await t.given(creations("v2"))).kept.length > 1) await t.tryGiven(emptying);
  return updated?.after ?? null;
}

/** Deletes a webhook that was never there while several of ours are, to show whether that hits one of them. */
async function deleteUnknown(t: Check, version: Generation): Promise<void> {
  if ((await t.given(creations(version))).kept.length < 2) return;
  const [unknown] = await unusedIds(t, version);
  if (unknown !== undefined) await t.tryGiven(deletionOfUnknown[version](unknown));
}

/** Whether a call without the right key took the last webhook, which the rules about keys report. */
async function wasTaken(t: Check, version: Generation): Promise<boolean> {
  const byId = (await t.tryGiven(intrusions(version)))?.byId ?? null;
  return byId !== null && isDeleted(byId);
}

/**
 * Deletes another webhook as soon as the list shows it: one that was not kept, or that another client deleted, cannot be
 * deleted. Null where v1 shows no list.
 * @throws Inconclusive if none can be made that is listed
 */
export async function removedWhileListed(t: Check, version: Generation): Promise<Answered | null> {
  const { operation } = await t.given(firstList(version));
  const [like] = (await t.given(creations(version))).kept;
  if (operation !== OPERATIONS[version].lists[0] || like === undefined) return null;
  const sent = { ...like.sent, url: ownUrl(t, `${version}/listed`) };
  const { own, after } = await createWebhook(t, version, sent, await listNow(t, version));
  if (own === null || itemOf(after, own.id) === null)
    return t.inconclusive(
      `a created webhook is not listed, so there may be nothing to delete; see webhooks.${version}.create.listed`,
    );
  return removeWebhook(t, version, own);
}

async function removeBorn(
  t: Check,
  version: Generation,
  born: Born,
  before: OpenList | null,
  isFirst: boolean,
): Promise<WebhookRemoval> {
  const answer = await removeWebhook(t, version, born);
  const isDue = succeeded(answer);
  // The first one's deletion shows what a reading by id says; for the second the list is enough, where there is one.
  const isRead = isFirst || before === null;
  const byId = isRead ? await readRemoved(t, version, born, isDue) : null;
  // Once more before the list is read, which then shows whether that hits another webhook.
  const isAgain = isFirst && isDue && byId?.raw === null && t.affords("webhooks.again");
  const again = isAgain ? await t.ask(deletionOf(version, born.id)) : null;
  const after = await listUntil(t, version, (list) => !isDue || keepsAllBut(born.id, before, list));
  return { born, answer, byId, again, before, after };
}

/**
 * Reads a webhook by its id until it is gone, if that is due. Only v2 can; one of v1 counts there if it still shows its
 * address, for it may have another id in v2.
 */
async function readRemoved(
  t: Check,
  version: Generation,
  { id, sent }: Born,
  isDue: boolean,
): Promise<SeenWebhook | null> {
  if (version === "v2") return readUntil(t, version, id, ({ raw }) => !isDue || isGone(raw));
  if (!isDue || !t.settings.generations.includes("v2")) return null;
  const isOurs = ({ raw }: SeenWebhook) => !isGone(raw) && raw?.url === sent.url;
  const seen = await polling(t, () => readWebhook(t, id)).until((each) => !isOurs(each));
  return isOurs(seen) ? seen : null;
}

/** Whether a list lacks one webhook and still shows all others. */
function keepsAllBut(gone: string, before: OpenList | null, list: OpenList): boolean {
  const ids = new Set(idsOf(list.items));
  return (
    !isInUse(list, gone) && (before === null || idsOf(before.items).every((id) => id === gone || ids.has(id)))
  );
}
