import { readFileSync } from "node:fs";

/** A fault of the reference service and the rules that it made violate when it was tried. */
export interface TriedFault {
  readonly fault: string;
  readonly sentence: string;
  readonly violated: readonly string[];
}

/** Faults whose pattern of violated rules a run comes close to. A hint, never a verdict. */
export interface NearestFault {
  readonly faults: readonly { readonly fault: string; readonly sentence: string }[];
  /** Rules that both patterns hold. */
  readonly agree: number;
  /** Rules that either pattern holds. */
  readonly of: number;
}

/** Share of the rules of both patterns that must agree. */
const CLOSE = 0.75;
/** More faults that fit equally well say nothing. */
const MOST_FAULTS = 3;

/**
 * The faults that fit the violated rules best; null when none fits well, or too many do.
 * @param violated rules at level must that the run found broken
 */
export function nearestFault(violated: readonly string[], tried: readonly TriedFault[]): NearestFault | null {
  const seen = new Set(violated);
  let best: { agree: number; of: number; faults: TriedFault[] } = { agree: 0, of: 1, faults: [] };
  for (const fault of tried) {
    const agree = fault.violated.filter((rule) => seen.has(rule)).length;
    const of = new Set([...violated, ...fault.violated]).size;
    if (agree * best.of > best.agree * of) best = { agree, of, faults: [fault] };
    else if (agree > 0 && agree * best.of === best.agree * of) best.faults.push(fault);
  }
  const { agree, of, faults } = best;
  if (agree / of < CLOSE || faults.length > MOST_FAULTS) return null;
  return { agree, of, faults: faults.map(({ fault, sentence }) => ({ fault, sentence })) };
}

/** The matrix of the last whole proof, as it is kept in the package. */
export function keptMatrix(): readonly TriedFault[] {
  return JSON.parse(readFileSync(new URL("./kills.json", import.meta.url), "utf8"));
}
