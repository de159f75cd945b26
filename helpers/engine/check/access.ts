/** Kinds of resources that checks change. */
export type Kind = "webhooks" | "batches" | "purchase-orders" | "warehouses" | "labels" | "shipments";

/** What a check does to the target, so that no other check gets in its way, in whatever order they are made. */
export interface Use {
  /** Kinds that nobody else may look at or change meanwhile. */
  readonly changes?: readonly Kind[];
  /** Kinds that it looks at, or of which it changes resources that it has to itself. */
  readonly reads?: readonly Kind[];
}

/** A check that is under way or waits. */
interface Holder {
  readonly alone: boolean;
  readonly end: Promise<unknown>;
}

/**
 * Readers and writers of each kind of resource: checks that read one go side by side, a check that changes one goes
 * alone. First come, first served, so that nobody waits for ever; what a check needs it takes all at once, so that no
 * two wait for each other.
 */
export class Access {
  readonly #holders = new Map<Kind, Set<Holder>>();

  /** Does something when its turn has come. */
  async during<T>({ changes = [], reads = [] }: Use, act: () => Promise<T>): Promise<T> {
    const before = [
      ...changes.flatMap((kind) => [...this.#of(kind)]),
      ...reads.flatMap((kind) => [...this.#of(kind)].filter(({ alone }) => alone)),
    ];
    const done = Promise.allSettled(before.map(({ end }) => end)).then(act);
    const ends = [
      ...changes.map((kind) => this.#hold(kind, { alone: true, end: done })),
      ...reads.map((kind) => this.#hold(kind, { alone: false, end: done })),
    ];
    try {
      return await done;
    } finally {
      for (const end of ends) end();
    }
  }

  #hold(kind: Kind, holder: Holder): () => void {
    const holders = this.#of(kind);
    holders.add(holder);
    return () => holders.delete(holder);
  }

  #of(kind: Kind): Set<Holder> {
    const holders = this.#holders.get(kind) ?? new Set();
    this.#holders.set(kind, holders);
    return holders;
  }
}
