import { constants } from "node:os";

/** What ends a command from outside. */
export const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
type Name = (typeof SIGNALS)[number];

/** Catches Ctrl-C and similar signals during a run, so that the run can clean up; a second one ends at once. */
export class Interruption {
  readonly #controller = new AbortController();
  #name: Name | null = null;
  #first: (() => void) | null = null;
  #lastly = () => {};

  constructor() {
    for (const name of SIGNALS) process.on(name, this.#take);
  }

  /** Aborts on the first signal. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Name of the signal that came, or null. */
  get name(): Name | null {
    return this.#name;
  }

  /** What the next Ctrl-C ends instead of the run, such as a wait; null for the run itself. */
  endsFirst(first: (() => void) | null): void {
    this.#first = first;
  }

  /** What is still said before a second signal ends the process. */
  says(lastly: () => void): void {
    this.#lastly = lastly;
  }

  /** Exit code of a process ended by that signal: 130 for Ctrl-C. */
  get exitCode(): number {
    return this.#name === null ? 0 : 128 + constants.signals[this.#name];
  }

  /** What the reports say about it; empty if no signal came. */
  get notices(): readonly string[] {
    return this.#name === null ? [] : [`Interrupted by ${this.#name} before its end.`];
  }

  /** Restores the usual effect of the signals. */
  end(): void {
    for (const name of SIGNALS) process.off(name, this.#take);
  }

  readonly #take = (name: NodeJS.Signals): void => {
    if (this.#name !== null) {
      this.#lastly();
      process.exit(this.exitCode);
    }
    const first = name === "SIGINT" ? this.#first : null;
    this.#first = null;
    if (first !== null) {
      first();
      return;
    }
    this.#name = SIGNALS.find((each) => each === name) ?? "SIGINT";
    this.#controller.abort();
  };
}
