import { describe } from "vitest";
import { lastReads, soEachTime } from "../../helpers/engine/operations/repeats.js";
import { rule } from "../../helpers/engine/vitest/rule.js";
import { isPlainlyValid } from "../../helpers/oracles/answers/plainly-valid.js";
import type { Answered, Exchange } from "../../helpers/wire/exchange.js";
import { isUnwell } from "../../helpers/wire/health.js";
import { isFailure } from "../../helpers/wire/status.js";

/** How many failed reads are repeated. */
const MOST = 10;

function failed(exchange: Exchange): exchange is Answered {
  const { answer } = exchange;
  return answer !== null && isFailure(answer.status) && !isUnwell(answer);
}

describe("Status codes", () => {
  rule(
    "status.server-error",
    "repeats the valid reads of the run that were answered with a 5xx",
    async (t) => {
      await t.census.touch();
      const reads = lastReads(t.session.journal.exchanges, isPlainlyValid);
      t.saw("valid reads", reads.size);
      const wrong = [...reads].filter((read): read is [string, Answered] => failed(read[1]));
      for (const [href, first] of wrong.slice(0, MOST)) {
        const again = await soEachTime(t, href, failed);
        if (again === null) continue;
        const received = `status ${[first, ...again].map(({ answer }) => answer.status).join(", then ")}`;
        t.breach(first, "a valid request is not answered with a 5xx each time", received);
      }
    },
  );
});
