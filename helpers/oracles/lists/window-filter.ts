import type { SortKey } from "../../contract/generated/types.js";
import type { ListDeclaration } from "../../contract/lists.js";
import type { Page } from "../../wire/decode.js";
import { parseInstant } from "../../wire/instant.js";
import { byMember, byTag, type Filter, letsInMore } from "./filters.js";
import { type Edge, isInside, isOutside, type Window } from "./windows.js";

/** A bound of a time window. */
export interface Bound {
  readonly member: SortKey;
  readonly edge: Edge;
}

/** The bound that a query parameter stands for; null for any other parameter. */
export function boundOf(parameter: string): Bound | null {
  const [, member, edge] = /^(created_at|modified_at)_(start|end)$/.exec(parameter) ?? [];
  if (member === undefined) return null;
  return {
    member: member === "modified_at" ? "modified_at" : "created_at",
    edge: edge === "start" ? "start" : "end",
  };
}

/** The filter of one query parameter; null if the items do not show what it needs, or the value stands for all. */
export function filterOf(list: ListDeclaration, parameter: string, value: string): Filter | null {
  const match = list.filters[parameter];
  if (match?.by === "member") return value === match.all ? null : byMember(match.member, value, parameter);
  if (match?.by === "tag") return byTag(value);
  const bound = boundOf(parameter);
  const at = parseInstant(value);
  return bound === null || at === null ? null : byWindow(bound.member, { [bound.edge]: at });
}

/** Whether no item of a page fails the filters of its request. If one does, the filter is lost: its own rule's matter. */
export function heedsFilters(list: ListDeclaration, { exchange, items }: Page): boolean {
  return [...new URL(exchange.request.url).searchParams].every(([name, value]) => {
    const filter = filterOf(list, name, value);
    return filter === null || !letsInMore(filter, items);
  });
}

/**
 * A time window as a filter over one timestamp. Null for an item so close to a bound that digits which are not printed
 * could decide, and for one without a readable timestamp.
 */
export function byWindow(member: SortKey, window: Window): Filter {
  const { start, end } = window;
  const bounds = [
    ...(start === undefined ? [] : [`${member}_start=${start.text}`]),
    ...(end === undefined ? [] : [`${member}_end=${end.text}`]),
  ];
  return {
    words: bounds.join("&"),
    meets: (raw) => {
      const at = parseInstant(raw[member]);
      if (at === null) return null;
      if (isOutside(window, at)) return false;
      return isInside(window, at) ? true : null;
    },
    shows: (raw) => ({ [member]: raw[member] }),
  };
}
