import type { Answer } from "../../wire/exchange.js";
import type { Outgoing } from "../messages/request.js";
import type { Unnumbered } from "../recordings/journal.js";
import { FAILURE, mayHaveActed } from "./retry.js";

/** The outcome of the attempts of one request before the last one. */
export class EarlierAttempts {
  /** Why each of them was repeated, as codes, in order. */
  readonly troubles: string[] = [];
  /** True if one of them may have had its effect: a refusal then proves nothing. */
  acted = false;
  /** A failure that may have had its effect. If retries are refused repeatedly, it is the request's answer. */
  failure: Answer | null = null;

  /** @param outgoing the request of all these attempts */
  constructor(private readonly outgoing: Outgoing) {}

  /** Adds an attempt that is repeated. @param kind its trouble, or `FAILURE` for a 500 */
  add(kind: string, { answer }: Unnumbered): void {
    this.troubles.push(kind);
    const { method, intent } = this.outgoing;
    // A probe is due to be refused, whatever an earlier attempt did.
    if (method === "GET" || intent !== null) return;
    if (kind === FAILURE) this.failure ??= answer;
    else this.acted ||= mayHaveActed(kind);
  }

  /** The attempt with what came before it, if anything did. */
  shownIn(attempt: Unnumbered): Unnumbered {
    return this.troubles.length === 0 ? attempt : { ...attempt, retried: [...this.troubles] };
  }
}
