import type { Operation } from "../../contract/model.js";
import type { Answered, Exchange } from "../../wire/exchange.js";
import { isUnwell } from "../../wire/health.js";
import { isFailure } from "../../wire/status.js";

/** How the calls of one operation went. */
interface Calls {
  readonly made: number;
  readonly failed: readonly Answered[];
}

/** Whether the contract leaves open how an operation that is no plain read succeeds. */
export function isOpenCall({ method, statedStatuses }: Operation): boolean {
  return method !== "GET" && statedStatuses.length === 0;
}

/** Counts an operation's calls with the right key that should succeed, as far as they were answered. */
export function callsOf(exchanges: readonly Exchange[]): Calls {
  const made = exchanges.filter(
    ({ request, intent, answer }) =>
      request.key === "right" && intent === undefined && answer !== null && !isUnwell(answer),
  );
  return { made: made.length, failed: made.filter(isFailed) };
}

/** Whether an operation fails: always, or at least twice. Once among others may be an accident. */
export function fails({ made, failed }: Calls): boolean {
  return failed.length > 0 && (failed.length === made || failed.length > 1);
}

function isFailed(exchange: Exchange): exchange is Answered {
  const { answer } = exchange;
  return answer !== null && isFailure(answer.status);
}
