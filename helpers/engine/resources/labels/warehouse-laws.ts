import {
  DEFAULT_PAGE,
  DEFAULT_PAGE_SIZE,
  IMPROBABLE_ID,
  labels,
  type SortDir,
} from "../../../contract/lists.js";
import { pageLength } from "../../../oracles/lists/envelope.js";
import { sameSet } from "../../../oracles/lists/sets.js";
import { sliceServed } from "../../../oracles/lists/slices.js";
import { nothingTwice, tallyOf } from "../../../oracles/lists/walk-laws.js";
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
} from "../../../oracles/records/label-warehouses.js";
import { cutShort } from "../../../target/messages/made-up.js";
import { datedBy } from "../../../wire/dated.js";
import { idsOf } from "../../../wire/decode.js";
import type { Finding, Findings } from "../../../wire/exchange.js";
import { renderIds } from "../../../wire/message.js";
import { ifReadable } from "../../../wire/outcome.js";
import type { Check } from "../../check/check.js";
import { filtersOfBoth } from "../../lists/asking/filters-of-both.js";
import { exchangesOf, queryOf, refusal } from "../../lists/asking/pages.js";
import { surelyMeeting } from "../../lists/asking/sieves.js";
import { type Combination, combination } from "../../lists/asking/tries.js";
import { judgeDefaultDirectionOf } from "../../lists/laws/defaults.js";
import { judgeAlone } from "../../lists/laws/filters-together.js";
import { lostWithout } from "../../lists/laws/without-filter.js";
import { judgeList } from "../../lists/reading/judge-list.js";
import type { Reading } from "../../lists/reading/reading.js";
import { walkable } from "../../lists/reading/walkable.js";
import {
  byDefaultSize,
  directionOf,
  judgeWarehouses,
  knownPlaces,
  MOST_PAGES,
  queryFor,
  readMissing,
  type Scene,
  type UnderWarehouse,
  walkWarehouse,
  wholeWarehouse,
} from "./warehouses.js";

/** A law of the labels of warehouses. */
type Law = (scene: Scene) => Promise<Findings>;
/** A law of the labels of one warehouse, all of which came. */
type LawOfOne = (scene: Scene, walk: UnderWarehouse) => Findings | Promise<Findings>;

/** Judges a rule that has other checks too, which say why where the warehouses cannot be told. */
export function beside(law: Law): (t: Check) => Promise<void> {
  return async (t) => t.find((await ifReadable(judgeWarehouses(t, law))) ?? []);
}

/** Judges each warehouse asked for; the first breach counts. */
function ofEach(law: LawOfOne): Law {
  return async (scene) => {
    const found = await Promise.all(
      asked(scene).map(async (group) => {
        const walk = await wholeWarehouse(scene, group);
        return walk === null ? [] : law(scene, walk);
      }),
    );
    return found.flat().slice(0, 1);
  };
}

/** The warehouses that the effort includes. */
function asked({ t, groups }: Scene): readonly Group[] {
  return groups.slice(0, t.budget("labels.warehouses"));
}

/**
 * An unknown warehouse has no labels, the list of a known one is narrowed to it, and part of an id finds nothing.
 * @throws Inconclusive if nothing is wrong with the unknown one, and labels of two warehouses are not known
 */
export async function judgeFilter(t: Check): Promise<void> {
  const stray = await judgeList(t, labels, "everything", (reading) => judgeUnknown(t, reading));
  t.find(stray);
  if (stray.length > 0) return;
  const findings = await judgeWarehouses(t, async (scene) => [
    ...(await judgeGroups(scene)),
    ...(await judgePart(scene)),
  ]);
  t.find(findings.slice(0, 2));
}

/** All labels come whose shipments show the warehouse, and none whose shipments show another one. */
export async function judgeItems(t: Check): Promise<void> {
  const findings = await judgeWarehouses(t, async (scene) => {
    const missing = await judgeMissing(scene);
    return missing.length > 0 ? missing : judgeStrangers(scene);
  });
  t.find(findings);
}

/** All labels due come. If none comes for any warehouse, the filter lets nothing through, which is another rule. */
async function judgeMissing(scene: Scene): Promise<Findings> {
  const walks = (await walked(scene)).walks.filter(({ whole }) => whole);
  for (const { due } of walks) scene.t.saw("labels due", due.length);
  return walks.every(isEmpty) ? [] : walks.flatMap(leftOut).slice(0, 1);
}

/** A warehouse of the shipments to which no listed label belongs has no labels, unless the unfiltered list hides them. */
export async function judgeHidden(t: Check): Promise<void> {
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

/** The list of each warehouse asked for is narrowed to it, and not the list of every one is empty. */
async function judgeGroups(scene: Scene): Promise<Findings> {
  const { t, items } = scene;
  const { walks, refused } = await walked(scene);
  t.saw("warehouses", walks.length);
  const idle = walks.map((walk) => withoutEffect(walk, items.length)).filter(({ length }) => length > 0);
  // Of one warehouse all labels may rightly come, if their shipments were moved since.
  const isIdle = idle.length > 1;
  return [...refused, ...(refused.length > 0 ? [] : nothingComes(walks)), ...(isIdle ? idle.flat() : [])];
}

/** The labels of the warehouses that the effort includes; of the rest only while every list is empty. */
async function walked(scene: Scene) {
  const { t, groups } = scene;
  const refused: Finding[] = [];
  const walks: UnderWarehouse[] = [];
  for (const [at, group] of groups.entries()) {
    if (at >= t.budget("labels.warehouses") && (refused.length > 0 || !walks.every(isEmpty))) break;
    const walk = await walkWarehouse(scene, group);
    if (walk.kind === "refused") refused.push(refusal(t, walk, `the labels of warehouse ${group.warehouse}`));
    else walks.push(walk);
  }
  return { walks, refused };
}

/** An unknown warehouse has no labels. */
async function judgeUnknown(t: Check, reading: Reading): Promise<Findings> {
  const { filters } = walkable(t, reading);
  const stray = await reading.ask(t, { ...filters, warehouse_id: IMPROBABLE_ID });
  if (stray.kind === "refused" || stray.items.length === 0) return [];
  const documented = "no label of a warehouse that does not exist";
  return [t.finding(stray.exchange, documented, renderIds(idsOf(stray.items)), "/labels")];
}

/** A truncated id is another id: if labels of all warehouses with this prefix come, the filter compares prefixes. */
async function judgePart({ t, reading, filters, places, groups }: Scene): Promise<Findings> {
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

/** None of the labels that come is of a shipment that shows another warehouse. */
async function judgeStrangers(scene: Scene): Promise<Findings> {
  const { t, places } = scene;
  const read = await Promise.all(asked(scene).map((group) => walkWarehouse(scene, group)));
  const walks = read.filter((walk) => walk.kind !== "refused");
  if (walks.length === 0) return t.inconclusive("the filter was refused; see labels.filter.warehouse_id");
  const seen = walks.flatMap(({ items }) => items);
  await readMissing(scene, seen);
  const judged = seen.filter((label) => places.has(shipmentOf(label)));
  t.saw("labels", judged.length);
  if (judged.length === 0) t.inconclusive("needs a label under warehouse_id whose shipment can be read");
  return walks.flatMap(strangers).slice(0, 1);
}

/** The sort orders that the combinations use, in turn. */
const SORTS = [
  { sort_dir: "asc", sort_by: "modified_at" },
  { sort_dir: "desc", sort_by: "created_at" },
] as const;

/** Further filters besides that of the last warehouse asked for return exactly its labels that meet them. */
export async function judgeCombined(scene: Scene): Promise<Findings> {
  const { t, reading, items, filters } = scene;
  const group = asked(scene).at(-1);
  const plain = group === undefined ? null : await wholeWarehouse(scene, group);
  // Other rules judge the filter alone.
  if (plain === null || withoutEffect(plain, items.length).length > 0) return [];
  const others = items.filter((label) => !plain.due.includes(label));
  const sets = filtersOfBoth(labels, plain.due, others, filters, t.settings.seed);
  for (const [nth, parts] of sets.entries()) {
    const one = combination(parts, { sort: SORTS[nth] ?? {} });
    const findings = await judgeTogether(scene, plain, one);
    if (findings.length === 0) continue;
    const alone = await judgeAlone(t, labels, (judge) => judge(reading), one);
    return alone.length > 0 ? alone : ((await judgeWithOne(scene, plain, one)) ?? findings);
  }
  return [];
}

/** The breach that one of several further filters shows already; null if none does. */
async function judgeWithOne(scene: Scene, plain: UnderWarehouse, one: Combination): Promise<Findings | null> {
  for (const part of one.parts.length > 1 ? one.parts : []) {
    const fewer = await judgeTogether(scene, plain, combination([part], one));
    if (fewer.length > 0) return fewer;
  }
  return null;
}

/** The labels of the warehouse that meet further filters are those that come under all of them. */
async function judgeTogether(
  { t, reading, filters }: Scene,
  plain: UnderWarehouse,
  { sieve: { filter, query }, sort }: Combination,
): Promise<Findings> {
  const { warehouse: warehouse_id } = plain;
  const documented = `the labels of warehouse ${warehouse_id} with ${filter.words}`;
  const both = { ...query, ...filters, ...sort, warehouse_id };
  const walk = await reading.walk(t, both, { size: reading.size, most: MOST_PAGES });
  if (walk.kind === "walk" && !walk.whole) return [];
  t.saw("combinations");
  const expected = idsOf(surelyMeeting(plain.items, filter));
  if (walk.kind === "refused") {
    // A target may refuse what it knows to be impossible.
    return expected.length === 0 ? [] : [refusal(t, walk, documented)];
  }
  return sameSet({
    rule: t.rule,
    exchanges: [...exchangesOf(walk), ...plain.exchanges],
    documented,
    expected,
    actual: idsOf(walk.items.filter(({ raw }) => filter.meets(raw) !== null)),
  });
}

/** Of two pages without sort_dir the first holds the newest labels. */
export const judgeDirection = ofEach((scene, walk) => {
  const [first, second] = walk.pages;
  if (first === undefined || second === undefined || directionOf(scene, walk)) return [];
  return judgeDefaultDirectionOf(scene.t, scene.reading, queryOf(first), walk.items);
});

/** A page without page_size is as long as the default says; if no walk asks for one, with a request of its own. */
export async function judgeSize(scene: Scene): Promise<Findings> {
  const { t, reading } = scene;
  const group = byDefaultSize(scene);
  if (group === null) return [];
  const page = await reading.ask(t, { ...queryFor(scene, group), page: DEFAULT_PAGE });
  // Other rules judge a refusal, and a total that counts too little.
  if (page.kind === "refused" || (page.total ?? 0) <= DEFAULT_PAGE_SIZE) return [];
  t.saw("pages");
  return pageLength({ rule: t.rule, page });
}

/** The first of two pages under a warehouse, where the walk over them is sorted in that direction. */
export function judgeSlice(dir: SortDir): Law {
  return ofEach((scene, walk) => {
    const [first, second] = walk.pages;
    const dated = datedBy(walk.items);
    if (first === undefined || second === undefined || dated === null || directionOf(scene, walk) !== dir)
      return [];
    scene.t.saw("pages");
    return sliceServed(scene.t.rule, first, { page: 1, size: first.items.length, dir }, dated);
  });
}

/** No label comes twice: joined with what a shipment has several of, a list may hold its labels several times. */
export const judgeRepeats = ofEach(({ t }, { pages }) => {
  t.saw("walks");
  return nothingTwice({ rule: t.rule, walk: tallyOf(pages) });
});

/** The total is the number of labels that come. */
export const judgeTotal = ofEach(({ t }, walk) => {
  t.saw("totals", walk.pages.length);
  return wrongTotal(walk);
});
