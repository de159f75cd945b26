import { isObject } from "../../../contract/json.js";
import { idsOf } from "../../../wire/decode.js";
import type { Answered } from "../../../wire/exchange.js";
import { isRateLimited } from "../../../wire/health.js";
import { ifReadable } from "../../../wire/outcome.js";
import { jsonOf, type Raw, textOf } from "../../../wire/raw.js";
import { deepIncludesId, walk } from "../../../wire/search.js";
import { succeeded } from "../../../wire/status.js";
import { answered } from "../../check/ask.js";
import type { Check } from "../../check/check.js";
import { given, givenEach } from "../../check/given.js";
import { readOpenList } from "../../lists/open/list.js";
import { refusedRead } from "../../operations/probe.js";
import { NO_USER } from "../sample-bodies.js";

/** How many shipments one call may assign to a user. */
export const MOST_ASSIGNED = 500;
/** Makes a body of the assignment for these shipments. */
type Body = (ids: readonly string[]) => Raw;

/** Bodies that the assignment may accept, the likeliest first: the contract shows none. */
const BODIES: readonly Body[] = [
  (shipment_ids) => ({ shipment_ids, user_id: NO_USER }),
  (shipment_ids) => ({ shipment_ids, user: { user_id: NO_USER } }),
  (ids) => ({ shipments: ids.map((shipment_id) => ({ shipment_id })), user_id: NO_USER }),
];

/** Ids of shipments that the run may change: none unless that is everything that the target holds. Once a run. */
const changeable = given(async (t): Promise<readonly string[]> => {
  if (!t.mayWrite("fixtures") || !t.settings.fixturesAll) return [];
  const query = { page_size: MOST_ASSIGNED };
  const list = await ifReadable(
    readOpenList(t, { operation: "v2ListShipments", query, idMembers: ["shipment_id"] }),
  );
  return list === null ? [] : idsOf(list.items);
});

/** One shipment more than a call may name, all of which the run may change; null if there are not enough. */
async function knownShipments(t: Check): Promise<readonly string[] | null> {
  const ids = await t.given(changeable);
  return ids.length > MOST_ASSIGNED ? ids.slice(0, MOST_ASSIGNED + 1) : null;
}

/** Ids that no shipment has, so that nothing is assigned whatever the answer. */
function unknownShipments(amount: number): readonly string[] {
  return Array.from({ length: amount }, (_, at) => `se-${999_999_900_000_000 + at}`);
}

/** The answers to 501 shipments and to fewer; 501 may be refused for their number. */
export const tooManyAssigned = given(async (t) => {
  t.needsWrites("assigns a user, though only to unknown shipments unless all are fixtures");
  const unknown = await refusedRead(t, "id", "v2");
  if (unknown !== null && succeeded(unknown))
    t.inconclusive(
      "the target shows records that do not exist, so it might assign a user to one; see error.404.v2",
    );
  const { body, control } = await workingBody(t);
  // The target may refuse unknown shipments before it counts them.
  const known = control !== null && succeeded(control) ? null : await knownShipments(t);
  const first = await assignTooMany(t, body, known);
  // It may drop them before it counts them, too.
  const dropped = speaksOfNone(first) ? await knownShipments(t) : null;
  const last = dropped === null ? first : await assignTooMany(t, body, dropped);
  // Only the number may differ.
  const one = dropped === null ? control : await assign(t, body, dropped.slice(0, 1));
  const made = { body, control: one, ...last };
  const mixed = isForUnknown(last.tooMany) && !last.areKnown ? await assignMixed(t, body) : null;
  return judgeable(t, mixed ?? made);
});

/** @throws Inconclusive if the answer to 501 shipments does not refuse the number */
function judgeable<T extends TooMany>(t: Check, made: T): T {
  const { status } = made.tooMany.answer;
  if (status === 401 || status === 404 || status === 405 || status >= 500)
    t.inconclusive(`501 shipments were answered with ${status}, which does not refuse the number`);
  return made;
}

/** A call that names one shipment more than it may. */
interface TooMany {
  readonly ids: readonly string[];
  readonly areKnown: boolean;
  /** Whether all but one of them are unknown. */
  readonly isMixed: boolean;
  readonly tooMany: Answered;
}

async function assignTooMany(t: Check, body: Body, known: readonly string[] | null): Promise<TooMany> {
  const ids = known ?? unknownShipments(MOST_ASSIGNED + 1);
  return { ids, areKnown: known !== null, isMixed: false, tooMany: await assign(t, body, ids) };
}

/**
 * Calls with a shipment that the run may change before unknown ones, which a target may refuse only where it knows none
 * of them. Null if there is no such shipment, or if a call with one unknown one beside it is not accepted.
 */
async function assignMixed(t: Check, body: Body): Promise<(TooMany & Working) | null> {
  const [known] = await t.given(changeable);
  if (known === undefined) return null;
  const ids = [known, ...unknownShipments(MOST_ASSIGNED)];
  const control = await assign(t, body, ids.slice(0, 2));
  if (!succeeded(control)) return null;
  return { body, control, ids, areKnown: false, isMixed: true, tooMany: await assign(t, body, ids) };
}

/** Whether unknown shipments were accepted by an answer that counts or lists none of them. */
function speaksOfNone({ areKnown, ids, tooMany }: TooMany): boolean {
  if (areKnown || !succeeded(tooMany) || deepIncludesId(jsonOf(tooMany.answer), ids.at(-1) ?? ""))
    return false;
  const nodes = [...walk(jsonOf(tooMany.answer))].filter(
    ({ name }) => !/error|warning|fail|skip|reject|invalid|retr/i.test(name),
  );
  const isNone = (value: unknown) => value === 0 || (Array.isArray(value) && value.length === 0);
  return nodes.some(({ value }) => isNone(value)) && nodes.every(({ value }) => value !== MOST_ASSIGNED + 1);
}

/** The answer to fewer shipments than those, such as the most that a call may name. */
export const assigned = givenEach(async (t, amount: number) => {
  const { body, ids } = await t.given(tooManyAssigned);
  return assign(t, body, ids.slice(0, amount));
});

/** A body, and the answer to a call with few shipments by it; null if there is none. */
interface Working {
  readonly body: Body;
  readonly control: Answered | null;
}

/**
 * The first body that is accepted for one unknown shipment, or for which that is named as unknown; otherwise the
 * likeliest, with its answer.
 */
async function workingBody(t: Check): Promise<Working> {
  const given = t.settings.bodies.v2AssignShipmentsUser;
  const bodies = isObject(given) ? [(ids: readonly string[]) => refill(given, ids)] : BODIES;
  const [likeliest = () => ({})] = bodies;
  let control: Answered | null = null;
  const [unknown = ""] = unknownShipments(1);
  for (const body of bodies) {
    const exchange = await assign(t, body, [unknown]);
    const isRead = isForUnknown(exchange) && textOf(exchange.answer.body).includes(unknown);
    if (succeeded(exchange) || isRead) return { body, control: exchange };
    control ??= exchange;
  }
  return { body: likeliest, control };
}

function isForUnknown({ answer }: Answered): boolean {
  return answer.status === 404;
}

/** A configured body, with its list (of ids, or of objects with a shipment_id) replaced by these shipments. */
function refill(given: Raw, ids: readonly string[]): Raw {
  const filled = Object.entries(given).map(([name, value]) => {
    if (!Array.isArray(value)) return [name, value];
    const [sample]: unknown[] = value;
    return [name, isObject(sample) ? ids.map((shipment_id) => ({ ...sample, shipment_id })) : ids];
  });
  return Object.fromEntries(filled);
}

/**
 * Why a service that accepted 501 shipments may not have read them; null where its answer names one, or where it
 * refuses a call that names none.
 */
export async function whyNotRead(t: Check, body: Body, accepted: TooMany): Promise<string | null> {
  const last = accepted.ids.at(-1) ?? "";
  if (deepIncludesId(jsonOf(accepted.tooMany.answer), last)) return null;
  if (accepted.isMixed)
    return "501 shipments, all but one of them unknown, are accepted without being named, so the unknown ones may have been dropped first; needs 501 shipments that may be changed";
  if (speaksOfNone(accepted))
    return "501 unknown shipments are accepted by an answer that counts none, so they may have been dropped first; needs 501 shipments that may be changed";
  const without = Object.fromEntries(Object.entries(body([])).filter(([, value]) => !Array.isArray(value)));
  const { status } = (await t.ask({ operation: "v2AssignShipmentsUser", body: without })).answer;
  if (status === 400 || status === 422) return null;
  return `501 shipments are accepted without being named, and a call that names none is answered with ${status}, so the ids may be in another member; the contract does not show it`;
}

/**
 * The answer to a call. The error code for the rate may stand for the number: it does where a call with one shipment is
 * answered beside it.
 */
export async function assign(t: Pick<Check, "send">, body: Body, ids: readonly string[]): Promise<Answered> {
  const exchange = await t.send({ operation: "v2AssignShipmentsUser", body: body(ids) });
  const { answer } = exchange;
  const isByCode = answer !== null && answer.status !== 429 && isRateLimited(answer);
  if (!isByCode || ids.length === 1) return answered(exchange);
  await assign(t, body, ids.slice(0, 1));
  return { ...exchange, answer };
}
