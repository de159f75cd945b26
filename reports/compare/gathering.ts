import { type Sightings, type Subject, subjectOf, type Trait, type Traits } from "./trait.js";

/** Traits while they are being gathered. */
export class Gathering implements Traits {
  readonly all = new Map<string, Trait>();
  readonly objects = new Map<string, Set<string>>();
  readonly sightings = new Map<string, Sightings>();

  /** Notes something that was seen, with the record that it was seen on if it is about one. */
  note({ aspect, place, what }: Subject, seen: string, owner?: string): Trait {
    const key = `${aspect} ${place} ${what}`;
    const trait = this.all.get(key) ?? { aspect, what, place, seen: new Set(), owners: new Set() };
    this.all.set(key, trait);
    trait.seen.add(seen);
    if (owner !== undefined) trait.owners.add(owner);
    return trait;
  }

  /** Notes that a record shows something. */
  sight(trait: Trait, seen: string, owner: string): void {
    trait.seen.add(seen);
    const subject = subjectOf(trait);
    const { all, by } = this.sightings.get(subject) ?? { all: new Set(), by: new Map() };
    this.sightings.set(subject, { all: all.add(owner), by });
    add(by, seen, owner);
  }

  /** Notes that a record has an object at a place. */
  object(place: string, owner: string): void {
    add(this.objects, place, owner);
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

function add<Key>(sets: Map<Key, Set<string>>, key: Key, owner: string): void {
  sets.set(key, (sets.get(key) ?? new Set()).add(owner));
}
