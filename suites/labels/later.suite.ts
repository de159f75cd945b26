import { describe } from "vitest";
import { voidedLater } from "../../helpers/engine/resources/labels/voiding.js";
import { rule } from "../../helpers/engine/vitest/rule.js";
import { judgeBeside, judgeFlag } from "./void-laws.js";

// Near the end of the run: the effects of a void must last. One page serves both checks.
describe("Voiding a label, later in the run", { meta: { changes: ["labels"] } }, () => {
  rule.fromStandard("label.void.flag", "reads the voided label again", async (t) =>
    judgeFlag(t, await t.given(voidedLater)),
  );

  rule.fromStandard("label.void.only-that-one", "looks again at the labels around it", async (t) =>
    judgeBeside(t, await t.given(voidedLater)),
  );
});
