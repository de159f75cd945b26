import type { Exchange, SentRequest } from "../../wire/exchange.js";
import { requestLine } from "../../wire/message.js";
import { Inconclusive } from "../../wire/outcome.js";
import { isKeptBack } from "../../wire/trouble.js";
import { BoundReached, BudgetExhausted, TargetGivenUp } from "../client/budget.js";
import type { Caller } from "../client/caller.js";
import { Instability } from "../client/instability.js";
import { unaddressed } from "../client/unsent.js";
import { buildRequest, type CallRequest, UNADDRESSABLE, Unaddressable } from "../messages/request.js";
import type { Journal } from "../recordings/journal.js";
import { BUDGET_NOTE, GIVEN_UP_NOTE, STOPPED_NOTE, WIDTH_NOTE } from "../recordings/note-names.js";
import { noAnswer } from "../recordings/side-notes.js";
import { type Redactor, redactorOf } from "../secrets/redact.js";
import type { Settings } from "../settings/settings.js";
import { Recorded } from "./recorded.js";
import type { Stock } from "./stock.js";
import { Turns } from "./turns.js";

/**
 * Answers the requests of a run from a recording: opens no connection and waits for nothing. Recorded trouble is played
 * as trouble.
 */
export class Player implements Caller {
  readonly #settings: Settings;
  readonly #journal: Journal;
  readonly #redactor: Redactor;
  readonly #stock: Journal;
  readonly #recorded: Recorded;
  /** The budget of a run that used it up, or null. */
  readonly #usedUp: number | null;
  readonly stopped: string | null;
  readonly givenUp: string | null;
  readonly broughtDownTo: number | null;
  readonly #turns = new Turns();
  readonly #instability = new Instability();
  #requests = 0;
  #now = 0;

  /**
   * @param journal gets the exchanges that are played
   * @param stock is closed with the player
   */
  constructor(settings: Settings, journal: Journal, { sideNotes, journal: stock }: Stock) {
    this.#settings = settings;
    this.#journal = journal;
    this.#redactor = redactorOf(settings);
    this.#stock = stock;
    this.#recorded = new Recorded(stock.exchanges);
    const budget = sideNotes.find(({ name }) => name === BUDGET_NOTE)?.value;
    this.#usedUp = typeof budget === "number" ? budget : null;
    const textOf = (note: string): string | null => {
      const value = sideNotes.find(({ name }) => name === note)?.value;
      return typeof value === "string" ? value : null;
    };
    this.stopped = textOf(STOPPED_NOTE);
    this.givenUp = textOf(GIVEN_UP_NOTE);
    const width = sideNotes.find(({ name }) => name === WIDTH_NOTE)?.value;
    this.broughtDownTo = typeof width === "number" ? width : null;
  }

  get instability(): Readonly<Record<string, number>> {
    return this.#instability.counts;
  }

  /** When the last answer that was played had come in the recorded run, in milliseconds. */
  get now(): number {
    return this.#now;
  }

  get requests(): number {
    return this.#requests;
  }

  /** Number of recorded exchanges that no check asked for. */
  get unplayed(): number {
    return this.#recorded.left;
  }

  /**
   * The recorded exchange of this request, when its turn has come.
   * @throws Inconclusive if the recording has none
   * @throws NothingMoreSent instead, if the recorded run used up its budget or gave the target up
   */
  async call(request: CallRequest): Promise<Exchange> {
    const sent = this.#sent(request);
    // If the run ended early, each check may use only its own exchanges: otherwise it is unknown which requests were
    // not sent.
    const found = this.#recorded.take(sent, request, !this.#endedEarly);
    if (found === null) throw this.#missing(sent);
    await this.#turns.take(found.index);
    this.#now = Math.max(this.#now, Date.parse(found.startedAt) + found.ms);
    this.#count(found);
    return this.#journal.append({ ...this.#stock.load(found.index), check: request.check });
  }

  /** The recording ends where the run was stopped. */
  stop(): void {}

  async close(): Promise<void> {
    this.#stock.close();
  }

  get #endedEarly(): boolean {
    return this.#usedUp !== null || this.stopped !== null || this.givenUp !== null;
  }

  #sent(request: CallRequest): SentRequest {
    try {
      return this.#redactor.request(buildRequest(this.#settings, request, 0));
    } catch (error) {
      if (error instanceof Unaddressable) return unaddressed(this.#settings.url, request, 0).request;
      throw error;
    }
  }

  #missing(request: SentRequest): Error {
    if (this.givenUp !== null) return new TargetGivenUp(this.givenUp);
    if (this.stopped !== null) return new BoundReached(this.stopped);
    if (this.#usedUp !== null) return new BudgetExhausted();
    return new Inconclusive(noAnswer(requestLine({ request })));
  }

  #count(exchange: Exchange): void {
    const { trouble, retried = [] } = exchange;
    this.#instability.look(exchange);
    if (trouble !== UNADDRESSABLE) this.#requests += (isKeptBack(trouble) ? 0 : 1) + retried.length;
  }
}
