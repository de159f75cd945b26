import { describe } from "vitest";
import { rule } from "../../helpers/engine/check/rule.js";
import { voiding } from "../../helpers/engine/resources/labels/voiding.js";
import { judgeBeside, judgeFlag } from "./void-laws.js";

const STANDARD = { from: "standard" } as const;

describe("States and transitions: voiding a label", { meta: { changes: ["labels"] } }, () => {
  rule(
    "label.void.flag",
    "voids a label and reads it again",
    async (t) => judgeFlag(t, await t.given(voiding)),
    STANDARD,
  );

  rule(
    "label.void.only-that-one",
    "voids a label and looks at those around it",
    async (t) => judgeBeside(t, await t.given(voiding)),
    STANDARD,
  );
});
