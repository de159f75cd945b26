import { describe } from "vitest";
import { findOperation } from "../../helpers/contract/operations.js";
import type { Check } from "../../helpers/engine/check/check.js";
import { tryAsk } from "../../helpers/engine/operations/probe.js";
import { rule } from "../../helpers/engine/vitest/rule.js";
import { isPlainlyValid } from "../../helpers/oracles/answers/plainly-valid.js";
import type { Exchange } from "../../helpers/wire/exchange.js";
import { isUnwell } from "../../helpers/wire/status.js";

/** How many failed reads are repeated, and how often. */
const MOST = 10;
const REPEATS = 2;

/** The run's valid reads with the right key, by address; the last answer of each. */
function validReads(t: Check): ReadonlyMap<string, Exchange> {
  const reads = new Map<string, Exchange>();
  for (const exchange of t.session.journal.exchanges) {
    const { url, key } = exchange.request;
    const operation = exchange.operation === null ? null : findOperation(exchange.operation);
    if (key === "right" && operation !== null && isPlainlyValid(operation, url)) reads.set(url, exchange);
  }
  return reads;
}

function failed({ answer }: Exchange): boolean {
  return answer !== null && answer.status >= 500 && answer.status !== 501 && !isUnwell(answer.status);
}

describe("Status codes", () => {
  rule(
    "status.server-error",
    "repeats the valid reads of the run that were answered with a 5xx",
    async (t) => {
      await t.census.touch();
      const reads = validReads(t);
      t.saw("valid reads", reads.size);
      for (const [href, first] of [...reads].filter(([, read]) => failed(read)).slice(0, MOST)) {
        const statuses = [first.answer?.status];
        for (let repeat = 0; repeat < REPEATS; repeat += 1) {
          const again = await tryAsk(t, { href });
          if (again === null || !failed(again)) break;
          statuses.push(again.answer.status);
        }
        if (statuses.length <= REPEATS) continue;
        t.breach(
          first,
          "a valid request is not answered with a 5xx each time",
          `status ${statuses.join(", then ")}`,
        );
      }
    },
  );
});
