import fc from "fast-check";
import { countUp } from "../../contract/count-up.js";
import type { Findings } from "../../wire/exchange.js";
import type { Check, Given } from "./check.js";

/** One action, on the target and on the model of it. */
export interface Move<M extends object> {
  readonly kind: string;
  /** What is done to which resource, in words. */
  readonly words: string;
  /** Whether the model's state allows the move. */
  can(model: Readonly<M>): boolean;
  /** Findings of the move; null if it could not be made, which other checks judge. */
  act(model: M): Promise<Findings | null>;
}

/** How resources are created, changed, removed and read in random order. */
export interface Play<M extends object> {
  /** The play's name. Its seed is derived from it, so that every check of the play finds the same sequences. */
  readonly name: string;
  /** Number of sequences. */
  readonly runs: number;
  readonly moves: readonly fc.Arbitrary<Move<M>>[];
  /** One move of each kind, in an order that is always possible: a sequence ends with those that it lacks. */
  readonly each: readonly Move<M>[];
  /** Whether a sequence makes all that it changes, so that it can be played again to see whether its breach comes back. */
  readonly repeats?: boolean;
  /** Makes a model of fresh resources. */
  begin(): Promise<M>;
  /** A last look at whatever no move looked at. */
  lastly?(model: M): Promise<Findings>;
  /** Removes what is left, in any case. */
  end(model: M): Promise<void>;
}

/** What the sequences of a play showed. */
export interface Played {
  /** The smallest breach, if any, under its own rule. */
  readonly findings: Findings;
  /** Moves made, by kind. */
  readonly done: ReadonlyMap<string, number>;
  /** Rules that were broken only once, and not when the sequence was played again: other clients may have written. */
  readonly once: readonly string[];
}

const TIME_MS = 30_000;
const ONCE =
  "a sequence of changes broke the rule, but not when it was played again, so another client may have written too; run again";
/** Stands between the moves of a sequence. */
const THEN = ", then ";

/**
 * Plays random sequences and keeps the smallest one that breaks a rule: fast-check's model-based testing
 * (`fc.commands`), with each kind of move at least once in a sequence. A breach of a rule that other checks of this run
 * found broken ends its sequence but is not reported again. One that does not come back may be another client's doing.
 */
export async function playSequences<M extends object>(t: Check, play: Play<M>): Promise<Played> {
  const done = new Map<string, number>();
  const known = new Set(t.session.findings.map(({ rule }) => rule));
  const most = t.budget("sequences.moves");
  if (most === 0) return { findings: [], done, once: [] };
  const replayPath = t.settings.replayPath?.split("@")[1];
  const arbitrary = fc.commands(
    play.moves.map((move) => move.map(asCommand)),
    { maxCommands: most, size: "max", ...(replayPath === undefined ? {} : { replayPath }) },
  );
  const told = new Map<unknown, readonly string[]>();
  // If drawn moves alone break a rule, shrink without the added ones.
  let completes = true;
  let breaks = 0;
  const playOne = async (drawn: Iterable<fc.AsyncCommand<M, Stage<M>>>) => {
    const stage = new Stage(play, known, done);
    try {
      const broken = await stage.play(drawn, completes);
      if (broken.length > 0) {
        completes = stage.isCompleting;
        breaks += 1;
      }
      return broken;
    } finally {
      told.set(drawn, stage.words);
    }
  };
  const { findings, counterexample } = await t.draw(
    arbitrary,
    { of: play.name, what: "sequences", runs: play.runs, timeMs: TIME_MS },
    playOne,
    (drawn) => told.get(drawn)?.join(THEN) ?? String(drawn),
  );
  if (
    play.repeats === true &&
    counterexample !== null &&
    breaks === 1 &&
    (await playOne(counterexample)).length === 0
  )
    return { findings: [], done, once: findings.map(({ rule }) => rule) };
  const way = replayOf(counterexample);
  // A single move says less than the request of its finding.
  const isSequence = (told.get(counterexample)?.length ?? 0) > 1;
  return {
    findings: findings.map(({ smallest, ...finding }) => ({
      ...finding,
      ...(isSequence && smallest !== undefined && { smallest }),
      ...(finding.replay && { replay: { ...finding.replay, path: `${finding.replay.path}${way}` } }),
    })),
    done,
    once: [],
  };
}

/** Which drawn commands ran, as fast-check prints it for a replay; it follows the path after an @. */
function replayOf(drawn: unknown): string {
  const [, way] = /replayPath="([^"]+)"/.exec(String(drawn)) ?? [];
  return way === undefined ? "" : `@${way}`;
}

/** Ends a sequence that found a breach. */
class Ended extends Error {
  constructor(readonly findings: Findings) {
    super("a rule is broken");
  }
}

/** One sequence: what it did and what it broke. */
class Stage<M extends object> {
  readonly words: string[] = [];
  readonly #kinds = new Set<string>();
  #isCompleting = false;

  constructor(
    private readonly of: Play<M>,
    private readonly known: ReadonlySet<string>,
    private readonly done: Map<string, number>,
  ) {}

  /** @param completes whether to add the kinds of moves that were not drawn */
  async play(drawn: Iterable<fc.AsyncCommand<M, Stage<M>>>, completes: boolean): Promise<Findings> {
    const model = await this.of.begin();
    const setUp = () => ({ model, real: this });
    try {
      await fc.asyncModelRun(setUp, drawn);
      this.#isCompleting = completes;
      if (completes) await fc.asyncModelRun(setUp, this.#lacking());
      // If a kind is still missing, its preconditions were not met: make all moves in order.
      if (completes && this.#lacking().length > 0) await fc.asyncModelRun(setUp, this.of.each.map(asCommand));
      return this.#fresh((await this.of.lastly?.(model)) ?? []);
    } catch (error) {
      if (error instanceof Ended) return this.#fresh(error.findings);
      throw error;
    } finally {
      await this.of.end(model);
    }
  }

  /** Whether all drawn moves were made and others were added. */
  get isCompleting(): boolean {
    return this.#isCompleting;
  }

  #lacking(): readonly Command<M>[] {
    return this.of.each.filter(({ kind }) => !this.#kinds.has(kind)).map(asCommand);
  }

  async make(move: Move<M>, model: M): Promise<void> {
    const findings = await move.act(model);
    if (findings === null) return;
    this.words.push(move.words);
    this.#kinds.add(move.kind);
    countUp(this.done, move.kind);
    if (findings.length > 0) throw new Ended(findings);
  }

  /** The first finding, unless another check reported its rule. */
  #fresh(findings: Findings): Findings {
    return findings.slice(0, 1).filter(({ rule }) => !this.known.has(rule));
  }
}

function asCommand<M extends object>(move: Move<M>): Command<M> {
  return new Command(move);
}

/** A move as fast-check's command. */
class Command<M extends object> implements fc.AsyncCommand<M, Stage<M>> {
  constructor(private readonly move: Move<M>) {}

  check(model: Readonly<M>): boolean {
    return this.move.can(model);
  }

  run(model: M, stage: Stage<M>): Promise<void> {
    return stage.make(this.move, model);
  }

  toString(): string {
    return this.move.words;
  }
}

/** A check that reports what the sequences found for its rule. If none can be played, the plain checks decide. */
export function inSequences(played: Given<Played>, kind: string): (t: Check) => Promise<void> {
  return async (t) => {
    if (!t.mayWrite("own")) return;
    const shown = await t.tryGiven(played);
    if (shown === null) return;
    const times = shown.done.get(kind) ?? 0;
    if (times > 0) t.saw(`${kind} commands`, times);
    t.find(shown.findings.filter(({ rule }) => rule === t.rule));
    if (shown.once.includes(t.rule)) t.inconclusive(ONCE);
  };
}
