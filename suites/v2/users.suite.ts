import { describe } from "vitest";
import { type Answered, type Check, given } from "../../helpers/engine/check/check.js";
import { rule } from "../../helpers/engine/check/rule.js";
import { likeness } from "../../helpers/engine/operations/probe.js";
import { alike } from "../../helpers/oracles/likeness.js";
import { isObject, jsonOf, type Raw } from "../../helpers/wire/raw.js";
import { deepIncludesId, findIds } from "../../helpers/wire/search.js";
import { succeeded } from "../../helpers/wire/status.js";

/** Shipments that one call may assign a user to. */
const MOST = 500;
/** Of no user, in the forms that ids of users take. */
const USER = "00000000-0000-4000-8000-000000000001";

/** A body of the assignment, for these shipments. */
type Body = (ids: readonly string[]) => Raw;

/** Bodies that the assignment may take: the contract shows none. The likelier one first. */
const BODIES: readonly Body[] = [
  (shipment_ids) => ({ shipment_ids, user_id: USER }),
  (shipment_ids) => ({ shipment_ids, user: { user_id: USER } }),
  (ids) => ({ shipments: ids.map((shipment_id) => ({ shipment_id })), user_id: USER }),
];

/** Pages of known shipments that are read at most: two that take 500 at a time, or several smaller ones. */
const MOST_PAGES = 6;

/**
 * Ids of one shipment more than a call may name, where all that the target holds may be changed; null elsewhere, and
 * where it holds fewer.
 */
async function knownShipments(t: Check): Promise<readonly string[] | null> {
  if (t.settings.writes !== "fixtures" || !t.settings.fixturesAll) return null;
  const ids = new Set<string>();
  for (let page = 1; page <= MOST_PAGES && ids.size <= MOST; page += 1) {
    const query = { page, page_size: MOST };
    const { answer } = await t.ask({ operation: "v2ListShipments", query });
    const size = ids.size;
    for (const id of findIds(jsonOf(answer), "shipment_id")) ids.add(id);
    if (ids.size === size) break;
  }
  return ids.size > MOST ? [...ids].slice(0, MOST + 1) : null;
}

/** Ids of no shipments, so that nothing is assigned whatever the answer. */
function unknownShipments(amount: number): readonly string[] {
  return Array.from({ length: amount }, (_, at) => `se-${999_999_900_000_000 + at}`);
}

describe("Limits", () => {
  rule.fromStandard(
    "limits.users-per-call",
    "assigns a user to 1, 501 and 500 shipments, unknown ones where these are taken",
    async (t: Check) => {
      const { body, control, ids, tooMany } = await t.given(refusable);
      const { status } = tooMany.answer;
      if (succeeded(tooMany)) {
        const why = await whyUnread(t, body, tooMany, ids);
        if (why !== null)
          t.inconclusive(`${why}, so the ids may stand in another member; the contract does not show it`);
        t.saw("calls with 501 shipments");
        return void t.expect(tooMany, "a call with 501 shipments").refused();
      }
      const most = await t.given(withMost);
      // Beside an answer that the number makes no difference to, a refusal tells nothing.
      if (alike(tooMany, most) && (control === null || alike(tooMany, control))) {
        t.inconclusive(
          `1, 500 and 501 shipments are all answered ${status}, so the number is not seen to matter`,
        );
      }
      t.saw("calls with 501 shipments");
      if (!succeeded(most)) t.observe(`500 shipments are answered ${most.answer.status}.`);
    },
  );

  rule.fromStandard(
    "limits.users-per-call.most",
    "compares the answers to 1, 500 and 501 shipments",
    async (t: Check) => {
      const { control, areKnown, tooMany } = await t.given(refusable);
      if (succeeded(tooMany)) return t.inconclusive("501 shipments are accepted; see limits.users-per-call");
      if (!areKnown && (control === null || !succeeded(control))) {
        return t.inconclusive(
          "no call with one unknown shipment is accepted, and there are no 501 known ones that may be changed",
        );
      }
      const most = await t.given(withMost);
      t.saw("calls with 500 shipments");
      if (!succeeded(most) && alike(tooMany, most)) {
        t.expect(most, "500 shipments, unlike 501, are not too many", [tooMany]).succeeds();
      }
    },
  );
});

/** The answers to 501 shipments and to one, where the first may be a refusal of the number. */
const refusable = given(async (t: Check) => {
  if (t.settings.writes === "none")
    t.inconclusive("assigns a user, if to no shipment that exists; needs --writes own");
  const unknown = await likeness(t, "id", "v2");
  if (unknown !== null && succeeded(unknown))
    t.inconclusive("what does not exist is shown, so a user might be assigned to it; see error.404.v2");
  const { body, control } = await workingBody(t);
  // Unknown shipments may be refused before they are counted.
  const known = control !== null && succeeded(control) ? null : await knownShipments(t);
  const ids = known ?? unknownShipments(MOST + 1);
  const tooMany = await assign(t, body, ids);
  const { status } = tooMany.answer;
  if (status === 401 || status === 404 || status === 405 || status >= 500) {
    t.inconclusive(`501 shipments were answered ${status}, which is no refusal of the number`);
  }
  return { body, control, ids, areKnown: known !== null, tooMany };
});

/** The answer to as many shipments as one call may name. */
const withMost = given(async (t: Check) => {
  const { body, ids } = await t.given(refusable);
  return assign(t, body, ids.slice(0, MOST));
});

/** The first body that is accepted for one shipment, else the likeliest one with the answer that it got. */
async function workingBody(t: Check) {
  const given = t.settings.bodies.v2AssignShipmentsUser;
  const bodies = isObject(given) ? [(ids: readonly string[]) => refill(given, ids)] : BODIES;
  const [likeliest = () => ({})] = bodies;
  let control: Answered | null = null;
  for (const body of bodies) {
    const exchange = await assign(t, body, unknownShipments(1));
    if (succeeded(exchange)) return { body, control: exchange };
    control ??= exchange;
  }
  return { body: likeliest, control };
}

/** A configured body with its list of shipments, as ids or as objects with one, made out to these. */
function refill(given: Raw, ids: readonly string[]): Raw {
  const filled = Object.entries(given).map(([name, value]) => {
    if (!Array.isArray(value)) return [name, value];
    const [sample]: unknown[] = value;
    return [name, isObject(sample) ? ids.map((shipment_id) => ({ ...sample, shipment_id })) : ids];
  });
  return Object.fromEntries(filled);
}

/**
 * Why a service that accepted 501 shipments need not have seen them; null where it names one, or refuses a call that
 * names none.
 */
async function whyUnread(
  t: Check,
  body: Body,
  { answer }: Answered,
  ids: readonly string[],
): Promise<string | null> {
  const last = ids.at(-1) ?? "";
  if (deepIncludesId(jsonOf(answer), last)) return null;
  const without = Object.fromEntries(Object.entries(body([])).filter(([, value]) => !Array.isArray(value)));
  const { status } = (await t.ask({ operation: "v2AssignShipmentsUser", body: without })).answer;
  if (status === 400 || status === 422) return null;
  return `501 shipments are accepted without being named, and a call that names none is answered ${status}`;
}

function assign(t: Check, body: Body, ids: readonly string[]): Promise<Answered> {
  return t.ask({ operation: "v2AssignShipmentsUser", body: body(ids) });
}
