import fc from "fast-check";
import type { Effort } from "../../target/settings.js";
import type { Finding } from "../../wire/exchange.js";
import type { Check } from "./check.js";
import { findSmallest } from "./property.js";
import { seedFor } from "./seed.js";

/** One step of a random sequence: what is done, and to which of the resources that are there. */
export interface Command {
  readonly do: string;
}

/** How resources are created, changed, removed and looked at in random order. */
export interface Play<C extends Command> {
  /** Names the play: its seed comes from it, so that any check of the play finds the same sequences. */
  readonly name: string;
  readonly command: fc.Arbitrary<C>;
  /** Sequences, by effort; see `RUNS`. */
  readonly runs?: Readonly<Record<Effort, number>>;
  /** Plays one sequence on fresh resources, tells of every command done, and returns the first breach. */
  readonly play: (commands: readonly C[], done: (command: C) => void) => Promise<readonly Finding[]>;
  readonly show: (command: C) => string;
}

/** What the sequences of one play showed. */
export interface Orders {
  /** The smallest breach, if any; it names its own rule. */
  readonly findings: readonly Finding[];
  /** Commands done, by kind. */
  readonly done: ReadonlyMap<string, number>;
}

/** Sequences where the play does not say how many. */
const RUNS = { quick: 0, standard: 2, thorough: 12 } as const;
/** Commands of one sequence, by effort; a run at effort quick plays none. */
const LONGEST = { quick: 0, standard: 5, thorough: 9 } as const;
const TIME_MS = 30_000;

/**
 * Plays random sequences and keeps the smallest one that breaks a rule.
 * A breach of a rule that other checks of this run found broken ends its sequence and is not told again.
 */
export async function playOrders<C extends Command>(t: Check, play: Play<C>): Promise<Orders> {
  const done = new Map<string, number>();
  const count = ({ do: kind }: C) => done.set(kind, (done.get(kind) ?? 0) + 1);
  const known = new Set(t.session.findings.map(({ rule }) => rule));
  const longest = LONGEST[t.settings.effort];
  if (longest === 0) return { findings: [], done };
  const { findings } = await findSmallest(
    fc.array(play.command, { minLength: Math.min(5, longest), maxLength: longest }),
    async (commands) => (await play.play(commands, count)).filter(({ rule }) => !known.has(rule)),
    {
      seed: seedFor(t.settings.seed, play.name),
      runSeed: t.settings.seed,
      path: t.settings.replayPath,
      runs: (play.runs ?? RUNS)[t.settings.effort],
      timeMs: TIME_MS,
      show: (commands) => commands.map(play.show).join(", then "),
    },
  );
  return { findings, done };
}
