import { describe } from "vitest";
import type { Check } from "../../helpers/engine/check/check.js";
import { triedReads } from "../../helpers/engine/operations/plain-reads.js";
import { rule } from "../../helpers/engine/vitest/rule.js";
import { succeeded } from "../../helpers/wire/status.js";

async function judgeAnswers(t: Check): Promise<void> {
  const silent: string[] = [];
  for (const generation of t.settings.generations) {
    const tried = await triedReads(t, generation);
    const [first] = tried;
    const lost = tried.every(({ answer }) => answer.answer.status === 404);
    if (tried.some(({ answer }) => succeeded(answer))) t.saw("generations");
    else if (first !== undefined && lost) {
      t.saw("generations");
      t.expect(first.answer, `/${generation} answers, in one of ${tried.length} lists`).succeeds();
    } else silent.push(generation);
  }
  if (silent.length > 0) {
    t.inconclusive(`no read below /${silent.join(" nor /")} succeeded; check the key and the address`);
  }
}

async function observeOtherPrefix(t: Check): Promise<void> {
  const exchange = await t.ask({ pathname: "/v3/labels" });
  t.saw("paths");
  t.observe(`GET /v3/labels is answered with ${exchange.answer.status}.`);
}

// biome-ignore format: one rule a line
describe("Versioning", () => {
  rule("versioning.generation-answers", "reads from each generation that the target should offer", judgeAnswers);
  rule.fromThorough("versioning.other-prefix", "asks for a path outside both generations", observeOtherPrefix);
});
