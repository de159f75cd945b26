import { compareInstants, type Instant, mayBeSame, parseInstant } from "../../wire/instant.js";
import type { Raw } from "../../wire/raw.js";
import { hasTag } from "../../wire/tags.js";

// What became of other listed shipments when one was changed.

/** The member that shows the state. */
export const STATUS = "shipment_status";

/** Id of a listed shipment. */
export function shipmentIdOf(record: Raw): string {
  return String(record.shipment_id);
}

/** Ids of listed shipments that were in another state, whichever, and are cancelled in a later list. */
export function newlyCancelled(before: readonly Raw[], after: readonly Raw[]): readonly string[] {
  const others = new Set(before.filter(isLeft).map(shipmentIdOf));
  return after.filter((record) => isCancelled(record) && others.has(shipmentIdOf(record))).map(shipmentIdOf);
}

/** Whether a shipment shows that it is cancelled. */
export function isCancelled(record: Raw | null): boolean {
  return record?.[STATUS] === "cancelled";
}

/** Whether a shipment shows that it is not cancelled. */
export function isLeft({ [STATUS]: status }: Raw): boolean {
  return typeof status === "string" && status !== "cancelled";
}

/** Ids of listed shipments that certainly show an earlier time of modification. */
export function modifiedBefore(records: readonly Raw[], than: Instant): readonly string[] {
  return records
    .filter(({ modified_at }) => {
      const at = parseInstant(modified_at);
      return at !== null && compareInstants(at, than) < 0 && !mayBeSame(at, than);
    })
    .map(shipmentIdOf);
}

/** Ids of other listed shipments that have one of the tags now and did not before. */
export function newlyTagged(
  id: string,
  tags: readonly (string | null)[],
  before: readonly Raw[],
  after: readonly Raw[],
): readonly string[] {
  const bearing = (records: readonly Raw[], tag: string) =>
    records.filter((record) => hasTag(record, tag)).map(shipmentIdOf);
  const known = new Set(before.map(shipmentIdOf));
  const gained = tags.flatMap((tag) => {
    if (tag === null) return [];
    const did = new Set(bearing(before, tag));
    return bearing(after, tag).filter((each) => each !== id && known.has(each) && !did.has(each));
  });
  return [...new Set(gained)];
}

/** How many other shipments must have lost a tag: another client may take one off a single shipment. */
const LEAST_STRIPPED = 2;

/**
 * Ids of other shipments that had a tag before and lack it in a later list; none if one of them kept it, as other clients
 * hardly take a tag off them all.
 */
export function strippedOf(
  { id, tag }: { readonly id: string; readonly tag: string },
  before: readonly Raw[],
  after: readonly Raw[],
): readonly string[] {
  const had = new Set(before.filter((record) => hasTag(record, tag)).map(shipmentIdOf));
  const seen = after.filter((record) => had.has(shipmentIdOf(record)) && shipmentIdOf(record) !== id);
  const lacking = seen.filter((record) => !hasTag(record, tag)).map(shipmentIdOf);
  return lacking.length < LEAST_STRIPPED || lacking.length < seen.length ? [] : lacking;
}
