import { describe } from "vitest";
import { judgeBelow } from "../../helpers/engine/resources/v2-below.js";
import { rule } from "../../helpers/engine/vitest/rule.js";

describe("v2 endpoints", () => {
  rule.fromStandard(
    "v2.records.below",
    "looks at the reads below records, and repeats refused ones",
    judgeBelow,
  );
});
