import { oneLine } from "../../../reports/text.js";
import type { Listening } from "../../engine/check/news.js";
import type { Pause } from "../../target/client/client.js";
import type { CheckRecord, Finding } from "../../wire/exchange.js";
import { plural } from "../../wire/message.js";
import { columnsOf } from "../mistakes/terminal.js";

/** Milliseconds between updates of the live line, and between plain lines. */
const LIVE_MS = 250;
const PLAIN_MS = 5_000;
/** Columns of a line that is not on a terminal. */
const PLAIN_WIDTH = 160;
/** How many broken rules are shown during the run. */
const TOLD = 10;
/** Share of the checks, and seconds, before the remaining time is estimated. */
const EARLY = { share: 0.3, seconds: 3 } as const;

/**
 * Shows a run's progress on standard error: a live line on a terminal, updated at least every second; elsewhere a plain
 * line from time to time.
 */
export class Progress {
  readonly #stream = process.stderr;
  readonly #startedAt = performance.now();
  readonly #timer: NodeJS.Timeout;
  #stage = "";
  #done = 0;
  #of = 0;
  #broken = 0;
  #rule = "";
  #until: number | null = null;
  #pause: Pause | null = null;

  constructor() {
    this.#timer = setInterval(this.#draw, this.#stream.isTTY ? LIVE_MS : PLAIN_MS);
    this.#timer.unref();
  }

  /** Says what is going on while no check is running. */
  stage(words: string): void {
    this.#stage = words;
    if (this.#stream.isTTY) this.#draw();
  }

  /** Takes the record of a check that just ended. */
  readonly check = (record: CheckRecord, done: number, of: number): void => {
    this.#done = done;
    this.#of = of;
    this.#rule = record.rule;
  };

  /** Shows a rule that was just found broken, before the end of the run. */
  readonly broken = ({ rule, request, received }: Finding): void => {
    this.#broken += 1;
    if (this.#broken > TOLD) return;
    this.tell(`× ${rule} · ${request}: ${received}`);
  };

  /** Shows a line of its own above the live line. */
  tell(words: string): void {
    const text = oneLine(words, this.#width);
    this.#stream.write(this.#stream.isTTY ? `\r\x1b[2K${text}\n` : `${text}\n`);
    if (this.#stream.isTTY) this.#draw();
  }

  /** Shows how long it still waits for what the target may do by itself; null when the wait is over. */
  listening(wait: Pick<Listening, "until"> | null): void {
    this.#until = wait?.until ?? null;
    this.#draw();
  }

  /** Shows that the target asked for a pause, until it is over. */
  readonly pausing = (pause: Pause): void => {
    this.#pause = pause;
    if (this.#stream.isTTY) this.#draw();
  };

  /** Clears the live line and separates its messages from the result. */
  end(): void {
    clearInterval(this.#timer);
    if (this.#stream.isTTY) this.#stream.write(`\r\x1b[2K${this.#broken === 0 ? "" : "\n"}`);
    this.#broken = 0;
  }

  readonly #draw = (): void => {
    const line = this.#line();
    if (this.#stream.isTTY) this.#stream.write(`\r\x1b[2K${line.slice(0, this.#width)}`);
    else this.#stream.write(`${line}\n`);
  };

  get #width(): number {
    return this.#stream.isTTY ? columnsOf(this.#stream) - 1 : PLAIN_WIDTH;
  }

  #line(): string {
    const seconds = (performance.now() - this.#startedAt) / 1000;
    const time = `${Math.round(seconds)} s`;
    if (this.#until !== null) {
      const left = Math.max(0, Math.ceil((this.#until - Date.now()) / 1000));
      const clock = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
      return `listening for a report to complete, ${clock} left; Ctrl-C goes on without`;
    }
    const pause = this.#paused();
    if (this.#of === 0) return `${this.#stage} · ${time}${pause}`;
    const broken = this.#broken === 0 ? "" : `, ${plural(this.#broken, "rule")} broken`;
    const checks = `${this.#done}/${this.#of} checks${broken} · ${time}`;
    // What a check changed is put back, and what it made removed, once all have ended.
    if (this.#done === this.#of) return `${checks}${pause} · cleaning up`;
    return `${checks}${pause === "" ? this.#left(seconds) : pause} · ${this.#rule}`;
  }

  /** What the target asked for, while the pause lasts. */
  #paused(): string {
    const ms = (this.#pause?.until ?? 0) - Date.now();
    return this.#pause === null || ms <= 0
      ? ""
      : `, answered with ${this.#pause.status}: waiting ${Math.ceil(ms / 1000)} s`;
  }

  /** The estimated time left. */
  #left(seconds: number): string {
    // Checks run side by side and mostly end late.
    const share = Math.sqrt(this.#done / this.#of);
    if (share < EARLY.share || seconds < EARLY.seconds || share === 1) return "";
    return `, about ${Math.ceil((seconds / share) * (1 - share))} s left`;
  }
}

/** Whether text for a stream may carry colour codes. */
export function coloured(stream: NodeJS.WriteStream): boolean {
  return stream.isTTY && process.env.NO_COLOR === undefined;
}
