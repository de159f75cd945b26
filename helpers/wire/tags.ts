import { isObject } from "../contract/json.js";

/** Names of the tags in a shipment's `tags`: `{name}` as documented, or bare names as lists of v2 may have them. */
export function tagNames(tags: unknown): readonly string[] {
  if (!Array.isArray(tags)) return [];
  return tags
    .map((tag: unknown) => (isObject(tag) ? tag.name : tag))
    .filter((name) => typeof name === "string");
}
