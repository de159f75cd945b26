import { type Answered, type Check, given } from "../../helpers/engine/check/check.js";
import { idsIn, type OpenList } from "../../helpers/engine/lists/open-list.js";
import { type Own, tryCreateOwn } from "../../helpers/engine/resources/created.js";
import { awaitEffect } from "../../helpers/engine/resources/eventually.js";
import { ownUrl } from "../../helpers/engine/resources/webhooks.js";
import { mayBeDueTo } from "../../helpers/oracles/refusal.js";
import {
  shows,
  WEBHOOK_MEMBERS,
  type WebhookHeader,
  type WebhookMember,
  type WebhookSent,
  webhookDifferences,
} from "../../helpers/oracles/webhooks.js";
import { ifReadable } from "../../helpers/wire/outcome.js";
import { isObject, type Raw } from "../../helpers/wire/raw.js";
import { findIds } from "../../helpers/wire/search.js";
import { succeeded } from "../../helpers/wire/status.js";
import { firstWebhooks, gained, listWebhooks, needsSecond } from "./listing.js";

/** The two events whose names the contract gives. */
const EVENTS = ["report_complete", "batch"] as const;
/** Tried where the account shows no store and none is named; a target that knows its stores refuses them. */
const MADE_UP_STORES = [4711, 90210] as const;
/** Members whose value a target may refuse although the contract allows it. */
const ODD_VALUES = ["event", "store", "url"];

const NOTHING_OF_OURS =
  "there is no webhook of our own; see webhooks.v2.create.object and webhooks.v2.create.listed";

/** A webhook read by id; `raw` is null when no webhook came. */
export interface Reading {
  readonly exchange: Answered;
  readonly raw: Raw | null;
}

/** A creation that succeeded. */
export interface Born {
  readonly id: string;
  readonly own: Own;
  readonly sent: WebhookSent;
  readonly created: Answered;
  readonly byId: Reading;
}

/** Webhooks created one after the other. Lists are null where the target does not show one. */
export interface Births {
  readonly before: OpenList | null;
  readonly after: OpenList | null;
  readonly born: readonly Born[];
  /** Creations that were answered with an id that another webhook has; nothing can be told of these. */
  readonly twins: readonly Answered[];
  /** Creations that were refused, or answered without anything by which to find the webhook. */
  readonly failed: readonly Answered[];
}

/** An update and what the webhook showed afterwards. */
export interface Update {
  readonly sent: WebhookSent;
  /** Headers that were configured before. */
  readonly former: readonly WebhookHeader[];
  readonly answer: Answered;
  /** Null where the next update followed at once: that sends the same again but for one member. */
  readonly byId: Reading | null;
  /** Read only where the webhook by id does not show what was sent. */
  readonly list: OpenList | null;
  /** True for values that a target may refuse although they are texts. */
  readonly odd: boolean;
}

export interface Updates {
  readonly born: Born;
  readonly updates: readonly Update[];
  /** The update whose body holds another event. */
  readonly withEvent: Update | null;
  readonly before: OpenList | null;
  readonly after: OpenList | null;
}

/** A removal and what is left. */
export interface Deletion {
  readonly born: Born;
  readonly answer: Answered;
  readonly byId: Reading;
  readonly before: OpenList | null;
  readonly after: OpenList | null;
}

export const births = given(async (t): Promise<Births> => {
  const before = await ifReadable(firstWebhooks(t, "v2ListWebhooks"));
  const stores = storesFor(t, before);
  const made = [
    await create(t, before, {
      events: EVENTS,
      stores,
      members: {
        name: "Plimsoll first",
        url: ownUrl(t, "first/Pier-A"),
        headers: [
          { key: "X-Plimsoll-Desk", value: "one" },
          { key: "X-Plimsoll-Note", value: "first; kept=yes" },
        ],
      },
    }),
  ];
  if (needsSecond(t, before))
    made.push(
      await create(t, before, {
        events: EVENTS.toReversed(),
        stores: stores.toReversed(),
        members: {
          name: "Plimsoll second",
          url: `${ownUrl(t, "Second")}?desk=7&shift=Night`,
          headers: [
            { key: "X-Plimsoll-Desk", value: "two" },
            { key: "X-Plimsoll-Shelf", value: "7" },
          ],
        },
      }),
    );
  const all = made.flatMap(({ own, sent, created }) => (own === null ? [] : [{ own, sent, created }]));
  const alike = new Set(all.map(({ own: { id } }) => id)).size < all.length;
  const own = alike ? [] : all;
  const after = await ifReadable(
    awaitEffect(
      () => listWebhooks(t, "v2ListWebhooks"),
      (list) => own.every(({ own: { id } }) => idsIn(list).includes(id)),
    ),
  );
  const born = await Promise.all(
    own.map(async ({ own, sent, created }) => {
      const byId = await awaitEffect(
        () => readWebhook(t, own.id),
        ({ raw }) => raw !== null,
      );
      return { id: own.id, own, sent, created, byId };
    }),
  );
  const twins = alike ? all.map(({ created }) => created) : [];
  return { before, after, born, twins, failed: made.flatMap(({ failed }) => failed) };
});

export const updates = given(async (t): Promise<Updates> => {
  const made = await t.given(births);
  const before = made.after;
  const [born] = kept(made);
  if (born === undefined) return t.inconclusive(NOTHING_OF_OURS);
  const done: Update[] = [];
  for (const group of changes(t)) {
    const sent: Update[] = [];
    for (const { odd, ...change } of group) {
      const last = lastSent(born, [...done, ...sent]);
      const body = { ...last, ...change };
      const answer = await putWebhook(t, born.id, body);
      sent.push({ sent: body, former: last.headers ?? [], answer, byId: null, list: null, odd });
    }
    done.push(...(await withReading(t, born.id, sent)));
    // Where nothing at all arrived, more of it would tell no more.
    if (done.every((update) => !succeeded(update.answer) || isWithoutEffect(born, update))) break;
  }
  const accepted = done.some(({ answer }) => succeeded(answer));
  const withEvent =
    t.settings.effort !== "quick" && accepted ? await updateWithEvent(t, born, lastSent(born, done)) : null;
  const byId = (withEvent ?? done.findLast((update) => update.byId !== null))?.byId?.raw ?? {};
  const after = await ifReadable(
    awaitEffect(
      () => listWebhooks(t, "v2ListWebhooks"),
      (list) => webhookDifferences(itemOf(list, born.id) ?? {}, byId).length === 0,
    ),
  );
  return { born, updates: done, withEvent, before, after };
});

/**
 * An update of the second webhook to the address of the first and to no headers; it shows in the list that is read
 * after the first was deleted. A target may refuse two webhooks at one address; then the second keeps its own. Null
 * where there is no second.
 */
export const bareUpdate = given(async (t): Promise<(Update & { readonly born: Born }) | null> => {
  const [first, second] = kept(await t.given(births));
  if (first === undefined || second === undefined) return null;
  const { url = "" } = lastSent(first, (await ifReadable(t.given(updates)))?.updates ?? []);
  const last = lastSent(second, []);
  const sent = { ...last, url, headers: [] };
  const answer = await putWebhook(t, second.id, sent);
  return { born: second, sent, former: last.headers ?? [], answer, byId: null, list: null, odd: true };
});

export const deletions = given(async (t): Promise<readonly Deletion[]> => {
  const made = await t.given(births);
  const updated = await ifReadable(t.given(updates));
  let before = updated?.after ?? made.after;
  const done: Deletion[] = [];
  const [first, second] = kept(made);
  // The first was updated often, the second just once, to the address of the first: a removal may depend on either.
  if (first !== undefined && second !== undefined) {
    await ifReadable(t.given(bareUpdate));
  }
  for (const each of kept(made)) {
    // One that is gone already was lost to the deletion before, which its own rule tells.
    if (before !== null && done.length > 0 && !idsIn(before).includes(each.id)) continue;
    const deletion = await deleteWebhook(t, each, before);
    done.push(deletion);
    before = deletion.after;
  }
  if (done.length > 0) return done;
  return t.inconclusive(NOTHING_OF_OURS);
});

/** Webhooks that are there after their creation, by id or in the list; what was not kept cannot be changed. */
function kept({ born, after }: Births): readonly Born[] {
  return born.filter(({ id, byId }) => byId.raw !== null || after === null || itemOf(after, id) !== null);
}

/** What a webhook shows for a member, by id or in the list: "no" only where every reading says so. */
export function storedSays(
  member: WebhookMember,
  { sent, former = [] }: { sent: WebhookSent; former?: readonly WebhookHeader[] },
  readings: readonly (Raw | null | undefined)[],
): "yes" | "no" | "unclear" {
  const said = readings.flatMap((raw) => (raw ? [shows(member, sent, raw, former)] : []));
  if (said.includes("yes")) return "yes";
  return said.includes("no") ? "no" : "unclear";
}

/** The webhook's item in a list. */
export function itemOf(list: OpenList | null, id: string): Raw | null {
  return list?.items.find((item) => item.id === id)?.raw ?? null;
}

/** Whether a first update, which changes all that can be changed, changed nothing at all. */
export function isWithoutEffect(born: Born, update: Update): boolean {
  const { sent, former, byId, list } = update;
  return (["name", "url", "headers"] as const).every(
    (member) => storedSays(member, { sent, former }, [byId?.raw, itemOf(list, born.id)]) === "no",
  );
}

/** Whether a failed creation can be put down to values or to the account. */
export function isExcused(exchange: Answered): boolean {
  return mayBeDueTo(exchange, ODD_VALUES);
}

/** Reads a webhook by id. */
export async function readWebhook(t: Check, webhook_id: string): Promise<Reading> {
  const exchange = await t.ask({ operation: "v2GetWebhook", path: { webhook_id } });
  return { exchange, raw: recordIn(exchange) };
}

/** The webhook in a successful answer, or null. */
export function recordIn(exchange: Answered): Raw | null {
  const { body } = exchange.answer;
  return succeeded(exchange) && body.kind === "json" && isObject(body.value) ? body.value : null;
}

/** Creates one webhook. The id is the answer's, or that of the new item with our url. */
export function createWebhook(t: Check, before: OpenList | null, sent: WebhookSent) {
  const url = sent.url ?? "";
  return tryCreateOwn(t, {
    ask: { operation: "v2CreateWebhook", body: sent },
    mark: url,
    idOf: async ({ answer: { body } }) => {
      const [answered] = body.kind === "json" ? findIds(body.value, "webhook_id") : [];
      // What somebody else's webhook is called is not removed as ours.
      if (answered !== undefined && before !== null && idsIn(before).includes(answered)) return null;
      if (answered !== undefined || before === null) return answered ?? null;
      const ours = (list: OpenList) => gained(before, list).find(({ raw }) => raw.url === url);
      const list = await ifReadable(
        awaitEffect(
          () => listWebhooks(t, "v2ListWebhooks"),
          (reading) => ours(reading) !== undefined,
        ),
      );
      return (list === null ? undefined : ours(list))?.id ?? null;
    },
    removal: (id) => ({ operation: "v2DeleteWebhook", path: { webhook_id: id } }),
  });
}

/** Removes a webhook of ours; the ledger is told when the target agreed. */
export async function removeWebhook(t: Check, { id, own }: Pick<Born, "id" | "own">): Promise<Answered> {
  const answer = await t.ask({ operation: "v2DeleteWebhook", path: { webhook_id: id }, removal: "use" });
  if (succeeded(answer)) own.gone();
  return answer;
}

/**
 * Stores to register for: those named, else those that the account's webhooks show, else made-up ones. Where
 * they are refused the webhook is created without.
 */
function storesFor(t: Check, list: OpenList | null): readonly number[] {
  const named = (t.settings.fixtures.store ?? []).map(Number).filter(Number.isInteger);
  if (named.length > 0) return named;
  const shown = (list?.items ?? []).flatMap(({ raw: { store_id: store } }) =>
    typeof store === "number" && Number.isInteger(store) ? [store] : [],
  );
  return shown.length > 0 ? [...new Set(shown)] : MADE_UP_STORES;
}

/** What to try for one creation, the likelier first. */
interface Wanted {
  readonly events: readonly string[];
  readonly stores: readonly number[];
  readonly members: Pick<WebhookSent, "name" | "url" | "headers">;
}

interface Made {
  readonly own: Own | null;
  readonly sent: WebhookSent;
  readonly created: Answered;
  readonly failed: readonly Answered[];
}

/** Creates a webhook with all members; where the event or the store is refused, with another or without. */
async function create(t: Check, before: OpenList | null, { events, stores, members }: Wanted): Promise<Made> {
  const [store] = stores;
  const failed: Answered[] = [];
  for (const event of events) {
    for (const more of store === undefined ? [{}] : [{ store_id: store }, {}]) {
      const sent = { ...members, event, ...more };
      const { own, created } = await createWebhook(t, before, sent);
      if (own === null) failed.push(created);
      if (own !== null || succeeded(created)) return { own, sent, created, failed };
    }
  }
  const [created] = failed;
  if (created === undefined) throw new RangeError("no event to register for");
  return { own: null, sent: members, created, failed };
}

interface Change extends WebhookSent {
  readonly odd: boolean;
}

/**
 * Everything, then each member alone, with values of another kind. Each update sends what those before it set, so
 * that one reading after a group tells of all of it.
 */
function changes(t: Check): readonly (readonly Change[])[] {
  const all: Change = {
    name: "Plimsoll changed",
    url: ownUrl(t, "changed"),
    headers: [
      { key: "X-Plimsoll-Berth", value: "12" },
      { key: "X-Plimsoll-Note", value: "changed" },
    ],
    odd: false,
  };
  if (t.settings.effort === "quick") return [[all]];
  const three = ["A", "B", "C"].map((key) => ({ key: `X-Plimsoll-${key}`, value: `berth ${key}` }));
  return [
    [all],
    [
      { name: "Plimsoll Ölhafen 貨物 d'été", odd: true },
      { url: `${ownUrl(t, "long")}/${"Quay-".repeat(30)}end?a=1&b=two`, odd: true },
      { headers: three, odd: false },
    ],
  ];
}

/** What the target was last told of name, url and headers, and accepted. */
function lastSent(born: Born, done: readonly Update[]): WebhookSent {
  const accepted = done.findLast(({ answer }) => succeeded(answer))?.sent ?? born.sent;
  const { name = "", url = "", headers = [] } = accepted;
  return { name, url, headers };
}

function putWebhook(t: Check, id: string, body: WebhookSent): Promise<Answered> {
  return t.ask({ operation: "v2UpdateWebhook", path: { webhook_id: id }, body });
}

/** Updates that were sent one after the other; the last accepted one, or the last, with what the webhook shows. */
async function withReading(t: Check, id: string, updates: readonly Update[]): Promise<readonly Update[]> {
  const last = updates.findLast(({ answer }) => succeeded(answer)) ?? updates.at(-1);
  if (last === undefined) return updates;
  const { byId, arrived } = await readUpdated(t, id, last);
  const list = arrived ? null : await ifReadable(listWebhooks(t, "v2ListWebhooks"));
  return updates.map((update) => (update === last ? { ...update, byId, list } : update));
}

/** Reads a webhook until it shows what an accepted update sent. */
async function readUpdated(t: Check, id: string, { sent, former, answer }: Update) {
  const shown = ({ raw }: Reading) =>
    WEBHOOK_MEMBERS.every(
      (member) => sent[member] === undefined || storedSays(member, { sent, former }, [raw]) === "yes",
    );
  const read = () => readWebhook(t, id);
  const byId = succeeded(answer) ? await awaitEffect(read, shown) : await read();
  return { byId, arrived: shown(byId) };
}

/** What was sent last once more, and another event with it, which may be refused, ignored or taken. */
async function updateWithEvent(t: Check, born: Born, last: WebhookSent): Promise<Update> {
  const event = EVENTS.find((each) => each !== born.sent.event) ?? EVENTS[0];
  const answer = await putWebhook(t, born.id, { ...last, event });
  const update = { sent: last, former: last.headers ?? [], answer, byId: null, list: null, odd: true };
  const { byId } = await readUpdated(t, born.id, update);
  return { ...update, sent: { ...last, event }, byId };
}

/**
 * Whether the last update, sent again, changes another webhook again once that was put back. Only where all that the
 * target holds may be changed: elsewhere its owner may have changed it.
 */
export async function changesAgain(t: Check, { born, updates: done }: Updates, other: Raw): Promise<boolean> {
  const webhook_id = String(other.webhook_id);
  const body = { name: other.name, url: other.url, headers: other.headers };
  if (!succeeded(await t.ask({ operation: "v2UpdateWebhook", path: { webhook_id }, body }))) return false;
  const before = await readWebhook(t, webhook_id);
  await putWebhook(t, born.id, lastSent(born, done));
  const after = await readWebhook(t, webhook_id);
  if (before.raw === null || after.raw === null) return false;
  return webhookDifferences(before.raw, after.raw).length > 0;
}

async function deleteWebhook(t: Check, born: Born, before: OpenList | null): Promise<Deletion> {
  const answer = await removeWebhook(t, born);
  const read = () => readWebhook(t, born.id);
  const list = () => listWebhooks(t, "v2ListWebhooks");
  if (!succeeded(answer)) {
    return { born, answer, byId: await read(), before, after: await ifReadable(list()) };
  }
  const byId = await awaitEffect(read, ({ raw }) => raw === null);
  const after = await ifReadable(awaitEffect(list, (reading) => !idsIn(reading).includes(born.id)));
  return { born, answer, byId, before, after };
}
