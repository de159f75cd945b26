import type { Page } from "../wire/decode.js";
import type { Exchange, Finding } from "../wire/exchange.js";
import { compareInstants, type Instant } from "../wire/instant.js";
import { count, renderIds } from "../wire/message.js";
import { finding } from "./finding.js";

/** How many ids and totals are kept by name; the rest are only counted. */
const NAMED = 10;

/** An item older than one on an earlier page. */
interface Descent {
  readonly earlier: Exchange;
  readonly later: Exchange;
  readonly received: string;
}

/** A walk over a list too long to keep. Fed page by page, it keeps only the page of each id and the totals. */
export class LongWalk {
  readonly #exchanges: Exchange[] = [];
  /** The page on which each id came first. */
  readonly #places = new Map<string, number>();
  readonly #twice = new Map<string, readonly [number, number]>();
  readonly #totals = new Map<number, Exchange>();
  #doubled = 0;
  #newest: { readonly id: string; readonly at: Instant; readonly exchange: Exchange } | null = null;
  #descent: Descent | null = null;

  /** Takes the next page of the walk. */
  add({ exchange, items, total }: Page): void {
    const place = this.#exchanges.push(exchange) - 1;
    if (total !== null && !this.#totals.has(total) && this.#totals.size < NAMED)
      this.#totals.set(total, exchange);
    for (const { id } of items) {
      const before = this.#places.get(id);
      if (before === undefined) this.#places.set(id, place);
      else {
        this.#doubled += 1;
        if (this.#twice.size < NAMED) this.#twice.set(id, [before, place]);
      }
    }
    this.#follow(exchange, items);
  }

  /** Distinct ids of the items, in the order in which they came. */
  get ids(): Iterable<string> {
    return this.#places.keys();
  }

  /** Number of distinct items. */
  get size(): number {
    return this.#places.size;
  }

  /** Number of items, counting repeated ones each time. */
  get entries(): number {
    return this.#places.size + this.#doubled;
  }

  /** Pages read. */
  get pages(): number {
    return this.#exchanges.length;
  }

  /** Totals shown, each with the first page that showed it; only the first few. */
  get totals(): ReadonlyMap<number, Exchange> {
    return this.#totals;
  }

  /** The first few items that came twice, with their pages. */
  get twice(): ReadonlyMap<string, readonly Exchange[]> {
    return new Map(
      [...this.#twice].map(([id, places]) => [id, places.flatMap((place) => this.#exchanges[place] ?? [])]),
    );
  }

  get descent(): Descent | null {
    return this.#descent;
  }

  get first(): Exchange | undefined {
    return this.#exchanges[0];
  }

  has(id: string): boolean {
    return this.#places.has(id);
  }

  /** Under asc no page holds an item older than one on an earlier page. */
  #follow(exchange: Exchange, items: Page["items"]): void {
    const before = this.#newest;
    for (const { id, createdAt } of items) {
      if (createdAt === null) continue;
      if (before !== null && this.#descent === null && compareInstants(createdAt, before.at) < 0) {
        const received = `${id} (${createdAt.text}) comes on a page after ${before.id} (${before.at.text})`;
        this.#descent = { earlier: before.exchange, later: exchange, received };
      }
      if (this.#newest === null || compareInstants(createdAt, this.#newest.at) > 0)
        this.#newest = { id, at: createdAt, exchange };
    }
  }
}

interface Claim {
  readonly rule: string;
  readonly walk: LongWalk;
}

/** Judges that no item comes twice on a walk. */
export function nothingTwice({ rule, walk }: Claim): Finding[] {
  const [first] = walk.twice;
  if (first === undefined) return [];
  const [id, exchanges] = first;
  const doubled = walk.entries - walk.size;
  return [
    finding(
      { rule, exchanges: [...new Set(exchanges)] },
      {
        documented: "the pages of one walk hold every item once",
        received: `${id} comes twice on a walk of ${count(walk.pages, "page")}; ${doubled} too many: ${renderIds([...walk.twice.keys()])}`,
      },
    ),
  ];
}

/** Judges that two walks over the same items hold the same; blames the first that lacks some. */
export function sameItems({ rule, walk, other }: Claim & { readonly other: LongWalk }): Finding[] {
  for (const [one, more] of [
    [walk, other],
    [other, walk],
  ] as const) {
    const lost = [...more.ids].filter((id) => !one.has(id));
    if (lost.length === 0) continue;
    return [
      finding(
        { rule, exchanges: [one.first, more.first].flatMap((exchange) => exchange ?? []) },
        {
          documented: `the pages of one walk hold every item: another walk over the same list collects ${count(more.size, "item")}`,
          received: `${count(one.size, "item")} on ${count(one.pages, "page")}; missing: ${renderIds(lost)}`,
        },
      ),
    ];
  }
  return [];
}

/**
 * Judges that every page's total is the number of items that the walk collects. Repeated entries may be counted or not:
 * `nothingTwice` judges them.
 */
export function totalsCount({ rule, walk }: Claim): Finding[] {
  for (const [total, exchange] of walk.totals) {
    if (total === walk.size || total === walk.entries) continue;
    return [
      finding(
        { rule, exchanges: [exchange] },
        {
          documented: "total is the number of items that a walk over all pages collects",
          received: `total ${total}, collected ${count(walk.size, "item")} on ${count(walk.pages, "page")}`,
          pointer: "/total",
        },
      ),
    ];
  }
  return [];
}

/** Judges that under asc no page holds items older than those of earlier pages. */
export function pagesAscend({ rule, walk }: Claim): Finding[] {
  const { descent } = walk;
  if (descent === null) return [];
  return [
    finding(
      { rule, exchanges: [descent.later, descent.earlier] },
      {
        documented: "under asc each page holds newer items than the page before",
        received: descent.received,
      },
    ),
  ];
}
