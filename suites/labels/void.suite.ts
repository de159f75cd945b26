import { describe } from "vitest";
import type { Check } from "../../helpers/engine/check/check.js";
import { judgeBeside, judgeFlag } from "../../helpers/engine/resources/labels/void-laws.js";
import { firstVoid, voiding } from "../../helpers/engine/resources/labels/voiding.js";
import { breachNeverTaken } from "../../helpers/engine/resources/never-taken.js";
import { rule } from "../../helpers/engine/vitest/rule.js";

async function judgeVoided(t: Check): Promise<void> {
  if (breachNeverTaken(t, "a completed label can be voided", await t.given(firstVoid))) return;
  await judgeFlag(t, await t.given(voiding));
}

// biome-ignore format: one rule a line
describe("States and transitions: voiding a label", { meta: { changes: ["labels"] } }, () => {
  rule.fromStandard("label.void.flag", "voids a label and reads it again", judgeVoided);
  rule.fromStandard("label.void.only-that-one", "voids a label and looks at those around it", async (t) => judgeBeside(t, await t.given(voiding)));
});
