import { askedOf } from "../../wire/asked.js";
import type { Page } from "../../wire/decode.js";
import type { Exchange, Finding } from "../../wire/exchange.js";
import { compareInstants, type Instant } from "../../wire/instant.js";
import { plural, renderIds } from "../../wire/message.js";
import { finding } from "../finding.js";

/** How many ids and totals are kept by name, and how many pages a finding shows; the rest are only counted. */
const NAMED = 10;
/** How many of these a finding names as examples. */
const FEW = 5;

/** An item older than one on an earlier page. */
interface Descent {
  readonly earlier: Exchange;
  readonly later: Exchange;
  readonly received: string;
}

/**
 * What the laws of a walk need of it. Fed page by page, it keeps only the page of each id and the totals, so a walk may
 * be longer than what a run keeps.
 */
export class WalkTally {
  readonly #exchanges: Exchange[] = [];
  /** The page on which each id came first. */
  readonly #places = new Map<string, number>();
  readonly #twice = new Map<string, readonly [number, number]>();
  readonly #totals = new Map<number, Exchange>();
  #doubled = 0;
  #newest: { readonly id: string; readonly at: Instant; readonly exchange: Exchange } | null = null;
  #descent: Descent | null = null;

  /** Takes the next page of the walk. */
  add(page: Page): void {
    const place = this.#exchanges.push(page.exchange) - 1;
    const { exchange, total } = page;
    if (total !== null && !this.#totals.has(total) && this.#totals.size < NAMED)
      this.#totals.set(total, exchange);
    for (const { id } of page.items) {
      const before = this.#places.get(id);
      if (before === undefined) this.#places.set(id, place);
      else {
        this.#doubled += 1;
        if (this.#twice.size < NAMED) this.#twice.set(id, [before, place]);
      }
    }
    this.#follow(page);
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

  /** The exchanges of its pages. */
  get exchanges(): readonly Exchange[] {
    return this.#exchanges;
  }

  /** Totals shown, each with the first page that showed it; only the first few. */
  get totals(): ReadonlyMap<number, Exchange> {
    return this.#totals;
  }

  /** The first few items that came twice, each with the indexes of two pages. */
  get twice(): ReadonlyMap<string, readonly [number, number]> {
    return this.#twice;
  }

  get descent(): Descent | null {
    return this.#descent;
  }

  has(id: string): boolean {
    return this.#places.has(id);
  }

  /** Under asc no page holds an item older than one on an earlier page. */
  #follow({ exchange, items }: Page): void {
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

/** The tally of a walk that was kept. */
export function tallyOf(pages: readonly Page[]): WalkTally {
  const walk = new WalkTally();
  for (const page of pages) walk.add(page);
  return walk;
}

interface Claim {
  readonly rule: string;
  readonly walk: WalkTally;
}

/** Judges that no item comes twice on a walk. */
export function nothingTwice({ rule, walk }: Claim): Finding[] {
  const [first] = walk.twice;
  if (first === undefined) return [];
  const [id, places] = first;
  const shown = [...new Set(places)].flatMap((place) => walk.exchanges[place] ?? []);
  // The page number asked for; for other kinds of walks, the place in the walk.
  const [one, other] = places.map((place) => numberOf(walk.exchanges[place]) ?? place + 1);
  const where =
    places[0] === places[1]
      ? `${id} stands on page ${one} twice`
      : `${id} stands on page ${one} and on page ${other} of the walk`;
  const surplus = walk.entries - walk.size;
  const ids = renderIds([...walk.twice.keys()].slice(0, FEW));
  const received = surplus === 1 ? where : `${where}; ${surplus} too many, such as ${ids}`;
  return [finding({ rule, exchanges: shown }, "the pages of one walk hold every item once", received)];
}

function numberOf(exchange: Exchange | undefined): number | undefined {
  return exchange === undefined ? undefined : askedOf(exchange)?.page;
}

/** Judges that two walks over the same items hold the same; blames the first that lacks some. */
export function sameItems({ rule, walk, other }: Claim & { readonly other: WalkTally }): Finding[] {
  for (const [one, more] of [
    [walk, other],
    [other, walk],
  ] as const) {
    const lost = [...more.ids].filter((id) => !one.has(id));
    if (lost.length === 0) continue;
    return [
      finding(
        { rule, exchanges: [one, more].flatMap(({ exchanges }) => exchanges[0] ?? []) },
        `the pages of one walk hold every item: another walk over the same list collects ${plural(more.size, "item")}`,
        `${plural(one.size, "item")} on ${plural(one.exchanges.length, "page")}; missing: ${renderIds(lost)}`,
      ),
    ];
  }
  return [];
}

/**
 * Judges that every page's total is the number of items that the walk collects. Repeated entries may be counted or not:
 * `nothingTwice` judges them.
 * @param held how many items the list is known to hold, if more than this walk collects
 */
export function totalsCount({ rule, walk, held = walk.size }: Claim & { readonly held?: number }): Finding[] {
  return wrongTotal({ rule, walk }, held, (total) => total !== held && total !== walk.entries);
}

/** Judges that some pages of a list hold no more distinct items than `total` says. */
export function noMoreThanTotal({ rule, walk }: Claim): Finding[] {
  return wrongTotal({ rule, walk }, walk.size, (total) => total < walk.size);
}

function wrongTotal({ rule, walk }: Claim, held: number, isWrong: (total: number) => boolean): Finding[] {
  const [wrong] = [...walk.totals].filter(([total]) => isWrong(total));
  if (wrong === undefined) return [];
  const [total, exchange] = wrong;
  return [
    finding(
      { rule, exchanges: [...new Set([exchange, ...walk.exchanges.slice(0, NAMED)])] },
      `total is ${held}, the number of items that a walk over all pages collects`,
      `total ${total}; ${plural(walk.size, "item")} on ${plural(walk.exchanges.length, "page")}`,
      "/total",
    ),
  ];
}

/** Judges that under asc no page holds items older than those of earlier pages. */
export function pagesAscend({ rule, walk }: Claim): Finding[] {
  const { descent } = walk;
  if (descent === null) return [];
  return [
    finding(
      { rule, exchanges: [descent.later, descent.earlier] },
      "under asc each page holds newer items than the page before",
      descent.received,
    ),
  ];
}
