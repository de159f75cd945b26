import type { Exchange } from "./exchange.js";

/** operationId -> status, or what kept the answer away -> number of exchanges. */
export type CoverageCounts = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** Counts exchanges by operation and by what they were answered. */
export class Coverage {
  readonly #counts: Record<string, Record<string, number>> = {};

  get counts(): CoverageCounts {
    return this.#counts;
  }

  /** Exchanges of no operation of the contract count nowhere. */
  look({ operation, answer, trouble }: Pick<Exchange, "operation" | "answer" | "trouble">): void {
    if (operation === null) return;
    const status = String(answer?.status ?? trouble ?? "no answer");
    const row = this.#counts[operation] ?? {};
    this.#counts[operation] = { ...row, [status]: (row[status] ?? 0) + 1 };
  }
}
