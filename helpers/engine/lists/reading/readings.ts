import type { ListDeclaration, SortDir } from "../../../contract/lists.js";
import { memo } from "../../../contract/memo.js";
import { tallyOf } from "../../../oracles/lists/walk-laws.js";
import { type ListCensus, pagesKnown, Uncounted } from "../../../target/lists/census.js";
import { type Walked, walkPages } from "../../../target/lists/walk.js";
import { createdBefore, creations } from "../../../wire/dated.js";
import { idsOf, type Page } from "../../../wire/decode.js";
import { type Instant, parseInstant } from "../../../wire/instant.js";
import { ifReadable } from "../../../wire/outcome.js";
import type { Check } from "../../check/check.js";
import { given } from "../../check/given.js";
import { accepted, askPage, idsIn, pageIn, sameIds } from "../asking/pages.js";
import { sighted } from "../asking/sightings.js";
import { type Facts, Reading } from "./reading.js";

/** Extra walks in each direction before the census counts as broken rather than disturbed. */
const AGAIN = 2;

/** Which walk a reading relies on: one that loses and repeats nothing, or any one. */
type Kind = "sure" | "loose";

/**
 * The readings that all checks of a run share, one for each list and kind. A reading lives for an epoch: when the run
 * itself changes items of the list, another epoch begins, and the next check that asks reads the list again.
 */
class Readings {
  readonly #kept = new Map<string, Promise<Reading>>();
  /** The keys of those that are there. */
  readonly #made = new Set<string>();

  async get(t: Check, list: ListDeclaration, kind: Kind): Promise<Reading> {
    const epoch = t.session.timesDone(list.changedBy);
    const key = `${list.name} ${epoch} ${kind}`;
    const hadToWait = !this.#made.has(key);
    const reading = await memo(this.#kept, key, () =>
      epoch > 0 ? readChanged(t, list, kind) : FIRST[kind](t, list),
    );
    this.#made.add(key);
    if (hadToWait) await t.inLine();
    return reading;
  }
}

const readings = given(async () => new Readings());

/**
 * What a list holds, read once in an epoch. If the walk under asc loses or repeats items, the walk under desc is used,
 * so that a broken slice is not blamed on every rule that needs to know the list.
 * @throws Inconclusive if neither walk can be relied on
 */
export async function known(t: Check, list: ListDeclaration): Promise<Reading> {
  return (await t.given(readings)).get(t, list, "sure");
}

/**
 * Like `known`; if no walk can be relied on, what one walk collected. For checks of the walks themselves.
 * @throws Inconclusive for a list too long for one walk
 */
export async function knownOrLoose(t: Check, list: ListDeclaration): Promise<Reading> {
  return (await ifReadable(known(t, list))) ?? (await t.given(readings)).get(t, list, "loose");
}

/** The first reading of each kind. */
const FIRST = { sure: settle, loose: readLoosely } as const;

/** A list that the run itself has changed. */
async function readChanged(t: Check, list: ListDeclaration, kind: Kind): Promise<Reading> {
  const { pageSize: size } = await t.census.list(list.name);
  return new Reading(list, await readAnew(t, list, { size, dir: "asc" }), { isLoose: kind === "loose" });
}

/** What the walk of the census collected, whatever it lost. */
async function readLoosely(t: Check, list: ListDeclaration): Promise<Reading> {
  const { pages, total, pageSize: size } = await t.census.whole(list.name);
  const facts = factsOf(pages, { whole: true, size, dir: "asc", total });
  return new Reading(list, facts, { isFirst: true, isLoose: true, kept: pages });
}

async function settle(t: Check, list: ListDeclaration): Promise<Reading> {
  const census = await t.census.list(list.name);
  const { pageSize: size, total, whole, pages } = census;
  needsTotals(list, pages);
  for (const page of pages) await sighted(t, list, page);
  const asc = (facts: Partial<Facts> = {}) =>
    new Reading(list, factsOf(pages, { whole, size, dir: "asc", total, ...facts }), {
      isFirst: true,
      kept: pages,
    });
  const walk = tallyOf(pages);
  const ascends = walk.descent === null;
  const held = walk.entries;
  // The walk found more items than the total says; another rule judges that.
  if (whole && held > total && walk.size === held && ascends) return asc({ total: held });
  // If a list is not known whole, its pages must at least follow each other in time.
  if (isPartition(pages, whole)) {
    const fuller = whole ? await fullerByDesc(t, list, census) : null;
    return fuller ?? (whole || ascends ? asc() : asc({ dir: "desc" }));
  }
  const settled = await settleByWalks(t, list, census, asc);
  if (settled !== null) return settled;
  if (held === 0)
    t.inconclusive(
      `page 1 of the ${list.name} shows no items of ${total}, so what the list holds is unknown; see paging.total.matches-items`,
    );
  return t.inconclusive(
    `walks over the ${list.name} lose or repeat items, so what the list holds is unknown; see ${list.rules.partition} and paging.total.matches-items`,
  );
}

/**
 * The list as a walk under desc has it, if that holds items which the census has passed over, as the list that is asked
 * for without parameters counts them; otherwise null. A direction that lacks items counts only those that it holds.
 */
async function fullerByDesc(
  t: Check,
  list: ListDeclaration,
  { oldest, pageSize: size, total }: ListCensus,
): Promise<Reading | null> {
  const plain = pageIn(t, list, await t.listed(list.operation));
  if (plain.kind === "refused" || plain.total === null || plain.total <= total) return null;
  const { pages, whole, items } = await walkOnce(t, list, size, "desc");
  const [ids, newest] = [new Set(idsOf(oldest)), creations(oldest).at(-1)];
  // Those that were created since are newer than all of the census.
  const passed = newest === undefined ? items : createdBefore(items, newest);
  const isFuller = whole && isPartition(pages, whole) && passed.some(({ id }) => !ids.has(id));
  if (!isFuller) return null;
  return new Reading(list, factsOf(pages, { whole, size, dir: "desc", total: items.length }));
}

/**
 * Walks again, in both directions, over a list whose census is not a partition; null if these walks too lose or repeat
 * items.
 * @param asc the list as the census has it
 */
async function settleByWalks(
  t: Check,
  list: ListDeclaration,
  { pages, pageSize: size, total, whole }: ListCensus,
  asc: () => Reading,
): Promise<Reading | null> {
  const ids = idsIn(pages);
  const isOnce = new Set(ids).size === ids.length;
  for (let again = 0; again < AGAIN; again += 1) {
    const desc = await walkOnce(t, list, size, "desc");
    if (isPartition(desc.pages, desc.whole))
      return new Reading(list, factsOf(desc.pages, { whole: desc.whole, size, dir: "desc", total }));
    // Both directions collect the same items once each: then the total is wrong, which another rule judges. If both
    // find nothing, the pages may be wrong instead.
    if (ids.length > 0 && whole && desc.whole && isOnce && sameIds(ids, idsIn(desc.pages))) return asc();
    // The list may have changed between two pages.
    const anew = await walkOnce(t, list, size, "asc");
    if (whole && anew.whole && isPartition(anew.pages, true))
      return new Reading(list, factsOf(anew.pages, { whole, size, dir: "asc", total: anew.items.length }));
    if (sameIds(ids, idsIn(anew.pages))) return null;
  }
  return null;
}

/**
 * A list's length is known only by its totals: if one cannot be read, relations over the list are not judged.
 * @throws Uncounted in that case
 */
export function needsTotals(list: ListDeclaration, pages: readonly Page[]): void {
  if (pages.every(({ total }) => total !== null)) return;
  throw new Uncounted(
    `the total of the ${list.name} cannot be read, so how many there are is unknown; see paging.field.total`,
  );
}

/** Reads the list again, with the same page size and direction. */
export async function readAnew(
  t: Check,
  list: ListDeclaration,
  { size, dir }: Pick<Facts, "size" | "dir">,
): Promise<Facts> {
  const walk = await walkOnce(t, list, size, dir);
  needsTotals(list, walk.pages);
  const shown = walk.pages.at(-1)?.total ?? walk.items.length;
  const { size: distinct, entries } = tallyOf(walk.pages);
  const total = walk.whole && distinct === entries ? Math.max(shown, entries) : shown;
  return factsOf(walk.pages, { whole: walk.whole, size, dir, total });
}

async function walkOnce(t: Check, list: ListDeclaration, size: number, sort_dir: SortDir): Promise<Walked> {
  const read = (page: number) => askPage(t, list, { page, page_size: size, sort_dir, sort_by: "created_at" });
  return accepted(t, await walkPages(read, { size, most: pagesKnown(t.settings.effort, size) }));
}

function factsOf(pages: readonly Page[], rest: Omit<Facts, "items" | "filters" | "asOf">): Facts {
  const items = new Map(pages.flatMap((page) => page.items).map((item) => [item.id, item]));
  return { items: [...items.values()], filters: {}, asOf: timeOf(pages[0]), ...rest };
}

/** When a page was read, by the target's clock where it shows one. */
function timeOf(page: Page | undefined): Instant | null {
  const shown = Date.parse(page?.exchange.answer?.headers.date ?? "");
  return parseInstant(Number.isNaN(shown) ? page?.exchange.startedAt : new Date(shown).toISOString());
}

/** Nothing occurs twice, and a whole walk holds as many items as its last page counts. */
function isPartition(pages: readonly Page[], whole: boolean): boolean {
  const { size, entries } = tallyOf(pages);
  return size === entries && (!whole || entries === (pages.at(-1)?.total ?? entries));
}
