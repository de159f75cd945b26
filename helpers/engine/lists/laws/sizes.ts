import { DEFAULT_PAGE_SIZE, type ListDeclaration, type SortDir } from "../../../contract/lists.js";
import { pageLengthOf } from "../../../oracles/lists/envelope.js";
import { sliceServed } from "../../../oracles/lists/slices.js";
import { Uncounted } from "../../../target/lists/census.js";
import type { Finding, Findings } from "../../../wire/exchange.js";
import { plural } from "../../../wire/message.js";
import type { Check } from "../../check/check.js";
import { askPage, cutQuery, refusal } from "../asking/pages.js";
import type { Try } from "../asking/tries.js";
import { judgeParts } from "../reading/judge-list.js";
import { cutSize, firstOfCut } from "../reading/judge-try.js";
import type { Reading } from "../reading/reading.js";
import { knownOrLoose } from "../reading/readings.js";
import { datedOf, sharedSizes, walkable } from "../reading/walkable.js";

/** A size that divides few lists evenly. */
const ODD = 7;

/** How many pages a list is cut into, so that the last page number has two digits. */
const MANY = 10;

interface LastPage {
  readonly page_size: number;
  readonly sort_dir: SortDir;
}

/**
 * Judges that pages hold as many items as asked for: last pages of several sizes, and page 1 of filtered lists that are
 * cut in two.
 */
export async function judgePageSizes(t: Check, list: ListDeclaration): Promise<Findings> {
  try {
    const first = await knownOrLoose(t, list);
    const judgePlain = (reading: Reading, cut: LastPage) => judgeLastPage(t, reading, cut);
    const found = await judgeParts(t, list, "every-member", cutsOf(t, first), judgePlain, knownOrLoose);
    if (found.length > 0 || !t.affords("lists.cut")) return found;
    const judge = (reading: Reading, one: Try) => judgeFirstPage(t, reading, one);
    return await judgeParts(t, list, "every-member", first.cutTries(t), judge, knownOrLoose);
  } catch (error) {
    if (!(error instanceof Uncounted)) throw error;
    return smallPages(t, list, error);
  }
}

function cutsOf(t: Check, reading: Reading): readonly LastPage[] {
  const held = heldBy(walkable(t, reading));
  if (held < 2)
    t.inconclusive(
      `needs a list with more items than the page size asked for; it holds ${plural(held, "item")}`,
    );
  return lastPagesOf(t, reading);
}

/** The last pages to judge; of a list of one item only that of size 1. */
export function lastPagesOf(t: Check, reading: Reading): readonly LastPage[] {
  const part = walkable(t, reading);
  const held = heldBy(part);
  const { asc } = sharedSizes(part);
  const further = reading.size < DEFAULT_PAGE_SIZE ? 2 : t.budget("lists.sizes");
  const sizes = new Set([asc, ...[smallSize(held, reading.size), DEFAULT_PAGE_SIZE].slice(0, further)]);
  return [
    // The slices ask for the same page.
    { page_size: 1, sort_dir: "desc" },
    ...[...sizes]
      .filter((size) => size > 1 && size < held)
      .map((page_size): LastPage => ({ page_size, sort_dir: "asc" })),
  ];
}

/** A size that gives many pages, the last one short if possible, and no larger than the target serves. */
export function smallSize(held: number, most: number): number {
  const even = Math.ceil(held / MANY);
  const size = held % even === 0 && Math.ceil(held / (even + 1)) === MANY ? even + 1 : even;
  return size < 2 || size > most ? ODD : size;
}

/** How many items a list holds: if walks lose some, only its total says that. */
function heldBy({ isLoose, total, items }: Reading): number {
  return isLoose ? total : items.length;
}

/** Asks for the last page of a list that holds so many items. */
export function lastPageQuery({ page_size, sort_dir }: LastPage, held: number) {
  return { page: Math.ceil(held / page_size), page_size, sort_dir, sort_by: "created_at" } as const;
}

async function judgeLastPage(t: Check, reading: Reading, last: LastPage): Promise<Findings> {
  const part = walkable(t, reading);
  const held = heldBy(part);
  const query = lastPageQuery(last, held);
  const read = await part.ask(t, query);
  if (read.kind === "refused") return [refusal(t, read, `page ${query.page} of size ${query.page_size}`)];
  t.saw("pages");
  const found = pageLengthOf({ rule: t.rule, page: read }, held);
  if (found.length === 0 || read.items.length >= held - (query.page - 1) * query.page_size) return found;
  const lost = await lostBefore(t, part, query);
  return lost === null ? found : [lost];
}

/**
 * Where pages before a short last one hold other items than their place asks for, an item is lost between two of them:
 * blames the first page that shows it. Null if all of them hold what is due.
 */
async function lostBefore(
  t: Check,
  part: Reading,
  { page: last, page_size: size, sort_dir: dir }: ReturnType<typeof lastPageQuery>,
): Promise<Finding | null> {
  const { list, items, isLoose } = part;
  if (isLoose) return null;
  const dated = datedOf(t, list, items);
  const wrongOn = async (page: number) => {
    const cut = { page, size, dir };
    const read = await part.page(t, cutQuery({ ...cut, by: "created_at" }));
    return sliceServed(list.rules.partition, read, cut, dated)[0] ?? null;
  };
  let [right, wrong, found] = [0, last - 1, last > 1 ? await wrongOn(last - 1) : null];
  while (found !== null && wrong - right > 1) {
    const page = Math.floor((right + wrong) / 2);
    const here = await wrongOn(page);
    if (here === null) right = page;
    else [wrong, found] = [page, here];
  }
  return found;
}

/** Page 1 of a filtered list that is cut in two. */
async function judgeFirstPage(t: Check, reading: Reading, one: Try): Promise<Findings> {
  const first = await firstOfCut(t, reading, one);
  if (first === null || first.due.length < cutSize(reading, one)) return [];
  t.saw("pages");
  return pageLengthOf({ rule: t.rule, page: first.page }, first.due.length);
}

/**
 * For a list that does not say how long it is. The exchange oracles find pages that are too long, so it is enough to
 * read pages that could be.
 * @throws Uncounted if none of them is full
 */
async function smallPages(t: Check, list: ListDeclaration, why: Uncounted): Promise<Findings> {
  const sort = { sort_dir: "asc", sort_by: "created_at", page: 2 };
  const reads = await Promise.all([1, ODD].map((page_size) => askPage(t, list, { ...sort, page_size })));
  const full = reads.filter((read, at) => read.kind === "page" && read.items.length >= (at === 0 ? 1 : ODD));
  t.saw("pages", full.length);
  if (full.length === 0) throw why;
  return [];
}
