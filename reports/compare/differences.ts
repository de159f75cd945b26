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

/**
 * In what two services differ. What only one of them was asked for is no difference: a place counts where both show it,
 * a missing member where both show the object that would hold it.
 */
export function differencesBetween(before: Traits, after: Traits): Difference[] {
  const keys = new Set([...before.all.keys(), ...after.all.keys()]);
  const single = [...keys].flatMap((key) => {
    const one = before.all.get(key);
    const other = after.all.get(key);
    const trait = one ?? other;
    if (trait === undefined) return [];
    const { aspect, what, place } = trait;
    const words =
      one !== undefined && other !== undefined
        ? wordsOfBoth(one.seen, other.seen)
        : wordsOfOne(trait, one === undefined, before, after);
    return words === null ? [] : [{ aspect, what, place, ...words }];
  });
  const groups = groupBy(single, (one) => JSON.stringify([one.aspect, one.what, one.before, one.after]));
  return [...groups.values()]
    .flatMap((group) => {
      const [first] = group;
      if (first === undefined) return [];
      const { place: _, ...rest } = first;
      return [{ ...rest, places: group.map(({ place }) => place) }];
    })
    .sort((one, other) => weight(other) - weight(one));
}

/** What one puts in the place of the other comes before what one has beside it, which may be data. */
function weight({ before, after, places }: Difference): number {
  return places.length + (before === NOTHING_ELSE || after === NOTHING_ELSE ? 0 : REPLACED);
}

interface Words {
  readonly before: string;
  readonly after: string;
}

const NOTHING_ELSE = "nothing else";
/** More than any trait has places. */
const REPLACED = 1_000_000;

/** What each of the two shows that the other does not; null where that is nothing. */
function wordsOfBoth(one: ReadonlySet<string>, other: ReadonlySet<string>): Words | null {
  const only = (these: ReadonlySet<string>, those: ReadonlySet<string>): string[] =>
    [...these].filter((seen) => !those.has(seen)).sort();
  const [said, shown] = [only(one, other), only(other, one)];
  if (said.length === 0 && shown.length === 0) return null;
  if (said.length === 0) return { before: NOTHING_ELSE, after: `also ${shown.join(" or ")}` };
  if (shown.length === 0) return { before: `also ${said.join(" or ")}`, after: NOTHING_ELSE };
  return { before: said.join(" or "), after: shown.join(" or ") };
}

/** Of a trait that only one of the two shows; null where the other had no occasion to. */
function wordsOfOne(trait: Trait, isAfter: boolean, before: Traits, after: Traits): Words | null {
  if (!isComparable(trait, before, after)) return null;
  const seen = [...trait.seen].sort().join(" or ");
  const none = trait.aspect === "limit" ? "no limit seen" : "not there";
  return isAfter ? { before: none, after: seen } : { before: seen, after: none };
}

function isComparable({ aspect, place, what }: Trait, before: Traits, after: Traits): boolean {
  if (aspect === "limit") return true;
  if (aspect === "header") return what !== "content-type";
  return aspect === "member" && before.objects.has(place) && after.objects.has(place);
}
