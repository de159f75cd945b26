import type { CheckRecord } from "../wire/exchange.js";

/** Shows on standard error how far a run is: one live line on a terminal, a plain line now and then elsewhere. */
export class Progress {
  #broken = 0;
  #lastPlain = performance.now();

  constructor(private readonly stream: NodeJS.WriteStream = process.stderr) {}

  /** Takes the record of a check that just ended. */
  readonly check = (record: CheckRecord, done: number): void => {
    if (record.findings.length > 0) this.#broken += 1;
    const line = `${done} checks, ${this.#broken} with findings · ${record.rule}`;
    if (this.stream.isTTY) this.stream.write(`\r\x1b[2K${line.slice(0, (this.stream.columns ?? 80) - 1)}`);
    else if (performance.now() - this.#lastPlain > 5_000) {
      this.#lastPlain = performance.now();
      this.stream.write(`${line}\n`);
    }
  };

  /** Clears the live line. */
  end(): void {
    if (this.stream.isTTY) this.stream.write("\r\x1b[2K");
  }
}

/** Whether text for a stream may carry colour codes. */
export function coloured(stream: NodeJS.WriteStream): boolean {
  return stream.isTTY && process.env.NO_COLOR === undefined;
}
