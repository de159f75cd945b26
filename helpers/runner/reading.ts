import type { Finding } from "../contract/exchange.js";
import { Inconclusive } from "../contract/outcome.js";
import type { Item, ListName, Page } from "../oracles/decode.js";
import type { Check } from "./check.js";
import type { Sieve } from "./filtering.js";
import { type Known, knownItems, readAnew } from "./known.js";
import { accepted, askPage, type ListQuery, type Refused, type Walked } from "./pages.js";
import { shared } from "./shared.js";
import { cutShort, type Stretch } from "./walking.js";

const LISTS = ["labels", "shipments", "reports"] as const satisfies readonly ListName[];
/** Documented default, and the largest size that no target is known to make smaller. */
export const DEFAULT_SIZE = 25;
/** Longest list that is walked as a whole, by effort; of a longer one its oldest part is. */
const LONGEST = { quick: 400, standard: 600, thorough: 3_000 } as const;
/** Most pages that one walk over a list is cut into, by effort. */
const MOST_PAGES = { quick: 4, standard: 20, thorough: 60 } as const;
/** Pages read beyond those that the total counts, when these hold items that the walk has not seen. */
const MOST_BEYOND = 3;

/**
 * One reading of a list: each page is asked for once, however many checks look at it. A second reading asks
 * anew, for when a breach has to be confirmed.
 */
export class Reading {
  readonly #pages = new Map<string, Promise<Page | Refused>>();
  #known: Promise<Known> | null = null;

  constructor(
    readonly list: ListName,
    private readonly readKnown: (t: Check) => Promise<Known>,
  ) {}

  /** What the list holds, as far as it is known. */
  known(t: Check): Promise<Known> {
    this.#known ??= this.readKnown(t);
    return this.#known;
  }

  /** The list, or the oldest part of a long one: all that `items` holds is known, whatever the list's length. */
  async stretch(t: Check): Promise<Stretch> {
    const known = await this.known(t);
    const part = cutShort(t, this.list, known, LONGEST[t.settings.effort]);
    if (part.items.length === known.items.length && known.whole) return part;
    const { total } = await this.page(t, { ...part.filters, page_size: 1 });
    if (total === part.items.length) return part;
    return t.inconclusive(
      `the list of ${this.list} is too long for a walk, and created_at_end does not cut it down to the ${part.items.length} items that are due (total ${total})`,
    );
  }

  /** A page, or its refusal for the check to judge. */
  ask(t: Check, query: ListQuery): Promise<Page | Refused> {
    const key = JSON.stringify(
      Object.entries(query)
        .filter(([, value]) => value !== undefined)
        .toSorted(),
    );
    const had = this.#pages.get(key);
    if (had !== undefined) return had;
    const asked = askPage(t, this.list, query);
    this.#pages.set(key, asked);
    return asked;
  }

  /**
   * A page.
   * @throws Inconclusive when it is refused
   */
  async page(t: Check, query: ListQuery): Promise<Page> {
    return accepted(t, await this.ask(t, query));
  }

  /**
   * All pages of a walk. The total of page 1 says how many there are; one page more is read, so that items
   * beyond a total that is too small are found. `page_size` is left to the default where the query has none.
   */
  async walk(t: Check, query: ListQuery): Promise<readonly Page[]> {
    const first = await this.page(t, { ...query, page: 1 });
    const asked = Number(query.page_size ?? DEFAULT_SIZE);
    const total = first.total ?? first.items.length;
    // A target may serve smaller pages than asked for, hardly below the documented default.
    const clamped =
      asked > DEFAULT_SIZE &&
      first.items.length >= DEFAULT_SIZE &&
      first.items.length < Math.min(asked, total);
    const last = Math.max(1, Math.ceil(total / (clamped ? first.items.length : asked)));
    if (last > 2 * MOST_PAGES[t.settings.effort]) {
      return t.inconclusive(
        `a walk over the ${this.list} in pages of ${asked} would take ${last} pages (total ${total})`,
      );
    }
    const rest = Array.from({ length: last - 1 }, (_, at) => this.page(t, { ...query, page: at + 2 }));
    const pages = [first, ...(await Promise.all(rest))];
    return [...pages, ...(await this.#beyond(t, query, pages))];
  }

  /**
   * The list under a filter, read in pages of which the items that are due fill `pages`, and one page more
   * where the last is full or `pages` is more than 1. `wide` takes the largest page that the target serves.
   */
  async sift(
    t: Check,
    { query, filter }: Sieve,
    plan: { pages: number; sort?: ListQuery; wide?: boolean },
  ): Promise<Walked | Refused> {
    const [{ filters, items }, known] = [await this.stretch(t), await this.known(t)];
    // Items of which nobody can tell whether they are due, those on a bound, may come too.
    const due = items.filter((item) => filter.meets(item.raw) !== false).length;
    const single = due < DEFAULT_SIZE && plan.wide !== true ? DEFAULT_SIZE : known.size;
    const page_size = plan.pages === 1 ? single : Math.max(1, Math.ceil(due / plan.pages));
    const last = Math.floor(due / page_size) + (plan.pages > 1 && due % page_size > 0 ? 2 : 1);
    const asked = Array.from({ length: last }, (_, at) =>
      this.ask(t, { ...filters, ...query, ...plan.sort, page_size, page: at + 1 }),
    );
    const pages: Page[] = [];
    for (const page of await Promise.all(asked)) {
      // A page past the last may be refused; whether it may is judged elsewhere.
      if (page.kind === "page") pages.push(page);
      else if (pages.length === 0 || pages.length + 1 < last) return page;
    }
    return { kind: "walk", pages, items: pages.flatMap((page) => page.items), whole: true };
  }

  async #beyond(t: Check, query: ListQuery, pages: readonly Page[]): Promise<readonly Page[]> {
    const seen = new Set(pages.flatMap((page) => page.items.map((item) => item.id)));
    const found: Page[] = [];
    while (found.length < MOST_BEYOND) {
      const page = await this.ask(t, { ...query, page: pages.length + found.length + 1 });
      // What merely repeats the last page is the business of the rule on pages past the last.
      if (page.kind === "refused" || page.items.every((item) => seen.has(item.id))) break;
      found.push(page);
      for (const { id } of page.items) seen.add(id);
    }
    return found;
  }
}

const firstReadings = {
  shipments: shared(async (t: Check) => new Reading("shipments", () => knownItems(t, "shipments"))),
  labels: shared(async (t: Check) => new Reading("labels", () => knownItems(t, "labels"))),
  reports: shared(async (t: Check) => new Reading("reports", () => knownItems(t, "reports"))),
} as const;

/** The reading of a list that all checks of the run share. */
export function firstReading(t: Check, list: ListName): Promise<Reading> {
  return firstReadings[list](t);
}

/**
 * Judges a relation on a list: first on the reading that all checks share, then, before a breach is believed,
 * on readings of its own. See `judgeSteady`.
 */
export async function judgeReading(
  t: Check,
  list: ListName,
  judge: (reading: Reading) => Promise<readonly Finding[]>,
): Promise<void> {
  let reading = await firstReading(t, list);
  let used = false;
  await t.steady(list, async () => {
    if (used) reading = new Reading(list, async () => readAnew(t, list, await knownItems(t, list)));
    used = true;
    return judge(reading);
  });
}

/**
 * As `judgeReading`, for each of the three lists that the contract describes in full. A list that holds too
 * little leaves the verdict to the others.
 * @throws Inconclusive when none of them could be judged
 */
export async function judgeEachList(
  t: Check,
  judge: (reading: Reading) => Promise<readonly Finding[]>,
): Promise<void> {
  const reasons: string[] = [];
  const judgeOne = async (list: ListName) => {
    try {
      await judgeReading(t, list, judge);
    } catch (error) {
      if (!(error instanceof Inconclusive)) throw error;
      reasons.push(`${list}: ${error.message}`);
    }
  };
  if (t.settings.effort !== "quick") await Promise.all(LISTS.map(judgeOne));
  // A sample: the first list that holds enough speaks for the others.
  else for (const [at, list] of LISTS.entries()) if (reasons.length === at) await judgeOne(list);
  if (reasons.length === LISTS.length) t.inconclusive(reasons.join("; "));
}

/**
 * For what is only observed: with effort quick it is not asked for.
 * @throws Inconclusive then
 */
export function notAtQuick(t: Check): void {
  if (t.settings.effort === "quick")
    t.inconclusive("not looked at with effort quick; a higher --effort does");
}

/** A small page size by which `total` items fill no more pages than this effort affords; odd, from 7 on. */
export function walkSize(t: Check, total: number, most: number = MOST_PAGES[t.settings.effort]): number {
  if (total < 14) return Math.max(1, Math.ceil(total / 3));
  let size = 7;
  while (Math.ceil(total / size) > most) size += 2;
  return size;
}

/** Values of a member with how many items have each, rarest first; the empty text counts as no value. */
export function valuesOf(items: readonly Item[], member: string): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const { raw } of items) {
    const value = raw[member];
    if (typeof value === "string" && value !== "") counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts].toSorted((left, right) => left[1] - right[1]);
}
