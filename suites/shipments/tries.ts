import type { Check } from "../../helpers/engine/check/check.js";
import { coveringSets, type SieveOf } from "../../helpers/engine/lists/covering.js";
import { boundsBetween, type Sieve, windowSieve } from "../../helpers/engine/lists/filtering.js";
import type { Known } from "../../helpers/engine/lists/known.js";
import {
  clearTags,
  SHIPMENT_STATES,
  statusSieve,
  tagSieve,
  tagsOf,
} from "../../helpers/oracles/shipments.js";
import { type Dated, datedBy } from "../../helpers/wire/dated.js";
import type { Item } from "../../helpers/wire/decode.js";
import type { Instant } from "../../helpers/wire/instant.js";

// Which filtered lists are looked at. Checks that ask for the same ones share the pages.

const TAGS_TRIED = { quick: 1, standard: 3, thorough: 1_000 } as const;
const STATES_TRIED = { quick: 1, standard: 4, thorough: 4 } as const;

/** A filter to ask for, and into how many pages to cut what is due. */
export interface Try {
  readonly sieve: Sieve;
  readonly pages: 1 | 2;
}

/** All states: the one that most shipments are in is walked in two pages. */
export function stateTries(t: Check, items: readonly Item[]): readonly Try[] {
  const held = (state: string) => items.filter((item) => item.raw.shipment_status === state).length;
  const [most, ...others] = SHIPMENT_STATES.toSorted((left, right) => held(right) - held(left));
  const cut = most === undefined ? [] : [{ sieve: statusSieve(most), pages: 2 } as const];
  const single = others.map((state) => ({ sieve: statusSieve(state), pages: 1 }) as const);
  return [...cut, ...single].slice(0, STATES_TRIED[t.settings.effort]);
}

/**
 * Tags that some shipments carry and others do not: one that stands behind another tag on some shipment, one that
 * has to be encoded in an address, the rarest ones, and, in two pages, the most frequent one.
 */
export function tagTries(t: Check, items: readonly Item[]): readonly Try[] {
  const worn = items.map((item) => tagsOf(item));
  const carriers = (tag: string) => worn.filter((names) => names.includes(tag)).length;
  const tags = clearTags(items)
    .filter((tag) => carriers(tag) < items.length)
    .toSorted((left, right) => carriers(left) - carriers(right));
  const most = tags.at(-1);
  const behind = tags.find((tag) => worn.some((names) => names.indexOf(tag) > 0));
  const encoded = tags.find((tag) => encodeURIComponent(tag) !== tag);
  const first = [behind, encoded].filter((tag) => tag !== undefined);
  const single = [...new Set([...first, ...tags])].filter((tag) => tag !== most);
  const tries = single.map((tag) => ({ sieve: tagSieve(tag), pages: 1 }) as const);
  const cut = most === undefined ? [] : [{ sieve: tagSieve(most), pages: 2 } as const];
  if (t.settings.effort === "quick" && tries.length > 0) return tries.slice(0, 1);
  return [...tries.slice(0, TAGS_TRIED[t.settings.effort] - cut.length), ...cut];
}

/** A set of filters. */
export interface Combination {
  readonly sieves: readonly Sieve[];
  readonly pages: 1 | 2;
}

/** Sets in which each two filters stand beside each other; the one that most shipments meet in two pages. */
export function combinationsOf(t: Check, { items }: Known): readonly Combination[] {
  const due = (sieves: readonly Sieve[]) =>
    items.filter((item) => sieves.every(({ filter }) => filter.meets(item.raw) !== false)).length;
  const sets = coveringSets(items, choicesOf(items, "wide"), choicesOf(items, "close")).toSorted(
    (left, right) => due(right) - due(left),
  );
  const quick = t.settings.effort === "quick";
  const cut = quick ? -1 : 0;
  const combined = (quick ? sets.slice(-1) : sets).map(
    (sieves, at): Combination => ({ sieves, pages: at === cut && due(sieves) > 1 ? 2 : 1 }),
  );
  return quick || combined.length === 0 ? combined : [...combined, ...contradictions(items, due)];
}

/** A state with a window of time around a shipment in another state: shipments meet either, none both. */
function contradictions(
  items: readonly Item[],
  due: (sieves: readonly Sieve[]) => number,
): readonly Combination[] {
  const dated = datedBy(items) ?? [];
  const times = { dated, bounds: boundsBetween(dated) };
  const states = SHIPMENT_STATES.map(statusSieve).filter((each) => due([each]) > 0);
  for (const item of items) {
    const [start, end] = (["start", "end"] as const).map((edge) =>
      boundBeside(item, "created_at", edge, times, "close"),
    );
    if (start == null || end == null) continue;
    const state = states.find((each) => due([each, start, end]) === 0);
    if (state !== undefined) return [{ sieves: [state, start, end], pages: 1 }];
  }
  return [];
}

/** The filters that a shipment meets: its state, a tag of its, and bounds around its times. */
function choicesOf(items: readonly Item[], windows: "wide" | "close"): readonly SieveOf[] {
  const tags = clearTags(items);
  return [
    (item) => {
      const state = SHIPMENT_STATES.find((name) => name === item.raw.shipment_status);
      return state === undefined ? null : statusSieve(state);
    },
    (item) => {
      const tag = tags.find((name) => tagsOf(item).includes(name));
      return tag === undefined ? null : tagSieve(tag);
    },
    ...(["created_at", "modified_at"] as const).flatMap((member) => {
      const dated = datedBy(items, member) ?? [];
      const bounds = boundsBetween(dated);
      return (["start", "end"] as const).map(
        (edge): SieveOf =>
          (item) =>
            boundBeside(item, member, edge, { dated, bounds }, windows),
      );
    }),
  ];
}

/** A bound that the shipment meets: next to it, or half way to the end of the list. */
function boundBeside(
  item: Item,
  member: "created_at" | "modified_at",
  edge: "start" | "end",
  { dated, bounds }: { readonly dated: readonly Dated[]; readonly bounds: readonly Instant[] },
  windows: "wide" | "close",
): Sieve | null {
  const own = dated.find(({ id }) => id === item.id)?.at.epochNs;
  if (own === undefined) return null;
  const outside = bounds.filter(({ epochNs }) => (edge === "start" ? epochNs < own : epochNs > own));
  const next = edge === "start" ? outside.length - 1 : 0;
  const bound = outside[windows === "close" ? next : Math.floor(outside.length / 2)];
  return bound === undefined ? null : windowSieve(member, { [edge]: bound });
}
