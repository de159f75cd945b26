import type { RuleId } from "../../contract/generated/types.js";
import { SUCCESS_STATUSES } from "../../contract/statuses.js";
import { isAboutTheCaller, toldBy } from "../../oracles/answers/refusal.js";
import { changes } from "../../wire/changes.js";
import type { Answered, Exchange, Finding } from "../../wire/exchange.js";
import { renderValue, requestLine } from "../../wire/message.js";
import { Inconclusive } from "../../wire/outcome.js";
import { objectOf, type Raw } from "../../wire/raw.js";
import { is4xx, succeeded } from "../../wire/status.js";

/** Where findings go: a check. */
interface Blaming {
  readonly rule: RuleId;
  find(finding: Finding): void;
}

/** A resource as one reading showed it. */
interface Shown {
  readonly record: Raw;
  readonly exchange: Exchange;
}

/**
 * What one answer must show: `t.expect(answer).status(204)`. Each unmet expectation is a finding of the check's rule,
 * never an exception; after the first one, the rest of the chain is ignored. `about` and `successOr` are not
 * expectations: they end a check that can learn nothing from this answer.
 */
export class Expectation {
  #holds = true;
  /** What the request is about; null if any answer counts. */
  #subject: string | null = null;

  /**
   * @param what what the request should achieve, in the document's words: "an open batch is archived"
   * @param beside further exchanges that show it
   */
  constructor(
    private readonly t: Blaming,
    private readonly exchange: Answered,
    private readonly what: string | null,
    private readonly beside: readonly Exchange[],
  ) {}

  /** Whether all expectations so far were met. */
  get holds(): boolean {
    return this.#holds;
  }

  /** The status is one of these. */
  status(...due: readonly number[]): this {
    return this.#check(due.includes(this.#status), `status ${either(due)}`);
  }

  /** Any of the four success statuses; for operations whose status the document does not name. */
  succeeds(): this {
    return this.status(...SUCCESS_STATUSES);
  }

  /** Any 4xx: the document says that it is refused, but not how. */
  refused(): this {
    return this.#check(is4xx(this.#status), "refused with a 4xx");
  }

  /** One of these refusals. */
  refusedWith(...due: readonly number[]): this {
    return this.#check(due.includes(this.#status), `refused with status ${either(due)}`);
  }

  /** Anything but a success. */
  notDone(): this {
    return this.#check(!succeeded(this.exchange), "no success");
  }

  /** A top-level member of the body has this value. */
  shows(member: string, due: string): this {
    const shown = objectOf(this.exchange.answer)?.[member];
    return this.#check(shown === due, `${member} ${due}`, renderValue(shown), `/${member}`);
  }

  /**
   * The resource is the same after the request as before.
   * @param restless pointers that differ from one reading to the next anyway
   */
  unchanged(before: Shown, after: Shown, restless: ReadonlySet<string>): this {
    const made = changes(before.record, after.record).filter(({ pointer }) => !restless.has(pointer));
    const [first] = made;
    if (first === undefined) return this;
    const received = made
      .slice(0, 3)
      .map((each) => `${each.pointer} ${renderValue(each.before, 40)} -> ${renderValue(each.after, 40)}`)
      .join("; ");
    const documented = `unchanged by the request that was answered with ${this.#status}`;
    return this.#check(false, documented, received, first.pointer, [before.exchange, after.exchange]);
  }

  /** An answer that meets no expectation ends the check if it is about the caller rather than about this. */
  about(what: string): this {
    this.#subject = what;
    return this;
  }

  /** Ends the check if the request failed: there is no effect to judge, and another rule judges the failure. */
  successOr(rule: string): this {
    if (succeeded(this.exchange)) return this;
    throw new Inconclusive(`${requestLine(this.exchange)} was answered with ${this.#status}; see ${rule}`);
  }

  get #status(): number {
    return this.exchange.answer.status;
  }

  #check(
    met: boolean,
    due: string,
    received = toldBy(this.exchange.answer),
    pointer?: string,
    beside = this.beside,
  ): this {
    if (met || !this.#holds) return this;
    if (this.#subject !== null && isAboutTheCaller(this.exchange.answer))
      throw new Inconclusive(
        `${requestLine(this.exchange)} was answered with ${toldBy(this.exchange.answer)}, which concerns the account, not ${this.#subject}`,
      );
    this.#holds = false;
    this.t.find({
      rule: this.t.rule,
      request: requestLine(this.exchange),
      operation: this.exchange.operation,
      documented: this.what === null ? due : `${this.what}: ${due}`,
      received,
      exchanges: [this.exchange, ...beside].map(({ index }) => index),
      ...(pointer === undefined ? {} : { pointer }),
    });
    return this;
  }
}

function either(statuses: readonly number[]): string {
  return statuses.join(" or ");
}
