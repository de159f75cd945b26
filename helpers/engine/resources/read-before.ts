import type { OperationId } from "../../contract/generated/types.js";
import { type StateShown, statesIn } from "../../oracles/exchange/states.js";
import type { Answered } from "../../wire/exchange.js";
import type { Check } from "../check/check.js";
import { tryAsk } from "../operations/probe.js";
import { polling } from "./eventually.js";

/** A read of a record by its id. */
interface ReadById {
  readonly operation: OperationId;
  readonly path: Readonly<Record<string, string>>;
}

/** A record that was read before a write. */
export interface ReadBefore {
  readonly ask: ReadById;
  readonly exchange: Answered;
  readonly shown: StateShown;
}

/**
 * Reads a record by its id before a write. A target that keeps answers to reads, and forgets to renew them, shows it
 * only where the same read came before. Null if no state is shown.
 */
export async function readBefore(t: Check, ask: ReadById): Promise<ReadBefore | null> {
  const exchange = t.inScope(ask.operation) ? await tryAsk(t, ask) : null;
  const shown = exchange === null ? undefined : statesIn(exchange)[0];
  return exchange === null || shown === undefined ? null : { ask, exchange, shown };
}

/**
 * Judges that the same read no longer shows the state that it showed before the write. Returns its answer, if any.
 * @param documented what it shows now
 */
export async function judgeRenewed(
  t: Check,
  before: ReadBefore,
  write: Answered,
  documented: string,
): Promise<Answered | null> {
  const now = await polling(t, () => tryAsk(t, before.ask)).until(
    (exchange) => !isAsBefore(exchange, before),
  );
  if (now !== null && isAsBefore(now, before))
    t.breach([now, write], documented, `still ${before.shown.state}`);
  return now;
}

/** Whether an answer still shows the former state and flag. */
function isAsBefore(now: Answered | null, { shown }: ReadBefore): boolean {
  const isFormer = ({ id, state, raw }: StateShown) =>
    id === shown.id && state === shown.state && raw.voided === shown.raw.voided;
  return now !== null && statesIn(now).some(isFormer);
}
