import type { Generation } from "../../../contract/model.js";
import { recordIn, type SeenWebhook } from "../../../oracles/webhooks/by-id.js";
import type { Answered } from "../../../wire/exchange.js";
import { Inconclusive, ifReadable, orWhyNot } from "../../../wire/outcome.js";
import { succeededWithKey } from "../../../wire/status.js";
import type { Check } from "../../check/check.js";
import { givenEach } from "../../check/given.js";
import { type OpenList, readOpenList } from "../../lists/open/list.js";
import { PATIENCE, polling } from "../eventually.js";
import { type ListOperation, OPERATIONS } from "./generations.js";

/**
 * Reads the list of webhooks.
 * @param first its first page, if it was read already
 * @throws Inconclusive if it cannot be read, or shows several v2 webhooks under one id
 */
export async function listWebhooks(t: Check, operation: ListOperation, first?: Answered): Promise<OpenList> {
  const request = { operation, idMembers: ["webhook_id", "id"], unpaged: true };
  const list = await readOpenList(t, first === undefined ? request : { ...request, first });
  // A single page counts as not whole only where an id occurs twice on it.
  if (operation === "v2ListWebhooks" && list.exchanges.length === 1 && !list.whole)
    t.inconclusive("the list shows several webhooks under one id; see webhooks.v2.ids.unique");
  return list;
}

/** The list of webhooks before the run created any. @throws Inconclusive as `listWebhooks` */
export async function firstWebhooks(t: Check, operation: ListOperation): Promise<OpenList> {
  return listWebhooks(t, operation, await t.listedOk(operation));
}

/** The list that shows a generation's webhooks, before the run changed any. */
interface FirstList {
  readonly operation: ListOperation;
  /** Null in v2 if it cannot be read. */
  readonly list: OpenList | null;
  /** Why the generation's own list cannot be read; null if it can. */
  readonly unread: string | null;
}

export const firstList = givenEach(async (t, version: Generation): Promise<FirstList> => {
  let unread: string | null = null;
  for (const operation of OPERATIONS[version].lists.filter((id) => t.inScope(id))) {
    const list = await orWhyNot(firstWebhooks(t, operation));
    if (!(list instanceof Inconclusive)) return { operation, list, unread };
    unread ??= list.message;
  }
  if (version === "v2") return { operation: "v2ListWebhooks", list: null, unread };
  return t.inconclusive(
    "no list of webhooks can be read, so that a created one could not be found and removed",
  );
});

/** Reads the list until it is as expected, or for about seven seconds; null if v2 shows none. */
export async function listUntil(
  t: Check,
  version: Generation,
  arrived: (list: OpenList) => boolean,
  patience: readonly number[] = PATIENCE,
): Promise<OpenList | null> {
  const { operation } = await t.given(firstList(version));
  const list = polling(t, () => listWebhooks(t, operation)).until(arrived, patience);
  return version === "v1" ? list : ifReadable(list);
}

/** The list as it is; null if v2 shows none. */
export function listNow(t: Check, version: Generation): Promise<OpenList | null> {
  return listUntil(t, version, () => true);
}

/** The list of v2 as it was read last, by whichever check; null where none can be read. */
export async function lastRead(t: Check): Promise<OpenList | null> {
  const read = t.session.journal.exchangesOf("v2ListWebhooks").filter(succeededWithKey);
  const first = read.findLast(({ request }) => !request.url.includes("?"));
  return first === undefined ? null : ifReadable(listWebhooks(t, "v2ListWebhooks", first));
}

/** Reads a webhook of v2 by its id. */
export async function readWebhook(t: Check, webhook_id: string): Promise<SeenWebhook> {
  const exchange = await t.ask({ operation: "v2GetWebhook", path: { webhook_id } });
  return { exchange, raw: recordIn(exchange) };
}

/** Reads a webhook by its id until it is as expected; null in v1. */
export async function readUntil(
  t: Check,
  version: Generation,
  id: string,
  arrived: (reading: SeenWebhook) => boolean,
): Promise<SeenWebhook | null> {
  return version === "v1" ? null : polling(t, () => readWebhook(t, id)).until(arrived);
}
