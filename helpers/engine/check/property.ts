import fc from "fast-check";
import { NothingMoreSent } from "../../target/client/budget.js";
import type { Findings, Replay } from "../../wire/exchange.js";
import { Inconclusive, NotApplicable } from "../../wire/outcome.js";

/** Values tried while shrinking a counterexample. */
const SHRINK_LIMIT = 25;

class Broken extends Error {
  constructor(readonly findings: Findings) {
    super("broken");
  }
}

/** How values are drawn. */
interface Draws<T> {
  readonly seed: number;
  /** Seed of the run, from which the draws' seed is derived; a replay names this one. */
  readonly runSeed: number;
  /** The path of the counterexample to replay; null to draw anew. */
  readonly path: string | null;
  readonly runs: number;
  /** Milliseconds after which no further value is drawn. */
  readonly timeMs: number;
  /** Called with the number of values tried if time ran out before all were drawn. */
  readonly cutShort?: (tried: number) => void;
  readonly show: (value: T) => string;
}

/** The smallest counterexample and its findings, each with seed and path. */
interface Smallest<T> {
  readonly findings: Findings;
  readonly counterexample: T | null;
}

/**
 * Draws values and looks for the smallest one with findings. Errors other than findings (Inconclusive, a defect of
 * ours) pass through unchanged. At most `runs` values are drawn, and 25 more tried while shrinking.
 */
export async function findSmallest<T>(
  arbitrary: fc.Arbitrary<T>,
  judge: (value: T) => Promise<Findings>,
  draws: Draws<T>,
): Promise<Smallest<T> & { readonly tried: number }> {
  let tried = 0;
  let shrinks = 0;
  let first: string | null = null;
  let escaped: unknown = null;
  const property = fc.asyncProperty(arbitrary, async (value) => {
    if (escaped !== null || shrinks >= SHRINK_LIMIT) return;
    if (first !== null) shrinks += 1;
    tried += 1;
    const findings = await judge(value).catch((error: unknown) => {
      // While shrinking, a value that cannot be judged is simply not smaller.
      if (first === null || !isUnjudged(error)) escaped = error;
      return [];
    });
    if (findings.length === 0) return;
    first ??= draws.show(value);
    throw new Broken(findings);
  });
  const run = await checked(property, draws);
  if (run.interrupted) draws.cutShort?.(tried);
  if (escaped !== null) throw escaped;
  return { tried, ...smallestOf(run, first, draws) };
}

/** @throws Inconclusive if the path leads to no value */
async function checked<T>(
  property: fc.IAsyncProperty<[T]>,
  { seed, runs, timeMs, path }: Draws<T>,
): Promise<fc.RunDetails<[T]>> {
  const parameters = {
    seed,
    numRuns: runs,
    interruptAfterTimeLimit: timeMs,
    markInterruptAsFailure: false,
  };
  if (path === null) return fc.check(property, parameters);
  // The part after an @ is only for sequences of commands.
  const [plain = ""] = path.split("@");
  return fc.check(property, { ...parameters, path: plain }).catch((error: unknown) => {
    throw isAstray(error) ? new Inconclusive(leadsNowhere(plain)) : error;
  });
}

/** @param first the first counterexample, before shrinking, in words */
function smallestOf<T>(
  run: fc.RunDetails<[T]>,
  first: string | null,
  { runSeed, show }: Draws<T>,
): Smallest<T> {
  if (!run.failed || !(run.errorInstance instanceof Broken) || run.counterexample === null)
    return { findings: [], counterexample: null };
  const replay: Replay = { seed: runSeed, path: run.counterexamplePath ?? "" };
  const [counterexample] = run.counterexample;
  const shown = show(counterexample);
  const smallest = first === null || first === shown ? shown : `${shown} (shrunk from ${first})`;
  const findings = run.errorInstance.findings.map((finding) => ({ ...finding, smallest, replay }));
  return { findings, counterexample };
}

function isUnjudged(error: unknown): boolean {
  return error instanceof Inconclusive || error instanceof NotApplicable || error instanceof NothingMoreSent;
}

/** The library's message for a path that ends before a value. */
function isAstray(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith("Unable to replay");
}

function leadsNowhere(path: string): string {
  return `the path ${path} leads to no value; take --only, --seed and --path of one finding's replay line`;
}
