import { DEFAULT_PAGE_SIZE, type ListDeclaration, type SortDir } from "../../contract/lists.js";
import { pageLength } from "../../oracles/envelope.js";
import { Uncounted } from "../../target/census.js";
import type { Finding } from "../../wire/exchange.js";
import { count } from "../../wire/message.js";
import { ifReadable } from "../../wire/outcome.js";
import type { Check } from "../check/check.js";
import { cutSize, walkTry } from "./filters.js";
import { askPage, idsOf, type ListQuery, refusal } from "./pages.js";
import { walkable } from "./part.js";
import { type Reading, sharedSizes } from "./reading.js";
import { judgeWalks } from "./watching.js";

/** A size that hardly any list is cut by evenly. */
const ODD = 7;

/**
 * Judges that pages hold as many items as were asked for: first and last pages of several sizes, and page 1 of filtered
 * lists that are cut in two.
 */
export async function pageSizes(t: Check, list: ListDeclaration): Promise<readonly Finding[]> {
  try {
    return await judgeWalks(t, list, (reading) => judgeSizes(t, reading), "every-member");
  } catch (error) {
    if (!(error instanceof Uncounted)) throw error;
    return smallPages(t, list, error);
  }
}

async function judgeSizes(t: Check, reading: Reading): Promise<readonly Finding[]> {
  const { filters, items } = walkable(t, reading);
  // Where walks lose items nobody knows what the list holds but by its total.
  const held = reading.isLoose ? reading.total : items.length;
  if (held < 2)
    t.inconclusive(
      `needs a list with more items than the page size asked for; it holds ${count(held, "item")}`,
    );
  const { asc } = sharedSizes({ items, size: reading.size });
  const further = reading.size < DEFAULT_PAGE_SIZE ? 2 : t.budget("lists.sizes");
  const sizes = [asc, ...[ODD, DEFAULT_PAGE_SIZE].slice(0, further)];
  const last = (page_size: number, sort_dir: SortDir) => ({
    page_size,
    page: Math.ceil(held / page_size),
    sort_dir,
  });
  const cuts: readonly ListQuery[] = [
    ...(t.affords("lists.sizes") ? [{ page_size: 1, page: 1, sort_dir: "asc" }] : []),
    // As the slices read it.
    last(1, "desc"),
    ...[...new Set(sizes)].filter((size) => size > 1 && size < held).map((size) => last(size, "asc")),
  ];
  const judged = await Promise.all(
    cuts.map((cut) => judgeLength(t, reading, { ...filters, ...cut, sort_by: "created_at" }, held)),
  );
  const plain = judged.flat().slice(0, 1);
  if (plain.length > 0 || !t.affords("lists.cut")) return plain;
  const filtered = await Promise.all(
    reading.cutTries(t).map(async (one) => {
      const walk = await ifReadable(walkTry(t, reading, one));
      const [first] = walk?.kind === "walk" ? walk.pages : [];
      const size = cutSize(reading, one);
      const due = reading.items.filter(({ raw }) => one.sieve.filter.meets(raw) === true).length;
      // What the filter loses or lets in is judged there: only a page of which the walk makes up for the rest counts.
      if (first === undefined || walk?.kind !== "walk" || new Set(idsOf(walk)).size !== due || due < size)
        return [];
      t.saw("pages");
      return pageLength({ rule: t.rule, page: { ...first, total: due } });
    }),
  );
  return filtered.flat().slice(0, 1);
}

async function judgeLength(
  t: Check,
  reading: Reading,
  query: ListQuery,
  held: number,
): Promise<readonly Finding[]> {
  const read = await reading.ask(t, query);
  if (read.kind === "refused") return [refusal(t, read, `page ${query.page} of size ${query.page_size}`)];
  t.saw("pages");
  // What the list holds is known from walks; a total that is wrong is judged elsewhere.
  return pageLength({ rule: t.rule, page: { ...read, total: held } });
}

/**
 * Of a list that does not say how long it is: more items than were asked for are found on every page of the run, so it
 * is enough to have pages that can be too long.
 * @throws Uncounted where none of them is full
 */
async function smallPages(t: Check, list: ListDeclaration, why: Uncounted): Promise<readonly Finding[]> {
  const sort = { sort_dir: "asc", sort_by: "created_at", page: 2 };
  const reads = await Promise.all([1, ODD].map((page_size) => askPage(t, list, { ...sort, page_size })));
  const full = reads.filter((read, at) => read.kind === "page" && read.items.length >= (at === 0 ? 1 : ODD));
  t.saw("pages", full.length);
  if (full.length === 0) throw why;
  return [];
}
