import {
  ADDRESS_MEMBERS,
  ADDRESSES,
  membersOf,
  returnIndicator,
  texts,
} from "../../../oracles/warehouses/record.js";
import { findArray } from "../../../wire/find-array.js";
import { jsonOf, type Raw } from "../../../wire/raw.js";
import type { Check } from "../../check/check.js";
import type { OpenList } from "../../lists/open/list.js";
import { neededFixtures } from "../fixtures.js";
import { bodyOf, type WarehouseBody } from "./bodies.js";
import { readWarehouse, type SeenWarehouse } from "./record.js";

/** The warehouse that a run changes. */
export interface Subject {
  readonly id: string;
  /** Null if v2 does not show it. */
  readonly original: SeenWarehouse | null;
  /** What it is before the change, as a body. */
  readonly body: WarehouseBody;
}

/**
 * A warehouse that may be changed and of which enough is known to restore it, preferably one whose update shows most.
 * @throws Inconclusive if there is none
 */
export async function subjectIn(t: Check, list: OpenList | null): Promise<Subject> {
  for await (const subject of subjectsIn(t, list)) return subject;
  return t.inconclusive("needs a warehouse");
}

/**
 * All such warehouses, one after the other.
 * @throws Inconclusive if there is none
 */
export async function* subjectsIn(t: Check, list: OpenList | null): AsyncGenerator<Subject, void> {
  const named = await neededFixtures(t, "warehouse", "changes a warehouse and restores it", async () =>
    (await t.census.ids("warehouse_id")).toReversed(),
  );
  const shown = new Map((list?.items ?? []).map(({ id, raw }) => [id, shownBy(raw)]));
  const ids = named.toSorted((left, right) => (shown.get(right) ?? 0) - (shown.get(left) ?? 0));
  let isNone = true;
  for (const id of ids) {
    const original = await readWarehouse(t, id);
    const body = original === null ? null : bodyOf(id, original);
    if (body === null) continue;
    isNone = false;
    yield { id, original, body };
  }
  if (isNone) yield await composedSubject(t, ids[0] ?? "");
}

/** A warehouse whose addresses v2 does not show, where nothing must be restored. */
async function composedSubject(t: Check, id: string): Promise<Subject> {
  const original = await readWarehouse(t, id);
  const composed = t.settings.fixturesAll ? await fromShipments(t, id, original?.name) : null;
  if (composed !== null) return { id, original, body: composed };
  return t.inconclusive(
    `v2 does not show name and addresses of warehouse ${id}, so it could not be put back after a change`,
  );
}

/**
 * How many members an update of a warehouse can show; the indicator of its return address weighs more than all of them.
 */
function shownBy(raw: Raw): number {
  const shown = membersOf(raw);
  const members = ADDRESSES.flatMap((which) => Object.keys(texts(shown[which] ?? {})));
  return members.length + (returnIndicator(shown) === null ? 0 : 2 * ADDRESS_MEMBERS.length);
}

/** Addresses of a warehouse from its shipments; only used if nothing must be restored. */
async function fromShipments(
  t: Check,
  id: string,
  name: string | null | undefined,
): Promise<WarehouseBody | null> {
  const { answer } = await t.ask({ operation: "v1ListShipments" });
  const shipments = findArray(jsonOf(answer), { id: "shipment_id" })?.items ?? [];
  const one = shipments.find(({ warehouse_id: each }) => each === id) ?? shipments[0];
  if (one === undefined) return null;
  const { ship_from: origin_address, return_to: return_address } = one;
  return bodyOf(id, membersOf({ name: name ?? "Plimsoll dock", origin_address, return_address }));
}
