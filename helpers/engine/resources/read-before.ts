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
 * Judges that the same read no longer shows the state that it showed before the write.
 * @param documented what it shows now
 */
export async function judgeRenewed(
  t: Check,
  before: ReadBefore,
  write: Answered,
  documented: string,
): Promise<void> {
  const stale = await stillAsBefore(t, before);
  if (stale !== null) t.breach([stale, write], documented, `still ${before.shown.state}`);
}

/** Reads again until the former state or flag is gone: the last answer if it still shows both, otherwise null. */
async function stillAsBefore(t: Check, { ask, shown }: ReadBefore): Promise<Answered | null> {
  const isFormer = ({ id, state, raw }: StateShown) =>
    id === shown.id && state === shown.state && raw.voided === shown.raw.voided;
  const isAsBefore = (exchange: Answered | null) => exchange !== null && statesIn(exchange).some(isFormer);
  const now = await polling(t, () => tryAsk(t, ask)).until((exchange) => !isAsBefore(exchange));
  return isAsBefore(now) ? now : null;
}
