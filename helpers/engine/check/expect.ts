import type { RuleId } from "../../contract/rules.js";
import { isAboutTheCaller, toldBy } from "../../oracles/refusal.js";
import { changes } from "../../wire/changes.js";
import type { Exchange, Finding } from "../../wire/exchange.js";
import { renderValue, requestLine } from "../../wire/message.js";
import { Inconclusive } from "../../wire/outcome.js";
import { objectOf, type Raw } from "../../wire/raw.js";
import { succeeded } from "../../wire/status.js";
import type { Answered } from "./ask.js";

/** What the status table calls a success, where the document does not name that of the operation. */
const SUCCESS = [200, 201, 204, 207] as const;

/** Where what is found goes: a check. */
interface Findings {
  readonly rule: RuleId;
  find(finding: Finding): void;
  inconclusive(reason: string): never;
}

/** A resource as one reading showed it. */
export interface Shown {
  readonly record: Raw;
  readonly exchange: Exchange;
}

/**
 * What is due of one answer: `t.expect(answer).status(204)`. Each expectation that is not met is a finding of
 * the check's rule, never an exception; after the first one the rest of the line is not looked at. `about` and
 * `successOr` are no expectations: they end a check that this answer can tell nothing.
 */
export class Expectation {
  #holds = true;

  /**
   * @param what what the request is to bring about, as the document says it: "an open batch is archived"
   * @param beside further exchanges that show it
   */
  constructor(
    private readonly t: Findings,
    private readonly exchange: Answered,
    private readonly what: string | null,
    private readonly beside: readonly Exchange[],
  ) {}

  /** Whether everything that was expected so far was met. */
  get holds(): boolean {
    return this.#holds;
  }

  /** One of these statuses. */
  status(...due: readonly number[]): this {
    return this.#check(due.includes(this.#status), `status ${either(due)}`);
  }

  /** One of the four statuses of success; any will do where the document does not name one. */
  succeeds(): this {
    return this.status(...SUCCESS);
  }

  /** Some 4xx: the document says that it is refused, and not how. */
  refused(): this {
    return this.#check(this.#status >= 400 && this.#status < 500, "refused with a 4xx");
  }

  /** One of these refusals. */
  refusedWith(...due: readonly number[]): this {
    return this.#check(due.includes(this.#status), `refused with status ${either(due)}`);
  }

  /** No success of any kind, whatever else. */
  notDone(): this {
    return this.#check(!succeeded(this.exchange), "no success");
  }

  /** A top-level member of the body has this value. */
  shows(member: string, due: string): this {
    const shown = objectOf(this.exchange.answer)?.[member];
    return this.#check(shown === due, `${member} ${due}`, renderValue(shown), `/${member}`);
  }

  /**
   * The resource is after the request as it was before.
   * @param restless pointers that differ from one reading to the next whatever is done
   */
  unchanged(before: Shown, after: Shown, restless: ReadonlySet<string> = new Set()): this {
    const made = changes(before.record, after.record).filter(({ pointer }) => !restless.has(pointer));
    const [first] = made;
    if (first === undefined) return this;
    const received = made
      .slice(0, 3)
      .map((each) => `${each.pointer} ${renderValue(each.before, 40)} -> ${renderValue(each.after, 40)}`)
      .join("; ");
    const documented = `all as it was before the request that was answered ${this.#status}`;
    return this.#check(false, documented, received, first.pointer, [before.exchange, after.exchange]);
  }

  /** Ends the check where the answer speaks of the caller in place of what was asked. */
  about(what: string): this {
    if (!isAboutTheCaller(this.exchange.answer)) return this;
    throw new Inconclusive(
      `${requestLine(this.exchange)} was answered ${this.#status}, which is not about ${what}`,
    );
  }

  /** Ends the check where the request did not succeed, so that there is no effect to judge: another rule does. */
  successOr(rule: string): this {
    if (succeeded(this.exchange)) return this;
    throw new Inconclusive(`${requestLine(this.exchange)} was answered ${this.#status}; see ${rule}`);
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
