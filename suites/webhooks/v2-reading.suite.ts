import { describe } from "vitest";
import { isAnswer, judgePair, olderPairs, ownPairs } from "../../helpers/engine/resources/webhooks/beside.js";
import { rule } from "../../helpers/engine/vitest/rule.js";
import { ifReadable } from "../../helpers/wire/outcome.js";

describe("v2 webhooks: reading", { meta: { changes: ["webhooks"] } }, () => {
  rule("webhooks.v2.get.equals", "compares webhooks by id with their items in the list", async (t) => {
    // Without any of our own, those of others have to tell.
    const own = await t.given(ownPairs);
    const older = own.length === 0 ? await olderPairs(t) : await ifReadable(olderPairs(t));
    const pairs = [...own, ...(older ?? [])].filter(isAnswer);
    if (pairs.length === 0) t.inconclusive("needs a listed webhook that can be read by id");
    t.saw("webhooks", pairs.length);
    t.find(pairs.flatMap(judgePair).slice(0, 1));
  });
});
