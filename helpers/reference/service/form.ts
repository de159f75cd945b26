import type { SchemaId } from "../../contract/generated/types.js";
import { ruleById } from "../../contract/rules.js";
import { type Breach, validate } from "../../contract/validator.js";
import { invalidValue } from "./problem.js";
import type { JsonObject } from "./records.js";

/** How a record, as it would be shown, breaks what the contract says plainly about its form. */
export function plainBreaches(schema: SchemaId, shown: JsonObject): readonly Breach[] {
  return validate(schema, shown).breaches.filter(({ rule }) => ruleById(rule).level === "must");
}

/** The path of a member, with dots. */
export const memberAt = (pointer: string): string => pointer.slice(1).replaceAll("/", ".");

/** Throws 400 if a record that a request would make could not be shown as the contract says. */
export function checkForm(schema: SchemaId, shown: JsonObject): void {
  const [breach] = plainBreaches(schema, shown);
  if (!breach) return;
  const { pointer, documented, received } = breach;
  const name = memberAt(pointer);
  throw invalidValue(name, received, `${name} must be ${documented}.`);
}
