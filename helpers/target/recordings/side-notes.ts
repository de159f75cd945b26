import { memo } from "../../contract/memo.js";
import { Inconclusive } from "../../wire/outcome.js";
import type { Redactor } from "../secrets/redact.js";
import type { Journal } from "./journal.js";
import type { SideNote } from "./recording.js";

/** The way to everything that a run learns without an exchange, so that a recording can hold it. */
export interface SideNotes {
  /**
   * Learns something, or returns what the recorded run learnt.
   * @param name the question; the n-th note of a name answers the n-th question
   * @throws Inconclusive if the recording does not hold it
   */
  learn<T>(name: string, act: () => Promise<T>): Promise<T>;
  /** The same for what is known immediately. */
  keep<T>(name: string, act: () => T): T;
  /** Keeps what a later replay must know beforehand. */
  remember(name: string, value: unknown): void;
  /** What the recorded run remembered; null in a live run. */
  recall<T>(name: string): T | null;
}

/** Side notes of a live run: secrets are removed before anyone sees a note, and it goes into the journal. */
export class LiveSideNotes implements SideNotes {
  constructor(
    private readonly journal: Journal,
    private readonly redactor: Redactor,
  ) {}

  async learn<T>(name: string, act: () => Promise<T>): Promise<T> {
    return this.#kept(name, await act());
  }

  keep<T>(name: string, act: () => T): T {
    return this.#kept(name, act());
  }

  remember(name: string, value: unknown): void {
    this.journal.addSideNote({ name, value });
  }

  #kept<T>(name: string, learnt: T): T {
    const value = this.redactor.value(learnt);
    this.remember(name, value);
    return value;
  }

  recall(): null {
    return null;
  }
}

/** Side notes of a recording: notes come back in the same order for each name. */
export class RecordedSideNotes implements SideNotes {
  readonly #byName = new Map<string, string[]>();

  constructor(sideNotes: readonly SideNote[]) {
    for (const { name, value } of sideNotes) {
      memo(this.#byName, name, () => []).push(JSON.stringify(value));
    }
  }

  async learn<T>(name: string): Promise<T> {
    return this.keep(name);
  }

  keep<T>(name: string): T {
    const text = this.#next(name);
    if (text === undefined) throw new Inconclusive(noAnswer(name));
    return JSON.parse(text);
  }

  remember(): void {}

  recall<T>(name: string): T | null {
    const text = this.#next(name);
    return text === undefined ? null : JSON.parse(text);
  }

  #next(name: string): string | undefined {
    return this.#byName.get(name)?.shift();
  }
}

/** Why a check cannot be made that asks for more than was recorded. */
export function noAnswer(question: string): string {
  return `the recording holds no answer to ${question}; a run against the target would settle this`;
}
