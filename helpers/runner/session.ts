import { setTimeout as sleep } from "node:timers/promises";
import { inject } from "vitest";
import type { Exchange, Finding } from "../contract/exchange.js";
import type { RuleId } from "../contract/generated/types.js";
import { createJudge, type ExchangeJudge } from "../oracles/exchange/judge.js";
import { type Asides, LiveAsides, RecordedAsides } from "../target/asides.js";
import { Census } from "../target/census.js";
import { type Caller, type CallRequest, Client } from "../target/client.js";
import { Journal } from "../target/journal.js";
import { Ledger } from "../target/ledger.js";
import { Player } from "../target/player.js";
import { readRecording } from "../target/read-recording.js";
import { preambleOf, type Recording, type ReportContext } from "../target/recording.js";
import { redactorOf } from "../target/redact.js";
import type { Settings } from "../target/settings.js";
import type { Debt } from "./own.js";

declare module "vitest" {
  export interface ProvidedContext {
    plimsoll: Settings;
    /** What the reports are told; goes into the recording. */
    plimsollContext?: ReportContext | null;
    /** A recording that answers in place of the target; none in a run. */
    plimsollRecording?: string | null;
  }
}

/** A check that is not made. */
export interface LeftOut {
  readonly rule: RuleId;
  /** Its title. */
  readonly check: string;
  readonly reason: string;
}

/** All that the checks of one run share: one client, one journal, one census, one judge of single exchanges. */
export class Session {
  readonly client: Caller;
  readonly journal: Journal;
  readonly ledger: Ledger;
  readonly judge: ExchangeJudge;
  readonly census: Census;
  readonly asides: Asides;
  /** The recording that is played; null in a run. */
  readonly player: Player | null;
  /** What the run created and has not removed, by ledger entry. */
  readonly debts = new Map<string, Debt>();
  /** What all checks found so far. */
  readonly findings: Finding[] = [];

  /** Checks that the run's effort leaves out. */
  readonly leftOut: LeftOut[] = [];

  readonly #atEnd: (() => Promise<void>)[] = [];

  /** @param recording answers in place of the target; null: the network */
  constructor(
    readonly settings: Settings,
    context: ReportContext | null,
    recording: Recording | null,
  ) {
    this.journal = new Journal(recording === null ? settings : null);
    this.ledger = new Ledger(recording === null ? settings.outDir : null);
    this.player = recording === null ? null : new Player(settings, this.journal, recording);
    this.client = this.player ?? new Client(settings, this.journal);
    this.asides =
      recording === null
        ? new LiveAsides(this.journal, redactorOf(settings))
        : new RecordedAsides(recording.asides);
    this.journal.begin(preambleOf(settings, context));
    this.judge = createJudge({
      requestIdHeader: settings.requestIdHeader,
      serviceName: settings.serviceName,
    });
    this.census = new Census((request) => this.send(request), settings);
  }

  /** Waits for the target; a recording has its waiting behind it. */
  async pause(ms: number): Promise<void> {
    if (this.player === null) await sleep(ms);
  }

  /** Has something done at the end of the run, such as closing a receiver. */
  atEnd(act: () => Promise<void>): void {
    this.#atEnd.push(act);
  }

  /** Does what was asked for by `atEnd`. */
  async end(): Promise<void> {
    for (const act of this.#atEnd.splice(0)) await act();
    await this.client.close();
  }

  /** Sends one request; whoever sent it, the exchange oracles look at what came back. */
  async send(request: CallRequest): Promise<Exchange> {
    const exchange = await this.client.call(request);
    this.judge.look(exchange);
    return exchange;
  }
}

let current: Session | null = null;

/** The session of this worker, made on first use from the settings that the run was started with. */
export function session(): Session {
  current ??= makeSession();
  return current;
}

function makeSession(): Session {
  const file = inject("plimsollRecording") ?? null;
  const recording = file === null ? null : readRecording(file);
  return new Session(inject("plimsoll"), inject("plimsollContext") ?? null, recording);
}
