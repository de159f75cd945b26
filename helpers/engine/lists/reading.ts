import { DEFAULT_PAGE_SIZE, STATES } from "../../contract/lists.js";
import type { SortDir } from "../../oracles/slices.js";
import { LONGEST_KNOWN } from "../../target/census.js";
import type { Item, ListName, Page } from "../../wire/decode.js";
import type { Finding } from "../../wire/exchange.js";
import { Inconclusive, ifReadable } from "../../wire/outcome.js";
import { type Check, given } from "../check/check.js";
import type { Sieve } from "./filtering.js";
import { type Known, knownItems, sharedSize } from "./known.js";
import { accepted, askPage, type ListQuery, type Refused, type Walked } from "./pages.js";
import { judgeSteady, Unsettled } from "./steady.js";
import { cutShort, type Stretch } from "./walking.js";
import { ListWatch, type Look, type Matters } from "./watching.js";

export const LISTS = ["labels", "shipments", "reports"] as const satisfies readonly ListName[];
/** Longest list that is walked as a whole, by effort; of a longer one its oldest part is. */
const LONGEST = { quick: 400, standard: 600, thorough: LONGEST_KNOWN } as const;
/** Most pages that one walk over a list is cut into, by effort. */
const MOST_PAGES = { quick: 4, standard: 20, thorough: 60 } as const;
/** Pages of a walk over a short list, and of the walk in large pages. */
const SHORT = 3;
/** A size that hardly any list is cut by evenly. */
export const ODD = 7;
const FEW = 4;
const SEVERAL = 6;
/** Pages read beyond those that the total counts, when these hold items that the walk has not seen. */
const MOST_BEYOND = 3;

/** What a walk collected, each item once, and the total that it was counted by. */
export interface Collected extends Stretch {
  readonly total: number;
}

/**
 * One reading of a list: each page is asked for once, however many checks look at it. A second reading asks
 * anew, for when a breach has to be confirmed.
 */
export class Reading {
  #known: Promise<Known> | null = null;

  constructor(
    readonly list: ListName,
    private readonly readKnown: (t: Check) => Promise<Known>,
    private readonly readCollected: (t: Check) => Promise<Collected>,
  ) {}

  /**
   * What one walk over the list collected, reliable or not: for checks of the walks themselves.
   * @throws Inconclusive for a list too long for one walk
   */
  async collected(t: Check): Promise<Collected> {
    return this.readCollected(t);
  }

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
    throw new Unsettled(
      `the list of ${this.list} is too long for a walk, and created_at_end does not cut it down to the ${part.items.length} items that are due (total ${total})`,
    );
  }

  /**
   * A page, or its refusal for the check to judge. Whatever else is asked for within what is known of the list
   * shares its pages.
   */
  async ask(t: Check, query: ListQuery): Promise<Page | Refused> {
    return askPage(t, this.list, query, (await ifReadable(this.known(t))) ?? this);
  }

  /**
   * A page.
   * @throws Inconclusive when it is refused
   */
  async page(t: Check, query: ListQuery): Promise<Page> {
    return accepted(t, await this.ask(t, query));
  }

  /**
   * All pages of a walk. The total of page 1 says how many there are; after a full one more are read, so that
   * items beyond a total that is too small are found. `page_size` is left to the default where the query has none.
   */
  async walk(t: Check, query: ListQuery): Promise<readonly Page[]> {
    const first = await this.page(t, { ...query, page: 1 });
    const asked = Number(query.page_size ?? DEFAULT_PAGE_SIZE);
    const { total } = first;
    if (total === null) {
      return t.inconclusive(
        `the ${this.list} show no readable total, so it is unknown how many pages there are`,
      );
    }
    // A target may serve smaller pages than asked for, hardly below the documented default.
    const clamped =
      asked > DEFAULT_PAGE_SIZE &&
      first.items.length >= DEFAULT_PAGE_SIZE &&
      first.items.length < Math.min(asked, total);
    const held = (await ifReadable(this.stretch(t)))?.items.length ?? 0;
    const last = Math.max(1, Math.ceil(Math.max(total, held) / (clamped ? first.items.length : asked)));
    if (last > 2 * MOST_PAGES[t.settings.effort]) {
      return t.inconclusive(
        `a walk over the ${this.list} in pages of ${asked} would take ${last} pages (total ${total})`,
      );
    }
    const rest = Array.from({ length: last - 1 }, (_, at) => this.page(t, { ...query, page: at + 2 }));
    const pages = [first, ...(await Promise.all(rest))];
    // By default fewer may come than are documented: then a page as long as the first one is full.
    const full = pages.length === 1 ? asked : Math.min(asked, first.items.length);
    return (pages.at(-1)?.items.length ?? 0) < full
      ? pages
      : [...pages, ...(await this.#beyond(t, query, pages))];
  }

  /**
   * The list under a filter, read in pages of which the items that are due fill `pages`, and one page more
   * where the last of them is full. `wide` takes the largest page that the target serves, `windowed` leaves out what
   * is no part of what is known.
   */
  async sift(
    t: Check,
    { query, filter }: Sieve,
    plan: { pages: number; sort?: ListQuery; wide?: boolean; windowed?: boolean },
  ): Promise<Walked | Refused> {
    const [{ filters: stretch, items }, known] = [await this.stretch(t), await this.known(t)];
    // What others created since stands beside what is due without harm, unless it is counted.
    const filters = plan.windowed === true || items.length < known.items.length ? stretch : {};
    // Items of which nobody can tell whether they are due, those on a bound, may come too.
    const due = items.filter((item) => filter.meets(item.raw) !== false).length;
    const single = due < DEFAULT_PAGE_SIZE && plan.wide !== true ? DEFAULT_PAGE_SIZE : known.size;
    // With room for one more on the last page, items that are not due show there.
    const page_size = plan.pages === 1 ? single : Math.min(known.size, Math.floor(due / plan.pages) + 1);
    const last = Math.floor(due / page_size) + 1;
    const asked = Array.from({ length: last }, (_, at) =>
      this.ask(t, { ...filters, ...query, ...plan.sort, page_size, page: at + 1 }),
    );
    const pages: Page[] = [];
    for (const page of await Promise.all(asked)) {
      // A page past the last may be refused; whether it may is judged elsewhere.
      if (page.kind === "page") pages.push(page);
      else if (pages.length === 0 || pages.length + 1 < last) return page;
    }
    // More came than is due: what is due may stand farther on.
    for (let more = 1; more <= MOST_BEYOND && pages.at(-1)?.items.length === page_size; more += 1) {
      const next = await this.ask(t, { ...filters, ...query, ...plan.sort, page_size, page: last + more });
      if (next.kind === "refused") break;
      pages.push(next);
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
  shipments: given(async () => readingOfCensus("shipments")),
  labels: given(async () => readingOfCensus("labels")),
  reports: given(async () => readingOfCensus("reports")),
} as const;

function readingOfCensus(list: ListName): Reading {
  return new Reading(
    list,
    (t) => knownItems(t, list),
    async (t) => {
      const { oldest, total } = await t.census.whole(list);
      return { filters: {}, items: [...new Map(oldest.map((item) => [item.id, item])).values()], total };
    },
  );
}

/** The reading of a list that all checks of the run share. */
export function firstReading(t: Check, list: ListName): Promise<Reading> {
  return t.given(firstReadings[list]);
}

/**
 * Judges a relation on a list: first on the reading that all checks share, then, before a breach is believed,
 * on readings of its own. See `judgeSteady`.
 */
export async function judgeReading(
  t: Check,
  list: ListName,
  judge: (reading: Reading) => Promise<readonly Finding[]>,
  matters?: Matters,
): Promise<void> {
  t.find(await steadyReading(t, list, judge, matters));
}

/** As `judgeReading`, for a check that goes on with what was found. */
function steadyReading(
  t: Check,
  list: ListName,
  judge: (reading: Reading) => Promise<readonly Finding[]>,
  matters?: Matters,
): Promise<readonly Finding[]> {
  const watch = new ListWatch(t, list, matters);
  const anew = (look: Look) => {
    const known = watch.known(look);
    // Where no walk can be relied on, one more cannot be either.
    return new Reading(
      list,
      () => knownItems(t, list).then(() => known),
      async () => known,
    );
  };
  return judgeSteady(
    async (look) => judge(look === null ? await firstReading(t, list) : anew(look)),
    watch,
    t.session.inTurn,
  );
}

/** As `knownJudge`, on readings: the values after a confirmed breach are judged on the shared reading. */
export function readingJudge(t: Check, list: ListName, matters?: Matters) {
  let confirmed = false;
  return async (judge: (reading: Reading) => Promise<readonly Finding[]>): Promise<readonly Finding[]> => {
    if (confirmed) return judge(await firstReading(t, list));
    const findings = await steadyReading(t, list, judge, matters);
    confirmed = findings.length > 0;
    return findings;
  };
}

/**
 * As `judgeReading`, for each of the three lists that the contract describes in full. A list that holds too
 * little leaves the verdict to the others.
 * @throws Inconclusive when none of them could be judged
 */
export async function judgeEachList(
  t: Check,
  judge: (reading: Reading) => Promise<readonly Finding[]>,
  matters?: Matters,
): Promise<void> {
  const reasons: string[] = [];
  const judgeOne = async (list: ListName) => {
    try {
      await judgeReading(t, list, judge, matters);
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
 * Page sizes of the walks under desc and asc that checks share, beside the walk of the default size that they
 * make without parameters. Neither leaves the last page full where that can be helped.
 */
export function walkSizes(t: Check, total: number, served: number): Readonly<Record<SortDir, number>> {
  const few = oddSize(total, served, FEW);
  if (t.settings.effort === "quick") return { desc: few, asc: few };
  if (t.settings.effort === "standard") return { desc: oddSize(total, served, SEVERAL), asc: few };
  const short = Math.floor(total / SHORT) + 1;
  let desc = Math.min(short, ODD);
  while (Math.ceil(total / desc) > MOST_PAGES.thorough) desc += 2;
  return { desc, asc: few };
}

/**
 * As `walkSizes`, for any of the lists: pages that its own checks read too. Those of shipments and reports cut
 * the list in three, under asc into the largest pages where these are as many: the census has read them.
 */
export function sharedSizes(
  t: Check,
  list: ListName,
  total: number,
  served: number,
): Readonly<Record<SortDir, number>> {
  if (list === "labels") return walkSizes(t, total, served);
  const size = sharedSize(total, served);
  return { desc: size, asc: 2 * served < total ? served : size };
}

/** An odd size by which a list fills about so many pages, the last of them not. */
function oddSize(total: number, served: number, pages: number): number {
  const wanted = Math.ceil(total / pages);
  let size = Math.min(served, wanted % 2 === 0 ? wanted + 1 : wanted);
  while (size > 1 && total % size === 0) size -= 1;
  return Math.max(1, size);
}

/**
 * Values of a member that may be asked for, with how many items have each, rarest first. The empty text is none, nor is
 * a state that the contract does not know.
 */
export function valuesOf(items: readonly Item[], member: string): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const { raw } of items) {
    const value = raw[member];
    if (typeof value === "string" && value !== "" && mayBeAsked(member, value))
      counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts].toSorted((left, right) => left[1] - right[1]);
}

/** Whether a filter may ask for the value that items show by the member. */
export function mayBeAsked(member: string, value: string): boolean {
  const [, states] = Object.entries(STATES).find(([name]) => name === member) ?? [];
  return states === undefined || states.some((state) => state === value);
}
