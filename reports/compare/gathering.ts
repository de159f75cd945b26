import { memo } from "../../helpers/contract/memo.js";
import { type Sightings, type Subject, subjectOf, type Trait, type Traits } from "./trait.js";

/** How many records are known one by one at a place, or to show something: more say no more about a habit. */
export const MOST_OWNERS = 2_000;

/** Traits while they are being gathered. */
export class Gathering implements Traits {
  readonly all = new Map<string, Trait>();
  readonly objects = new Map<string, Set<string>>();
  readonly sightings = new Map<string, Sightings>();

  /** Notes something that was seen, with the record that it was seen on if it is about one. */
  note({ aspect, place, what }: Subject, seen: string, owner?: string): Trait {
    const key = `${aspect} ${place} ${what}`;
    const trait = memo(
      this.all,
      key,
      (): Trait => ({ aspect, what, place, seen: new Set(), owners: new Set() }),
    );
    trait.seen.add(seen);
    if (owner !== undefined) added(trait.owners, owner);
    return trait;
  }

  /** Notes that a record shows something. */
  sight(trait: Trait, seen: string, owner: string): void {
    trait.seen.add(seen);
    const { all, by } = memo(this.sightings, subjectOf(trait), () => ({
      all: new Set<string>(),
      by: new Map<string, Set<string>>(),
    }));
    const owners = memo(by, seen, () => new Set());
    if (added(all, owner)) owners.add(owner);
  }

  /** Notes that a record has an object at a place; false if enough records are known there without it. */
  object(place: string, owner: string): boolean {
    const owners = memo(this.objects, place, () => new Set<string>());
    return added(owners, owner);
  }

  /** Notes which records have each member and which lack it, once all are known. */
  sightMembers(): void {
    for (const trait of [...this.all.values()].filter(({ aspect }) => aspect === "member")) {
      for (const owner of this.objects.get(trait.place) ?? []) {
        this.sight(trait, trait.owners.has(owner) ? "there" : "missing from some", owner);
      }
    }
  }
}

/** Adds a record to those that are known; false if they are enough. */
function added(owners: Set<string>, owner: string): boolean {
  if (owners.size >= MOST_OWNERS && !owners.has(owner)) return false;
  owners.add(owner);
  return true;
}
