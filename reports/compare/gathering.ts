import { memo } from "../../helpers/contract/memo.js";
import { type Sightings, type Subject, subjectOf, type Trait, type Traits } from "./trait.js";

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
    if (owner !== undefined) trait.owners.add(owner);
    return trait;
  }

  /** Notes that a record shows something. */
  sight(trait: Trait, seen: string, owner: string): void {
    trait.seen.add(seen);
    const { all, by } = memo(this.sightings, subjectOf(trait), () => ({ all: new Set(), by: new Map() }));
    all.add(owner);
    memo(by, seen, () => new Set()).add(owner);
  }

  /** Notes that a record has an object at a place. */
  object(place: string, owner: string): void {
    memo(this.objects, place, () => new Set()).add(owner);
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
