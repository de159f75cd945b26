import { describe } from "vitest";
import { operationsIn } from "../../helpers/contract/scope.js";
import { rule } from "../../helpers/engine/vitest/rule.js";
import { callsOf, fails, isOpenCall } from "../../helpers/oracles/answers/failed-calls.js";
import { requestLine } from "../../helpers/wire/message.js";

describe("Status codes", () => {
  rule("status.open-calls-no-5xx", "counts how the calls of this run went", async (t) => {
    const calls = operationsIn(t.settings)
      .filter(isOpenCall)
      .map(({ id }) => callsOf(t.session.journal.exchangesOf(id)))
      .filter(({ made }) => made > 0);
    if (calls.length === 0) t.needsWrites("looks at calls that change or calculate something");
    t.saw("operations called", calls.length);
    for (const { made, failed } of calls.filter((each) => !fails(each)))
      for (const call of failed)
        t.observe(
          `${requestLine(call)} was answered with ${call.answer.status} once, among ${made} calls of the operation.`,
        );
    for (const each of calls.filter(fails)) {
      const [first] = each.failed;
      if (first === undefined) continue;
      const received = `status ${first.answer.status} for ${each.failed.length} of ${each.made} calls`;
      t.breach(first, "a success, or a 4xx that says what is wrong", received);
    }
  });
});
