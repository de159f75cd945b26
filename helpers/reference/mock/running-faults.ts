import type { Fault } from "../faults/fault.js";
import { readFaults } from "../faults/list.js";
import type { Behaviours } from "../service/behaviours.js";
import { usual } from "../service/usual.js";

/** Behaviours that are fixed once a service listens. */
const OF_THE_CONNECTION: readonly (keyof Behaviours)[] = ["tlsVersions", "plainHttp", "basePath"];

/** A fault that cannot be turned on, and why. */
export class UnusableFault extends Error {}

/** Takes all faults, and whether they differ from those before. */
type Changed = (faults: readonly Fault[], differ: boolean) => void;

/** The faults that a service has now. */
export class RunningFaults {
  #running: readonly Fault[];
  readonly #changed: Changed;

  /** @param changed is called whenever the faults are set */
  constructor(atStart: readonly Fault[], changed: Changed) {
    this.#running = atStart;
    this.#changed = changed;
  }

  /** Ids, in the order in which they were added. */
  list(): readonly string[] {
    return this.#running.map(({ id }) => id);
  }

  /** @throws UnusableFault for an unknown fault, or one of the connection, which must be on from the start */
  add(...ids: readonly string[]): void {
    this.set([...this.list(), ...ids]);
  }

  remove(...ids: readonly string[]): void {
    this.set(this.list().filter((id) => !ids.includes(id)));
  }

  clear(): void {
    this.set([]);
  }

  /** Sets exactly these faults, each as if it were new. @throws UnusableFault as `add` does */
  set(ids: readonly string[]): void {
    const wanted = known([...new Set(ids)]);
    const before = this.#running;
    const differing = [...wanted, ...before].filter(
      (fault) => !before.includes(fault) || !wanted.includes(fault),
    );
    const late = differing.find(ofTheConnection);
    if (late) {
      throw new UnusableFault(
        `The fault ${late.id} is one of the connection: it has to be there from the start.`,
      );
    }
    this.#running = wanted;
    this.#changed(wanted, differing.length > 0);
  }
}

function ofTheConnection({ bend }: Fault): boolean {
  // Some bends return all behaviours, most of them unchanged.
  const bent = { ...usual, ...bend(usual) };
  return OF_THE_CONNECTION.some((name) => bent[name] !== usual[name]);
}

function known(ids: readonly string[]): readonly Fault[] {
  try {
    return readFaults(ids);
  } catch (error) {
    throw error instanceof Error ? new UnusableFault(error.message) : error;
  }
}
