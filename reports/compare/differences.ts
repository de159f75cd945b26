import { groupBy } from "../../helpers/contract/group-by.js";
import { mayBeData } from "./forms.js";
import { type Aspect, ERROR, subjectOf, type Trait, type Traits } from "./trait.js";

/** One difference between two services that may both keep the contract. */
export interface Difference {
  readonly aspect: Aspect;
  /** A member, a header, an operation or a check. */
  readonly what: string;
  /** What each of the two does, in words. */
  readonly before: string;
  readonly after: string;
  /** Where it shows. */
  readonly places: readonly string[];
}

/**
 * Below this likelihood, it is not chance that one of two services never shows what the other does. Values have many
 * records to show their forms. Members and errors get a higher limit: what one service shows once, another with as many
 * records may never show.
 */
const CHANCE = { values: 0.02, outlines: 0.4 } as const;

/**
 * How two services differ. A request that only one of them got is not a difference: a place counts if both show it, a
 * missing member if both show its object. Differences that may come from other records do not count: what both show
 * somewhere is data, and so is what one service shows on too few records for the other to have it too.
 */
export function differencesBetween(before: Traits, after: Traits): Difference[] {
  const keys = new Set([...before.all.keys(), ...after.all.keys()]);
  const single = [...keys].flatMap((key) => differenceAt(key, before, after) ?? []);
  const groups = groupBy(byOperationOrCheck(single), (one) => groupKey(one, one.what));
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

/** How the two differ in one trait; null if they do not. */
function differenceAt(key: string, before: Traits, after: Traits): Single | null {
  const one = before.all.get(key);
  const other = after.all.get(key);
  const trait = one ?? other;
  if (trait === undefined) return null;
  const { aspect, what, place } = trait;
  const words =
    one !== undefined && other !== undefined
      ? wordsOfBoth(one, other, before, after)
      : wordsOfOne(trait, one === undefined, before, after);
  return words === null ? null : { aspect, what, place, ...words };
}

function groupKey({ aspect, before, after }: Single, name: string): string {
  return JSON.stringify([aspect, name, before, after]);
}

/** A status is what an operation answers to a check; if more operations than checks share it, what the check gets. */
function byOperationOrCheck(all: readonly Single[]): Single[] {
  const operations = groupBy(all, (one) => groupKey(one, one.what));
  const checks = groupBy(all, (one) => groupKey(one, one.place));
  return all.map((one) => {
    const ofOperation = operations.get(groupKey(one, one.what))?.length ?? 0;
    const ofCheck = checks.get(groupKey(one, one.place))?.length ?? 0;
    const isOfCheck = one.aspect === "status" && ofCheck > ofOperation;
    return isOfCheck ? { ...one, what: one.place, place: one.what } : one;
  });
}

/** A value in place of another comes before an additional one, which may be data. */
function weight({ before, after, places }: Difference): number {
  return places.length + (before === NOTHING_ELSE || after === NOTHING_ELSE ? 0 : REPLACED);
}

interface Words {
  readonly before: string;
  readonly after: string;
}

const NOTHING_ELSE = "nothing else";
/** More places than any trait has. */
const REPLACED = 1_000_000;

/** What each of the two shows and the other does not; null if that is nothing, or may come from other records. */
function wordsOfBoth(one: Trait, other: Trait, before: Traits, after: Traits): Words | null {
  const [said, shown] = [only(one, other), only(other, one)];
  const isNew =
    said.some((seen) => isHabit(seen, one, before, after)) ||
    shown.some((seen) => isHabit(seen, other, after, before));
  if (!isNew) return null;
  if (said.length === 0) return { before: NOTHING_ELSE, after: `also ${shown.join(" or ")}` };
  if (shown.length === 0) return { before: `also ${said.join(" or ")}`, after: NOTHING_ELSE };
  return { before: said.join(" or "), after: shown.join(" or ") };
}

function only({ seen }: Trait, other: Trait): string[] {
  return [...seen].filter((one) => !other.seen.has(one)).sort();
}

/** Whether what only one service shows is more than a coincidence of its records. */
function isHabit(seen: string, trait: Trait, here: Traits, there: Traits): boolean {
  const own = here.sightings.get(subjectOf(trait));
  const other = there.sightings.get(subjectOf(trait));
  if (own === undefined || other === undefined) return true;
  if (other.by.has(seen)) return false;
  if (!mayBeData(seen)) return true;
  if (trait.aspect === "member") return isNoChance(trait, here, there, "missing");
  const showing = own.by.get(seen)?.size ?? 0;
  const most = trait.place.startsWith(ERROR) ? CHANCE.outlines : CHANCE.values;
  return likelihood(showing, own.all.size, other.all.size) < most;
}

/** Whether it is not chance that a member is present, or missing, at a place. */
function isNoChance(
  { place, owners }: Trait,
  here: Traits,
  there: Traits,
  what: "there" | "missing",
): boolean {
  const records = here.objects.get(place)?.size ?? 0;
  const others = there.objects.get(place)?.size ?? 0;
  const showing = what === "there" ? owners.size : records - owners.size;
  return likelihood(showing, records, others) < CHANCE.outlines;
}

/**
 * The likelihood that none of one service's records show what some of the other's do; counts one showing record less,
 * to be careful.
 */
function likelihood(showing: number, records: number, others: number): number {
  return (1 - showing / (records + 1)) ** others;
}

/** A trait that only one of the two shows; null if the other had no occasion to show it. */
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
