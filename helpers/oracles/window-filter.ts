import { parseInstant } from "../wire/instant.js";
import type { Filter } from "./filters.js";
import { isInside, isOutside, type Window } from "./windows.js";

/**
 * A time window as a filter over one timestamp member. Null for an item so near to a bound that digits which
 * it does not print could decide, and for one without a readable timestamp.
 */
export function byWindow(member: "created_at" | "modified_at", window: Window): Filter {
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
