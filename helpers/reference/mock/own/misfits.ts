import { isObject } from "../../../contract/json.js";
import { isSlip } from "../../../contract/nearest.js";
import type { JsonObject } from "../../service/records.js";

/** Other names of members, which forms of lists use. */
const ALIASES: Readonly<Record<string, string>> = { unit: "units" };

/**
 * What a given record has, at any depth, as another kind of value than the record as shown, or under a misspelt name.
 * Services show more than the contract does: any other member is ignored.
 * @param also further members of the record itself
 */
export function misfits(shown: JsonObject, given: JsonObject, also: readonly string[] = []): string[] {
  const known = [...Object.keys(shown), ...also];
  const aliases = known.flatMap((name) => ALIASES[name] ?? []);
  return Object.entries(given).flatMap(([name, value]) => {
    if (known.includes(name)) return unlike(shown[name], value, name);
    if (aliases.includes(name)) return [];
    const meant = known.find((each) => !Object.hasOwn(given, each) && isSlip(name, each));
    return meant === undefined ? [] : [`${name}: there is no such member; did you mean ${meant}?`];
  });
}

/** How a given value differs in kind from the one that is shown in its place; null and open values differ from none. */
function unlike(shown: unknown, given: unknown, place: string): string[] {
  if (isNone(shown) || isNone(given)) return [];
  if (kindOf(shown) !== kindOf(given)) {
    return [`${place}: ${kindOf(shown)} is needed; received ${JSON.stringify(given)}`];
  }
  if (isObject(shown) && isObject(given)) {
    return misfits(shown, given).map((line) => `${place}.${line}`);
  }
  if (!Array.isArray(shown) || !Array.isArray(given)) return [];
  // Unusable items are not shown at all.
  if (shown.length === 0 && given.length > 0) return [`${place}: none of its items can be used`];
  return given.flatMap((item, index) => unlike(shown[index] ?? shown[0], item, `${place}.${index}`));
}

const isNone = (value: unknown) => value === null || value === undefined;

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (isObject(value)) return "an object";
  return typeof value === "string" ? "a text" : `a ${typeof value}`;
}
