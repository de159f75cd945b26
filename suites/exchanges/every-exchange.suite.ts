import { describe } from "vitest";
import { rule } from "../../helpers/engine/check/rule.js";
import { EVERY_EXCHANGE } from "../../helpers/engine/vitest/every-exchange.js";
import { exchangeRules } from "../../helpers/oracles/exchange/judge.js";

// Each of these rules is about every single exchange of the run, whoever sent it. The client has had every
// answer looked at; here the findings and the evidence are handed in, rule by rule.
describe("Every exchange", () => {
  for (const id of exchangeRules) {
    rule(id, EVERY_EXCHANGE, async (t) => {
      await t.census.touch();
      const { findings, evidence } = t.collected();
      t.saw("places judged", evidence);
      // What a check of its own has told already, with smaller evidence, is not told twice.
      if (!t.session.findings.some((told) => told.rule === t.rule)) t.find(findings);
    });
  }
});
