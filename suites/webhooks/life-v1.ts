import type { OperationId } from "../../helpers/contract/operations.js";
import { operationInScope } from "../../helpers/contract/scope.js";
import { type Answered, type Check, given } from "../../helpers/engine/check/check.js";
import { idsIn, type OpenList } from "../../helpers/engine/lists/open-list.js";
import { type Begun, beginOwn, type Own } from "../../helpers/engine/resources/created.js";
import { awaitEffect } from "../../helpers/engine/resources/eventually.js";
import { ownUrl } from "../../helpers/engine/resources/webhooks.js";
import { deniesValue, mayBeDueTo } from "../../helpers/oracles/refusal.js";
import { ifReadable } from "../../helpers/wire/outcome.js";
import { findIds } from "../../helpers/wire/search.js";
import { succeeded } from "../../helpers/wire/status.js";
import { firstWebhooks, gained, type ListOperation, listWebhooks, needsSecond } from "./listing.js";

/** The only event that v1 names. */
export const V1_EVENT = "report_complete";
/** Members whose value a target may refuse although the contract allows it. */
const ODD_VALUES = ["event", "seller", "url"];

/** One creation. */
export interface Creation {
  readonly url: string;
  readonly created: Answered;
  /** Null when it was refused, or when what it created cannot be told from the list. */
  readonly own: Own | null;
}

/** Creations one after the other, with the lists around them. */
export interface Creations {
  readonly made: readonly Creation[];
  readonly before: OpenList;
  readonly after: OpenList;
}

/** The removal of the first of two webhooks, and what came after it. */
export interface Removal {
  readonly id: string;
  readonly answer: Answered;
  readonly before: OpenList;
  readonly after: OpenList;
  /** The same call once more; null where the webhook was not gone, and at effort quick. */
  readonly again: Answered | null;
}

/** The list in which webhooks of v1 are found, and what it held first: of v1, whose path is only inferred, else of v2. */
export const firstList = given(async (t): Promise<{ operation: ListOperation; list: OpenList }> => {
  const candidates: readonly ListOperation[] = ["v1ListWebhooks", "v2ListWebhooks"];
  for (const operation of candidates.filter((id: OperationId) => operationInScope(id, t.settings))) {
    const list = await ifReadable(firstWebhooks(t, operation));
    if (list !== null) return { operation, list };
  }
  return t.inconclusive(
    "no list of webhooks can be read, so that a created one could not be found and removed",
  );
});

/** Webhooks created one after the other; a second one where there is no other beside which the first is removed. */
export const creations = given(async (t): Promise<Creations> => {
  const { list } = await t.given(firstList);
  const names = needsSecond(t, list) ? ["v1/first", "v1/second"] : ["v1/first"];
  return createWebhooks(
    t,
    names.map((name) => ownUrl(t, name)),
    list,
  );
});

/** The first webhook is deleted, the second stays. */
export const removal = given(async (t): Promise<Removal> => {
  const { made, after: before } = await t.given(creations);
  const own = made.find((creation) => creation.own !== null)?.own;
  if (own === null || own === undefined)
    return t.inconclusive("no webhook could be created and found in the list; see webhooks.v1.create.listed");
  const answer = await removeWebhook(t, own);
  const after = await listUntil(t, (list) => !succeeded(answer) || !idsIn(list).includes(own.id));
  const isGone = succeeded(answer) && !idsIn(after).includes(own.id);
  const again =
    isGone && t.settings.effort !== "quick"
      ? await t.ask({ operation: "v1DeleteWebhook", path: { webhook_id: own.id } })
      : null;
  return { id: own.id, answer, before, after, again };
});

/**
 * Creates webhooks and finds them in the list, which is read once for all of them. Only where an answer names no id
 * it is read before the next creation, so that it is clear whose the new one is.
 */
export async function createWebhooks(
  t: Check,
  urls: readonly string[],
  before: OpenList,
): Promise<Creations> {
  const made: Creation[] = [];
  const begun: (Begun & { readonly url: string })[] = [];
  let after = before;
  const find = async () => {
    const [due, earlier] = [begun.splice(0), after];
    if (due.length > 0)
      after = await listUntil(t, (list) => due.every((each) => isThere(earlier, list, each)));
    for (const { url, created, settle } of due)
      made.push({ url, created, own: settle(newcomer(earlier, after, url, newAnswered(earlier, created))) });
  };
  try {
    for (const url of urls) {
      const each = await beginOwn(t, {
        ask: { operation: "v1CreateWebhook", body: { url, event: V1_EVENT } },
        mark: url,
        removal: (id) => ({ operation: "v1DeleteWebhook", path: { webhook_id: id } }),
      });
      if (succeeded(each.created)) {
        begun.push({ url, ...each });
        // Known to the ledger before the list is waited for.
        const [answered] = newAnswered(after, each.created);
        if (answered !== undefined) each.settle(answered);
      } else made.push({ url, created: each.created, own: null });
      if (answeredIds(each.created).length === 0) await find();
    }
  } finally {
    // What was created is entered into the ledger also where a later creation got no answer.
    await find();
  }
  return { made, before, after };
}

/** Creates one webhook and finds it in the list. */
export async function createWebhook(
  t: Check,
  url: string,
  before: OpenList,
): Promise<Creation & Pick<Creations, "after">> {
  const { made, after } = await createWebhooks(t, [url], before);
  const [creation] = made;
  if (creation === undefined) throw new RangeError("one address makes one creation");
  return { ...creation, after };
}

/** Removes a webhook of ours; the ledger is told when the target agreed. */
export async function removeWebhook(t: Check, own: Own): Promise<Answered> {
  const answer = await t.ask({ operation: "v1DeleteWebhook", path: { webhook_id: own.id }, removal: "use" });
  if (succeeded(answer)) own.gone();
  return answer;
}

/** Reads the list until it is as it should be, or for about two seconds. */
export async function listUntil(
  t: Check,
  arrived: (list: OpenList) => boolean,
  impatient = false,
): Promise<OpenList> {
  const { operation } = await t.given(firstList);
  return awaitEffect(() => listWebhooks(t, operation), arrived, impatient);
}

/**
 * Whether a refused creation can be put down to an event that is taken, a missing seller or the account. That there
 * is no such event is no excuse: it is the one that the contract names.
 */
export function isExcused(exchange: Answered): boolean {
  const { body } = exchange.answer;
  if (deniesValue(exchange.answer, "event")) return false;
  const text = "text" in body ? body.text : "";
  return mayBeDueTo(exchange, ODD_VALUES) || /seller/i.test(text);
}

function answeredIds({ answer: { body } }: Answered): readonly string[] {
  return body.kind === "json" ? findIds(body.value, "webhook_id") : [];
}

/** Ids that an answer names and that nobody else's webhook had before. */
function newAnswered(before: OpenList, created: Answered): readonly string[] {
  const old = idsIn(before);
  return answeredIds(created).filter((id) => !old.includes(id));
}

/** Whether the list shows a created webhook; where nothing tells which it is, any new one may be it. */
function isThere(
  before: OpenList,
  list: OpenList,
  { url, created }: { readonly url: string; readonly created: Answered },
): boolean {
  const ids = answeredIds(created);
  return gained(before, list).some(
    ({ id, raw }) => raw.url === url || ids.includes(id) || (raw.url === undefined && ids.length === 0),
  );
}

/** The id of the new webhook: with our url where the list shows urls, else the only new one, else as answered. */
function newcomer(
  before: OpenList,
  after: OpenList,
  url: string,
  answered: readonly string[],
): string | null {
  const fresh = gained(before, after);
  const marked = fresh.find(({ raw }) => raw.url === url) ?? fresh.find(({ id }) => answered.includes(id));
  if (marked !== undefined) return marked.id;
  const anonymous = fresh.filter(({ raw }) => raw.url === undefined);
  if (anonymous.length === 1) return anonymous[0]?.id ?? null;
  return answered[0] ?? null;
}
