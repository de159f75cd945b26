import { describe } from "vitest";
import { IMPROBABLE_ID, labels } from "../../helpers/contract/lists.js";
import type { Check } from "../../helpers/engine/check/check.js";
import { boundsBetween } from "../../helpers/engine/lists/bounds.js";
import { judgeAlone } from "../../helpers/engine/lists/filters.js";
import { judgeList } from "../../helpers/engine/lists/judge-list.js";
import { exchangesOf, idsOf, type Refused, refusal } from "../../helpers/engine/lists/pages.js";
import type { Reading } from "../../helpers/engine/lists/reading.js";
import {
  dueUnder,
  type Sieve,
  shownParameters,
  sieveOf,
  surelyMeeting,
  valuesOf,
  windowSieve,
} from "../../helpers/engine/lists/sieves.js";
import { combination } from "../../helpers/engine/lists/tries.js";
import { walkable } from "../../helpers/engine/lists/walkable.js";
import { rule } from "../../helpers/engine/vitest/rule.js";
import {
  ENOUGH,
  labelsOf,
  leftOut,
  placeIn,
  samePrefix,
  shipmentOf,
  strangers,
  withoutEffect,
  wrongTotal,
} from "../../helpers/oracles/label-warehouses.js";
import { sameSet } from "../../helpers/oracles/sets.js";
import { cutShort } from "../../helpers/target/made-up.js";
import type { Walked } from "../../helpers/target/walk.js";
import { datedBy } from "../../helpers/wire/dated.js";
import type { Item, Page } from "../../helpers/wire/decode.js";
import type { Finding } from "../../helpers/wire/exchange.js";
import { count, renderIds } from "../../helpers/wire/message.js";
import { ifReadable } from "../../helpers/wire/outcome.js";
import { objectOf } from "../../helpers/wire/raw.js";

/** How many shipments to read by id, for labels whose shipment no list has shown. */
const READ_ONE_BY_ONE = 5;
const CUT = 2;

describe("GET /v1/labels: warehouse_id", () => {
  rule.fromStandard(
    "labels.filter.warehouse_id",
    "filters by warehouses of the labels' shipments and by an unknown one",
    async (t) => {
      const findings = await judgeWarehouses(t, async (scene, groups) => [
        ...(await judgeGroups(scene)),
        ...(await judgeUnknown(scene)),
        ...(await judgePart(scene, groups)),
      ]);
      t.find(findings.slice(0, 2));
    },
  );

  rule.fromStandard(
    "labels.filter.warehouse_id.items",
    "looks up the shipments of the labels that the filter returns, and of those that it leaves out",
    async (t) => {
      const findings = await judgeWarehouses(t, async (scene, groups) => {
        const missing = await Promise.all(groups.map((group) => missingOf(scene, group)));
        const [first] = missing.flat();
        if (first !== undefined) return [first];
        const [group] = groups;
        return group === undefined ? [] : judgeItems(scene, group);
      });
      t.find(findings);
    },
  );
});

describe("GET /v1/labels: warehouse_id among other filters", () => {
  rule.fromStandard(
    "labels.filter.combined",
    "combines warehouse_id with other filters, sorted",
    async (t) => {
      const findings = await ifReadable(
        judgeWarehouses(t, async (scene, groups) => {
          const [group] = groups.slice(-1);
          return group === undefined ? [] : judgeBeside(scene, group);
        }),
      );
      t.find(findings ?? []);
    },
  );
});

describe("GET /v1/labels: totals", () => {
  rule.fromStandard("labels.total", "reads the total under warehouse_id", async (t) => {
    const findings = await ifReadable(
      judgeWarehouses(t, async (scene, groups) => {
        const wrong = await Promise.all(groups.map((group) => judgeTotal(scene, group)));
        return wrong.flat().slice(0, 1);
      }),
    );
    t.find(findings ?? []);
  });
});

/** The labels that a walk can reach, and the known warehouses of their shipments. */
interface Scene extends Pick<Reading, "filters" | "items" | "size"> {
  readonly t: Check;
  readonly reading: Reading;
  readonly places: Map<string, string | null>;
}

/** A warehouse and the number of labels that it should have. */
interface Group {
  readonly warehouse: string;
  readonly due: number;
}

/** @throws Inconclusive unless labels of at least two warehouses are known */
function judgeWarehouses(
  t: Check,
  judge: (scene: Scene, groups: readonly Group[]) => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
  return judgeList(t, labels, "everything", async (reading) => {
    const scene = { t, reading, ...walkable(t, reading), places: await placesOf(t) };
    return judge(scene, groupsOf(scene).slice(0, t.budget("labels.warehouses")));
  });
}

/** The list of each warehouse asked for is narrowed to it, and not the list of every one is empty. */
async function judgeGroups(scene: Scene): Promise<readonly Finding[]> {
  const { t } = scene;
  const groups = groupsOf(scene);
  const findings: Finding[] = [];
  const idle: (readonly Finding[])[] = [];
  let empty = 0;
  for (const [at, group] of groups.entries()) {
    // The rest only while every list is empty.
    if (at >= t.budget("labels.warehouses") && empty < at) break;
    const { warehouse, due } = group;
    const walk = await walkWarehouse(scene, group);
    if (walk.kind === "refused") {
      findings.push(refusal(t, walk, `the labels of warehouse ${warehouse}`));
      continue;
    }
    t.saw("warehouses");
    idle.push(walk.pages.flatMap((page) => pageWithoutEffect(scene, page, warehouse)));
    if (due >= ENOUGH && walk.items.length === 0) empty += 1;
    // The shipments of a single warehouse may all have been moved there after their labels were made.
    if (empty === groups.length && groups.length > 1)
      findings.push(
        t.finding(
          exchangesOf(walk),
          `the list narrowed to warehouse ${warehouse}, to which the shipments of ${count(due, "label")} belong`,
          "no label, for this warehouse and for every other",
          "/labels",
        ),
      );
  }
  return [...findings, ...(await ifWithoutEffect(scene, idle))];
}

/**
 * Of one warehouse all labels may rightly come, if their shipments were moved since. So a filter is without effect only
 * if another warehouse gives all labels too, or one that does not exist gives any.
 */
async function ifWithoutEffect(
  scene: Scene,
  idle: readonly (readonly Finding[])[],
): Promise<readonly Finding[]> {
  const hit = idle.filter(({ length }) => length > 0);
  return hit.length > 1 || (hit.length === 1 && (await judgeUnknown(scene)).length > 0) ? hit.flat() : [];
}

/** Further filters beside warehouse_id return exactly its labels that meet them. */
async function judgeBeside(scene: Scene, group: Group): Promise<readonly Finding[]> {
  const { t, reading, filters } = scene;
  const plain = await walkWarehouse(scene, group);
  // Other rules judge the filter alone.
  if (plain.kind === "refused" || !plain.whole) return [];
  const { warehouse: warehouse_id } = group;
  if (plain.pages.some((page) => pageWithoutEffect(scene, page, warehouse_id).length > 0)) return [];
  for (const [nth, sort] of SORTS.entries()) {
    const one = combination(wideFilters(scene, group, nth), 1, sort);
    if (one.parts.length === 0) return [];
    const { filter, query } = one.sieve;
    const documented = `the labels of warehouse ${warehouse_id} with ${filter.words}`;
    const asked = { ...query, ...filters, ...sort, warehouse_id };
    const beside = await reading.walk(t, asked, { size: reading.size, most: CUT + 1 });
    if (beside.kind === "walk" && !beside.whole) continue;
    t.saw("combinations");
    const findings =
      beside.kind === "refused"
        ? [refusal(t, beside, documented)]
        : sameSet({
            rule: t.rule,
            exchanges: [...exchangesOf(beside), ...exchangesOf(plain)],
            documented,
            expected: idsOf({ items: surelyMeeting(plain.items, filter) }),
            actual: idsOf({ items: beside.items.filter(({ raw }) => filter.meets(raw) !== null) }),
          });
    if (findings.length === 0) continue;
    const alone = await judgeAlone(t, labels, (judge) => judge(reading), one);
    return alone.length > 0 ? alone : findings;
  }
  return [];
}

/** The sort orders that the combinations use, in turn. */
const SORTS = [
  { sort_dir: "asc", sort_by: "modified_at" },
  { sort_dir: "desc", sort_by: "created_at" },
] as const;

/**
 * Filters that labels of the warehouse and of others meet together: for each parameter the value that is most common
 * elsewhere, as many as fit together. The n-th set uses only filters that earlier sets did not.
 */
function wideFilters({ items, places, filters }: Scene, { warehouse }: Group, nth: number): readonly Sieve[] {
  const own = labelsOf(items, places, warehouse);
  const others = items.filter((label) => !own.includes(label));
  const bounds = boundsBetween(datedBy(items) ?? []);
  const [start, end] = [bounds[1], bounds.at(-2)];
  const windows =
    "created_at_end" in filters || !start || !end
      ? []
      : [windowSieve("created_at", { start }), windowSieve("created_at", { end })];
  const values = shownParameters(labels).flatMap((parameter) =>
    valuesOf(labels, others, parameter)
      .flatMap(([value]) => sieveOf(labels, parameter, value) ?? [])
      .filter((sieve) => dueUnder(own, sieve) > 0)
      .slice(-1),
  );
  const used = new Set<Sieve>();
  for (let round = 0; ; round += 1) {
    const set: Sieve[] = [];
    for (const sieve of [...windows, ...values].filter((each) => !used.has(each))) {
      const fits = dueUnder(own, ...set, sieve) > 0 && dueUnder(others, ...set, sieve) > 0;
      if (fits) set.push(sieve);
    }
    if (round === nth) return set;
    for (const sieve of set) used.add(sieve);
  }
}

/** An unknown warehouse has no labels. */
async function judgeUnknown({ t, reading, filters }: Scene): Promise<readonly Finding[]> {
  const stray = await reading.ask(t, { ...filters, warehouse_id: IMPROBABLE_ID });
  if (stray.kind === "refused" || stray.items.length === 0) return [];
  return [
    t.finding(
      stray.exchange,
      "no label of a warehouse that does not exist",
      renderIds(idsOf(stray)),
      "/labels",
    ),
  ];
}

/** No label comes whose shipment shows another warehouse. */
async function judgeItems(scene: Scene, group: Group): Promise<readonly Finding[]> {
  const { t, places } = scene;
  const { warehouse } = group;
  const walk = await walkWarehouse(scene, group);
  if (walk.kind === "refused")
    return t.inconclusive("the filter was refused; see labels.filter.warehouse_id");
  await readMissing(scene, walk.items);
  const judged = walk.items.filter((label) => places.has(shipmentOf(label)));
  t.saw("labels", judged.length);
  if (judged.length === 0) t.inconclusive("needs a label under warehouse_id whose shipment can be read");
  return strangers({ rule: t.rule, exchanges: exchangesOf(walk), items: judged, places, warehouse });
}

/** Labels whose shipments show the warehouse, but which came on no page of the filter. */
async function missingOf(scene: Scene, group: Group): Promise<readonly Finding[]> {
  const { t, items, places } = scene;
  const { warehouse } = group;
  const walk = await walkWarehouse(scene, group);
  if (walk.kind === "refused" || !walk.whole) return [];
  const due = labelsOf(items, places, warehouse);
  t.saw("labels due", due.length);
  return leftOut({ rule: t.rule, exchanges: exchangesOf(walk), items: walk.items, due, warehouse });
}

async function judgeTotal(scene: Scene, group: Group): Promise<readonly Finding[]> {
  const { t } = scene;
  const walk = await walkWarehouse(scene, group);
  if (walk.kind === "refused" || !walk.whole) return [];
  const { pages, items } = walk;
  t.saw("totals", pages.length);
  return wrongTotal({ rule: t.rule, exchanges: exchangesOf(walk), pages, items, ...group });
}

async function placesOf(t: Check): Promise<Map<string, string | null>> {
  const { oldest } = await t.census.list("shipments");
  return new Map(oldest.map(({ id, raw }) => [id, placeIn(raw)]));
}

/**
 * Warehouses with the number of labels due; the smallest with at least three labels first.
 * @throws Inconclusive unless labels of at least two warehouses are known
 */
function groupsOf({ t, items, places }: Scene): readonly Group[] {
  const counts = new Map<string, number>();
  for (const item of items) {
    const warehouse = places.get(shipmentOf(item));
    if (typeof warehouse === "string") counts.set(warehouse, (counts.get(warehouse) ?? 0) + 1);
  }
  const groups = [...counts]
    .map(([warehouse, due]) => ({ warehouse, due }))
    .filter(({ due }) => due < items.length)
    .toSorted(
      (left, right) => Number(left.due < ENOUGH) - Number(right.due < ENOUGH) || left.due - right.due,
    );
  if (groups.length > 0) return groups;
  return t.inconclusive(
    `needs labels whose shipments name different warehouses; ${count(counts.size, "warehouse")} found among ${count(items.length, "label")}`,
  );
}

/** The warehouse's labels, cut into two pages with one page to spare; or the refusal of the filter. */
function walkWarehouse({ t, reading, filters }: Scene, { warehouse, due }: Group): Promise<Walked | Refused> {
  const size = Math.min(reading.size, Math.max(ENOUGH, Math.floor(due / CUT) + 1));
  return reading.walk(t, { ...filters, warehouse_id: warehouse }, { size, most: CUT + 1 });
}

function pageWithoutEffect(scene: Scene, page: Page, warehouse: string): readonly Finding[] {
  const { t, places, items: all } = scene;
  return withoutEffect({ rule: t.rule, page, all, places, warehouse });
}

/** A truncated id is another id: if labels of all warehouses with this prefix come, the filter compares prefixes. */
async function judgePart(
  { t, reading, filters, places }: Scene,
  [group]: readonly Group[],
): Promise<readonly Finding[]> {
  const part = cutShort(group === undefined ? [] : [group.warehouse], [...places.values()]);
  if (part === null) return [];
  const read = await reading.ask(t, { ...filters, warehouse_id: part });
  if (read.kind === "refused") return [];
  t.saw("values that no label has");
  return samePrefix({ rule: t.rule, exchanges: [read.exchange], items: read.items, places, warehouse: part });
}

/** Reads a few shipments that no list has shown. */
async function readMissing({ t, places }: Scene, seen: readonly Item[]): Promise<void> {
  const missing = [...new Set(seen.map(shipmentOf))].filter((id) => id !== "" && !places.has(id));
  for (const id of missing.slice(0, READ_ONE_BY_ONE)) {
    const { answer } = await t.ask({ operation: "v1GetShipment", path: { shipment_id: id } });
    const shipment = answer.status === 200 ? objectOf(answer) : null;
    if (shipment !== null) places.set(id, placeIn(shipment));
  }
}
