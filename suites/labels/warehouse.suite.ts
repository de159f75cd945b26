import { describe } from "vitest";
import { IMPROBABLE_ID, labels, type SortDir } from "../../helpers/contract/lists.js";
import type { Check } from "../../helpers/engine/check/check.js";
import { filtersOfBoth } from "../../helpers/engine/lists/asking/filters-of-both.js";
import { exchangesOf, queryOf, refusal } from "../../helpers/engine/lists/asking/pages.js";
import { surelyMeeting } from "../../helpers/engine/lists/asking/sieves.js";
import { type Combination, combination } from "../../helpers/engine/lists/asking/tries.js";
import { judgeDefaultDirectionOf } from "../../helpers/engine/lists/laws/defaults.js";
import { judgeAlone, lostWithout } from "../../helpers/engine/lists/laws/filters.js";
import { judgePage } from "../../helpers/engine/lists/laws/slices.js";
import { judgeList } from "../../helpers/engine/lists/reading/judge-list.js";
import type { Reading } from "../../helpers/engine/lists/reading/reading.js";
import {
  directionOf,
  judgeWarehouses,
  knownPlaces,
  MOST_PAGES,
  readMissing,
  type Scene,
  type UnderWarehouse,
  walkWarehouse,
  wholeWarehouse,
} from "../../helpers/engine/resources/labels/warehouses.js";
import { rule } from "../../helpers/engine/vitest/rule.js";
import { sameSet } from "../../helpers/oracles/lists/sets.js";
import {
  type Group,
  groupsOf,
  isEmpty,
  leftOut,
  nothingComes,
  samePrefix,
  shipmentOf,
  strangers,
  withoutEffect,
  wrongTotal,
} from "../../helpers/oracles/records/label-warehouses.js";
import { cutShort } from "../../helpers/target/messages/made-up.js";
import { datedBy } from "../../helpers/wire/dated.js";
import { idsOf } from "../../helpers/wire/decode.js";
import type { Finding } from "../../helpers/wire/exchange.js";
import { renderIds } from "../../helpers/wire/message.js";
import { ifReadable } from "../../helpers/wire/outcome.js";

describe("GET /v1/labels: warehouse_id", () => {
  rule.fromStandard(
    "labels.filter.warehouse_id",
    "filters by warehouses of the labels' shipments and by an unknown one",
    async (t) => {
      const findings = await judgeWarehouses(t, async (scene) => [
        ...(await judgeGroups(scene)),
        ...(await judgeUnknown(scene)),
        ...(await judgePart(scene)),
      ]);
      t.find(findings.slice(0, 2));
    },
  );

  rule.fromStandard(
    "labels.filter.warehouse_id.items",
    "looks up the shipments of the labels that the filter returns, and of those that it leaves out",
    async (t) => {
      const findings = await judgeWarehouses(t, async (scene) => {
        const missing = await ofEach(judgeMissing)(scene);
        return missing.length > 0 ? missing : judgeItems(scene);
      });
      t.find(findings);
    },
  );
});

// biome-ignore format: one rule a line
describe("GET /v1/labels: other rules under warehouse_id", () => {
  rule.fromStandard("labels.default.all", "looks for labels of a warehouse that no listed label belongs to", (t) => judgeHidden(t));
  rule.fromStandard("labels.filter.combined", "combines warehouse_id with other filters, sorted", (t) => judgeUnder(t, judgeLastBeside));
  rule.fromStandard("labels.default.sort-dir", "leaves sort_dir out under warehouse_id", (t) => judgeUnder(t, ofEach(judgeDirection)));
  rule.fromStandard("labels.slice.asc", "takes the oldest labels of a warehouse", (t) => judgeUnder(t, sortedBy("asc")));
  rule.fromStandard("labels.slice.desc", "takes the newest labels of a warehouse", (t) => judgeUnder(t, sortedBy("desc")));
  rule.fromStandard("labels.total", "reads the total under warehouse_id", (t) => judgeUnder(t, ofEach(judgeTotal)));
});

type Judge = (scene: Scene) => Promise<readonly Finding[]>;
type JudgeGroup = (scene: Scene, group: Group) => Promise<readonly Finding[]>;

/** Judges a rule that has other checks too, which say why where the scene cannot be read. */
async function judgeUnder(t: Check, judge: Judge): Promise<void> {
  t.find((await ifReadable(judgeWarehouses(t, judge))) ?? []);
}

/** A warehouse of the shipments to which no listed label belongs has no labels, unless the unfiltered list hides them. */
async function judgeHidden(t: Check): Promise<void> {
  const judge = async (reading: Reading) => {
    const places = await knownPlaces(t);
    const named = groupsOf(reading.items, places).map(({ warehouse }) => warehouse);
    const hidden = [...places.values()].find((place) => place !== null && !named.includes(place));
    if (hidden === undefined || hidden === null) return [];
    const page = await reading.ask(t, { warehouse_id: hidden });
    if (page.kind === "refused") return [];
    return lostWithout(t, reading, [page.exchange], page.items, `warehouse_id=${hidden}`) ?? [];
  };
  t.find((await ifReadable(judgeList(t, labels, "everything", judge))) ?? []);
}

/** Judges each warehouse asked for; the first breach counts. */
function ofEach(judge: JudgeGroup): Judge {
  return async (scene) => {
    const found = await Promise.all(asked(scene).map((group) => judge(scene, group)));
    return found.flat().slice(0, 1);
  };
}

/** The warehouses that the effort includes. */
function asked({ t, groups }: Scene): readonly Group[] {
  return groups.slice(0, t.budget("labels.warehouses"));
}

/** The list of each warehouse asked for is narrowed to it, and not the list of every one is empty. */
async function judgeGroups(scene: Scene): Promise<readonly Finding[]> {
  const { t, groups, items } = scene;
  const refused: Finding[] = [];
  const walks: UnderWarehouse[] = [];
  for (const [at, group] of groups.entries()) {
    // The rest only while every list is empty.
    if (at >= t.budget("labels.warehouses") && (refused.length > 0 || !walks.every(isEmpty))) break;
    const walk = await walkWarehouse(scene, group);
    if (walk.kind === "refused") refused.push(refusal(t, walk, `the labels of warehouse ${group.warehouse}`));
    else walks.push(walk);
  }
  t.saw("warehouses", walks.length);
  const idle = walks.map((walk) => withoutEffect(walk, items.length)).filter(({ length }) => length > 0);
  // Of one warehouse all labels may rightly come, if their shipments were moved since. So the filter is without effect
  // only if another warehouse gives all labels too, or one that does not exist gives any.
  const isIdle = idle.length > 1 || (idle.length === 1 && (await judgeUnknown(scene)).length > 0);
  return [...refused, ...(refused.length > 0 ? [] : nothingComes(walks)), ...(isIdle ? idle.flat() : [])];
}

/** The sort orders that the combinations use, in turn. */
const SORTS = [
  { sort_dir: "asc", sort_by: "modified_at" },
  { sort_dir: "desc", sort_by: "created_at" },
] as const;

/** Of the warehouses asked for, the last one is looked at beside other filters. */
async function judgeLastBeside(scene: Scene): Promise<readonly Finding[]> {
  const group = asked(scene).at(-1);
  return group === undefined ? [] : judgeBeside(scene, group);
}

/** Further filters besides warehouse_id return exactly its labels that meet them. */
async function judgeBeside(scene: Scene, group: Group): Promise<readonly Finding[]> {
  const { t, reading, items, filters } = scene;
  const plain = await wholeWarehouse(scene, group);
  // Other rules judge the filter alone.
  if (plain === null || withoutEffect(plain, items.length).length > 0) return [];
  const others = items.filter((label) => !group.due.includes(label));
  const sets = filtersOfBoth(labels, group.due, others, filters, t.settings.seed);
  for (const [nth, parts] of sets.entries()) {
    if (parts.length === 0) return [];
    const one = combination(parts, { sort: SORTS[nth] ?? {} });
    const findings = await judgeTogether(scene, plain, one);
    if (findings.length === 0) continue;
    const alone = await judgeAlone(t, labels, (judge) => judge(reading), one);
    if (alone.length > 0) return alone;
    const fewer = await judgeWithOne(scene, plain, one);
    return fewer.length > 0 ? fewer : findings;
  }
  return [];
}

/** The breach that one of several further filters shows already. */
async function judgeWithOne(
  scene: Scene,
  plain: UnderWarehouse,
  { parts, pages, sort }: Combination,
): Promise<readonly Finding[]> {
  for (const part of parts.length > 1 ? parts : []) {
    const fewer = await judgeTogether(scene, plain, combination([part], { pages, sort }));
    if (fewer.length > 0) return fewer;
  }
  return [];
}

/** The labels of the warehouse that meet further filters are those that come under all of them. */
async function judgeTogether(
  { t, reading, filters }: Scene,
  plain: UnderWarehouse,
  { sieve: { filter, query }, sort }: Combination,
): Promise<readonly Finding[]> {
  const { warehouse: warehouse_id } = plain;
  const documented = `the labels of warehouse ${warehouse_id} with ${filter.words}`;
  const asked = { ...query, ...filters, ...sort, warehouse_id };
  const beside = await reading.walk(t, asked, { size: reading.size, most: MOST_PAGES });
  if (beside.kind === "walk" && !beside.whole) return [];
  t.saw("combinations");
  const expected = idsOf(surelyMeeting(plain.items, filter));
  if (beside.kind === "refused") {
    // A target may refuse what it knows to be impossible.
    return expected.length === 0 ? [] : [refusal(t, beside, documented)];
  }
  return sameSet({
    rule: t.rule,
    exchanges: [...exchangesOf(beside), ...plain.exchanges],
    documented,
    expected,
    actual: idsOf(beside.items.filter(({ raw }) => filter.meets(raw) !== null)),
  });
}

/** An unknown warehouse has no labels. */
async function judgeUnknown({ t, reading, filters }: Scene): Promise<readonly Finding[]> {
  const stray = await reading.ask(t, { ...filters, warehouse_id: IMPROBABLE_ID });
  if (stray.kind === "refused" || stray.items.length === 0) return [];
  const documented = "no label of a warehouse that does not exist";
  return [t.finding(stray.exchange, documented, renderIds(idsOf(stray.items)), "/labels")];
}

/** A truncated id is another id: if labels of all warehouses with this prefix come, the filter compares prefixes. */
async function judgePart({ t, reading, filters, places, groups }: Scene): Promise<readonly Finding[]> {
  const part = cutShort(
    groups.slice(0, 1).map(({ warehouse }) => warehouse),
    [...places.values()],
  );
  if (part === null) return [];
  const read = await reading.ask(t, { ...filters, warehouse_id: part });
  if (read.kind === "refused") return [];
  t.saw("values that no label has");
  return samePrefix({ rule: t.rule, exchanges: [read.exchange], items: read.items, places, warehouse: part });
}

/** No label comes whose shipment shows another warehouse. */
async function judgeItems(scene: Scene): Promise<readonly Finding[]> {
  const { t, places } = scene;
  const read = await Promise.all(asked(scene).map((group) => walkWarehouse(scene, group)));
  const walks = read.filter((walk) => walk.kind !== "refused");
  if (walks.length === 0) return t.inconclusive("the filter was refused; see labels.filter.warehouse_id");
  const labels = walks.flatMap(({ items }) => items);
  await readMissing(scene, labels);
  const known = labels.filter((label) => places.has(shipmentOf(label)));
  t.saw("labels", known.length);
  if (known.length === 0) t.inconclusive("needs a label under warehouse_id whose shipment can be read");
  return walks.flatMap(strangers).slice(0, 1);
}

/** Every label comes whose shipment shows the warehouse. */
async function judgeMissing(scene: Scene, group: Group): Promise<readonly Finding[]> {
  const walk = await wholeWarehouse(scene, group);
  if (walk === null) return [];
  scene.t.saw("labels due", group.due.length);
  return leftOut(walk);
}

/** Of two pages without sort_dir the first holds the newest labels. */
async function judgeDirection(scene: Scene, group: Group): Promise<readonly Finding[]> {
  const walk = await wholeWarehouse(scene, group);
  const [first, second] = walk?.pages ?? [];
  if (walk === null || first === undefined || second === undefined || directionOf(scene, group)) return [];
  return judgeDefaultDirectionOf(scene.t, scene.reading, queryOf(first), walk.items);
}

/** The first of two pages under a warehouse, where the walk over them is sorted in that direction. */
function sortedBy(dir: SortDir): Judge {
  return async (scene) => {
    const group = asked(scene).find((one) => directionOf(scene, one) === dir);
    const walk = group === undefined ? null : await wholeWarehouse(scene, group);
    const [first, second] = walk?.pages ?? [];
    const dated = datedBy(walk?.items ?? []);
    if (first === undefined || second === undefined || dated === null) return [];
    scene.t.saw("pages");
    return judgePage(scene.t, first, { page: 1, size: first.items.length, dir }, dated);
  };
}

async function judgeTotal(scene: Scene, group: Group): Promise<readonly Finding[]> {
  const walk = await wholeWarehouse(scene, group);
  if (walk === null) return [];
  scene.t.saw("totals", walk.pages.length);
  return wrongTotal(walk);
}
