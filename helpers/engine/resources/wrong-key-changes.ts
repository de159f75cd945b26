import type { OperationId } from "../../contract/generated/types.js";
import type { Answered, Exchange } from "../../wire/exchange.js";
import type { Ask } from "../check/ask.js";
import type { Check } from "../check/check.js";
import { given } from "../check/given.js";
import { tryAsk } from "../operations/probe.js";
import type { ReadBefore } from "./read-before.js";

/** A change of a record that was sent without the right key. */
export interface TriedChange {
  readonly exchange: Answered;
  /** What it changed although it was refused, and the reading that shows it. */
  readonly harm: { readonly shown: string; readonly reading: Exchange } | null;
}

/** What checks tried with a wrong key before they did it with the right one. */
export const triedBefore = given(async (): Promise<TriedChange[]> => []);

/**
 * Asks with a wrong key for what a check is about to do anyway, so that a target which does it harms nothing more, and
 * notes what a reading shows of it, unless the run leaves wrong keys out. Each operation is tried until a record was
 * left as it was.
 * @param read reads the record
 * @param harmIn what the reading shows of the change
 */
export async function tryBefore<R>(
  t: Check,
  ask: Ask & { readonly operation: OperationId },
  read: () => Promise<R>,
  harmIn: (reading: R) => TriedChange["harm"],
): Promise<R> {
  const tried = await t.given(triedBefore);
  const isDue = !tried.some(({ exchange, harm }) => exchange.operation === ask.operation && harm === null);
  const isJudged = t.judges("auth.key.wrong.v2") && t.affords("auth.wrong-key.changes");
  // What a record shows before is no harm.
  const isLeft = isDue && isJudged && harmIn(await read()) === null;
  const exchange = isLeft ? await tryAsk(t, { ...ask, key: "wrong" }) : null;
  const reading = await read();
  if (exchange !== null) tried.push({ exchange, harm: harmIn(reading) });
  return reading;
}

/** What a reading shows of a record in the state to which a change leads. */
export function harmOf(kind: string, state: string): (before: ReadBefore | null) => TriedChange["harm"] {
  return (before) =>
    before?.shown.state === state
      ? { shown: `${kind} ${before.shown.id} is ${state}`, reading: before.exchange }
      : null;
}
