import { groupBy } from "../collect.js";
import { mayBeData } from "./forms.js";
import { type Aspect, ERROR, subjectOf, type Trait, type Traits } from "./traits.js";

/** One thing in which two services differ though both may keep the contract. */
export interface Difference {
  readonly aspect: Aspect;
  /** A member, a header, an operation or a check. */
  readonly what: string;
  /** What each of the two does, in words. */
  readonly before: string;
  readonly after: string;
  /** Where that shows. */
  readonly places: readonly string[];
}

/**
 * Less likely than this, it is no chance that one of two services never shows what the other does: of the forms of values,
 * of which records have many; and of members and errors, where what one shows once and the other on as many never tells.
 */
const CHANCE = { values: 0.02, outlines: 0.4 } as const;

/**
 * In what two services differ. What only one of them was asked for is no difference: a place counts where both show it,
 * a missing member where both show the object that would hold it. Nor is what may come of other records: what both show
 * at some place is data, and so is what too few records of one show for the other to have some.
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
        ? wordsOfBoth(one, other, before, after)
        : wordsOfOne(trait, one === undefined, before, after);
    return words === null ? [] : [{ aspect, what, place, ...words }];
  });
  const groups = groupBy(single.map(byCheck(single)), (one) =>
    JSON.stringify([one.aspect, one.what, one.before, one.after]),
  );
  return [...groups.values()]
    .flatMap((group) => {
      const [first] = group;
      if (first === undefined) return [];
      const { place: _, ...rest } = first;
      return [{ ...rest, places: group.map(({ place }) => place) }];
    })
    .sort((one, other) => weight(other) - weight(one));
}

type Single = Omit<Difference, "places"> & { readonly place: string };

/** Statuses are told by operation, or by the check that asked where it got the same of more operations. */
function byCheck(all: readonly Single[]): (one: Single) => Single {
  const count = (name: (one: Single) => string) =>
    groupBy(all, (one) => JSON.stringify([one.aspect, name(one), one.before, one.after]));
  const [operations, checks] = [count(({ what }) => what), count(({ place }) => place)];
  return (one) => {
    const sizeIn = (groups: typeof checks, name: string) =>
      groups.get(JSON.stringify([one.aspect, name, one.before, one.after]))?.length ?? 0;
    if (one.aspect !== "status" || sizeIn(checks, one.place) <= sizeIn(operations, one.what)) return one;
    return { ...one, what: one.place, place: one.what };
  };
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

/** What each of the two shows that the other does not; null where that is nothing, or may come of other records. */
function wordsOfBoth(one: Trait, other: Trait, before: Traits, after: Traits): Words | null {
  const [said, shown] = [only(one, other), only(other, one)];
  const isNew = said.some(isHabit(one, before, after)) || shown.some(isHabit(other, after, before));
  if (!isNew) return null;
  if (said.length === 0) return { before: NOTHING_ELSE, after: `also ${shown.join(" or ")}` };
  if (shown.length === 0) return { before: `also ${said.join(" or ")}`, after: NOTHING_ELSE };
  return { before: said.join(" or "), after: shown.join(" or ") };
}

function only({ seen }: Trait, other: Trait): string[] {
  return [...seen].filter((one) => !other.seen.has(one)).sort();
}

/** Whether what one service shows and the other does not is more than a chance of their records. */
function isHabit(trait: Trait, here: Traits, there: Traits): (seen: string) => boolean {
  const [own, other] = [here, there].map(({ sightings }) => sightings.get(subjectOf(trait)));
  return (seen) => {
    if (own === undefined || other === undefined) return true;
    if (other.by.has(seen)) return false;
    if (!mayBeData(seen)) return true;
    if (trait.aspect === "member") return isNoChance(trait, here, there, "missing");
    const showing = own.by.get(seen)?.size ?? 0;
    const most = trait.place.startsWith(ERROR) ? CHANCE.outlines : CHANCE.values;
    return likelihood(showing, own.all.size, other.all.size) < most;
  };
}

/** Whether it is no chance that a member is there, or missing, at a place. */
function isNoChance(
  { place, owners }: Trait,
  here: Traits,
  there: Traits,
  what: "there" | "missing",
): boolean {
  const [records, others] = [here, there].map(({ objects }) => objects.get(place)?.size ?? 0);
  if (records === undefined || others === undefined) return false;
  const showing = what === "there" ? owners.size : records - owners.size;
  return likelihood(showing, records, others) < CHANCE.outlines;
}

/** How likely it is that none of one service's records show what some of the other's do, as if one more did not. */
function likelihood(showing: number, records: number, others: number): number {
  return (1 - showing / (records + 1)) ** others;
}

/** Of a trait that only one of the two shows; null where the other had no occasion to. */
function wordsOfOne(trait: Trait, isAfter: boolean, before: Traits, after: Traits): Words | null {
  const [here, there] = isAfter ? [after, before] : [before, after];
  if (!isComparable(trait, here, there)) return null;
  const seen = [...trait.seen].sort().join(" or ");
  const none = trait.aspect === "limit" ? "no limit seen" : "not there";
  return isAfter ? { before: none, after: seen } : { before: seen, after: none };
}

function isComparable(trait: Trait, here: Traits, there: Traits): boolean {
  const { aspect, place, what, owners } = trait;
  if (aspect === "limit") return true;
  if (aspect === "header") return what !== "content-type";
  if (aspect !== "member") return false;
  if (!there.objects.has(place)) return false;
  const isEvery = owners.size === here.objects.get(place)?.size && !there.sightings.has(subjectOf(trait));
  return isEvery || isNoChance(trait, here, there, "there");
}
