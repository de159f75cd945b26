import { isAboutTheCaller } from "../../../oracles/refusal.js";
import type { Restoration } from "../../../target/ledger.js";
import type { Item } from "../../../wire/decode.js";
import type { Answered } from "../../../wire/exchange.js";
import { notAsBefore } from "../../../wire/put-back.js";
import { jsonOf, type Raw } from "../../../wire/raw.js";
import { findArray } from "../../../wire/search.js";
import { succeeded } from "../../../wire/status.js";
import { type Check, given } from "../../check/check.js";
import type { OpenList } from "../../lists/open-list.js";
import { idsOf } from "../../lists/pages.js";
import { awaitEffect } from "../eventually.js";
import { aWhileAfter } from "../later.js";
import {
  addressDifferences,
  again,
  bodyOf,
  borrowed,
  changed,
  firstWarehouses,
  listWarehouses,
  membersOf,
  moved,
  readWarehouse,
  restorationOf,
  returnIndicator,
  type SeenWarehouse,
  type WarehouseBody,
} from "./record.js";

/** One warehouse that was changed, looked at and restored. Null members were left out at effort quick. */
export interface Life {
  readonly id: string;
  /** Null if v2 does not show it; then only statuses can be judged. */
  readonly original: SeenWarehouse | null;
  /** The last accepted body, or the first one if none was accepted. */
  readonly sent: WarehouseBody;
  /** All accepted bodies; the last one restores the warehouse. */
  readonly bodies: readonly WarehouseBody[];
  /** The answer to the first update. */
  readonly answer: Answered;
  /** The answer to a second update, with other addresses under the same name. */
  readonly second: Answered | null;
  /** The same with the indicator on the return address, if that had one before. */
  readonly withIndicator: Answered | null;
  readonly withoutId: Answered | null;
  readonly wrongTypes: readonly Answered[];
  readonly after: SeenWarehouse | null;
  readonly listBefore: OpenList | null;
  readonly listAfter: OpenList | null;
  readonly restored: Answered;
  readonly atLast: SeenWarehouse | null;
}

interface Subject {
  readonly id: string;
  readonly original: SeenWarehouse | null;
  readonly body: WarehouseBody;
}

/** Changes that are each wrong in one type. */
const WRONG = [{ name: 12345 }, { origin_address: "11 Plimsoll Quay" }] as const;

/**
 * How often an update is repeated that another client overwrote, or may have. If the former name shows again, a client
 * that had changed the warehouse earlier hardly restored it twice.
 */
const AGAIN = { overwritten: 2, former: 1 } as const;

/**
 * Changes a warehouse, looks at it, and restores it whatever happens in between. The ledger knows how it was before the
 * first request leaves; what is not restored stays there and is tried again at the end of the run.
 */
export const life = given(async (t): Promise<Life> => {
  const listBefore = await firstWarehouses(t);
  const { id, original, body } = await subject(t, listBefore);
  const first = changed(body);
  const others = (listBefore?.items ?? []).flatMap((item) => (item.id === id ? [] : [item.raw]));
  const put = (what: unknown, removal?: "hold" | "use") =>
    t.ask({
      operation: "v1UpdateWarehouse",
      path: { warehouse_id: id },
      body: what,
      ...(removal === undefined ? {} : { removal }),
    });
  const bodies: WarehouseBody[] = [];
  const putBody = async (what: WarehouseBody, removal?: "hold" | "use") => {
    const exchange = await put(what, removal);
    if (succeeded(exchange)) bodies.push(what);
    return exchange;
  };
  const restoration = restorationOf(id, original);
  const entry = restoration === null ? null : t.session.ledger.changing(intentOf(t, id), restoration);
  const seen = await lookAtChanges().then(
    (changes) => ({ changes }),
    (error: unknown) => ({ error }),
  );
  bodies.push(body);
  const isBack = (shown: SeenWarehouse | null) => restoration !== null && isRestored(restoration, shown);
  const { exchange: restored, shown: atLast } = await putUntil(
    () => put(restoration?.bodies[0] ?? body, "use"),
    (shown) => restoration === null || isBack(shown),
  );
  if (entry !== null && isBack(atLast)) t.session.ledger.removed(entry);
  if ("error" in seen) throw seen.error;
  return { id, original, listBefore, bodies, ...seen.changes, restored, atLast };

  async function lookAtChanges() {
    const { answer, sent: taken } = await putFirst();
    const { second, sent } = await putAgain(answer, taken);
    const { shown: after } = await putUntil(
      (round) => (round === 0 ? answer : put(sent)),
      (shown) => !succeeded(answer) || isShown(sent, shown),
    );
    const listAfter = await awaitEffect(
      t,
      () => listWarehouses(t),
      (list) => after?.name !== sent.name || (listedName(list, id) ?? sent.name) === sent.name,
    );
    const isOver = !t.affords("warehouses.further-updates") && succeeded(answer);
    const seenSoFar = { answer, second, sent, after, listAfter };
    if (isOver) return { ...seenSoFar, withIndicator: null, withoutId: null, wrongTypes: [] };
    const indicator = original === null ? null : returnIndicator(original);
    const return_address = { ...sent.return_address, address_residential_indicator: indicator };
    // Only if there was one before: a target that merges would keep it, and nothing could remove it.
    const withIndicator = indicator === null ? null : await put({ ...sent, return_address });
    const { warehouse_id: _, ...anonymous } = sent;
    const withoutId = t.affords("warehouses.without-id") ? await put(anonymous) : null;
    const wrongTypes: Answered[] = [];
    for (const wrong of WRONG.slice(0, t.budget("warehouses.wrong-types")))
      wrongTypes.push(await put({ ...sent, ...wrong }));
    return { ...seenSoFar, withIndicator, withoutId, wrongTypes };
  }

  /** Updates until the effect shows, or up to the limit. */
  async function putUntil(
    update: (round: number) => Promise<Answered> | Answered,
    fits: (shown: SeenWarehouse) => boolean,
  ) {
    for (let round = 0; ; round += 1) {
      const exchange = await update(round);
      const shown = await awaitEffect(
        t,
        () => readWarehouse(t, id),
        (each) => each === null || fits(each),
      );
      if (shown === null || fits(shown) || round >= AGAIN[isAnothers(shown) ? "overwritten" : "former"])
        return { exchange, shown };
    }
  }

  /** Whether the run neither set nor found this name. */
  function isAnothers({ name }: SeenWarehouse): boolean {
    const ours = [original?.name, first.name, ...bodies.map((each) => each.name)];
    return t.session.lag.isSeen || !ours.includes(name ?? "");
  }

  /** Made-up addresses; if the service looks addresses up and refuses them, some that it holds itself. */
  async function putFirst() {
    const answer = await putBody(first, "hold");
    if (answer.answer.status !== 400) return { answer, sent: first };
    const known = borrowed(body, others);
    const once = await putBody(known);
    if (succeeded(once)) return { answer: once, sent: known };
    // Some services look at the body before they check who sent it.
    return { answer: isAboutTheCaller(once.answer) ? once : answer, sent: first };
  }

  /** Other addresses under the current name; in their former places if others are refused. */
  async function putAgain(answer: Answered, taken: WarehouseBody) {
    if (!t.affords("warehouses.further-updates") || !succeeded(answer)) return { second: null, sent: taken };
    // If made-up streets are refused, send the same again: the name is no longer new.
    if (taken !== first) return { second: await put(taken), sent: taken };
    const elsewhere = moved(first, others);
    const second = await putBody(elsewhere);
    if (succeeded(second)) return { second, sent: elsewhere };
    const inPlace = again(first);
    const third = await putBody(inPlace);
    return { second: third, sent: succeeded(third) ? inPlace : first };
  }
});

/**
 * Updates the warehouse once more, to a name that was never sent, and puts it back: the listed warehouses that bear that
 * name a while after.
 */
export async function renamedWith(t: Check, { id, original, bodies }: Life): Promise<readonly Item[]> {
  const [restored] = bodies.toReversed();
  const restoration = restorationOf(id, original);
  if (restored === undefined || restoration === null) return [];
  const entry = t.session.ledger.changing(intentOf(t, id), restoration);
  const name = `${restored.name}, ${t.settings.run}`;
  const put = (body: unknown) =>
    t.ask({ operation: "v1UpdateWarehouse", path: { warehouse_id: id }, body, removal: "use" });
  await put({ ...restored, name });
  await aWhileAfter(t, "v1UpdateWarehouse");
  const list = await listWarehouses(t);
  await put(restoration.bodies[0]);
  const shown = await awaitEffect(
    t,
    () => readWarehouse(t, id),
    (each) => each === null || isRestored(restoration, each),
  );
  if (isRestored(restoration, shown)) t.session.ledger.removed(entry);
  return list?.items.filter((item) => item.id !== id && membersOf(item.raw).name === name) ?? [];
}

/** The name that a list shows for a warehouse; null if it shows none. */
export function listedName(list: OpenList | null, id: string): string | null {
  const item = list?.items.find((each) => each.id === id);
  return item === undefined ? null : membersOf(item.raw).name;
}

/** Whether a warehouse shows again what it showed before the run changed it. */
function isRestored({ former }: Restoration, shown: SeenWarehouse | null): boolean {
  return shown !== null && notAsBefore(former, shown.record).length === 0;
}

function intentOf(t: Check, id: string) {
  return { target: t.settings.url, operation: "v1UpdateWarehouse", mark: id } as const;
}

/** Whether a request was made and succeeded. */
export function isAccepted(exchange: Answered | null): exchange is Answered {
  return exchange !== null && succeeded(exchange);
}

/** Whether another warehouse took on something that was sent; other changes are made by other clients. */
export function isNewlyLike(sent: WarehouseBody, before: Raw, now: Raw): boolean {
  const [was, is] = [membersOf(before), membersOf(now)];
  const took = (due: Raw, old: Raw | null, came: Raw | null) =>
    old !== null &&
    came !== null &&
    old.address_line1 !== came.address_line1 &&
    came.address_line1 === due.address_line1;
  return (
    (was.name !== is.name && is.name === sent.name) ||
    took(sent.origin_address, was.origin, is.origin) ||
    took(sent.return_address, was.returns, is.returns)
  );
}

/** Whether a warehouse shows everything that was sent, as far as it shows any of it. */
function isShown(sent: WarehouseBody, { name, origin, returns }: SeenWarehouse): boolean {
  return (
    (name === null || name === sent.name) &&
    (origin === null || addressDifferences(sent.origin_address, origin).length === 0) &&
    (returns === null || addressDifferences(sent.return_address, returns).length === 0)
  );
}

/**
 * A warehouse that may be changed and of which enough is known to restore it, preferably one with the indicator on its
 * return address.
 * @throws Inconclusive if there is none
 */
async function subject(t: Check, list: OpenList | null): Promise<Subject> {
  if (t.settings.writes !== "fixtures")
    t.inconclusive("changes a warehouse and puts it back; needs --writes fixtures with a fixture warehouse");
  const named = t.settings.fixtures.warehouse ?? [];
  const all = t.settings.fixturesAll ? (await t.census.ids("warehouse_id")).toReversed() : [];
  const marked = (list?.items ?? []).filter(({ raw }) => returnIndicator(membersOf(raw)) !== null);
  const first = new Set(idsOf({ items: marked }));
  const ids = [...named, ...all].toSorted(
    (left, right) => Number(first.has(right)) - Number(first.has(left)),
  );
  for (const id of ids) {
    const original = await readWarehouse(t, id);
    const body = original === null ? null : bodyOf(id, original);
    if (body !== null) return { id, original, body };
  }
  const [id] = ids;
  if (id === undefined)
    return t.inconclusive("needs a warehouse that may be changed; name one as fixture warehouse");
  const original = await readWarehouse(t, id);
  const composed = t.settings.fixturesAll ? await fromShipments(t, id, original?.name) : null;
  if (composed !== null) return { id, original, body: composed };
  return t.inconclusive(
    `v2 does not show name and addresses of warehouse ${id}, so that it could not be put back after a change`,
  );
}

/** Addresses of a warehouse from its shipments; only used if nothing must be restored. */
async function fromShipments(
  t: Check,
  id: string,
  name: string | null = null,
): Promise<WarehouseBody | null> {
  const { answer } = await t.ask({ operation: "v1ListShipments" });
  const shipments = findArray(jsonOf(answer))?.items ?? [];
  const one = shipments.find(({ warehouse_id: each }) => each === id) ?? shipments[0];
  if (one === undefined) return null;
  const { ship_from: origin_address, return_to: return_address } = one;
  return bodyOf(id, membersOf({ name: name ?? "Plimsoll dock", origin_address, return_address }));
}
