import { setTimeout as sleep } from "node:timers/promises";
import { findOperation } from "../../contract/operations.js";
import { ExchangeJudge, MOMENTARY_RULES } from "../../oracles/exchange/judge.js";
import type { Caller } from "../../target/client/caller.js";
import { Client } from "../../target/client/client.js";
import { type Debt, Ledger } from "../../target/ledger/ledger.js";
import { Census } from "../../target/lists/census.js";
import { LeanPages } from "../../target/lists/lean.js";
import type { CallRequest } from "../../target/messages/request.js";
import { Journal } from "../../target/recordings/journal.js";
import { preambleOf, type ReportContext } from "../../target/recordings/recording.js";
import { LiveSideNotes, RecordedSideNotes, type SideNotes } from "../../target/recordings/side-notes.js";
import { Player } from "../../target/replay/player.js";
import { type Stock, temporaryJournal } from "../../target/replay/stock.js";
import { redactorOf } from "../../target/secrets/redact.js";
import type { Settings } from "../../target/settings/settings.js";
import type { Exchange, Finding } from "../../wire/exchange.js";
import { FixedAnswers } from "../../wire/fixed-answers.js";
import { succeeded } from "../../wire/status.js";
import { Access } from "./access.js";
import { Breaches } from "./breaches.js";
import { Conduct } from "./conduct.js";
import { Lag } from "./lag.js";
import { Line } from "./line.js";
import { type NewsAddress, newsTo } from "./news.js";
import { hopOf, MOST_REDIRECTS } from "./redirects.js";
import type { Pace } from "./steady.js";

interface SessionParts {
  readonly recording?: Stock | null;
  readonly context?: ReportContext | null;
  readonly journal?: Journal;
  readonly news?: NewsAddress | null;
}

/** The turn of requests that go before all others. */
export const FIRST_TURN = -1;

/** Milliseconds between two looks at whether a wait was ended. */
const LISTEN_MS = 250;

/** What the checks of one run share: one client, one journal, one census, one judge of single exchanges. */
export class Session implements Pace {
  readonly client: Caller;
  readonly journal: Journal;
  readonly ledger: Ledger;
  readonly judge: ExchangeJudge;
  readonly census: Census;
  /** Keeps the pages that were read, without what nobody needs. */
  readonly lean = new LeanPages();
  readonly sideNotes: SideNotes;
  /** The recording being played; null in a run. */
  readonly player: Player | null;
  /** What the run created and has not removed, by ledger entry. */
  readonly debts = new Map<string, Debt>();
  /** Broken rules, reported as soon as they are found. */
  readonly breaches: Breaches;
  /** What its answers have in common. */
  readonly fixed = new FixedAnswers();
  /** What all checks found so far. */
  readonly findings: Finding[] = [];

  /** Keeps checks apart that would disturb each other. */
  readonly access = new Access();

  /** Of checks that waited for the same list. */
  readonly line = new Line();

  /** Where the run's webhooks point to, if the target refuses addresses that resolve to nothing. */
  receiverUrl: string | null = null;

  /** Whether the target shows replica lag. */
  readonly lag = new Lag();

  /** Makes sure that no request does harm. */
  readonly conduct = new Conduct(this);

  /** How often something went wrong that no exchange shows, by kind. */
  readonly trouble = new Map<string, number>();
  /** How often, and when last, this run called each operation with success. */
  readonly #done = new Map<string, { readonly times: number; readonly at: number }>();
  readonly #atEnd: (() => Promise<void>)[] = [];
  readonly #news: ReturnType<typeof newsTo> | null;
  /** Ends when all actions given to `inTurn` have ended. */
  #queue: Promise<unknown> = Promise.resolve();
  #turnsGiven = 0;

  /**
   * @param given recording: answers instead of the target; journal: by default on disk; context: facts for
   * the reports; news: the channel for news of broken rules
   */
  constructor(
    readonly settings: Settings,
    {
      recording = null,
      context = null,
      news = null,
      journal = recording === null ? new Journal(settings) : temporaryJournal(),
    }: SessionParts = {},
  ) {
    const redactor = redactorOf(settings);
    this.journal = journal;
    this.ledger = new Ledger(recording === null ? settings.outDir : null, settings.run);
    this.player = recording === null ? null : new Player(settings, journal, recording);
    const channel = news === null ? null : newsTo(news);
    this.client = this.player ?? clientOf(settings, journal, channel);
    this.sideNotes =
      recording === null ? new LiveSideNotes(journal, redactor) : new RecordedSideNotes(recording.sideNotes);
    if (recording === null) journal.begin(preambleOf(settings, context, redactor));
    this.#news = channel;
    if (channel !== null) this.atEnd(async () => void channel.close());
    this.breaches = new Breaches(settings, exceptedIn(context), {
      tell: (finding) => channel?.tell(finding),
      stop: (why) => this.client.stop(why),
    });
    this.judge = new ExchangeJudge({
      requestIdHeader: settings.requestIdHeader,
      serviceName: settings.serviceName,
    });
    // Nearly every check waits for the census.
    this.census = new Census((request) => this.send({ ...request, turn: FIRST_TURN }), settings, this.lean);
  }

  /** The turn of the next check: its requests go before those of later checks. */
  nextTurn(): number {
    return ++this.#turnsGiven;
  }

  /** A clock for how fresh an answer is, in milliseconds; when a recording is played, that of the recorded run. */
  now(): number {
    return this.player?.now ?? performance.now();
  }

  /** Waits, except when a recording is played. */
  async pause(ms: number): Promise<void> {
    if (this.player === null) await sleep(ms);
  }

  /**
   * Waits for something that the target may do on its own; Ctrl-C ends only the wait.
   * @param look waits for it at most that many milliseconds; true once it is there
   */
  async listen(ms: number, look: (ms: number) => Promise<boolean>): Promise<void> {
    if (this.player !== null) return void (await look(ms));
    const until = Date.now() + ms;
    let isOver = false;
    const end = () => {
      isOver = true;
    };
    process.on("SIGINT", end);
    this.#news?.listening({ pid: process.pid, until });
    while (!isOver && Date.now() < until) if (await look(LISTEN_MS)) break;
    this.#news?.listening(null);
    process.off("SIGINT", end);
  }

  /** Registers something to do at the end of the run, such as closing a receiver. */
  atEnd(act: () => Promise<void>): void {
    this.#atEnd.push(act);
  }

  /** Runs what `atEnd` registered. */
  async end(): Promise<void> {
    for (const act of this.#atEnd.splice(0)) await act();
    await this.client.close();
  }

  /** Runs actions one after the other. */
  inTurn<T>(act: () => Promise<T>): Promise<T> {
    const done = this.#queue.then(act);
    this.#queue = done.catch(() => {});
    return done;
  }

  /** Sends a request and returns the last exchange; follows redirects of reads within the target's own host. */
  async send(request: CallRequest): Promise<Exchange> {
    let exchange = await this.#send(request);
    for (let hops = 0; hops < MOST_REDIRECTS; hops += 1) {
      const hop = hopOf(this.settings, request, exchange);
      if (hop === null) break;
      exchange = await this.#send(hop);
    }
    return exchange;
  }

  /** The exchange oracles look at every answer, whoever sent the request. */
  async #send(request: CallRequest): Promise<Exchange> {
    const exchange = await this.conduct.send(this.client, request);
    const { findings } = this.judge.look(exchange);
    this.lag.look(exchange);
    this.fixed.look(exchange);
    const { operation } = exchange;
    if (operation !== null && succeeded(exchange))
      this.#done.set(operation, { times: this.timesDone([operation]) + 1, at: this.now() });
    this.breaches.note(
      findings.filter((one) => !this.#mayBeExplained(exchange, one) && !this.#mayBeMomentary(one)),
    );
    return exchange;
  }

  /** Whether a finding on a 404 may turn out to mean only that an operation or generation is missing. */
  #mayBeExplained({ answer, operation }: Exchange, found: Finding): boolean {
    if (answer?.status !== 404) return false;
    const generation = operation === null ? null : findOperation(operation)?.generation;
    const works = [...this.#done.keys()].some((id) => findOperation(id)?.generation === generation);
    return !works || !this.judge.collected(found.rule).findings.includes(found);
  }

  /** Whether it is the first of its rule that may be due to a write by another client; see `foundAgain`. */
  #mayBeMomentary({ rule }: Finding): boolean {
    return MOMENTARY_RULES.has(rule) && this.judge.collected(rule).findings.length === 1;
  }

  /** How often the run called one of these with success: readings made before a write are out of date after it. */
  timesDone(operations: readonly string[]): number {
    return operations.reduce((sum, operation) => sum + (this.#done.get(operation)?.times ?? 0), 0);
  }

  /** Milliseconds since the run last called one of these with success; infinite if it never did. */
  sinceDone(operations: readonly string[]): number {
    const last = Math.max(...operations.map((operation) => this.#done.get(operation)?.at ?? -Infinity));
    return this.now() - last;
  }
}

/** Rules whose breach does not count at once: those with a waiver, and those that were broken before. */
function exceptedIn(context: ReportContext | null): readonly string[] {
  return [...(context?.waivers.list ?? []).map(({ rule }) => rule), ...(context?.known ?? [])];
}

function clientOf(settings: Settings, journal: Journal, news: ReturnType<typeof newsTo> | null): Client {
  const client = new Client(settings, journal);
  if (news !== null) client.onPause = news.pausing;
  return client;
}
