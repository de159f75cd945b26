import fc from "fast-check";
import { NothingMoreSent } from "../../target/client/budget.js";
import type { Finding, Replay } from "../../wire/exchange.js";
import { Inconclusive, NotApplicable } from "../../wire/outcome.js";

/** Values tried while shrinking a counterexample. */
const SHRINK_LIMIT = 25;

class Broken extends Error {
  constructor(readonly findings: readonly Finding[]) {
    super("broken");
  }
}

/**
 * Draws values and looks for the smallest one with findings. Errors other than findings (Inconclusive, a defect of
 * ours) pass through unchanged. At most `runs` values are drawn, and 25 more tried while shrinking.
 * @returns how many values were tried, the smallest counterexample and its findings, each with seed and path
 */
export async function findSmallest<T>(
  arbitrary: fc.Arbitrary<T>,
  judge: (value: T) => Promise<readonly Finding[]>,
  options: {
    /** Seed of the draws. */
    seed: number;
    /** Seed of the run, from which the draws' seed is derived; a replay names this one. */
    runSeed: number;
    path: string | null;
    runs: number;
    /** Milliseconds after which no further value is drawn. */
    timeMs: number;
    /** Called with the number of values tried if time ran out before all were drawn. */
    cutShort?: (tried: number) => void;
    show: (value: T) => string;
  },
): Promise<{ tried: number; findings: Finding[]; counterexample: T | null }> {
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
    first ??= options.show(value);
    throw new Broken(findings);
  });
  const parameters = {
    seed: options.seed,
    numRuns: options.runs,
    interruptAfterTimeLimit: options.timeMs,
    markInterruptAsFailure: false,
  };
  // The part after an @ is only for sequences of commands.
  const path = options.path?.split("@")[0] ?? null;
  const run = await (path === null
    ? fc.check(property, parameters)
    : fc.check(property, { ...parameters, path }).catch((error: unknown) => {
        throw isAstray(error) ? new Inconclusive(leadsNowhere(path)) : error;
      }));
  if (run.interrupted) options.cutShort?.(tried);
  if (escaped !== null) throw escaped;
  if (!run.failed || !(run.errorInstance instanceof Broken) || run.counterexample === null) {
    return { tried, findings: [], counterexample: null };
  }
  const replay: Replay = { seed: options.runSeed, path: run.counterexamplePath ?? "" };
  const [value] = run.counterexample;
  const shown = options.show(value);
  const smallest = first === null || first === shown ? shown : `${shown} (shrunk from ${first})`;
  const findings = run.errorInstance.findings.map((finding) => ({ ...finding, smallest, replay }));
  return { tried, findings, counterexample: value };
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
