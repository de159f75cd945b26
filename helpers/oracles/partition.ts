import { askedOf } from "../wire/asked.js";
import type { Page } from "../wire/decode.js";
import type { Finding } from "../wire/exchange.js";
import { count, renderIds } from "../wire/message.js";
import { finding } from "./finding.js";

/** The pages of one walk, first to last. */
interface Walk {
  readonly rule: string;
  readonly pages: readonly Page[];
}

/** Judges that no item occurs twice in a walk. */
export function disjointPages({ rule, pages }: Walk): Finding[] {
  const seen = new Map<string, number>();
  const twice = new Map<string, readonly [number, number]>();
  for (const [index, { items }] of pages.entries()) {
    for (const { id } of items) {
      const before = seen.get(id);
      if (before === undefined) seen.set(id, index);
      else twice.set(id, [before, index]);
    }
  }
  const [first] = twice;
  if (first === undefined) return [];
  const [id, places] = first;
  const shown = [...new Set(places)].flatMap((index) => pages[index]?.exchange ?? []);
  const [one, other] = places.map((index) => numberOf(pages[index], index));
  const where =
    one === other
      ? `${id} stands on page ${one} twice`
      : `${id} stands on page ${one} and on page ${other} of the walk`;
  return [
    finding(
      { rule, exchanges: shown },
      {
        documented: "the pages of one walk hold every item once",
        received: `${where}; twice in all: ${renderIds([...twice.keys()])}`,
      },
    ),
  ];
}

/**
 * Judges that a whole walk collects as many entries as `total` says. Repeated entries count each time: `disjointPages`
 * judges them. Without a total nothing is judged.
 */
export function completeWalk({ rule, pages }: Walk): Finding[] {
  const collected = pages.reduce((sum, page) => sum + page.items.length, 0);
  const wrong = pages.find((page) => page.total !== null && page.total !== collected);
  if (wrong === undefined) return [];
  return [
    finding(
      { rule, exchanges: [wrong.exchange, ...pages.map((page) => page.exchange)].filter(isFirst) },
      {
        documented: "total is the number of items that a walk over all pages collects",
        received: `total ${wrong.total}, collected ${count(collected, "item")} on ${count(pages.length, "page")}`,
        pointer: "/total",
      },
    ),
  ];
}

/** Judges that some pages of a list hold no more distinct items than `total` says. */
export function noMoreThanTotal({ rule, pages }: Walk): Finding[] {
  const collected = new Set(pages.flatMap(({ items }) => items.map(({ id }) => id))).size;
  const wrong = pages.find((page) => page.total !== null && page.total < collected);
  if (wrong === undefined) return [];
  return [
    finding(
      { rule, exchanges: [wrong.exchange, ...pages.map((page) => page.exchange)].filter(isFirst) },
      {
        documented: "total is the number of items that a walk over all pages collects",
        received: `total ${wrong.total}, but ${count(pages.length, "page")} hold ${count(collected, "item")}`,
        pointer: "/total",
      },
    ),
  ];
}

/** Both halves of a partition under one rule: nothing twice, nothing left out. */
export function partition(walk: Walk): Finding[] {
  const twice = disjointPages(walk);
  return twice.length > 0 ? twice : completeWalk(walk);
}

/** The page number asked for; for other kinds of walks, the index in the walk. */
function numberOf(page: Page | undefined, index: number): number {
  return (page === undefined ? null : askedOf(page.exchange)?.page) ?? index + 1;
}

function isFirst<T>(value: T, index: number, all: readonly T[]): boolean {
  return all.indexOf(value) === index;
}
