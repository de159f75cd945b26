import { jsonOf } from "../../../wire/raw.js";
import { findArray } from "../../../wire/search.js";
import type { Check } from "../../check/check.js";
import type { OpenList } from "../../lists/open-list.js";
import { idsOf } from "../../lists/pages.js";
import { bodyOf, type WarehouseBody } from "./bodies.js";
import { membersOf, readWarehouse, returnIndicator, type SeenWarehouse } from "./record.js";

/** The warehouse that a run changes. */
export interface Subject {
  readonly id: string;
  /** Null if v2 does not show it. */
  readonly original: SeenWarehouse | null;
  /** What it is before the change, as a body. */
  readonly body: WarehouseBody;
}

/**
 * A warehouse that may be changed and of which enough is known to restore it, preferably one with the indicator on its
 * return address.
 * @throws Inconclusive if there is none
 */
export async function subjectIn(t: Check, list: OpenList | null): Promise<Subject> {
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
