import { describe } from "vitest";
import { ruleById } from "../../helpers/contract/rules.js";
import { foundAgain } from "../../helpers/engine/lists/reading/asked-again.js";
import { refusalOfAll } from "../../helpers/engine/operations/calls-so-far.js";
import { EVERY_EXCHANGE } from "../../helpers/engine/vitest/every-exchange.js";
import { rule } from "../../helpers/engine/vitest/rule.js";
import { exchangeRules, MOMENTARY_RULES } from "../../helpers/oracles/exchange/judge.js";
import { NothingMoreSent } from "../../helpers/target/client/budget.js";

// These rules hold for every exchange of the run, whichever check sent it. The client has already had every answer
// judged; here findings and evidence are collected by rule.

describe("Every exchange", () => {
  for (const id of exchangeRules) {
    rule(id, EVERY_EXCHANGE, async (t) => {
      await t.census.touch().catch(unlessNothingMoreIsSent);
      const { findings, evidence } = t.collected();
      t.saw("places judged", evidence);
      const refused = evidence === 0 ? refusalOfAll(t, ruleById(id).operations ?? []) : null;
      if (refused !== null) t.missed(refused);
      // If a check reported this rule with smaller evidence, do not report it again.
      if (t.isFoundBroken(t.rule)) return;
      t.find(MOMENTARY_RULES.has(id) ? await foundAgain(t, findings) : findings);
    });
  }
});

/** What came so far is judged all the same. */
function unlessNothingMoreIsSent(error: unknown): void {
  if (!(error instanceof NothingMoreSent)) throw error;
}
