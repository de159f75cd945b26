import { SHIPPING_FIELDS } from "../../contract/purchase-orders.js";
import { changes } from "../../wire/changes.js";
import { otherCargo } from "./lines.js";
import { type Order, statusMember, withDetails } from "./orders.js";

/**
 * The members of an order that a refused change must leave alone whatever it sent: its status, its shipping fields, its
 * lines, its supplier and its warehouse. Those of them that differ between two readings.
 */
export function harmed(before: Order, after: Order): readonly string[] {
  const [held, holds] = [withDetails(before.record), withDetails(after.record)];
  const isMoved = before.status !== null && after.status !== null && before.status !== after.status;
  return [
    ...(isMoved ? [statusMember(before.record)] : []),
    // A list may leave out what a reading by id shows.
    ...SHIPPING_FIELDS.filter(
      (field) => held[field] !== undefined && changes(held[field], holds[field]).length > 0,
    ),
    ...otherCargo(before.record, after.record).map(({ pointer }) => pointer.slice(1)),
  ];
}
