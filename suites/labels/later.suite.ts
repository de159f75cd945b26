import { describe } from "vitest";
import { rule } from "../../helpers/engine/check/rule.js";
import { voidedLater } from "../../helpers/engine/resources/labels/voiding.js";
import { judgeBeside, judgeFlag } from "./void-laws.js";

// Near the end of the run, by one page for both: what a void brought about goes on to hold.
describe("Voiding a label, later in the run", { meta: { changes: ["labels"] } }, () => {
  rule.fromStandard("label.void.flag", "reads the voided label once more", async (t) =>
    judgeFlag(t, await t.given(voidedLater)),
  );

  rule.fromStandard("label.void.only-that-one", "looks at the labels around it once more", async (t) =>
    judgeBeside(t, await t.given(voidedLater)),
  );
});
