import { groupBy } from "../collect.js";
import type { Aspect, Trait, Traits } from "./traits.js";

/** One thing in which two services differ though both may keep the contract. */
export interface Difference {
  readonly aspect: Aspect;
  /** A member, a header, an operation. */
  readonly what: string;
  /** What each of the two does, in words. */
  readonly before: string;
  readonly after: string;
  /** Where that shows. */
  readonly places: readonly string[];
}

/** Forms of a text beyond this number at one place are data. */
const MOST_FORMS = 6;

/**
 * In what two services differ. What only one of them was asked for is no difference: a place counts where both show it,
 * a missing member where both show the object that would hold it.
 */
export function differencesBetween(before: Traits, after: Traits): Difference[] {
  const keys = new Set([...before.keys(), ...after.keys()]);
  const single = [...keys].flatMap((key) => {
    const one = before.get(key);
    const other = after.get(key);
    const known = one ?? other;
    if (known === undefined || !isComparable(known, one, other, before, after)) return [];
    const [said, shown] = [wordsOf(one, known), wordsOf(other, known)];
    return said === shown ? [] : [{ ...known, before: said, after: shown }];
  });
  const groups = groupBy(single, (one) => JSON.stringify([one.aspect, one.what, one.before, one.after]));
  return [...groups.values()]
    .flatMap((group) => {
      const [first] = group;
      if (first === undefined) return [];
      const { aspect, what, before: said, after: shown } = first;
      return [{ aspect, what, before: said, after: shown, places: group.map(({ place }) => place) }];
    })
    .sort((one, other) => other.places.length - one.places.length);
}

function isComparable(
  { aspect, place, what }: Trait,
  one: Trait | undefined,
  other: Trait | undefined,
  before: Traits,
  after: Traits,
): boolean {
  if (one !== undefined && other !== undefined) return true;
  if (aspect === "limit") return true;
  if (aspect === "header") return what !== "content-type";
  return aspect === "member" && isObjectAt(place, before) && isObjectAt(place, after);
}

/** Whether an object with members was seen at a place. */
function isObjectAt(place: string, traits: Traits): boolean {
  const last = /.*\/([^/*]+)(\/\*)*$/.exec(
    place.replace(/^\S+ \S+( \d+)?|^error \d+/, (all) => all.replaceAll("/", "|")),
  );
  const what = last?.[1] ?? "the body";
  return traits.get(`form ${place} ${what}`)?.seen.has("an object") === true;
}

function wordsOf(trait: Trait | undefined, { aspect }: Trait): string {
  if (trait === undefined) return aspect === "limit" ? "no limit seen" : "not there";
  const seen = [...trait.seen].sort();
  if (aspect === "form" && seen.length > MOST_FORMS) return "many forms";
  return seen.join(" or ");
}
