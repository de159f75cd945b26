import { countUp } from "../../contract/count-up.js";
import type { Exchange } from "../../wire/exchange.js";
import { UNADDRESSABLE } from "../messages/request.js";
import { troubleOf } from "./retry.js";

/** What our own closing of the connections does to requests that are still under way. */
const CLOSED = "UND_ERR_DESTROYED";

/** Counts how often each kind of trouble occurred, by the names of `troubleOf`. */
export class Instability {
  readonly #counts = new Map<string, number>();

  get counts(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#counts);
  }

  add(kind: string): void {
    if (kind !== CLOSED) countUp(this.#counts, kind);
  }

  /** Counts the trouble of a finished exchange and of the attempts before its last. */
  look({ answer, trouble, retried = [] }: Pick<Exchange, "answer" | "trouble" | "retried">): void {
    // Nothing was sent, so the target had no trouble.
    if (trouble === UNADDRESSABLE) return;
    for (const kind of retried) this.add(kind);
    const last = troubleOf({ answer, trouble });
    if (last !== null) this.add(last);
  }
}
