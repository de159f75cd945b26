import { DEFAULT_PAGE_SIZE, labels, type SortDir } from "../../../contract/lists.js";
import {
  ENOUGH,
  type Group,
  groupsOf,
  placeIn,
  shipmentOf,
  type Under,
} from "../../../oracles/records/label-warehouses.js";
import type { Walked } from "../../../target/lists/walk.js";
import type { Item } from "../../../wire/decode.js";
import type { Findings } from "../../../wire/exchange.js";
import { plural } from "../../../wire/message.js";
import { okObjectOf } from "../../../wire/raw.js";
import type { Check } from "../../check/check.js";
import { rotated } from "../../check/seed.js";
import { exchangesOf, type ListQuery, type Refused } from "../../lists/asking/pages.js";
import { judgeList } from "../../lists/reading/judge-list.js";
import type { Reading, Way } from "../../lists/reading/reading.js";
import { DIRECTIONS, walkable } from "../../lists/reading/walkable.js";

/** How many shipments to read by id, for labels whose shipment no list has shown. */
const READ_ONE_BY_ONE = 5;
const CUT = 2;
/** Into two pages, with one to spare. */
export const MOST_PAGES = CUT + 1;

/** The labels that a walk can reach, and the known warehouses of their shipments. */
export interface Scene extends Pick<Reading, "filters" | "items"> {
  readonly t: Check;
  readonly reading: Reading;
  readonly places: Map<string, string | null>;
  /** Every warehouse that some of the labels do not belong to; see `groupsOf`. */
  readonly groups: readonly Group[];
}

/** The labels of one warehouse, as they came. */
export type UnderWarehouse = Under & Walked;

/**
 * Judges the list of labels beside what their shipments show.
 * @throws Inconclusive unless labels of at least two warehouses are known
 */
export function judgeWarehouses(t: Check, judge: (scene: Scene) => Promise<Findings>): Promise<Findings> {
  return judgeList(t, labels, "everything", async (reading) => {
    const { filters, items } = walkable(t, reading);
    const places = await knownPlaces(t);
    const named = groupsOf(items, places);
    const groups = named.filter(({ due }) => due.length < items.length);
    if (groups.length === 0)
      t.inconclusive(
        `needs labels whose shipments name different warehouses; ${plural(named.length, "warehouse")} found among ${plural(items.length, "label")}`,
      );
    return judge({ t, reading, filters, items, places, groups });
  });
}

/** The warehouses that the listed shipments name, by shipment. */
export async function knownPlaces(t: Check): Promise<Map<string, string | null>> {
  const { oldest } = await t.census.list("shipments");
  return new Map(oldest.map(({ id, raw }) => [id, placeIn(raw)]));
}

/** In which direction the labels of a warehouse are asked for: by default, those of the second in one or the other. */
export function directionOf({ t, groups }: Scene, { warehouse }: Group): SortDir | undefined {
  return groups[1]?.warehouse === warehouse ? rotated(DIRECTIONS, t.settings.seed)[0] : undefined;
}

/** How many labels may come unexpected without making a walk longer. */
const SPARE = 5;

/** Whether a walk by the default size takes few pages. */
function isShort({ due }: Group): boolean {
  return due.length + SPARE <= MOST_PAGES * DEFAULT_PAGE_SIZE;
}

/**
 * The warehouse that is asked for without page_size: the run's seed draws it from those of more labels than a page then
 * holds, preferably from those on few pages. Null if there is none.
 */
export function byDefaultSize({ t, groups }: Scene): Group | null {
  const most = t.budget("labels.warehouses");
  const many = groups.slice(0, most).filter(({ due }) => due.length > DEFAULT_PAGE_SIZE);
  const short = many.filter(isShort);
  return rotated(short.length > 0 ? short : many, t.settings.seed)[0] ?? null;
}

/** The query for the labels of a warehouse. */
export function queryFor(scene: Scene, group: Group): ListQuery {
  return { ...scene.filters, warehouse_id: group.warehouse, sort_dir: directionOf(scene, group) };
}

/** By the default size, if the warehouse is to be asked for without page_size and has few pages then. */
function shortWay(scene: Scene, group: Group): Way | null {
  const isDrawn = isShort(group) && byDefaultSize(scene)?.warehouse === group.warehouse;
  return isDrawn ? { size: DEFAULT_PAGE_SIZE, omits: ["page_size"], most: MOST_PAGES } : null;
}

/** In two pages. */
function cutWay({ reading }: Scene, { due }: Group): Way {
  const half = Math.floor(due.length / CUT) + 1;
  return { size: Math.min(reading.size, Math.max(ENOUGH, half)), most: MOST_PAGES };
}

/** The warehouse's labels, on a few pages; or the refusal of the filter. */
export async function walkWarehouse(scene: Scene, group: Group): Promise<UnderWarehouse | Refused> {
  const { t, reading, places } = scene;
  const query = queryFor(scene, group);
  const short = shortWay(scene, group);
  const first = short === null ? null : await reading.walk(t, query, short);
  // The rule of the default judges a target that needs page_size.
  const walk = first?.kind === "walk" ? first : await reading.walk(t, query, cutWay(scene, group));
  if (walk.kind === "refused") return walk;
  return { ...walk, ...group, rule: t.rule, exchanges: exchangesOf(walk), places };
}

/** Like `walkWarehouse`; null if not every label came, which other rules judge. */
export async function wholeWarehouse(scene: Scene, group: Group): Promise<UnderWarehouse | null> {
  const walk = await walkWarehouse(scene, group);
  return walk.kind === "refused" || !walk.whole ? null : walk;
}

/** Reads the warehouses of a few shipments that no list has shown. */
export async function readMissing({ t, places }: Scene, seen: readonly Item[]): Promise<void> {
  const missing = [...new Set(seen.map(shipmentOf))].filter((id) => id !== "" && !places.has(id));
  for (const id of missing.slice(0, READ_ONE_BY_ONE)) {
    const { answer } = await t.ask({ operation: "v1GetShipment", path: { shipment_id: id } });
    const shipment = okObjectOf(answer);
    if (shipment !== null) places.set(id, placeIn(shipment));
  }
}
