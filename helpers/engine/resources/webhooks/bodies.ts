import type { Generation } from "../../../contract/model.js";
import type { WebhookHeader, WebhookSent } from "../../../oracles/webhooks/webhooks.js";
import type { Check } from "../../check/check.js";
import type { OpenList } from "../../lists/open/list.js";
import { namedFixtures } from "../fixtures.js";
import { ownUrl } from "./addresses.js";
import { EVENTS, V1_EVENT } from "./generations.js";

/** As long as names that people give, and in their letters. */
const LONG_NAME =
  "Plimsoll second: tells the night desk of the Ölhafen & Quay office (貨物) of each parcel, to the last of them";

/** Longer than a column of 100 or of 255 characters. */
const LONG_PATH = `${"Quays/".repeat(45)}Last`;

/** Headers such as people set: several, with a repeated value, separators, JSON words, padding, and a long one. */
const MANY_HEADERS: readonly WebhookHeader[] = [
  { key: "X-Plimsoll-Desk", value: "Two" },
  { key: "X-Plimsoll-Shelf", value: "7" },
  { key: "X-Plimsoll-Bay", value: "7" },
  { key: "X-Plimsoll-Forward", value: "true" },
  { key: "X-Plimsoll-Route", value: 'Quay: "North, then South"; tide=high; mark=cXVheQ==' },
  { key: "X-Plimsoll-Marks-Of-The-Second-Hold", value: "Pier".repeat(40) },
];

const QUERY = "?desk=7&shift=Night";

/** A store number that no account uses. */
export const NO_STORE = 999_999_999;

/** What to send for each webhook that the checks create, the most telling body first. */
export function wantedBodies(
  t: Check,
  version: Generation,
  before: OpenList | null,
): readonly (readonly WebhookSent[])[] {
  // A second one, which must not change; at effort quick any existing one will do.
  const isSecondNeeded = t.affords("webhooks.second") || before === null || before.items.length === 0;
  const [first, second] = version === "v1" ? bodiesOfV1(t) : bodiesOfV2(t, storesFor(t, before));
  return isSecondNeeded ? [first, second] : [first];
}

type Two = readonly [readonly WebhookSent[], readonly WebhookSent[]];

function bodiesOfV1(t: Check): Two {
  const body = (path: string) => ({ url: ownUrl(t, `v1/${path}`), event: V1_EVENT });
  // The contract does not say whether an address may have a query: if it is refused, one without is sent.
  return [[body("first")], [body(`second${QUERY}`), body("second")]];
}

function bodiesOfV2(t: Check, stores: readonly number[]): Two {
  const first = {
    name: "Plimsoll first",
    // The slash at the end belongs to the address, as the one that is encoded does.
    url: ownUrl(t, "first/Pier%2FA/"),
    headers: [
      { key: "X-Plimsoll-Desk", value: "One" },
      { key: "X-Plimsoll-Note", value: "First; kept=Yes" },
    ],
  };
  const url = ownUrl(t, "Second");
  const short = { name: "Plimsoll second", url: `${url}${QUERY}`, headers: MANY_HEADERS.slice(0, 2) };
  // The contract limits neither names nor headers nor addresses: if these are refused, short ones are sent.
  const long = { ...short, name: LONG_NAME, headers: MANY_HEADERS };
  const second = [{ ...long, url: `${url}/${LONG_PATH}${QUERY}` }, long, short, { ...short, url }];
  return [
    everyWay(first, EVENTS, stores[0]),
    second.flatMap((each) => everyWay(each, EVENTS.toReversed(), stores.at(-1))),
  ];
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

/** Stores to register for: those named, otherwise those that the account's webhooks show. None is made up. */
export function storesFor(t: Check, list: OpenList | null): readonly number[] {
  const named = namedFixtures(t, "store").map(Number);
  const shown = (list?.items ?? []).map(({ raw }) => raw.store_id);
  const stores = named.some(Number.isInteger) ? named : shown;
  // Use store 0 last: a webhook without a store may show 0, so it could not show that its store was lost.
  return [...new Set(stores)]
    .filter((store): store is number => Number.isInteger(store))
    .toSorted((one, other) => Number(one === 0) - Number(other === 0));
}
