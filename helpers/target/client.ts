import { setTimeout as sleep } from "node:timers/promises";
import type { Answer, Exchange, SentRequest } from "../wire/exchange.js";
import { isSuccess } from "../wire/status.js";
import { BoundReached, Budget, BudgetExhausted, TargetGivenUp } from "./budget.js";
import type { Journal } from "./journal.js";
import { LOST, Patience } from "./patience.js";
import { type Redactor, redactorOf } from "./redact.js";
import { buildRequest, type CallRequest, type Outgoing, Unaddressable } from "./request.js";
import { FAILURE, mayHaveActed, retryDelay, seededRandom, troubleOf } from "./retry.js";
import type { Settings } from "./settings.js";
import { Throttle } from "./throttle.js";
import { httpTransport, type Transport } from "./transport.js";

export { BoundReached, BudgetExhausted, NothingMoreSent, TargetGivenUp } from "./budget.js";
export type { CallRequest } from "./request.js";

/** Trouble of an exchange whose refusal may stem from an earlier attempt that did arrive. */
export const AMBIGUOUS = "AMBIGUOUS_AFTER_RETRY";

/** Trouble of an exchange that was never sent: an identifier or link of the target's leads nowhere. */
export const UNADDRESSABLE = "UNADDRESSABLE";

/** Side note of a recording whose run used up its budget; its value is the budget. */
export const BUDGET_NOTE = "the budget is used up";

/** Side note of a recording whose run was stopped by what it found; its value says why. */
export const STOPPED_NOTE = "the run was stopped";

/** Side note of a recording whose run gave the target up; its value says why. */
export const GIVEN_UP_NOTE = "the target is given up";

/** Side note of a recording whose target refused by 429; its value is the fewest requests at a time. */
export const WIDTH_NOTE = "requests at a time were brought down";

/** Why a target is given up although it answers, to follow its address. */
const FULL_DISK = "was not judged to the end: the disk is full";

/** Trouble of an exchange that was refused with a key that had worked before. */
export const KEY_REFUSED = "KEY_REFUSED";
/** By which a target refuses a key. */
const SHUTTING: ReadonlySet<number> = new Set([401, 403]);
/** Refusals in a row of what was answered before, by which a key counts as run out. */
const DOOR_TRIES = 3;
const DOOR_PAUSE_MS = 100;

export const RATE_LIMITED = "STATUS_429";

/** An exchange that the journal has not numbered yet. */
type Unnumbered = Omit<Exchange, "index">;

/** Takes the requests of a run to exchanges: over the network, or out of a recording. */
export interface Caller {
  /** Attempts with transport trouble so far, by kind ("ECONNRESET", "STATUS_429", …). Reported, never judged. */
  readonly instability: Readonly<Record<string, number>>;
  /** Requests sent so far, retries included. */
  readonly requests: number;
  /** Why the target was given up, to follow its address; null while it was not. */
  readonly givenUp: string | null;
  /** The fewest requests at a time that 429s led to; null where they led to nothing. */
  readonly broughtDownTo: number | null;
  /** Why the run was stopped by what it found; null where it was not. */
  readonly stopped: string | null;
  /** One request and its last attempt, which is in the journal too. */
  call(request: CallRequest): Promise<Exchange>;
  /** Has nothing more sent, but to remove what was made. */
  stop(why: string): void;
  close(): Promise<void>;
}

interface AttemptResult {
  readonly attempt: Unnumbered;
  readonly trouble: string | null;
  /** Milliseconds until the next attempt; null for none. */
  readonly delay: number | null;
}

/**
 * Sends requests to the target, kindly: throttled, retried within limits, within the budget.
 * Every exchange is redacted before anyone sees it and ends in the journal.
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
  readonly #instability = new Map<string, number>();
  readonly #told = new Set<string>();
  /** The first reading that the key opened. */
  #door: Outgoing | null = null;
  /** Answers that the key has opened. */
  #letIn = 0;
  /** The status of the refusal by which the key counts as run out. */
  #shutBy: number | null = null;
  #stopped: string | null = null;

  /**
   * @param transport default: the network
   * @param longestWait milliseconds that it waits at most before it sends a request again; after ten times as many in
   *   vain it gives the target up
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
    this.#redactor = redactorOf(settings);
    this.#random = seededRandom(settings.seed);
  }

  get instability(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#instability);
  }

  get givenUp(): string | null {
    if (this.#shutBy !== null)
      return `takes the API key no longer: what it answered before is answered ${this.#shutBy}`;
    return this.#patience.over ?? (this.journal.isFull ? FULL_DISK : null);
  }

  get stopped(): string | null {
    return this.#stopped;
  }

  get requests(): number {
    return this.#budget.used;
  }

  get broughtDownTo(): number | null {
    return this.#throttle.broughtDownTo;
  }

  /**
   * Sends one request and returns its last attempt. Trouble of the transport is in the exchange: then
   * `trouble` is set and, but for a last 429, 502, 503 or 504, `answer` is null.
   *
   * @throws NothingMoreSent when the budget is used up or the target is given up
   * @throws TypeError when the request cannot be built
   */
  async call(request: CallRequest): Promise<Exchange> {
    const ordinal = this.#nextOrdinal(request.check);
    const outgoing = this.#build(request, ordinal);
    if (outgoing === null) return this.#keep(unaddressed(this.settings.url, request, ordinal));
    const sent = this.#redactor.request(outgoing);
    const past = new Past(outgoing);
    for (let retries = 0; ; retries++) {
      const { trouble, delay, ...made } = await this.#attempt(request, outgoing, sent, retries);
      const attempt =
        past.troubles.length === 0 ? made.attempt : { ...made.attempt, retried: [...past.troubles] };
      const isRepeated = delay !== null && this.#budget.take();
      if (trouble === null && !isRepeated) return this.#answered(attempt, outgoing, past);
      const kind = trouble ?? FAILURE;
      this.#count(kind);
      if (!isRepeated) return this.#keep({ ...attempt, trouble });
      past.add(kind, attempt);
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
      // Only now: much may have happened to the target while this request waited for its turn.
      // A full disk keeps nothing from being removed.
      const removes = request.removal === "use" && this.#patience.over === null;
      if (!removes) this.#throwIfOver();
      if (retries === 0) {
        if (this.#patience.hasLost(outgoing.operation))
          return { attempt: unsent(sent, outgoing, LOST), trouble: LOST, delay: null };
        if (!this.#grant(request)) throw this.#exhausted();
      }
      const attempt = await this.#send(outgoing, sent);
      const trouble = troubleOf(attempt);
      const delay = this.#delay(outgoing, attempt, trouble, retries);
      // Before the place is given back: whoever waits for it is to wait for the target too.
      if (trouble === null) this.#throttle.good(place);
      if (trouble === RATE_LIMITED) this.#throttle.limited(place);
      if (trouble === RATE_LIMITED && delay !== null) this.#throttle.pause(delay);
      else if (trouble !== null) this.#throttle.pause(this.#patience.backOff(trouble, this.#random));
      return { attempt, trouble, delay };
    } finally {
      this.#throttle.release();
    }
  }

  /** Milliseconds until the next attempt; null for none. */
  #delay(outgoing: Outgoing, attempt: Unnumbered, trouble: string | null, retries: number): number | null {
    // Who sends wrong keys may be kept out alone; that tells nothing of the target's health.
    const isKeptOut = trouble === RATE_LIMITED && outgoing.intent === "key";
    if (!isKeptOut) this.#patience.note(outgoing.operation, trouble, performance.now());
    if (trouble === "TIMEOUT" && !this.#patience.repeatsTimeouts) return null;
    if (this.#patience.over !== null) return null;
    const delay = retryDelay(outgoing, attempt, retries, this.#random, Date.now());
    if (delay === null || delay > this.#longestWait) return null;
    return isKeptOut && this.#patience.isLockedOut(delay, retries) ? null : delay;
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

  async #answered(attempt: Unnumbered, outgoing: Outgoing, past: Past): Promise<Exchange> {
    if (await this.#isShutOut(attempt, outgoing)) return this.#keepUnanswered(attempt, KEY_REFUSED);
    if (!refused(attempt)) return this.#keep(attempt);
    if (past.acted) return this.#keepUnanswered(attempt, AMBIGUOUS);
    return this.#keep({ ...attempt, answer: past.failure ?? attempt.answer });
  }

  /**
   * Whether a refusal says that the key has run out: then what it opened before is shut as well. A target that refuses
   * it here and there is another matter.
   */
  async #isShutOut({ answer, request: { key, method } }: Unnumbered, outgoing: Outgoing): Promise<boolean> {
    if (answer === null || key !== "right") return false;
    if (isSuccess(answer.status)) this.#letIn += 1;
    if (method === "GET" && isSuccess(answer.status)) this.#door ??= outgoing;
    if (!SHUTTING.has(answer.status) || this.#door === null) return false;
    if (this.#shutBy === null && (await this.#isShut(this.#door))) this.#shutBy = answer.status;
    return this.#shutBy !== null;
  }

  /** Several times, and unless the key opens anything else: an answer may be meant for somebody else's request. */
  async #isShut(door: Outgoing): Promise<boolean> {
    const before = this.#letIn;
    for (let times = 0; times < DOOR_TRIES; times++) {
      if (!this.#budget.take()) return false;
      const { answer } = await this.#transport.send(door);
      if (answer === null || !SHUTTING.has(answer.status)) return false;
      await sleep(DOOR_PAUSE_MS);
    }
    return this.#letIn === before;
  }

  #keepUnanswered(attempt: Unnumbered, trouble: string): Exchange {
    this.#count(trouble);
    return this.#keep({ ...attempt, answer: null, trouble });
  }

  #keep(attempt: Unnumbered): Exchange {
    return this.journal.append(attempt);
  }

  #nextOrdinal(check: string): number {
    const ordinal = this.#ordinals.get(check) ?? 0;
    this.#ordinals.set(check, ordinal + 1);
    return ordinal;
  }

  #grant(request: CallRequest): boolean {
    if (request.removal === "hold") return this.#budget.takeAndHold();
    return request.removal === "use" ? this.#budget.takeHeld() : this.#budget.take();
  }

  #exhausted(): BudgetExhausted {
    this.#tell(BUDGET_NOTE, this.#budget.limit);
    return new BudgetExhausted(this.#budget.limit);
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

  /** Whoever plays the recording has to know; once is enough. */
  #tell(name: string, value: unknown): void {
    if (!this.#told.has(name)) this.journal.addSideNote({ name, value });
    this.#told.add(name);
  }

  #count(kind: string): void {
    this.#instability.set(kind, (this.#instability.get(kind) ?? 0) + 1);
  }
}

/** What came of the attempts before the last one. */
class Past {
  readonly troubles: string[] = [];
  /** True where one may have had its effect: a refusal then says nothing. */
  acted = false;
  /** A failure that may have had it: where the request is refused then, that is its answer. */
  failure: Answer | null = null;

  constructor(private readonly outgoing: Outgoing) {}

  add(kind: string, { answer }: Unnumbered): void {
    this.troubles.push(kind);
    const { method, intent } = this.outgoing;
    if (method === "GET") return;
    if (kind !== FAILURE) this.acted ||= mayHaveActed(kind);
    // A probe has to be refused in any case.
    else if (intent === null) this.failure ??= answer;
  }
}

/** What is kept of a request that could not be addressed; the base address stands for the one it lacks. */
export function unaddressed(url: string, request: CallRequest, ordinal: number): Unnumbered {
  const sent = {
    method: request.method ?? "GET",
    url: `${url}/`,
    headers: {},
    body: null,
    key: "none",
  } as const;
  return unsent(sent, { check: request.check, ordinal, operation: null }, UNADDRESSABLE);
}

function unsent(
  request: SentRequest,
  { check, ordinal, operation }: Pick<Outgoing, "check" | "ordinal" | "operation">,
  trouble: string,
): Unnumbered {
  return {
    check,
    ordinal,
    operation,
    request,
    answer: null,
    trouble,
    startedAt: new Date().toISOString(),
    ms: 0,
  };
}

/** A refusal after an attempt that may have acted can be its consequence: a DELETE that finds nothing left. */
function refused(attempt: Unnumbered): boolean {
  return attempt.answer !== null && attempt.answer.status >= 400;
}
