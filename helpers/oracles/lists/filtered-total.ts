import { type Item, idsOf, type Page } from "../../wire/decode.js";
import type { Finding } from "../../wire/exchange.js";
import { plural } from "../../wire/message.js";
import { finding } from "../finding.js";
import { type Filter, letsInMore } from "./filters.js";

/** What is held of a list: its items, all of them or some. */
interface Held {
  readonly items: readonly Item[];
  readonly whole: boolean;
}

/** What `filteredTotal` compares. */
interface TotalClaim {
  readonly rule: string;
  readonly filter: Filter;
  /** The walk over the filtered list. */
  readonly walk: Held & { readonly pages: readonly Page[] };
  /** The list without the filter. */
  readonly known: Held;
}

/**
 * The total on each page of a filtered list counts the items delivered. A total that counts all known items which meet
 * the filter is right too: missing items are the filter's breach, and so are extra items, and their total with them.
 */
export function filteredTotal({ rule, filter, walk, known }: TotalClaim): Finding[] {
  if (!walk.whole || letsInMore(filter, walk.items)) return [];
  const delivered = new Set(idsOf(walk.items)).size;
  const meeting = known.items.filter(({ raw }) => filter.meets(raw) === true).length;
  const isRight = (total: number) => total === delivered || (known.whole && total === meeting);
  return walk.pages
    .filter(({ total }) => total !== null && !isRight(total))
    .map(({ exchange, total }) => {
      const documented = `total counts the ${plural(delivered, "item")} with ${filter.words}`;
      const received = `total ${total}${total === known.items.length ? ", the number of all items" : ""}`;
      return finding({ rule, exchanges: [exchange] }, documented, received, "/total");
    });
}
