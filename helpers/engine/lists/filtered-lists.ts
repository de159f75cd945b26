import type { ListDeclaration } from "../../contract/lists.js";
import type { Item } from "../../wire/decode.js";
import type { Check } from "../check/check.js";
import { shownParameters } from "./asked-filters.js";
import type { Try } from "./tries.js";
import { valueTries } from "./value-tries.js";
import { bothBounds, windowTries } from "./window-tries.js";

// Which filtered lists are looked at, made from the declaration and the values that items show. Checks that ask for the
// same ones share the pages.

/** Each filter and each bound by itself. */
export function singleTries(t: Check, list: ListDeclaration, items: readonly Item[]): readonly Try[] {
  const values = shownParameters(list).flatMap((parameter) => valueTries(t, list, items, parameter));
  return [...values, ...windowTries(list, items)];
}

/** Filtered lists that are cut in two pages: of each filter one, and the windows. */
export function cutTries(t: Check, list: ListDeclaration, items: readonly Item[]): readonly Try[] {
  const cut = singleTries(t, list, items).filter(({ pages }) => pages === 2);
  return [...cut, ...bothBounds(list, items)];
}
