import { isObject } from "../../helpers/contract/json.js";
import type { Raw } from "../../helpers/wire/raw.js";
import { formsOf } from "./forms.js";
import type { Gathering } from "./gathering.js";
import { BODY } from "./trait.js";

/** The member of an error that repeats what was sent. */
const ECHO = "field_value";
/** Do not look deeper than this. */
const DEEPEST = 12;

/** Where a value of a body stands. */
interface Spot {
  readonly place: string;
  /** Its name. */
  readonly what: string;
  /** The record that it belongs to. */
  readonly owner: string;
}

/** What does not change while a body is walked. */
interface Known {
  readonly isError: boolean;
  /** Address up to the generation. */
  readonly base: string;
  readonly traits: Gathering;
}

/** Gathers the members and forms of a decoded body. */
export function gatherBody(body: unknown, { place, owner }: Omit<Spot, "what">, known: Known): void {
  walk(body, { place, what: BODY, owner }, known);
}

/** Items of an array count together. */
function walk(value: unknown, { place, what, owner }: Spot, known: Known): void {
  if (place.split("/").length > DEEPEST) return;
  const { isError, base, traits } = known;
  const literal = isError && what !== ECHO;
  for (const form of formsOf(value, { literal, base, what })) {
    traits.sight(traits.note({ aspect: "form", place, what }, form, owner), form, owner);
  }
  if (Array.isArray(value)) {
    for (const [at, item] of value.entries())
      walk(item, { place: `${place}/*`, what, owner: `${owner}/${at}` }, known);
  } else if (isObject(value)) {
    const self = idsOf(value) || owner;
    const isKnown = traits.object(place, self);
    for (const [name, inner] of Object.entries(value)) {
      traits.note({ aspect: "member", place, what: name }, "there", isKnown ? self : undefined);
      walk(inner, { place: `${place}/${name}`, what: name, owner: self }, known);
    }
  }
}

/** What identifies a record wherever it is shown; empty if it has no ids. */
function idsOf(record: Raw): string {
  return Object.entries(record)
    .filter(([name, value]) => name.endsWith("_id") && value !== null && name !== "request_id")
    .map(([, value]) => String(value))
    .join(" ");
}
