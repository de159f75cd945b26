import fc from "fast-check";
import { DEFAULT_PAGE_SIZE, OFFSET_LIMIT } from "../../contract/lists.js";
import { finding } from "../../oracles/finding.js";
import { disjoint } from "../../oracles/sets.js";
import { type SortDir, slice } from "../../oracles/slices.js";
import { type Dated, datedBy, oldestFirst } from "../../wire/dated.js";
import type { Item, ListName, Page } from "../../wire/decode.js";
import type { Exchange, Finding } from "../../wire/exchange.js";
import { renderIds } from "../../wire/message.js";
import type { Check } from "../check/check.js";
import { type Known, knownItems, sharedSize } from "./known.js";
import { accepted, askPage, exchangesOf, idsOf, type Refused, refusal, walkPages } from "./pages.js";
import { knownJudge, WHICH_AND_WHEN, WHICH_ITEMS } from "./watching.js";

type SortKey = "created_at" | "modified_at";

/** Which slices of a list to judge. */
export interface Slicing {
  readonly dir: SortDir;
  readonly by: SortKey;
}

/** One page to look at. */
interface Cut {
  readonly page: number;
  readonly size: number;
}

/** Items that ranks are counted among, with the pages that showed them. */
interface Ground {
  readonly items: readonly Item[];
  readonly whole: boolean;
  readonly exchanges: readonly Exchange[];
}

/** Pages drawn, and plain cuts taken, by what sorts them: the order of creation is the one that all rely on. */
const RUNS = {
  created_at: { quick: 0, standard: 1, thorough: 20 },
  modified_at: { quick: 0, standard: 0, thorough: 20 },
} as const;
const PLAIN = {
  created_at: { quick: 1, standard: 5, thorough: 6 },
  modified_at: { quick: 1, standard: 2, thorough: 6 },
} as const;

/**
 * Judges the set on several pages of a list by the rank law: page size 1 at both ends, a size that leaves a
 * short last page, then any page of any size. The order inside a page is not looked at.
 * @throws Inconclusive without two items of different times
 */
export async function judgeSlices(t: Check, list: ListName, ...slicings: readonly Slicing[]): Promise<void> {
  let told = 0;
  for (const slicing of slicings) if (await judgeSlicing(t, list, slicing)) told += 1;
  if (told > 0) return;
  const { items, total } = await knownItems(t, list);
  const sizes = items.length < total ? `${items.length} of ${total} were read` : `the list holds ${total}`;
  t.inconclusive(
    `needs two ${list} with different ${slicings.map(({ by }) => by)[0] ?? "times"}; ${sizes}. Create more or point at an account with some`,
  );
}

/** False where the items are too few, or too much alike, to tell a slice from any other. */
async function judgeSlicing(t: Check, list: ListName, slicing: Slicing): Promise<boolean> {
  const { dir, by } = slicing;
  const whole = await knownItems(t, list);
  const ground = await groundOf(t, list, whole, slicing);
  const dated = datedOf(t, list, ground, by);
  if (new Set(dated.map((item) => item.at.epochNs)).size < 2) return false;
  if (!whole.whole && whole.dir === "asc" && dir === "desc" && by === "created_at")
    t.find(newestAmongOldest(t, list, whole, ground, dated));
  const judge = knownJudge(t, list, by === "created_at" ? WHICH_ITEMS : WHICH_AND_WHEN);
  const judgeCut = (cut: Cut) =>
    judge(async (known) => {
      const now = known === whole ? ground : await groundOf(t, list, known, slicing);
      return judgeOne(t, list, slicing, cut, datedOf(t, list, now, by), known);
    });
  const biggest = Math.min(whole.size, dated.length);
  const plain = plainCuts(dated.length, biggest, ground.whole, dir);
  for (const cut of plain.slice(0, PLAIN[by][t.settings.effort])) {
    const findings = await judgeCut(cut);
    t.find(findings);
    if (findings.length > 0) return true;
  }
  const cuts = fc.integer({ min: 1, max: biggest }).chain((size) =>
    fc.record({
      size: fc.constant(size),
      page: fc.integer({ min: 1, max: lastPage(dated.length, size, ground.whole) }),
    }),
  );
  const words = ({ page, size }: Cut) => `page_size=${size}, page=${page}, sort_dir=${dir}, sort_by=${by}`;
  if (RUNS[by][t.settings.effort] > 0)
    await t.property("drawn pages", cuts, { runs: RUNS[by] }, judgeCut, words);
  return true;
}

/** The page that a page number and size must give, judged; a refusal is a breach. */
async function judgeOne(
  t: Check,
  list: ListName,
  { dir, by }: Slicing,
  { page, size }: Cut,
  known: readonly Dated[],
  within: Known,
): Promise<readonly Finding[]> {
  const query = { ...within.filters, page, page_size: size, sort_dir: dir };
  const read = await askPage(t, list, { ...query, sort_by: by }, within);
  const documented = `page ${page} of size ${size} under ${dir} by ${by}`;
  if (read.kind === "refused") return [refusal(t, read, documented)];
  t.saw("pages");
  const findings = judgePage(t, read, { page, size, dir }, known);
  if (findings.length === 0) return findings;
  if (by === "created_at") {
    const at = (number: number) => askPage(t, list, { ...query, page: number, sort_by: by }, within);
    return (await doubled(list, read, { page, size }, at)) ?? findings;
  }
  const usual = await askPage(t, list, { ...query, sort_by: "created_at" }, within);
  const created = datedOf(t, list, within, "created_at");
  if (usual.kind === "page" && judgePage(t, usual, { page, size, dir }, created).length > 0) {
    t.inconclusive(`under ${dir} the slices by created_at are wrong too; see ${list}.slice.${dir}`);
  }
  return findings;
}

/**
 * What a page that breaks the rank law breaks in truth where it shares items with the page before or after it, or
 * holds one twice, or more than was asked for: the partition, or the page size, and not the slice. Null where it does neither.
 *
 * @param at another page of the same walk
 */
export async function doubled(
  list: ListName,
  read: Page,
  { page, size }: Cut,
  at: (page: number) => Promise<Page | Refused>,
): Promise<readonly Finding[] | null> {
  // Every exchange is judged by it: see paging.page_size.respected.
  if (read.items.length > size) return [];
  const rule = `${list}.partition`;
  const twice = idsOf(read).filter((id, index, all) => all.indexOf(id) !== index);
  if (twice.length > 0) {
    const claim = {
      documented: `page ${page} of size ${size} holds different ${list}`,
      received: `twice: ${renderIds(twice)}`,
    };
    return [finding({ rule, exchanges: [read.exchange] }, claim)];
  }
  for (const number of [page - 1, page + 1].filter((each) => each >= 1)) {
    const neighbour = await at(number);
    if (neighbour.kind === "refused") continue;
    const shared = idsOf(neighbour).filter((id) => idsOf(read).includes(id));
    if (shared.length === 0) continue;
    return [
      finding(
        { rule, exchanges: [read.exchange, neighbour.exchange] },
        {
          documented: `pages ${Math.min(page, number)} and ${Math.max(page, number)} of size ${size} hold different ${list}`,
          received: `on both: ${renderIds(shared)}`,
        },
      ),
    ];
  }
  return null;
}

/**
 * Judges one page by the rank law. Where the target served another size than asked for, that is the breach of
 * another rule; the page is then judged by the size that it shows.
 */
export function judgePage(
  t: Check,
  read: Page,
  { page, size, dir }: Cut & { readonly dir: SortDir },
  known: readonly Dated[],
): readonly Finding[] {
  const claim = { rule: t.rule, exchanges: [read.exchange], known, page: idsOf(read), pageNumber: page, dir };
  const findings = slice({ ...claim, pageSize: size });
  const due = Math.max(0, Math.min(size, known.length - (page - 1) * size));
  if (findings.length === 0 || read.items.length === due) return findings;
  const others = [read.items.length, DEFAULT_PAGE_SIZE].filter((other) => other > 0);
  return others.some((other) => slice({ ...claim, pageSize: other }).length === 0) ? [] : findings;
}

/** Items of a list with the time that they are ranked by. */
export function datedOf(
  t: Check,
  list: ListName,
  { items }: { readonly items: readonly Item[] },
  by: SortKey,
): readonly Dated[] {
  const dated = datedBy(items, by);
  return dated ?? t.inconclusive(`one of the ${list} shows no readable ${by}, so their ranks are unknown`);
}

/**
 * The items that ranks are counted among. For a list too long to be known whole that is its end in this
 * direction: the first pages of the largest size, by which pages of other sizes are judged.
 */
async function groundOf(t: Check, list: ListName, known: Known, { dir, by }: Slicing): Promise<Ground> {
  if (known.whole || (dir === "asc" && by === "created_at")) return { ...known, exchanges: [] };
  const walk = accepted(
    t,
    await walkPages(t, list, {}, { size: known.size, dir, by, most: 2, within: known }),
  );
  return { items: walk.items, whole: walk.whole, exchanges: exchangesOf(walk) };
}

/** On a list too long to be known whole: what desc gives first cannot be among the oldest, ties aside. */
function newestAmongOldest(
  t: Check,
  list: ListName,
  known: Known,
  ground: Ground,
  dated: readonly Dated[],
): Finding[] {
  if (known.items.length + dated.length > known.total) return [];
  const oldest = oldestFirst(datedOf(t, list, known, "created_at"));
  const last = oldest.at(-1)?.at.epochNs;
  return disjoint({
    rule: t.rule,
    exchanges: ground.exchanges,
    documented: "the newest items under desc, none of the oldest",
    left: dated.map((item) => item.id),
    right: oldest.filter((item) => item.at.epochNs !== last).map((item) => item.id),
  });
}

function lastPage(total: number, size: number, whole: boolean): number {
  const pages = whole ? Math.ceil(total / size) : Math.floor(total / size);
  return Math.max(1, Math.min(pages, Math.floor(OFFSET_LIMIT / size)));
}

/**
 * Cheap cuts that show most: the last page of a walk that other checks read too, the ends at size 1, then other
 * pages of that walk. Under asc that is the walk of the largest pages where there are several.
 */
function plainCuts(total: number, biggest: number, whole: boolean, dir: SortDir): readonly Cut[] {
  const size = dir === "asc" && biggest < total ? biggest : sharedSize(total, biggest);
  const last = lastPage(total, size, whole);
  const cuts = [
    { page: last, size },
    // Page 1 of size 1 is read under asc; page 2 shows links of a list of many pages.
    { page: dir === "desc" ? Math.min(2, lastPage(total, 1, whole)) : 1, size: 1 },
    { page: lastPage(total, 1, whole), size: 1 },
    { page: 1, size },
    { page: Math.max(1, last - 1), size },
    { page: 1, size: biggest },
  ];
  return cuts.filter(
    (cut, at) => cuts.findIndex(({ page, size }) => page === cut.page && size === cut.size) === at,
  );
}
