import fc from "fast-check";
import type { Finding } from "../../wire/exchange.js";
import { ifReadable } from "../../wire/outcome.js";
import type { Check, Given } from "./check.js";
import { findSmallest } from "./property.js";
import { seedFor } from "./seed.js";

/** One thing that can be done to the target and, by the same call, to the model of it. */
export interface Move<M extends object> {
  readonly kind: string;
  /** What is done and to which resource, for people. */
  readonly words: string;
  /** Whether the model has what it takes. */
  can(model: Readonly<M>): boolean;
  /** What it broke; null where it could not be done, which other checks judge. */
  act(model: M): Promise<readonly Finding[] | null>;
}

/** How resources are created, changed, removed and looked at in random order. */
export interface Play<M extends object> {
  /** Names the play: its seed comes from it, so that any check of the play finds the same sequences. */
  readonly name: string;
  /** How many sequences. */
  readonly runs: number;
  /** What is drawn from. */
  readonly moves: readonly fc.Arbitrary<Move<M>>[];
  /** Moves of each kind, in an order in which all can be made: a sequence ends with those that it lacks. */
  readonly each: readonly Move<M>[];
  /** A model of fresh resources. */
  begin(): Promise<M>;
  /** A last look at what no move looked at. */
  lastly?(model: M): Promise<readonly Finding[]>;
  /** Removes what is left, whatever happened. */
  end(model: M): Promise<void>;
}

/** What the sequences of one play showed. */
export interface Played {
  /** The smallest breach, if any; it names its own rule. */
  readonly findings: readonly Finding[];
  /** Moves made, by kind. */
  readonly done: ReadonlyMap<string, number>;
}

const TIME_MS = 30_000;

/**
 * Plays random sequences and keeps the smallest one that breaks a rule: fast-check's model-based testing
 * (`fc.commands`), with each kind of move made at least once a sequence.
 * A breach of a rule that other checks of this run found broken ends its sequence and is not told again.
 */
export async function playSequences<M extends object>(t: Check, play: Play<M>): Promise<Played> {
  const done = new Map<string, number>();
  const known = new Set(t.session.findings.map(({ rule }) => rule));
  const most = t.budget("sequences.moves");
  if (most === 0) return { findings: [], done };
  const replayPath = t.settings.replayPath?.split("@")[1];
  const arbitrary = fc.commands(
    play.moves.map((move) => move.map(asCommand)),
    { maxCommands: most, size: "max", ...(replayPath === undefined ? {} : { replayPath }) },
  );
  const told = new Map<Iterable<unknown>, string>();
  // What breaks by drawn moves alone is made smaller without those that follow.
  let completes = true;
  const { findings, counterexample } = await findSmallest(
    arbitrary,
    async (drawn) => {
      const stage = new Stage(play, known, done);
      try {
        const broken = await stage.play(drawn, completes);
        if (broken.length > 0) completes = stage.isCompleting;
        return broken;
      } finally {
        told.set(drawn, stage.words.join(", then "));
      }
    },
    {
      seed: seedFor(t.settings.seed, play.name),
      runSeed: t.settings.seed,
      path: t.settings.replayPath,
      runs: play.runs,
      timeMs: TIME_MS,
      show: (drawn) => told.get(drawn) ?? String(drawn),
    },
  );
  const way = replayOf(counterexample);
  return {
    findings: findings.map((finding) => ({
      ...finding,
      ...(finding.replay && { replay: { ...finding.replay, path: `${finding.replay.path}${way}` } }),
    })),
    done,
  };
}

/** Which of the drawn commands ran, as fast-check prints it for a replay; it follows the path behind an @. */
function replayOf(drawn: unknown): string {
  const [, way] = /replayPath="([^"]+)"/.exec(String(drawn)) ?? [];
  return way === undefined ? "" : `@${way}`;
}

/** Ends a sequence; a breach itself is a value. */
class Ended extends Error {
  constructor(readonly findings: readonly Finding[]) {
    super("a rule is broken");
  }
}

/** One sequence: what was done, and what it broke. */
class Stage<M extends object> {
  readonly words: string[] = [];
  readonly #kinds = new Set<string>();
  #isCompleting = false;

  constructor(
    private readonly of: Play<M>,
    private readonly known: ReadonlySet<string>,
    private readonly done: Map<string, number>,
  ) {}

  /** @param completes whether moves follow that were not drawn */
  async play(drawn: Iterable<fc.AsyncCommand<M, Stage<M>>>, completes: boolean): Promise<readonly Finding[]> {
    const model = await this.of.begin();
    const setUp = () => ({ model, real: this });
    try {
      await fc.asyncModelRun(setUp, drawn);
      this.#isCompleting = completes;
      if (completes) await fc.asyncModelRun(setUp, this.#lacking());
      // What lacks still had nothing to be made with: then all of them, one after the other.
      if (completes && this.#lacking().length > 0) await fc.asyncModelRun(setUp, this.of.each.map(asCommand));
      return this.#fresh((await this.of.lastly?.(model)) ?? []);
    } catch (error) {
      if (error instanceof Ended) return this.#fresh(error.findings);
      throw error;
    } finally {
      await this.of.end(model);
    }
  }

  /** Whether all drawn moves were made. */
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
    this.done.set(move.kind, (this.done.get(move.kind) ?? 0) + 1);
    if (findings.length > 0) throw new Ended(findings);
  }

  /** One of the findings, unless another check tells of it. */
  #fresh(findings: readonly Finding[]): readonly Finding[] {
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

/** Hands in what sequences showed of the check's rule; where none can be played, the plain checks of it decide. */
export function inSequences(played: Given<Played>, kind: string): (t: Check) => Promise<void> {
  return async (t) => {
    if (t.settings.writes === "none") return;
    const shown = await ifReadable(t.given(played));
    if (shown === null) return;
    const times = shown.done.get(kind) ?? 0;
    if (times > 0) t.saw(`${kind} commands`, times);
    t.find(shown.findings.filter(({ rule }) => rule === t.rule));
  };
}
