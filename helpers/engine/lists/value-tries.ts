import type { ListDeclaration } from "../../contract/lists.js";
import { tagsOf } from "../../oracles/shipments.js";
import type { Item } from "../../wire/decode.js";
import type { Check } from "../check/check.js";
import { shownParameters, sieveOf, valuesOf, valuesShown } from "./asked-filters.js";
import { sortOf, type Try } from "./tries.js";

/**
 * The values to filter by: rare ones first, since extra items show best there; the most frequent value that not all
 * items have is cut in two pages. Only a value that some items have and others lack can show whether the filter works.
 * None if there is no such value.
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
  const rare = telling.map(([value]) => value).filter((value) => value !== most);
  const match = list.filters[parameter];
  const absent = (match?.values ?? []).filter((value) => held.every(([shown]) => shown !== value));
  const asked =
    match?.by === "tag"
      ? oddTagsFirst(items, rare)
      : [...ofEachState(list, items, parameter, rare), ...absent];
  const isShort = asked.length < t.budget("lists.values.all-up-to");
  const amount = isShort ? asked.length : t.budget("lists.values");
  // Under the first filter, `defaultSized` reads oldest first without page_size. Elsewhere desc is the likelier
  // default.
  const dir = shownParameters(list)[0] === parameter ? "desc" : "asc";
  const other = { sort_dir: dir, sort_by: "created_at" } as const;
  const frequent = most === undefined ? null : sieveOf(list, parameter, most);
  const single = asked.slice(0, amount).flatMap((value, nth): readonly Try[] => {
    const sieve = sieveOf(list, parameter, value);
    if (sieve === null) return [];
    if (!t.affords("lists.sorts")) return [{ sieve, pages: 1, sort: {} }];
    // The other direction, if no frequent value is asked for with it.
    const isLast = frequent === null && nth > 0 && nth === amount - 1;
    return [{ sieve, pages: 1, sort: isLast ? other : sortOf(nth, dir) }];
  });
  if (frequent === null || (single.length > 0 && !t.affords("lists.cut"))) return single;
  return [...single, { sieve: frequent, pages: 2, sort: other }];
}

/** First a tag that is not the first of some item, one that must be encoded in a URL, and one with a capital. */
function oddTagsFirst(items: readonly Item[], tags: readonly string[]): readonly string[] {
  const worn = items.map(tagsOf);
  const behind = tags.find((tag) => worn.some((names) => names.indexOf(tag) > 0));
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
  const states = Object.values(list.filters).find(
    (each) => each.by === "member" && each.values !== undefined,
  );
  if (match?.by !== "member" || states?.by !== "member" || states === match) return values;
  const ofState = valuesShown(items, states.member).map(([state]) =>
    values.find((value) =>
      items.some(({ raw }) => raw[states.member] === state && raw[match.member] === value),
    ),
  );
  return [...new Set([...ofState, ...values])].filter((value) => value !== undefined);
}
