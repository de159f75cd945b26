import type { Fault } from "../faults/fault.js";
import { readFaults } from "../faults/list.js";
import type { Behaviours, Shared } from "../service/behaviours.js";
import type { Replicas } from "../service/replicas.js";
import { LostConnections } from "./lost.js";
import { addRecords } from "./own/read.js";
import { ReceivedRequests } from "./received.js";
import { RunningFaults } from "./running-faults.js";
import { Snapshot } from "./state.js";
import type { Trouble } from "./trouble.js";
import { Troubles } from "./troubles.js";

interface LeverOptions {
  readonly apiKey: string;
  readonly seed: number;
  readonly shared: Shared;
  readonly replicas: Replicas;
  /** At the start. */
  readonly faults: readonly string[];
  /** At the start. */
  readonly troubles: readonly (Trouble | string)[];
  readonly keepRequests: number;
  /** The behaviours of the service with the given faults. */
  readonly behaviours: (faults: readonly Fault[]) => Behaviours;
  /** Called when the faults have changed. */
  readonly onFaults: () => void;
  readonly completeReport: (origin: string) => string;
}

/** Controls a mock from outside, in code and over HTTP alike. */
export class Levers {
  readonly apiKey: string;
  /** The requests that it received. */
  readonly requests: ReceivedRequests;
  /** Its current faults, by id. */
  readonly faults: RunningFaults;
  /** The current trouble of the network. */
  readonly troubles: Troubles;
  readonly lost = new LostConnections();
  readonly #options: LeverOptions;
  readonly #start: Snapshot;
  #waiting = new AbortController();

  constructor(options: LeverOptions) {
    const { apiKey, seed, shared, faults, troubles, keepRequests, behaviours, onFaults } = options;
    this.#options = options;
    this.apiKey = apiKey;
    this.requests = new ReceivedRequests(keepRequests, apiKey);
    this.faults = new RunningFaults(readFaults(faults), (running, differ) => {
      Object.assign(shared.does, behaviours(running));
      if (differ) onFaults();
    });
    this.troubles = new Troubles(seed);
    this.troubles.restart(troubles);
    this.#start = this.snapshot();
  }

  /** Restores everything as it was at the start: data, ids, faults, troubles; forgets the requests. */
  reset(): void {
    this.#putBack(this.#start, this.#options.faults);
    this.troubles.restart(this.#options.troubles);
    this.requests.clear();
  }

  /** Fires for the requests that wait now when they are dropped. */
  get waiting(): AbortSignal {
    return this.#waiting.signal;
  }

  /** Drops the requests that a trouble delays: they do not reach the service. */
  drop(): void {
    this.#waiting.abort();
    this.#waiting = new AbortController();
  }

  /** Stores what the service holds now. */
  snapshot(): Snapshot {
    return new Snapshot(this.#options.shared);
  }

  /** Restores what the service held then; can be repeated. Requests that a trouble delays are dropped. */
  restore(snapshot: Snapshot): void {
    this.#putBack(snapshot, this.faults.list());
  }

  /** Faults begin anew: none may go on with what it saw of the state that is gone. */
  #putBack(snapshot: Snapshot, faults: readonly string[]): void {
    this.drop();
    snapshot.putBack(this.#options.shared);
    this.#options.replicas.restart();
    this.faults.set(faults);
  }

  /**
   * Adds records to what the service holds: all of them, or none if one is wrong.
   * @param records `OwnRecords`, or any input
   * @throws WrongRecords with a line for each wrong record
   */
  seed(records: unknown): void {
    addRecords(this.#options.shared, records);
    this.#options.replicas.restart();
  }

  /** Completes a new adjustment report, sends report_complete with addresses of that origin, and returns its id. */
  completeReport(origin: string): string {
    return this.#options.completeReport(origin);
  }
}
