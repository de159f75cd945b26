import type { Item, Page } from "../wire/decode.js";
import type { Finding } from "../wire/exchange.js";
import { count, renderIds } from "../wire/message.js";
import type { Raw } from "../wire/raw.js";
import { type Blame, finding } from "./finding.js";

// A label does not show its warehouse. Its shipment does, but may have changed since. So a single label of another
// warehouse is a warning; only a filter that does nothing, or lets nothing through, is a breach.

/** With this many labels in a warehouse, an empty list cannot be due to shipments that changed warehouse. */
export const ENOUGH = 3;

/** The warehouse of each known shipment, by its id; null where it names none. */
type Places = ReadonlyMap<string, string | null>;

/** Labels that came under `warehouse_id`, and what is known of the shipments. */
interface Under extends Blame {
  readonly warehouse: string;
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

/** Labels whose shipment names the warehouse. */
export function labelsOf(labels: readonly Item[], places: Places, warehouse: string): readonly Item[] {
  return labels.filter((label) => places.get(shipmentOf(label)) === warehouse);
}

/**
 * A page whose labels mostly belong elsewhere, of a list whose total is that of the unfiltered list. Without a total,
 * the share of other labels must be that of the unfiltered list.
 * @param claim all: the labels of the unfiltered list
 */
export function withoutEffect(
  claim: Pick<Under, "rule" | "places" | "warehouse"> & { page: Page; all: readonly Item[] },
): Finding[] {
  const { rule, page, all, places, warehouse } = claim;
  const judged = page.items.filter((label) => places.has(shipmentOf(label)));
  const others = elsewhere(judged, places, warehouse);
  const share = others.length / judged.length;
  const everywhere = 1 - labelsOf(all, places, warehouse).length / all.length;
  const isUnfiltered = page.total === null ? share >= everywhere * 0.8 : page.total >= all.length;
  if (judged.length < ENOUGH || share <= 0.5 || !isUnfiltered) return [];
  return [
    finding(
      { rule, exchanges: [page.exchange] },
      {
        documented: `the list narrowed to warehouse ${warehouse}`,
        received: `${others.length} of ${count(judged.length, "label")} belong to shipments of other warehouses: ${renderIds(others.map(({ id }) => id))}`,
        pointer: "/labels",
      },
    ),
  ];
}

/** Labels that came although their shipments show another warehouse. */
export function strangers({ items, places, warehouse, ...blame }: Under): Finding[] {
  const others = elsewhere(items, places, warehouse);
  const [first] = others;
  if (first === undefined) return [];
  const ids = renderIds(others.map(({ id }) => id));
  return [
    finding(blame, {
      documented: `labels of shipments of warehouse ${warehouse}`,
      received: `${ids}; the shipment of ${first.id} shows warehouse ${places.get(shipmentOf(first)) ?? "null"}`,
    }),
  ];
}

/**
 * Labels of the warehouse that came on no page. If none came at all, the filter lets nothing through, which is another
 * rule.
 * @param claim due: the labels whose shipments show the warehouse
 */
export function leftOut(claim: Omit<Under, "places"> & { due: readonly Item[] }): Finding[] {
  const { items, due, warehouse, ...blame } = claim;
  const came = new Set(items.map(({ id }) => id));
  const missing = due.map(({ id }) => id).filter((id) => !came.has(id));
  if (missing.length === 0 || came.size === 0) return [];
  return [
    finding(blame, {
      documented: `the ${count(due.length, "label")} whose shipments show warehouse ${warehouse}`,
      received: `without ${renderIds(missing)}`,
    }),
  ];
}

/**
 * A total that is neither the number of labels on all pages nor the number due. If those two differ, the rules of the
 * filter and of walks report it.
 * @param claim due: how many labels have a shipment that shows the warehouse
 */
export function wrongTotal(
  claim: Omit<Under, "places"> & { pages: readonly Page[]; due: number },
): Finding[] {
  const { pages, items, due, warehouse, ...blame } = claim;
  const came = new Set(items.map(({ id }) => id)).size;
  const right = [came, items.length, due];
  const wrong = pages.find(({ total }) => total !== null && !right.includes(total));
  if (wrong === undefined) return [];
  return [
    finding(blame, {
      documented: `total is ${came}, the number of labels that come for warehouse ${warehouse}`,
      received: `total ${wrong.total}`,
      pointer: "/total",
    }),
  ];
}

/** Labels of warehouses that only begin with the id asked for, which no warehouse has. */
export function samePrefix({ items, places, warehouse, ...blame }: Under): Finding[] {
  const came = items.flatMap((label) => places.get(shipmentOf(label)) ?? []);
  // A single label may have been made while its shipment named another warehouse.
  if (came.length < ENOUGH || !came.every((each) => each.startsWith(warehouse))) return [];
  return [
    finding(blame, {
      documented: `only labels of warehouse ${warehouse}, which is not one of those that begin with it`,
      received: `labels of ${[...new Set(came)].join(", ")}: ${renderIds(items.map(({ id }) => id))}`,
      pointer: "/labels",
    }),
  ];
}
