import type { Generation } from "../../../contract/model.js";
import { operationInScope } from "../../../contract/scope.js";
import { deniesValue, errorsName, mayBeDueTo } from "../../../oracles/answers/refusal.js";
import type { WebhookHeader, WebhookSent } from "../../../oracles/webhooks/webhooks.js";
import type { Answered } from "../../../wire/exchange.js";
import { Inconclusive, orWhyNot } from "../../../wire/outcome.js";
import { sentIn, textOf } from "../../../wire/raw.js";
import type { Check, Given } from "../../check/check.js";
import { given } from "../../check/given.js";
import type { OpenList } from "../../lists/open/list.js";
import { namedFixtures } from "../fixtures.js";
import { ownUrl } from "./addresses.js";
import { firstWebhooks, type ListOperation } from "./lists.js";

/** The list that shows a generation's webhooks, before the run changed any; null if none can be read. */
interface FirstList {
  readonly operation: ListOperation;
  readonly list: OpenList | null;
  /** Why the generation's own list cannot be read; null if it can. */
  readonly unread: string | null;
}

/** As long as names that people give, and in their letters. */
const LONG_NAME =
  "Plimsoll second: tells the night desk of the Ölhafen & Quay office (貨物) of each parcel, to the last of them";

/** Longer than a column of 100 or of 255 characters. */
const LONG_PATH = `${"Quays/".repeat(45)}Last`;

/** As headers that people give: more than a few, one value twice, with separators, words of JSON, and longer ones. */
const MANY_HEADERS: readonly WebhookHeader[] = [
  { key: "X-Plimsoll-Desk", value: "Two" },
  { key: "X-Plimsoll-Shelf", value: "7" },
  { key: "X-Plimsoll-Bay", value: "7" },
  { key: "X-Plimsoll-Forward", value: "true" },
  { key: "X-Plimsoll-Route", value: 'Quay: "North, then South"; tide=high' },
  { key: "X-Plimsoll-Marks-Of-The-Second-Hold", value: "Pier".repeat(40) },
];

/** What one generation can do with webhooks, and how. */
export interface WebhookGeneration {
  readonly version: Generation;
  readonly create: "v1CreateWebhook" | "v2CreateWebhook";
  readonly remove: "v1DeleteWebhook" | "v2DeleteWebhook";
  /** Null if a webhook cannot be read by id. */
  readonly read: "v2GetWebhook" | null;
  readonly first: Given<FirstList>;
  /** Whether a refused creation may be due to its values or to the account. */
  isExcused(refusal: Answered): boolean;
  /** What to send for each webhook that the checks create, the likelier body first. */
  wanted(t: Check, before: OpenList | null): readonly (readonly WebhookSent[])[];
}

/** The only event that v1 names. */
export const V1_EVENT = "report_complete";

/** The two events whose names the contract gives. */
export const EVENTS = [V1_EVENT, "batch"] as const;

export const V1: WebhookGeneration = {
  version: "v1",
  create: "v1CreateWebhook",
  remove: "v1DeleteWebhook",
  read: null,
  // The path of the v1 list is only inferred. Without any list, created webhooks could not be removed.
  first: given(async (t) => {
    const candidates: readonly ListOperation[] = ["v1ListWebhooks", "v2ListWebhooks"];
    let unread: string | null = null;
    for (const operation of candidates.filter((id) => operationInScope(id, t.settings))) {
      const list = await orWhyNot(firstWebhooks(t, operation));
      if (!(list instanceof Inconclusive)) return { operation, list, unread };
      unread ??= list.message;
    }
    return t.inconclusive(
      "no list of webhooks can be read, so that a created one could not be found and removed",
    );
  }),
  // An unknown event is not an excuse: this is the one that the contract names.
  isExcused: (refusal) => {
    const { answer } = refusal;
    if (deniesValue(answer, "event")) return false;
    return mayBeDueTo(refusal, ["event", "url"]) || /seller/i.test(textOf(answer.body));
  },
  wanted: (t, before) => {
    const names = needsSecond(t, before) ? ["v1/first", "v1/second"] : ["v1/first"];
    return names.map((name) => [{ url: ownUrl(t, name), event: V1_EVENT }]);
  },
};

export const V2: WebhookGeneration = {
  version: "v2",
  create: "v2CreateWebhook",
  remove: "v2DeleteWebhook",
  read: "v2GetWebhook",
  first: given(async (t) => {
    const list = await orWhyNot(firstWebhooks(t, "v2ListWebhooks"));
    const operation = "v2ListWebhooks";
    return list instanceof Inconclusive
      ? { operation, list: null, unread: list.message }
      : { operation, list, unread: null };
  }),
  isExcused: (refusal) => mayBeDueTo(refusal, ["event", "store", "url"]) || wantsStore(refusal),
  wanted: (t, before) => {
    const stores = storesFor(t, before);
    const first = {
      name: "Plimsoll first",
      url: ownUrl(t, "first/Pier%2FA"),
      headers: [
        { key: "X-Plimsoll-Desk", value: "One" },
        { key: "X-Plimsoll-Note", value: "First; kept=Yes" },
      ],
    };
    const second = {
      name: "Plimsoll second",
      url: `${ownUrl(t, "Second")}?desk=7&shift=Night`,
      headers: [
        { key: "X-Plimsoll-Desk", value: "Two" },
        { key: "X-Plimsoll-Shelf", value: "7" },
      ],
    };
    const bodies = [everyWay(first, EVENTS, stores[0])];
    if (!needsSecond(t, before)) return bodies;
    // The contract limits neither names nor headers nor addresses: if these are refused, short ones are sent.
    const long = { ...second, name: LONG_NAME, headers: MANY_HEADERS };
    const longest = { ...long, url: `${ownUrl(t, "Second")}/${LONG_PATH}?desk=7&shift=Night` };
    const plain = { ...second, url: ownUrl(t, "Second") };
    const all = [longest, long, second, plain].map((each) =>
      everyWay(each, EVENTS.toReversed(), stores.at(-1)),
    );
    return [...bodies, all.flat()];
  },
};

/** What the generations in scope can do with webhooks. */
export function webhookGenerations(t: Check): readonly WebhookGeneration[] {
  return [V1, V2].filter(({ version }) => t.settings.generations.includes(version));
}

/** A body for each event, with the store and, in case that is refused, without it. */
function everyWay(
  members: WebhookSent,
  events: readonly string[],
  store: number | undefined,
): readonly WebhookSent[] {
  const stores = store === undefined ? [{}] : [{ store_id: store }, {}];
  return events.flatMap((event) => stores.map((more) => ({ ...members, event, ...more })));
}

/** Whether a refusal asks for a store that was not sent: none was known, and the contract does not say who needs one. */
function wantsStore(refusal: Answered): boolean {
  return sentIn(refusal)?.store_id === undefined && errorsName(refusal.answer, /store/i);
}

/** Stores to register for: those named, otherwise those that the account's webhooks show. None is made up. */
export function storesFor(t: Check, list: OpenList | null): readonly number[] {
  const named = namedFixtures(t, "store").map(Number).filter(Number.isInteger);
  // Use store 0 last: a webhook without a store may show 0, so it could not show that its store was lost.
  const tellingFirst = (all: readonly number[]) =>
    all.toSorted((one, other) => Number(one === 0) - Number(other === 0));
  if (named.length > 0) return tellingFirst(named);
  const shown = (list?.items ?? []).flatMap(({ raw: { store_id: store } }) =>
    typeof store === "number" && Number.isInteger(store) ? [store] : [],
  );
  return tellingFirst([...new Set(shown)]);
}

/** Whether a second webhook is needed that must not change; at effort quick any existing one will do. */
function needsSecond(t: Check, before: OpenList | null): boolean {
  return t.affords("webhooks.second") || before === null || before.items.length === 0;
}
