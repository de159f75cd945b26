import { memo } from "../../contract/memo.js";

/** Kinds of resources that checks change. */
export type Kind = "webhooks" | "batches" | "purchase-orders" | "warehouses" | "labels" | "shipments";

/**
 * What a check reads and changes, so that no other check gets in its way, in whatever order they run: kinds of resources,
 * or other things that have names.
 */
export interface Use<K extends string = Kind> {
  /** Kinds that no other check may read or change at the same time. */
  readonly changes?: readonly K[];
  /** Kinds that the check reads, or changes only on resources of its own. */
  readonly reads?: readonly K[];
}

/** A check that is running or waiting. */
interface Holder {
  readonly alone: boolean;
  readonly end: Promise<unknown>;
}

/**
 * Readers and writers of each kind of resource: checks that read a kind run side by side, a check that changes it runs
 * alone. First come, first served, so that none waits for ever. A check takes all that it needs at once, so that no two
 * wait for each other.
 */
export class Access<K extends string = Kind> {
  readonly #holders = new Map<K, Set<Holder>>();

  /** Runs `act` when its turn has come. */
  async during<T>({ changes = [], reads = [] }: Use<K>, act: () => Promise<T>): Promise<T> {
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

  #hold(kind: K, holder: Holder): () => void {
    const holders = this.#of(kind);
    holders.add(holder);
    return () => holders.delete(holder);
  }

  #of(kind: K): Set<Holder> {
    return memo(this.#holders, kind, () => new Set());
  }
}
