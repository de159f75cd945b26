import { describe } from "vitest";
import { judgeBeside, judgeFlag } from "../../helpers/engine/resources/labels/void-laws.js";
import { voiding } from "../../helpers/engine/resources/labels/voiding.js";
import { rule } from "../../helpers/engine/vitest/rule.js";

// biome-ignore format: one rule a line
describe("States and transitions: voiding a label", { meta: { changes: ["labels"] } }, () => {
  rule.fromStandard("label.void.flag", "voids a label and reads it again", async (t) => judgeFlag(t, await t.given(voiding)));
  rule.fromStandard("label.void.only-that-one", "voids a label and looks at those around it", async (t) => judgeBeside(t, await t.given(voiding)));
});
