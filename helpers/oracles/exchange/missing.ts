import type { Exchange, Finding, Findings } from "../../wire/exchange.js";
import { withoutOwnWords } from "../answers/likeness.js";
import { ERROR_BODY_RULES } from "./error-body.js";

const RULE = ERROR_BODY_RULES[404];

/**
 * Separates 404s about a resource from 404s of a missing operation, which breaks the operation's own rule, not the
 * error form. A 404 without the form counts as a missing operation if nothing else shows the operation to be there, such
 * as another answer of it, and if it reads like the answer to a path outside the contract, where one is known.
 */
export class MissingOperations {
  readonly #routing = new Set<string>();
  readonly #answering = new Set<string>();
  readonly #formless = new Map<number, { operation: string; reads: string }>();

  /** Notes an exchange and what the error-body oracle found in it. */
  note(exchange: Exchange, findings: Findings): void {
    const { answer, operation, index } = exchange;
    if (answer === null) return;
    const formless = findings.some((finding) => finding.rule === RULE);
    if (operation === null) {
      if (answer.status === 404) this.#routing.add(withoutOwnWords(exchange.request, answer));
    } else if (formless) {
      this.#formless.set(index, { operation, reads: withoutOwnWords(exchange.request, answer) });
    } else if (!isBeforeRouting(answer.status)) {
      this.#answering.add(operation);
    }
  }

  /** Notes an operation that is known to be there. */
  noteThere(operation: string): void {
    this.#answering.add(operation);
  }

  /** Whether a finding only says that an operation is missing. */
  explains(finding: Finding): boolean {
    const place = finding.rule === RULE ? this.#formless.get(finding.exchanges[0] ?? -1) : undefined;
    if (place === undefined || this.#answering.has(place.operation)) return false;
    return this.#routing.size === 0 || this.#routing.has(place.reads);
  }
}

/** Whether an answer may come before the path is looked at: it is about the key, or about the target's health. */
function isBeforeRouting(status: number): boolean {
  return status === 401 || status === 403 || status === 429 || status >= 500;
}
