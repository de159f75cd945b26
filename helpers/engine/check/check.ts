import type fc from "fast-check";
import type { OperationId, RuleId } from "../../contract/generated/types.js";
import { ruleById } from "../../contract/rules.js";
import { inScope, operationInScope } from "../../contract/scope.js";
import { seedFor } from "../../contract/seed-for.js";
import { toldBy } from "../../oracles/answers/refusal.js";
import { finding } from "../../oracles/finding.js";
import { BoundReached, NothingMoreSent } from "../../target/client/budget.js";
import type { Census } from "../../target/lists/census.js";
import type { Settings, Writes } from "../../target/settings/settings.js";
import type {
  Answered,
  CheckOutcome,
  CheckRecord,
  Exchange,
  Finding,
  Findings,
} from "../../wire/exchange.js";
import { renderValue, requestLine } from "../../wire/message.js";
import {
  Inconclusive,
  ifReadable,
  Moved,
  NotApplicable,
  noneOf,
  type Option,
  orWhyNot,
} from "../../wire/outcome.js";
import { type Ask, answered, successful } from "./ask.js";
import { type BudgetName, budgetAt } from "./effort.js";
import { Expectation } from "./expect.js";
import { findSmallest } from "./property.js";
import { refusedForSeller } from "./seller.js";
import type { Session } from "./session.js";

/** Milliseconds after which a property draws no further value. */
const PROPERTY_MS = 60_000;

/** A set-up: what a check needs to exist, or to have been tried, before it can judge; see `given`. */
export interface Given<T> {
  of(check: Check): Promise<T>;
}

/** How many values to draw, of what, and for how long at most. */
interface Draw {
  readonly of: string;
  readonly what: string;
  readonly runs: number;
  readonly timeMs: number;
}

/**
 * What a check works with: it asks the target, hands the answers to oracles, and collects what they find.
 * It never formats output and never throws for a breach.
 */
export class Check {
  readonly #findings: Finding[] = [];
  readonly #observations: string[] = [];
  readonly #evidence: Record<string, number> = {};
  #missed: string | undefined;
  readonly #moved: Moved[] = [];

  constructor(
    readonly session: Session,
    /** The rule that this check judges. */
    readonly rule: RuleId,
    private readonly title: string,
    /** Waiting requests of the check with the lowest turn go first. */
    private readonly turn = 0,
  ) {}

  get settings(): Settings {
    return this.session.settings;
  }

  /** The shared walk over the target's lists and the fixtures it found. */
  get census(): Census {
    return this.session.census;
  }

  /** Findings and evidence of the exchange oracles for this check's rule, over all exchanges so far. */
  collected(): { findings: Findings; evidence: number } {
    return this.session.judge.collected(this.rule);
  }

  /** Whether a check of this run has found a rule broken: what depends on it cannot be judged. */
  isFoundBroken(rule: string): boolean {
    return this.session.findings.some((found) => found.rule === rule);
  }

  /** Sends a request and returns the exchange, answered or not. For checks about the transport itself. */
  async send(ask: Ask): Promise<Exchange> {
    return this.session.send({ turn: this.turn, ...ask, check: this.title });
  }

  /**
   * Sends a request and returns its answer.
   * @throws Inconclusive when no answer came, or only one about the target's health (429, 502, 503, 504)
   */
  async ask(ask: Ask): Promise<Answered> {
    return answered(await this.send(ask));
  }

  /** Sends a request that the contract says must succeed; anything but a 2xx makes the check inconclusive. */
  async askOk(ask: Ask): Promise<Answered> {
    return successful(await this.ask(ask));
  }

  /**
   * The first reading of a list in this run, which all checks share: the list before the run changed anything.
   * @throws Inconclusive as `ask`
   */
  async listed(operation: OperationId): Promise<Answered> {
    return answered(await this.census.listed(operation));
  }

  /** Like `listed`; anything but a 2xx makes the check inconclusive. */
  async listedOk(operation: OperationId): Promise<Answered> {
    return successful(await this.listed(operation));
  }

  /** Whether the run judges an operation: its generation and edition include it. */
  inScope(operation: OperationId): boolean {
    return operationInScope(operation, this.settings);
  }

  /** Whether the run judges a rule: it may be limited to some, or leave some out. */
  judges(rule: RuleId): boolean {
    return inScope(ruleById(rule), this.settings);
  }

  /** The number in a row of the effort table, at this run's effort. */
  budget(name: BudgetName): number {
    return budgetAt(this.settings.effort, name);
  }

  /** Whether a row of the effort table is above 0 at this run's effort. */
  affords(name: BudgetName): boolean {
    return this.budget(name) > 0;
  }

  /** A set-up that several checks share; see `given`. */
  given<T>(setUp: Given<T>): Promise<T> {
    return setUp.of(this);
  }

  /** What a set-up gives, or null where it is inconclusive: what it would show is no business of this check. */
  tryGiven<T>(setUp: Given<T>): Promise<T | null> {
    return ifReadable(setUp.of(this));
  }

  /** Waits for its turn among the checks that waited for the same thing; see `Line`. */
  inLine(): Promise<void> {
    return this.session.line.wait(this.turn);
  }

  /** Counts evidence: what was looked at, and how often. A check without evidence cannot conform. */
  saw(what: string, count = 1): void {
    this.#evidence[what] = (this.#evidence[what] ?? 0) + count;
  }

  /** Says why there was nothing to see, in case nothing else is seen of the rule. */
  missed(exchange: Answered): void {
    this.#missed ??= `${requestLine(exchange)} was answered with ${toldBy(exchange.answer)}`;
  }

  /**
   * The result of a try, or null if it was inconclusive. Where that is because the data moved, the check goes on, but
   * cannot conform.
   */
  async unlessMoved<T>(trying: Promise<T>): Promise<T | null> {
    const tried = await orWhyNot(trying);
    if (tried instanceof Moved) this.moved(tried);
    return tried instanceof Inconclusive ? null : tried;
  }

  /** Notes that a try that was due could not be made because the data moved. */
  moved(why: Moved): void {
    this.#moved.push(why);
  }

  /** Takes the findings of an oracle. */
  find(findings: Finding | Findings): void {
    const found = [findings].flat();
    this.#findings.push(...found);
    this.#tell(found);
  }

  /**
   * Reports breaches before the check ends, except those that rest on a 404 or on a refusal for lack of a seller id,
   * which may turn out to mean something else.
   */
  #tell(findings: Findings): void {
    const { journal, breaches } = this.session;
    const isUnclear = (index: number): boolean => {
      const exchange = journal.load(index);
      return exchange.answer?.status === 404 || refusedForSeller(exchange) !== null;
    };
    breaches.note(findings.filter(({ exchanges }) => !exchanges.some(isUnclear)));
  }

  /** A breach of this check's rule: what is documented, what came, and the exchanges that show it. */
  finding(
    exchanges: Exchange | readonly Exchange[],
    documented: string,
    received: unknown,
    pointer?: string,
  ): Finding {
    const text = typeof received === "string" ? received : renderValue(received);
    return finding({ rule: this.rule, exchanges: [exchanges].flat() }, documented, text, pointer);
  }

  /** Reports a breach; parameters as for `finding`. */
  breach(...what: Parameters<Check["finding"]>): void {
    this.find(this.finding(...what));
  }

  /**
   * Reports a breach that no request of the run shows by itself: a handshake, a delivery.
   * @param request what happened, in place of a request line
   * @param exchanges the exchanges that belong to it, if any
   */
  breachIn(
    request: string,
    documented: string,
    received: string,
    exchanges: readonly Exchange[] = [],
    operation: OperationId | null = null,
  ): void {
    const indexes = exchanges.map(({ index }) => index);
    this.find({ rule: this.rule, request, operation, documented, received, exchanges: indexes });
  }

  /** Expectations on one answer, checked in turn; see `Expectation`. */
  expect(exchange: Answered, what: string | null = null, beside: readonly Exchange[] = []): Expectation {
    return new Expectation(this, exchange, what, beside);
  }

  /** Notes, in one sentence, what the target does where the contract leaves it open. */
  observe(sentence: string): void {
    this.#observations.push(sentence);
  }

  /** Whether the run may create and remove resources of its own, or also change what is named as a fixture. */
  mayWrite(least: Exclude<Writes, "none">): boolean {
    const { writes } = this.settings;
    return writes === least || writes === "fixtures";
  }

  /**
   * Ends the check as inconclusive unless the run may write; where it changes fixtures, `neededFixtures` asks.
   * @param what what the check does, in the present tense
   */
  needsWrites(what: string): void {
    if (!this.mayWrite("own")) this.inconclusive(`${what}; needs --writes own`, "--writes own");
  }

  /** Ends the check as inconclusive. Say why, what would settle it, and the options to type for that. */
  inconclusive(reason: string, ...options: readonly Option[]): never {
    // Where everything is a fixture because none is named, naming one would end that.
    const names = this.settings.fixturesAll && options.some((option) => option.startsWith("--fixture "));
    throw new Inconclusive(reason, ...(names ? (["--fixture all"] as const) : []), ...options);
  }

  /** Ends the check: its rule does not apply to this target. */
  notApplicable(reason: string): never {
    throw new NotApplicable(reason);
  }

  /**
   * A statement about all inputs: draws `runs` values, judges each, and keeps the smallest counterexample, which `show`
   * puts into words. Counts evidence under `what`.
   */
  async property<T>(
    what: string,
    arbitrary: fc.Arbitrary<T>,
    runs: number,
    judge: (value: T) => Promise<Findings>,
    show: (value: T) => string,
  ): Promise<void> {
    const told = async (value: T) => {
      const found = await judge(value);
      this.#tell(found);
      return found;
    };
    const draw = { of: this.title, what, runs, timeMs: PROPERTY_MS };
    const { tried, findings } = await this.draw(arbitrary, draw, told, show);
    this.saw(what, tried);
    this.find(findings);
  }

  /**
   * Draws values until one has findings, and looks for the smallest such; see `findSmallest`. If time ends the drawing,
   * that is remembered, so that a replay draws as many values.
   * @param draw `of` names what the seed is derived from, `what` the drawn values
   */
  draw<T>(
    arbitrary: fc.Arbitrary<T>,
    draw: Draw,
    judge: (value: T) => Promise<Findings>,
    show: (value: T) => string,
  ): ReturnType<typeof findSmallest<T>> {
    const { sideNotes } = this.session;
    const { seed, replayPath } = this.settings;
    const cut = `${draw.of}: time was up for ${draw.what}`;
    return findSmallest(arbitrary, judge, {
      seed: seedFor(seed, draw.of),
      runSeed: seed,
      path: replayPath,
      runs: sideNotes.recall<number>(cut) ?? draw.runs,
      timeMs: draw.timeMs,
      cutShort: (tried) => sideNotes.remember(cut, tried),
      show,
    });
  }

  /**
   * Runs the check's body and says how it ended. Never throws.
   * @param explained why the findings say nothing about this rule; null if they do
   */
  async run(
    body: (check: Check) => Promise<void>,
    explained: (check: Check, findings: Findings) => Promise<Inconclusive | null>,
  ): Promise<CheckRecord> {
    try {
      const ended = (await orWhyNot(body(this))) ?? this.#whyMoved();
      // A check may find something before it ends early.
      const isTelling =
        !(ended instanceof Inconclusive) || (!(ended instanceof BoundReached) && this.#findings.length > 0);
      const why = isTelling ? await explained(this, this.#findings) : null;
      if (why !== null) this.#findings.length = 0;
      else if (ended instanceof Inconclusive) throw ended;
      else return this.#record("judged", this.#missed);
      return this.#record("inconclusive", why.message, why.options);
    } catch (error) {
      return this.#endedBy(error);
    }
  }

  #whyMoved(): Inconclusive | undefined {
    return this.#moved.length > 0 ? noneOf(this.#moved) : undefined;
  }

  #endedBy(error: unknown): CheckRecord {
    if (error instanceof BoundReached)
      return { ...this.#record("inconclusive", error.message, error.options), unasked: true };
    if (error instanceof Inconclusive || error instanceof NothingMoreSent)
      return this.#record("inconclusive", error.message, error.options);
    if (error instanceof NotApplicable) return this.#record("not-applicable", error.message);
    return this.#record("defect", error instanceof Error ? (error.stack ?? error.message) : String(error));
  }

  #record(outcome: CheckOutcome, reason?: string, options: readonly Option[] = []): CheckRecord {
    return {
      rule: this.rule,
      check: this.title,
      outcome,
      ...(reason === undefined ? {} : { reason }),
      ...(options.length === 0 ? {} : { options }),
      evidence: this.#evidence,
      findings: this.#findings,
      observations: this.#observations,
    };
  }
}
