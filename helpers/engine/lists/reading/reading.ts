import type { ListDeclaration, SortDir } from "../../../contract/lists.js";
import { memo } from "../../../contract/memo.js";
import type { Filter } from "../../../oracles/lists/filters.js";
import { type Walked, walkPages } from "../../../target/lists/walk.js";
import type { Item, Page } from "../../../wire/decode.js";
import type { Instant } from "../../../wire/instant.js";
import type { Check } from "../../check/check.js";
import { combinations } from "../asking/combinations.js";
import {
  accepted,
  askPage,
  type ListQuery,
  type Omittable,
  pageIn,
  queryOf,
  type Refused,
  without,
} from "../asking/pages.js";
import type { Combination, Try } from "../asking/tries.js";
import { singleTries } from "../asking/value-tries.js";

/** What is known of a list at one time. */
export interface Facts {
  /** Each item once. */
  readonly items: readonly Item[];
  /** True when `items` is the whole list. */
  readonly whole: boolean;
  readonly total: number;
  /** The largest page size that the target serves, as far as known. */
  readonly size: number;
  /**
   * Direction in which a walk over this target's pages loses nothing. If it is asc, and the list is not known whole,
   * `items` are its oldest.
   */
  readonly dir: SortDir;
  /** When it was read, by the target's clock where it shows one. */
  readonly asOf: Instant | null;
  /** The query for which the list holds just `items`: empty for the whole list, a bound for its oldest part. */
  readonly filters: ListQuery;
  /** Items that somebody is at work on, if any: they lack the members that go to and fro. */
  readonly unsteady?: ReadonlySet<string>;
}

/** Where a reading comes from. */
interface Origin {
  /** It belongs to the census, whose plain list then answers the request without parameters. */
  readonly isFirst?: boolean;
  readonly isLoose?: boolean;
  /** Other clients keep changing it. */
  readonly moves?: boolean;
  /** Pages that were already read. */
  readonly kept?: readonly Page[];
}

/** How far a walk goes; without a size, that of the reading. */
export interface Way {
  readonly size?: number;
  readonly held?: number;
  readonly most?: number;
  /** What its pages leave out; page on the first page only. */
  readonly omits?: readonly Omittable[];
}

/**
 * One reading of a list: what it holds, and every page asked for since. Each page is asked for once, however many
 * checks look at it, and always within the reading's own filters. To see the list afresh, make another reading;
 * `readings.ts` says which one counts when.
 */
export class Reading implements Facts {
  readonly items: readonly Item[];
  readonly whole: boolean;
  readonly total: number;
  readonly size: number;
  readonly dir: SortDir;
  readonly asOf: Instant | null;
  readonly filters: ListQuery;
  readonly unsteady: ReadonlySet<string>;
  #pages = new Map<string, Promise<Page | Refused>>();
  #combinations: readonly Combination[] | null = null;
  #cutTries: readonly Try[] | null = null;

  constructor(
    readonly list: ListDeclaration,
    facts: Facts,
    private readonly origin: Origin = {},
  ) {
    this.items = facts.items;
    this.whole = facts.whole;
    this.total = facts.total;
    this.size = facts.size;
    this.dir = facts.dir;
    this.asOf = facts.asOf;
    this.filters = facts.filters;
    this.unsteady = facts.unsteady ?? new Set();
    for (const page of origin.kept ?? []) this.#pages.set(keyOf(queryOf(page)), Promise.resolve(page));
  }

  /** A part of it, or of what it shares pages with, as a reading of its own. */
  part(facts: Pick<Facts, "items"> & Partial<Facts>): Reading {
    const part = new Reading(this.list, { ...this, total: facts.items.length, ...facts }, this.origin);
    part.#pages = this.#pages;
    return part;
  }

  /** The same reading, of a list that other clients keep changing. */
  moving(): Reading {
    const moving = new Reading(this.list, this, { ...this.origin, moves: true });
    moving.#pages = this.#pages;
    return moving;
  }

  /** True if other clients keep changing the list: what differs between two answers is confirmed where it is seen. */
  get moves(): boolean {
    return this.origin.moves === true;
  }

  /** Combinations of filters to ask for; see `combinations.ts`. */
  combinations(t: Check): readonly Combination[] {
    this.#combinations ??= combinations(t, this.list, this.items);
    return this.#combinations;
  }

  /** Filtered lists that are cut in pages: one for each filter, the windows, and combined filters. */
  cutTries(t: Check): readonly Try[] {
    this.#cutTries ??= [...singleTries(t, this.list, this.items), ...this.combinations(t)].filter(
      ({ pages }) => pages > 1,
    );
    return this.#cutTries;
  }

  /** The first filter that is asked for by time of modification; null if there is none. */
  firstByChange(t: Check): Try | null {
    const tries = singleTries(t, this.list, this.items);
    return tries.find(({ sort }) => sort.sort_by === "modified_at") ?? null;
  }

  /** True if it is merely what one walk collected, because no walk can be relied on, or shows none of what it counts. */
  get isLoose(): boolean {
    return this.origin.isLoose === true || (this.items.length === 0 && this.total > 0);
  }

  /** Whether an item may come and go under a filter, so that pages of one walk are of different lists. */
  isUnsteadyUnder({ meets }: Filter): boolean {
    return this.items.some(({ id, raw }) => this.unsteady.has(id) && meets(raw) === null);
  }

  /** A page, or its refusal for the check to judge. @param like see `askPage` */
  ask(t: Check, query: ListQuery, like?: Page): Promise<Page | Refused> {
    const within = this.#heeds(query) ? { ...this.filters, ...query } : query;
    const key = keyOf(within);
    return memo(this.#pages, key, () => this.#read(t, key, within, like));
  }

  /**
   * A page asked for in the words of another one but for a filter: a target that keeps answers, and forgets the filter
   * when it looks for one, gives that other page.
   */
  askAlike(t: Check, page: Page, filter: ListQuery): Promise<Page | Refused> {
    return this.ask(t, { ...queryOf(page), ...filter }, page);
  }

  /** Whether the target heeds the reading's filters beside this query. */
  #heeds(query: ListQuery): boolean {
    const { ignored } = this.list;
    return !Object.keys(query).some((name) => ignored[name]?.some((parameter) => parameter in this.filters));
  }

  /** A page. @throws Inconclusive if it is refused */
  async page(t: Check, query: ListQuery): Promise<Page> {
    return accepted(t, await this.ask(t, query));
  }

  /** All pages under a query, or the refusal of one of them. */
  walk(t: Check, query: ListQuery, way: Way = {}): Promise<Walked | Refused> {
    const { size = this.size, held = 0, most = t.budget("lists.walk.pages"), omits = [] } = way;
    const read = (page: number) => {
      const later = page === 1 ? {} : { page };
      return this.ask(t, { ...without({ ...query, page, page_size: size }, omits), ...later });
    };
    return walkPages(read, { size, held, most });
  }

  /** All pages sorted by creation in the direction that loses nothing. */
  surely(t: Check, query: ListQuery, way: Way = {}): Promise<Walked | Refused> {
    return this.walk(t, { ...query, sort_dir: this.dir, sort_by: "created_at" }, way);
  }

  async #read(t: Check, key: string, query: ListQuery, like?: Page): Promise<Page | Refused> {
    const { list } = this;
    return this.origin.isFirst && key === "[]"
      ? pageIn(t, list, await t.listed(list.operation))
      : askPage(t, list, query, this.origin.isFirst, like);
  }
}

function keyOf(query: ListQuery): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return JSON.stringify(given.toSorted());
}
