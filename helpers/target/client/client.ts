import { setTimeout as sleep } from "node:timers/promises";
import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { mersenne } from "pure-rand/generator/mersenne";
import { countUp } from "../../contract/count-up.js";
import type { Exchange, SentRequest } from "../../wire/exchange.js";
import { isOutOfOrder } from "../../wire/health.js";
import { LOCKED_OUT, LOST, OUT_OF_ORDER } from "../../wire/trouble.js";
import { buildRequest, type CallRequest, type Outgoing, Unaddressable } from "../messages/request.js";
import type { Journal, Unnumbered } from "../recordings/journal.js";
import { BUDGET_NOTE, GIVEN_UP_NOTE, STOPPED_NOTE } from "../recordings/note-names.js";
import { type Redactor, redactorOf } from "../secrets/redact.js";
import type { Settings } from "../settings/settings.js";
import { BoundReached, Budget, BudgetExhausted, TargetGivenUp } from "./budget.js";
import type { Caller } from "./caller.js";
import { EarlierAttempts } from "./earlier-attempts.js";
import { Instability } from "./instability.js";
import { KEY_REFUSED, KeyExpiry } from "./key-expiry.js";
import { Outages } from "./outages.js";
import { Patience } from "./patience.js";
import { FAILURE, MAX_DELAY_MS, retryAfter, retryDelay, troubleOf } from "./retry.js";
import { Shedding } from "./shedding.js";
import { Throttle } from "./throttle.js";
import { httpTransport, type Transport } from "./transport.js";
import { unaddressed, unsent } from "./unsent.js";
import type { Place } from "./width.js";

/** Trouble of an exchange whose refusal may be due to an earlier attempt that did arrive. */
export const AMBIGUOUS = "AMBIGUOUS_AFTER_RETRY";

/** Why a target is given up although it answers, in words that follow its address. */
const FULL_DISK = "was not judged to the end: the disk is full";

export const RATE_LIMITED = "STATUS_429";
export const UNAVAILABLE = "STATUS_503";

/** How often a request with the right key is sent again after that was locked out. */
const MOST_RESENT = 3;

interface AttemptResult {
  readonly attempt: Unnumbered;
  readonly trouble: string | null;
  /** Milliseconds until the next attempt; null for none. */
  readonly delay: number | null;
}

/** Milliseconds from which on a wait is worth a word. */
const TOLD_MS = 1_000;

/** A wait that the target asked for. */
export interface Pause {
  /** The status of the answer. */
  readonly status: number;
  /** Its end, in milliseconds since 1970. */
  readonly until: number;
}

/**
 * Sends requests to the target gently: throttled, retried within limits, within the budget. Every exchange is redacted
 * before anyone sees it, and goes into the journal.
 */
export class Client implements Caller {
  readonly settings: Settings;
  readonly journal: Journal;
  readonly #transport: Transport;
  readonly #throttle: Throttle;
  readonly #budget: Budget;
  readonly #redactor: Redactor;
  readonly #random: () => number;
  readonly #longestWait: number;
  readonly #patience: Patience;
  readonly #ordinals = new Map<string, number>();
  readonly #instability = new Instability();
  readonly #shedding = new Shedding();
  readonly #outages = new Outages();
  /** The last read that was answered with success. */
  #well: Outgoing | null = null;
  readonly #expiry: KeyExpiry;
  /** Operations of which a call was answered with 500, and refused when it was sent again. */
  readonly #failed = new Set<string>();
  readonly #told = new Set<string>();
  #stopped: string | null = null;
  /** Called when the target is asked nothing for a while, because it asked for that. */
  onPause: (pause: Pause) => void = () => {};
  /** Whether the target was asked too much with anything else than wrong keys. */
  #isLimited = false;

  /**
   * @param transport default: the network
   * @param longestWait most milliseconds to wait before a retry; after ten times as long without success, the target is
   * given up
   */
  constructor(
    settings: Settings,
    journal: Journal,
    transport: Transport = httpTransport(settings),
    longestWait = Number.POSITIVE_INFINITY,
  ) {
    this.#longestWait = longestWait;
    this.#patience = new Patience(10 * longestWait);
    this.settings = settings;
    this.journal = journal;
    this.#transport = transport;
    this.#throttle = new Throttle(settings.concurrency, settings.rps);
    this.#budget = new Budget(settings.budget);
    this.#expiry = new KeyExpiry(transport, this.#budget);
    this.#redactor = redactorOf(settings);
    const numbers = mersenne(settings.seed);
    this.#random = () => uniformFloat64(numbers);
  }

  get instability(): Readonly<Record<string, number>> {
    return this.#instability.counts;
  }

  get givenUp(): string | null {
    const { refusedWith } = this.#expiry;
    if (refusedWith !== null)
      return `takes the API key no longer: what it answered before is answered with ${refusedWith} (if wrong keys have locked this machine out, --skip 'auth.*' sends none)`;
    return this.#patience.over ?? (this.journal.isFull ? FULL_DISK : null);
  }

  get stopped(): string | null {
    return this.#stopped;
  }

  get requests(): number {
    return this.#budget.used;
  }

  get broughtDownTo(): number | null {
    return this.#isLimited ? this.#throttle.broughtDownTo : null;
  }

  /**
   * Sends one request and returns its last attempt. Transport trouble is in the exchange: then `trouble` is set and
   * `answer` is null, except for a last 429, 502, 503 or 504.
   * @throws NothingMoreSent if the budget is used up or the target is given up
   * @throws TypeError if the request cannot be built
   */
  async call(request: CallRequest): Promise<Exchange> {
    const ordinal = countUp(this.#ordinals, request.check);
    const outgoing = this.#build(request, ordinal);
    if (outgoing === null) return this.#keep(unaddressed(this.settings.url, request, ordinal));
    const sent = this.#redactor.request(outgoing);
    const earlier = new EarlierAttempts(outgoing);
    for (let retries = 0; ; retries++) {
      const { trouble, delay, ...made } = await this.#attempt(request, outgoing, sent, retries);
      const attempt = earlier.shownIn(made.attempt);
      const isRepeated = delay !== null && this.#budget.take();
      if (trouble === null && !isRepeated) {
        const kept = await this.#answered(attempt, outgoing, earlier, retries);
        if (kept !== null) return kept;
        continue;
      }
      const kind = trouble ?? FAILURE;
      this.#instability.add(kind);
      if (!isRepeated) return this.#keep({ ...attempt, trouble });
      earlier.add(kind, attempt);
      if (kind !== RATE_LIMITED) await sleep(delay);
    }
  }

  stop(why: string): void {
    this.#stopped ??= why;
  }

  /** Closes the connections. The journal stays open. */
  async close(): Promise<void> {
    await this.#transport.close();
  }

  #build(request: CallRequest, ordinal: number): Outgoing | null {
    try {
      return buildRequest(this.settings, request, ordinal);
    } catch (error) {
      if (error instanceof Unaddressable) return null;
      throw error;
    }
  }

  async #attempt(
    request: CallRequest,
    outgoing: Outgoing,
    sent: SentRequest,
    retries: number,
  ): Promise<AttemptResult> {
    const place = await this.#throttle.acquire(request.turn);
    try {
      // Check again: the target may have changed while this request waited for its turn.
      // Even with a full disk, what the run created is removed.
      const removes = request.removal === "use" && this.#patience.over === null;
      if (!removes) this.#throwIfOver();
      const vain = this.#vainFor(outgoing, retries);
      if (vain !== null) return { attempt: unsent(sent, outgoing, vain), trouble: vain, delay: null };
      if (retries === 0 && !this.#grant(request)) throw this.#exhausted();
      const attempt = await this.#send(outgoing, sent);
      const trouble = troubleOf(attempt);
      this.#note(outgoing, trouble);
      if (trouble === null) this.#remember(outgoing, attempt);
      else if (isOutOfOrder(attempt.answer) && this.#patience.doubts) await this.#knock();
      const delay = this.#delay(outgoing, attempt, trouble, retries);
      if (delay === null && isOutOfOrder(attempt.answer)) this.#lose(outgoing, attempt);
      // Before the place is released: the next request has to wait for the target too.
      this.#throttled(place, outgoing, attempt, { trouble, delay });
      return { attempt, trouble, delay };
    } finally {
      this.#throttle.release();
    }
  }

  /** Why a request is not sent any more, as a code; null if it is. */
  #vainFor({ operation, intent }: Outgoing, retries: number): string | null {
    if (intent === "key" && this.#expiry.isOftenLockedOut) return LOCKED_OUT;
    if (retries > 0) return null;
    if (this.#patience.hasLost(operation)) return LOST;
    return this.#outages.isLeftAlone(operation, performance.now()) ? OUT_OF_ORDER : null;
  }

  /** Lets the throttle know how an attempt ended. */
  #throttled(
    place: Place,
    outgoing: Outgoing,
    attempt: Unnumbered,
    { trouble, delay }: Pick<AttemptResult, "trouble" | "delay">,
  ): void {
    const { operation } = outgoing;
    if (isOutOfOrder(attempt.answer) && this.#outages.isAlone(operation)) return;
    const isShed = this.#shedding.note({ operation, isUnavailable: trouble === UNAVAILABLE });
    const isTooMuch = isShed || trouble === RATE_LIMITED;
    if (trouble === null) this.#throttle.good(place);
    if (isTooMuch) this.#throttle.limited(place, leavesPaceOpen(outgoing, attempt));
    // A target may lock out only clients that try many keys: that says nothing about other requests.
    if (isTooMuch && outgoing.intent !== "key") this.#isLimited = true;
    if (isTooMuch && delay !== null) this.#pause(delay, attempt);
    else if (trouble !== null) this.#throttle.pause(this.#patience.backOff(trouble, this.#random));
  }

  #pause(ms: number, { answer }: Unnumbered): void {
    this.#throttle.pause(ms);
    if (answer !== null && ms >= TOLD_MS) this.onPause({ status: answer.status, until: Date.now() + ms });
  }

  /**
   * Notes how an attempt ended. A target may lock out only clients that try many keys, so a 429 to a wrong key says
   * nothing about other requests.
   */
  #note({ operation, intent }: Outgoing, trouble: string | null): void {
    if (trouble === null && intent === "key") this.#patience.letIn();
    if (trouble === RATE_LIMITED && intent === "key") return;
    if (trouble === null) this.#outages.good(operation);
    else this.#outages.failed(operation);
    const isOfOne = this.#outages.isAlone(operation) || !this.#outages.areMany;
    this.#patience.note(operation, trouble, performance.now(), isOfOne);
  }

  #remember(outgoing: Outgoing, { answer }: Unnumbered): void {
    const { method, intent } = outgoing;
    if (method === "GET" && intent === null && answer?.status === 200) this.#well = outgoing;
  }

  /** Asks once more what was answered before: all that was asked since may be out of order while the rest is not. */
  async #knock(): Promise<void> {
    if (this.#well === null || !this.#budget.take()) return;
    const { operation } = this.#well;
    const trouble = troubleOf(await this.#transport.send(this.#well));
    if (trouble !== null) return;
    this.#outages.good(operation);
    this.#patience.note(operation, null, performance.now());
  }

  /** A call ended at an operation that is out of order. */
  #lose({ operation }: Outgoing, { answer }: Unnumbered): void {
    this.#outages.lost(operation, retryAfter(answer, Date.now()) ?? 0, performance.now());
  }

  /** Whether a single operation asks for a longer pause than a run can wait. */
  #isLongOut({ answer }: Unnumbered): boolean {
    const asked = retryAfter(answer, Date.now()) ?? 0;
    return isOutOfOrder(answer) && !this.#outages.areMany && asked > MAX_DELAY_MS;
  }

  /** Milliseconds until the next attempt; null for none. */
  #delay(outgoing: Outgoing, attempt: Unnumbered, trouble: string | null, retries: number): number | null {
    if (trouble === "TIMEOUT" && !this.#patience.repeatsTimeouts) return null;
    if (this.#patience.over !== null || this.#isLongOut(attempt)) return null;
    const delay = retryDelay(outgoing, attempt, retries, { random: this.#random, now: Date.now() });
    if (delay === null || delay > this.#longestWait) return null;
    const isKeptOut = trouble === RATE_LIMITED && outgoing.intent === "key";
    return isKeptOut && this.#patience.isLockedOut(delay, retries, performance.now()) ? null : delay;
  }

  async #send(outgoing: Outgoing, sent: SentRequest): Promise<Unnumbered> {
    const startedAt = new Date().toISOString();
    const from = performance.now();
    const { answer, trouble } = await this.#transport.send(outgoing);
    const ms = Math.round((performance.now() - from) * 10) / 10;
    return {
      check: outgoing.check,
      ordinal: outgoing.ordinal,
      operation: outgoing.operation,
      ...(outgoing.intent === null ? {} : { intent: outgoing.intent }),
      request: sent,
      answer: answer === null ? null : this.#redactor.answer(answer),
      trouble,
      startedAt,
      ms,
    };
  }

  /**
   * Keeps an answer; null if the key was locked out for a while, so that the request is sent again: several times with
   * the right key, once with another, which may lock it out again.
   */
  async #answered(
    attempt: Unnumbered,
    outgoing: Outgoing,
    earlier: EarlierAttempts,
    retries: number,
  ): Promise<Exchange | null> {
    const refusal = await this.#expiry.refusalOf(attempt, outgoing);
    const most = attempt.request.key === "right" ? MOST_RESENT : 1;
    if (refusal === "for a while" && retries < most && this.#budget.take()) {
      this.#instability.add(KEY_REFUSED);
      return null;
    }
    if (refusal !== "alone") return this.#keepUnanswered(attempt, KEY_REFUSED);
    if (!refused(attempt)) return this.#keep(attempt);
    const { acted, failure } = earlier;
    const wasRefusedLater = failure !== null && attempt.answer?.status !== failure.status;
    const isDoubtful = acted || (wasRefusedLater && this.#isFirstFailure(outgoing));
    if (isDoubtful) return this.#keepUnanswered(attempt, AMBIGUOUS);
    return this.#keep({ ...attempt, answer: failure ?? attempt.answer });
  }

  /** Whether this operation was never before answered with 500 and then refused: once may be chance. */
  #isFirstFailure({ operation, method }: Outgoing): boolean {
    const before = this.#failed.size;
    return this.#failed.add(operation ?? method).size > before;
  }

  #keepUnanswered(attempt: Unnumbered, trouble: string): Exchange {
    this.#instability.add(trouble);
    return this.#keep({ ...attempt, answer: null, trouble });
  }

  #keep(attempt: Unnumbered): Exchange {
    return this.journal.append(attempt);
  }

  #grant(request: CallRequest): boolean {
    if (request.removal === "hold") return this.#budget.takeAndHold();
    return request.removal === "use" ? this.#budget.takeHeld() : this.#budget.take();
  }

  #exhausted(): BudgetExhausted {
    this.#tell(BUDGET_NOTE, this.#budget.limit);
    return new BudgetExhausted();
  }

  /** @throws NothingMoreSent when the target is given up or the run was stopped */
  #throwIfOver(): void {
    const { givenUp, stopped } = this;
    if (givenUp !== null) {
      this.#tell(GIVEN_UP_NOTE, givenUp);
      throw new TargetGivenUp(givenUp);
    }
    if (stopped !== null) {
      this.#tell(STOPPED_NOTE, stopped);
      throw new BoundReached(stopped);
    }
  }

  /** Tells whoever plays the recording, once. */
  #tell(name: string, value: unknown): void {
    if (!this.#told.has(name)) this.journal.addSideNote({ name, value });
    this.#told.add(name);
  }
}

/** A refusal after an attempt that may have acted can be its consequence, such as a DELETE that finds nothing left. */
function refused(attempt: Unnumbered): boolean {
  return attempt.answer !== null && attempt.answer.status >= 400;
}

/** Whether a 429 or 503 is about this client's pace, as far as is known, and does not say how long to wait. */
function leavesPaceOpen({ intent }: Outgoing, { answer }: Unnumbered): boolean {
  return intent !== "key" && retryAfter(answer, Date.now()) === null;
}
