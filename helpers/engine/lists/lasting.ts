import { schemaById } from "../../contract/compile.js";
import type { ListDeclaration } from "../../contract/lists.js";
import type { Item } from "../../wire/decode.js";
import { onlyNamedIn } from "../../wire/named-members.js";

/**
 * An item as text, as far as it stays the same while nobody changes it: the members that the contract names, and links
 * without their query, which may be signed anew for each answer.
 */
export function lastingTextOf({ item }: Pick<ListDeclaration, "item">): (item: Item) => string {
  let named: ReturnType<typeof onlyNamedIn> | null = null;
  return ({ raw }) => {
    named ??= onlyNamedIn(schemaById(item));
    return JSON.stringify(named(raw), (_, value: unknown) => unsigned(value));
  };
}

function unsigned(value: unknown): unknown {
  return typeof value === "string" && /^https?:/i.test(value) ? value.replace(/\?.*/s, "") : value;
}
