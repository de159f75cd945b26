import { type Item, idsOf, type Page } from "../../wire/decode.js";
import type { Finding } from "../../wire/exchange.js";
import { plural, renderIds } from "../../wire/message.js";
import type { Raw } from "../../wire/raw.js";
import { type Blame, finding } from "../finding.js";

// A label does not show its warehouse. Its shipment does, but may have changed since. So a single label of another
// warehouse is a warning; only a filter that does nothing, or lets nothing through, is a breach.

/** With this many labels in a warehouse, an empty list cannot be due to shipments that changed warehouse. */
export const ENOUGH = 3;

/** The warehouse of each known shipment, by its id; null where it names none. */
type Places = ReadonlyMap<string, string | null>;

/** A warehouse, and the labels whose shipments name it. */
export interface Group {
  readonly warehouse: string;
  readonly due: readonly Item[];
}

/** The pages that came under `warehouse_id`, and what is known of the shipments. */
export interface Under extends Blame, Group {
  readonly pages: readonly Page[];
  readonly items: readonly Item[];
  readonly places: Places;
}

export function shipmentOf({ raw }: Item): string {
  return typeof raw.shipment_id === "string" ? raw.shipment_id : "";
}

/** The warehouse that a shipment names, or null. */
export function placeIn({ warehouse_id: place }: Raw): string | null {
  return typeof place === "string" && place !== "" ? place : null;
}

/** Labels with a known shipment that names another warehouse or none. */
function elsewhere(labels: readonly Item[], places: Places, warehouse: string): readonly Item[] {
  return labels.filter((label) => {
    const place = places.get(shipmentOf(label));
    return place !== undefined && place !== warehouse;
  });
}

/** The warehouses of the labels; the smallest with enough labels first. */
export function groupsOf(labels: readonly Item[], places: Places): readonly Group[] {
  const named = new Set(labels.map((label) => places.get(shipmentOf(label)) ?? null));
  return [...named]
    .filter((place) => place !== null)
    .map((warehouse) => ({
      warehouse,
      due: labels.filter((label) => places.get(shipmentOf(label)) === warehouse),
    }))
    .toSorted(
      ({ due: left }, { due: right }) =>
        Number(left.length < ENOUGH) - Number(right.length < ENOUGH) || left.length - right.length,
    );
}

/**
 * Pages whose labels mostly belong elsewhere, of a list whose total is that of the unfiltered list. Without a total,
 * the share of other labels must be that of the unfiltered list.
 * @param all how many labels the unfiltered list holds
 */
export function withoutEffect({ rule, pages, places, warehouse, due }: Under, all: number): Finding[] {
  return pages.flatMap(({ exchange, items, total }) => {
    const judged = items.filter((label) => places.has(shipmentOf(label)));
    const others = elsewhere(judged, places, warehouse);
    const share = others.length / judged.length;
    const everywhere = 1 - due.length / all;
    const isUnfiltered = total === null ? share >= everywhere * 0.8 : total >= all;
    if (judged.length < ENOUGH || share <= 0.5 || !isUnfiltered) return [];
    const documented = `the list narrowed to warehouse ${warehouse}`;
    const received = `${others.length} of ${plural(judged.length, "label")} belong to shipments of other warehouses: ${renderIds(idsOf(others))}`;
    return [finding({ rule, exchanges: [exchange] }, documented, received, "/labels")];
  });
}

/**
 * A filter that lets nothing through for any of the warehouses. The shipments of a single one may all have been moved
 * there after their labels were made.
 */
export function nothingComes(all: readonly Under[]): Finding[] {
  const last = all.at(-1);
  if (last === undefined || all.length < 2 || !all.every(isEmpty)) return [];
  const documented = `the list narrowed to warehouse ${last.warehouse}, to which the shipments of ${plural(last.due.length, "label")} belong`;
  return [finding(last, documented, "no label, for this warehouse and for every other", "/labels")];
}

/** Whether no label came for a warehouse that should have some. */
export function isEmpty({ items, due }: Under): boolean {
  return due.length >= ENOUGH && items.length === 0;
}

/** Labels that came although their shipments show another warehouse. */
export function strangers(under: Under): Finding[] {
  const { items, places, warehouse } = under;
  const others = elsewhere(items, places, warehouse);
  const [first] = others;
  if (first === undefined) return [];
  const ids = renderIds(idsOf(others));
  const received = `${ids}; the shipment of ${first.id} shows warehouse ${places.get(shipmentOf(first)) ?? "null"}`;
  return [finding(under, `labels of shipments of warehouse ${warehouse}`, received)];
}

/** Labels due that came on no page. Of a list without labels, only if it should have some. */
export function leftOut(under: Under): Finding[] {
  const { items, due, warehouse } = under;
  const came = new Set(idsOf(items));
  const missing = idsOf(due).filter((id) => !came.has(id));
  if (missing.length === 0 || (came.size === 0 && !isEmpty(under))) return [];
  const documented = `the ${plural(due.length, "label")} whose shipments show warehouse ${warehouse}`;
  return [finding(under, documented, `without ${renderIds(missing)}`)];
}

/**
 * A total that is neither the number of labels on all pages nor the number due. If those two differ, the rules of the
 * filter and of walks report it.
 */
export function wrongTotal(under: Under): Finding[] {
  const { pages, items, due, warehouse } = under;
  const came = new Set(idsOf(items)).size;
  const right = [came, items.length, due.length];
  const wrong = pages.find(({ total }) => total !== null && !right.includes(total));
  if (wrong === undefined) return [];
  const documented = `total is ${came}, the number of labels that come for warehouse ${warehouse}`;
  return [finding(under, documented, `total ${wrong.total}`, "/total")];
}

/** Labels of warehouses that only begin with the id asked for, which no warehouse has. */
export function samePrefix(under: Omit<Under, "due" | "pages">): Finding[] {
  const { items, places, warehouse } = under;
  const came = items.flatMap((label) => places.get(shipmentOf(label)) ?? []);
  // A single label may have been made while its shipment named another warehouse.
  if (came.length < ENOUGH || !came.every((each) => each.startsWith(warehouse))) return [];
  const documented = `only labels of warehouse ${warehouse}, which is not one of those that begin with it`;
  const received = `labels of ${[...new Set(came)].join(", ")}: ${renderIds(idsOf(items))}`;
  return [finding(under, documented, received, "/labels")];
}
