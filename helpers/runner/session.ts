import { inject } from "vitest";
import type { Exchange, Finding } from "../contract/exchange.js";
import { createJudge, type ExchangeJudge } from "../oracles/exchange/judge.js";
import { Census } from "../target/census.js";
import { type CallRequest, Client } from "../target/client.js";
import { Journal } from "../target/journal.js";
import { Ledger } from "../target/ledger.js";
import type { Settings } from "../target/settings.js";
import type { LeftOut } from "./left-out.js";
import type { Debt } from "./own.js";
import type { InTurn } from "./steady.js";

declare module "vitest" {
  export interface ProvidedContext {
    plimsoll: Settings;
  }
}

/** All that the checks of one run share: one client, one journal, one census, one judge of single exchanges. */
export class Session {
  readonly client: Client;
  readonly ledger: Ledger;
  readonly judge: ExchangeJudge;
  readonly census: Census;
  /** What the run created and has not removed, by ledger entry. */
  readonly debts = new Map<string, Debt>();
  /** What all checks found so far. */
  readonly findings: Finding[] = [];

  /** Checks that the run's effort leaves out. */
  readonly leftOut: LeftOut[] = [];

  readonly #atEnd: (() => Promise<void>)[] = [];
  #turn: Promise<unknown> = Promise.resolve();

  constructor(
    readonly settings: Settings,
    readonly journal = new Journal(settings),
  ) {
    this.ledger = new Ledger(settings.outDir);
    this.client = new Client(settings, this.journal);
    this.judge = createJudge({
      requestIdHeader: settings.requestIdHeader,
      serviceName: settings.serviceName,
    });
    // Nearly every check waits for the census.
    this.census = new Census((request) => this.send({ ...request, ahead: true }), settings);
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

  /** Does one thing after the other; see `InTurn`. */
  readonly inTurn: InTurn = (act) => {
    const done = this.#turn.then(act);
    this.#turn = done.catch(() => {});
    return done;
  };

  /** Sends one request; whoever sent it, the exchange oracles look at what came back. */
  async send(request: CallRequest): Promise<Exchange> {
    const exchange = await this.client.call(request);
    this.judge.look(exchange);
    return exchange;
  }
}

let current: Session | null = null;

/**
 * Begins another run in this worker, for the proof, which makes many: its traffic stays in memory and its
 * settings do not come from the command that started the worker.
 */
export function beginSession(settings: Settings): void {
  current = new Session(settings, new Journal(null));
}

/** The session of this worker, made on first use from the settings that the run was started with. */
export function session(): Session {
  current ??= new Session(inject("plimsoll"));
  return current;
}
