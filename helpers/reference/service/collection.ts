/** The members of every stored record: an id, two instants in epoch milliseconds and a number that breaks ties. */
export interface Kept {
  readonly id: string;
  readonly created: number;
  modified: number;
  /** Position in the order of creation; set by the collection. */
  seq: number;
}

/** The members of a record that is new, or was changed at most once; its collection sets `seq`. */
export const newRecord = (id: string, created: number, modified = created): Kept => ({
  id,
  created,
  modified,
  seq: 0,
});

export type SortKey = "created" | "modified";

const compare = (key: SortKey) => (a: Kept, b: Kept) => a[key] - b[key] || a.seq - b.seq;

/** The first position where `item` may stand in `list`, which is ordered by `key`. */
function position(list: readonly Kept[], item: Kept, key: SortKey): number {
  const order = compare(key);
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const there = list[middle];
    if (there !== undefined && order(there, item) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Records by id, kept in order of creation and of change, so that no list request has to sort. The index by change is
 * made on first use, since most targets never need it.
 */
export class Collection<T extends Kept> {
  readonly #byId = new Map<string, T>();
  readonly #created: T[] = [];
  #modified: T[] | null = null;
  #seq = 0;

  get size(): number {
    return this.#created.length;
  }

  get(id: string): T | undefined {
    return this.#byId.get(id);
  }

  /** All records, oldest first by the given instant. */
  ordered(key: SortKey = "created"): readonly T[] {
    if (key === "created") return this.#created;
    this.#modified ??= [...this.#created].sort(compare("modified"));
    return this.#modified;
  }

  add(item: T): T {
    item.seq = this.#seq++;
    this.#byId.set(item.id, item);
    this.#insert(this.#created, item, "created");
    if (this.#modified) this.#insert(this.#modified, item, "modified");
    return item;
  }

  remove(id: string): boolean {
    const item = this.#byId.get(id);
    if (!item) return false;
    this.#byId.delete(id);
    this.#created.splice(position(this.#created, item, "created"), 1);
    this.#modified?.splice(position(this.#modified, item, "modified"), 1);
    return true;
  }

  /** Notes that a record changed at `now` (epoch ms). */
  touch(item: T, now: number): void {
    const list = this.#modified;
    list?.splice(position(list, item, "modified"), 1);
    item.modified = now;
    if (list) this.#insert(list, item, "modified");
  }

  /** The records as they are now, as a copy that does not change with them. */
  copy(): Collection<T> {
    const copied = new Collection<T>();
    copied.become(this);
    return copied;
  }

  /** Replaces all contents by copies of another collection's. */
  become(other: Collection<T>): void {
    this.#byId.clear();
    this.#created.length = 0;
    this.#modified = null;
    for (const item of other.#created) {
      const kept = { ...item };
      this.#byId.set(kept.id, kept);
      this.#created.push(kept);
    }
    this.#seq = other.#seq;
  }

  #insert(list: T[], item: T, key: SortKey): void {
    const last = list.at(-1);
    if (last === undefined || compare(key)(last, item) < 0) list.push(item);
    else list.splice(position(list, item, key), 0, item);
  }
}
