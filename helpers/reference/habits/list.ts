import { nearWords } from "../../contract/nearest.js";
import { habits as batches } from "./batches.js";
import { habits as errors } from "./errors.js";
import type { Habit } from "./habit.js";
import { habits as identifiers } from "./identifiers.js";
import { habits as json } from "./json.js";
import { habits as labels } from "./labels.js";
import { habits as lists } from "./lists.js";
import { habits as purchaseOrders } from "./purchase-orders.js";
import { habits as reports } from "./reports.js";
import { habits as transport } from "./transport.js";
import { habits as warehouses } from "./warehouses.js";
import { habits as webhooks } from "./webhooks.js";
import { habits as writes } from "./writes.js";

/** All habits, grouped by subject. */
export const allHabits: readonly Habit[] = [
  ...transport,
  ...json,
  ...identifiers,
  ...errors,
  ...lists,
  ...reports,
  ...writes,
  ...labels,
  ...batches,
  ...purchaseOrders,
  ...warehouses,
  ...webhooks,
];

/** The habits for the data "lavish". */
export const LAVISH: readonly string[] = [
  "compressed",
  "more-headers",
  "json-with-charset",
  "type-not-json-415",
  "downloads-without-key",
  "timestamps-with-offset",
  "keys-reversed",
  "extra-null-members",
  "ids-bare",
  "conflict-400",
  "gateway-401",
  "error-source-named",
  "page-size-at-most-100",
  "shipment-pages-at-most-500",
  "lists-rising",
  "empty-list-0-pages",
  "links-relative",
  "csv-quoted",
  "label-files-once-completed",
  "batch-files-once-processed",
  "draft-shipping-refused",
  "webhook-created-200",
  "webhook-updated-204",
  "webhook-deleted-shown",
];

/** The habits of the given names, each once. @throws Error for an unknown name, with the nearest known one */
export function readHabits(ids: readonly string[]): readonly Habit[] {
  const byId = new Map(allHabits.map((habit) => [habit.id, habit]));
  return [...new Set(ids)].map((id) => {
    const habit = byId.get(id);
    if (habit) return habit;
    throw new Error(`There is no habit "${id}"${nearWords(id, [...byId.keys()]) || "."}`);
  });
}
