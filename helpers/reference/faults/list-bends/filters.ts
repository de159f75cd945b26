import { all } from "../../bends.js";
import type { Asked, Behaviours, Bend, Call, Condition, Listing } from "../../service/behaviours.js";
import type { Kept } from "../../service/collection.js";
import { gives } from "./queries.js";

// Filters, alone and together, that find other items than those that meet them.

/** Changes what parameters require of the items; null lets all items pass. */
export const conditioned =
  (
    word: string,
    name: string,
    change: <T extends Kept>(usual: Condition<T>, call: Call) => Condition<T> | null,
  ): Bend =>
  (does) => ({
    condition: (asked, condition) => {
      const usual = does.condition(asked, condition);
      return usual && asked.word === word && usual.name === name ? change(usual, asked.call) : usual;
    },
  });

export const ignored = (word: string, name: string): Bend => conditioned(word, name, () => null);

/** Ignored under some queries. */
const ignoredIf =
  (isIgnored: (query: Call["query"]) => boolean) =>
  (word: string, name: string): Bend =>
    conditioned(word, name, (usual, { query }) => (isIgnored(query) ? null : usual));

export const ignoredFromPage2 = ignoredIf(({ page }) => Number(page ?? 1) > 1);

export const ignoredFromPage3 = ignoredIf(({ page }) => Number(page ?? 1) > 2);

export const ignoredByChange = ignoredIf(({ sort_by }) => sort_by === "modified_at");

export const ignoredWithoutPage = ignoredIf(({ page }) => page === undefined);

export const ignoredWithoutPageSize = ignoredIf(({ page_size }) => page_size === undefined);

/** Ignored if neither sort_by nor sort_dir is given, or only one of them. */
export const ignoredWithoutSort = ignoredIf(
  ({ sort_by, sort_dir }) => sort_by === undefined || sort_dir === undefined,
);

/** Ignored if another parameter is given. */
export const ignoredBeside = (word: string, name: string, other: string): Bend =>
  ignoredIf(gives(other))(word, name);

/** Ignored if it stands behind another parameter in the query. */
export const ignoredBehind = (word: string, name: string, other: string): Bend =>
  ignoredIf((query) => {
    const names = Object.keys(query);
    return names.includes(other) && names.indexOf(name) > names.indexOf(other);
  })(word, name);

/** For some values, matching items are found too, or no longer found. */
export const finds = (
  word: string,
  name: string,
  change: (usually: boolean, id: string, value: string, call: Call) => boolean,
): Bend =>
  conditioned(word, name, (usual, call) => ({
    ...usual,
    holds: (item) => change(usual.holds(item), item.id, usual.value, call),
  }));

export const losesSome = (word: string, name: string): Bend =>
  finds(word, name, (usually, id) => usually && !isSeventh(id));

export const addsSome = (word: string, name: string): Bend =>
  finds(word, name, (usually, id) => usually || isSeventh(id));

/** Cuts the pages first, then drops what does not meet the filters from them. */
export const afterPaging =
  (word: string): Bend =>
  (does) => ({
    slice: (listing, matching, request) => {
      const { keep } = listing;
      if (listing.word !== word || keep === undefined) return does.slice(listing, matching, request);
      const all = does.matching({ ...listing, keep: undefined }, request);
      return does.slice(listing, all, request).filter(keep);
    },
  });

/** The same, and counts what there was before, or what is left of the page. */
export const afterPagingAndCount =
  (counts: "all" | "the page") =>
  (word: string): Bend =>
    all(afterPaging(word), (does) => ({
      total: (listing, request, matching) => {
        const { keep } = listing;
        if (listing.word !== word || keep === undefined) return does.total(listing, request, matching);
        const all = does.matching({ ...listing, keep: undefined }, request);
        const held = counts === "all" ? all : does.slice(listing, all, request).filter(keep);
        return does.total(listing, request, held.length);
      },
    }));

/** Picks the same seventh of all records each time. */
export const isSeventh = (id: string): boolean => Number(id.replaceAll(/\D/g, "")) % 7 === 0;

/** Combines the conditions of a list in another way. */
const combined =
  (
    word: string,
    change: <T extends Kept>(
      conditions: readonly Condition<T>[],
      asked: Asked<T>,
      does: Behaviours,
    ) => ((item: T) => boolean) | undefined,
  ): Bend =>
  (does) => ({
    combine: (asked, conditions) =>
      asked.word === word && conditions.length > 1
        ? change(conditions, asked, does)
        : does.combine(asked, conditions),
  });

export const filtersOr = (word: string): Bend =>
  combined(word, (conditions) => (item) => conditions.some(({ holds }) => holds(item)));

export const lastFilterDropped = (word: string): Bend =>
  combined(word, (conditions, asked, does) => does.combine(asked, conditions.slice(0, -1)));

export const secondFilterLostWithPageSize = (word: string): Bend =>
  combined(word, (conditions, asked, does) =>
    does.combine(asked, asked.call.query.page_size === undefined ? conditions : conditions.slice(0, 1)),
  );

/** Looks at one filter only where nothing but two filters is asked for. */
export const secondFilterLostAlone = (word: string): Bend =>
  combined(word, (conditions, asked, does) =>
    does.combine(asked, Object.keys(asked.call.query).length === 2 ? conditions.slice(0, 1) : conditions),
  );

/** Hides the items of some ids if nothing is filtered. */
export const hiddenByDefault =
  (word: string, hides: (id: string, call: Call) => boolean): Bend =>
  (does) => ({
    combine: (asked, conditions) =>
      does.combine(asked, conditions) ??
      (asked.word === word ? ({ id }) => !hides(id, asked.call) : undefined),
  });

/** Hides the items of some ids if a parameter is not given. */
export const hiddenWithout =
  (word: string, parameter: string, hides: (id: string, call: Call) => boolean): Bend =>
  (does) => ({
    combine: (asked, conditions) => {
      const usual = does.combine(asked, conditions);
      if (asked.word !== word || asked.call.query[parameter] !== undefined) return usual;
      return (item) => (usual?.(item) ?? true) && !hides(item.id, asked.call);
    },
  });

/** Hides the items of archived batches if batch_id is not given. @param batchOf the batch of an item, by its id */
export const archivedHidden = (word: string, batchOf: (call: Call, id: string) => string | undefined): Bend =>
  hiddenWithout(
    word,
    "batch_id",
    (id, call) => call.world.batches.get(batchOf(call, id) ?? "")?.status === "archived",
  );

/** Hides all items if none of some parameters is given. */
export const emptyWithout =
  (word: string, ...parameters: readonly string[]): Bend =>
  (does) => ({
    combine: (asked, conditions) => {
      const isEmpty = asked.word === word && parameters.every((name) => asked.call.query[name] === undefined);
      return isEmpty ? () => false : does.combine(asked, conditions);
    },
  });

/** Hides the oldest items, so many, unless created_at_start is given. */
export const hidingOldest = (word: "labels" | "reports" | "shipments", most: number): Bend =>
  hiddenWithout(word, "created_at_start", (id, { world }) =>
    world[word]
      .ordered()
      .slice(0, most)
      .some((item) => item.id === id),
  );

/** Filters in another way with sort_by modified_at. */
const matchingByModified =
  (
    word: string,
    change: <T extends Kept>(matching: readonly T[], listing: Listing<T>) => readonly T[],
  ): Bend =>
  (does) => ({
    matching: (listing, request) => {
      const matching = does.matching(listing, request);
      return listing.word === word && request.key === "modified" ? change(matching, listing) : matching;
    },
  });

export const modifiedDropsFilters = (word: string): Bend =>
  matchingByModified(word, (_, { from }) => from.ordered("modified"));

export const modifiedDropsOldest = (word: string): Bend =>
  matchingByModified(word, (matching) => matching.slice(1));
