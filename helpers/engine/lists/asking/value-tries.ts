import type { ListDeclaration, SortDir } from "../../../contract/lists.js";
import type { Item } from "../../../wire/decode.js";
import { tagsOf } from "../../../wire/tags.js";
import type { Check } from "../../check/check.js";
import { rotated } from "../../check/seed.js";
import { confusableFirst } from "./confusable.js";
import { shownParameters, sieveOf, valuesOf, valuesShown } from "./sieves.js";
import { plainTry, sortOf, type Try } from "./tries.js";
import { membersOf, pagesOfCut, windowTries } from "./window-tries.js";

/** Each filter and each bound on its own. */
export function singleTries(t: Check, list: ListDeclaration, items: readonly Item[]): readonly Try[] {
  const values = shownParameters(list).flatMap((parameter) => valueTries(t, list, items, parameter));
  return [...values, ...windowTries(list, items)];
}

/**
 * One try for each value to filter by, for values that some items have and others lack: only these show whether the
 * filter works. Rare ones come first, because an extra item shows best among few; the most frequent one is cut in two
 * pages or three.
 */
export function valueTries(
  t: Check,
  list: ListDeclaration,
  items: readonly Item[],
  parameter: string,
): readonly Try[] {
  const held = valuesOf(list, items, parameter);
  const telling = held.filter(([, having]) => having < items.length);
  if (telling.length === 0) return [];
  const most = telling.findLast(([, having]) => having > 1)?.[0];
  const frequent = most === undefined ? null : sieveOf(list, parameter, most);
  const values = rareValues(list, items, parameter, { held, telling, most });
  const isShort = values.length < t.budget("lists.values.all-up-to");
  const amount = isShort ? values.length : t.budget("lists.values");
  const cutSort = sortOfCut(t, list, parameter);
  const sortOfValue = (nth: number) => drawnSort(t.settings.seed, nth, amount, cutSort.sort_dir);
  const single = values.slice(0, amount).flatMap((value, nth): readonly Try[] => {
    const sieve = sieveOf(list, parameter, value);
    if (sieve === null) return [];
    if (!t.affords("lists.sorts")) return [plainTry(sieve)];
    // The other direction, if no frequent value is asked for with it.
    const isLast = frequent === null && nth > 0 && nth === amount - 1;
    return [{ sieve, pages: 1, sort: isLast ? cutSort : sortOfValue(nth) }];
  });
  if (frequent === null || (single.length > 0 && !t.affords("lists.cut"))) return single;
  const pages = pagesOfCut(list, t.settings.seed, parameter);
  return [...single, { sieve: frequent, pages, sort: cutSort }];
}

/**
 * How to sort the n-th value of a filter: with each seed as another value, and in every second round two of them in
 * the direction of the list that is cut in two.
 */
function drawnSort(seed: number, nth: number, amount: number, cut: SortDir): Try["sort"] {
  const turn = (nth + seed + amount - 1) % amount;
  const isSecond = Math.floor((seed - 1) / amount) % 2 === 1;
  if (!isSecond || turn > 1) return sortOf(turn, cut);
  return { sort_dir: cut, sort_by: turn === 0 ? "modified_at" : "created_at" };
}

/** How to sort a list by a filter that is cut in two: only on two pages the time shows by which it is sorted. */
function sortOfCut(t: Check, list: ListDeclaration, parameter: string) {
  // Under one filter, another one with each seed, `defaultSized` reads oldest first without page_size. Elsewhere desc is
  // the likelier default.
  const isTurn = rotated(shownParameters(list), t.settings.seed)[0] === parameter;
  const sort_dir: SortDir = isTurn ? "desc" : "asc";
  if (membersOf(list).includes("modified_at")) return { sort_dir, sort_by: "modified_at" } as const;
  // A documented default holds under filters too.
  return list.rules.default.sort_by === undefined
    ? ({ sort_dir, sort_by: "created_at" } as const)
    : { sort_dir };
}

type Counted = ReturnType<typeof valuesOf>;

/**
 * The values to ask for on one page each, in the order in which they show most; then the states that no item has.
 * @param of the values that items show; those of them that not all items have; and the most frequent of these
 */
function rareValues(
  list: ListDeclaration,
  items: readonly Item[],
  parameter: string,
  of: { readonly held: Counted; readonly telling: Counted; readonly most: string | undefined },
): readonly string[] {
  const values = of.telling.map(([value]) => value);
  const isRare = (value: string) => value !== of.most;
  const match = list.filters[parameter];
  // How exactly a tag is compared is left open.
  if (match?.by === "tag") return oddTagsFirst(items, values.filter(isRare));
  const absent = (match?.values ?? []).filter((value) => of.held.every(([shown]) => shown !== value));
  return [...ofEachState(list, items, parameter, confusableFirst(values).filter(isRare)), ...absent];
}

/** First the tag that stands behind most others of an item, one that must be encoded in a URL, and one with a capital. */
function oddTagsFirst(items: readonly Item[], tags: readonly string[]): readonly string[] {
  const places = new Map<string, number>();
  for (const { raw } of items)
    for (const [place, tag] of tagsOf(raw).entries()) places.set(tag, Math.max(place, places.get(tag) ?? 0));
  const placeOf = (tag: string) => places.get(tag) ?? 0;
  const [behind] = tags.filter((tag) => placeOf(tag) > 0).toSorted((one, two) => placeOf(two) - placeOf(one));
  const encoded = tags.find((tag) => encodeURIComponent(tag) !== tag);
  const capital = tags.find((tag) => tag.toLowerCase() !== tag);
  return [...new Set([behind, encoded, capital, ...tags])].filter((tag) => tag !== undefined);
}

/** First one value from each state, the rarest state first: a filter may lose the items of one state. */
function ofEachState(
  list: ListDeclaration,
  items: readonly Item[],
  parameter: string,
  values: readonly string[],
): readonly string[] {
  const match = list.filters[parameter];
  const states = Object.values(list.filters).find((each) => each.by === "member" && each.values !== null);
  if (match?.by !== "member" || states?.by !== "member" || states === match) return values;
  const ofState = valuesShown(items, states.member).map(([state]) =>
    values.find((value) =>
      items.some(({ raw }) => raw[states.member] === state && raw[match.member] === value),
    ),
  );
  return [...new Set([...ofState, ...values])].filter((value) => value !== undefined);
}
