import { describe } from "vitest";
import { judgeBelow } from "../../helpers/engine/resources/v2-below.js";
import { judgeEmptyLists } from "../../helpers/engine/resources/v2-empty-lists.js";
import { rule } from "../../helpers/engine/vitest/rule.js";

// biome-ignore format: one rule a line
describe("v2 endpoints", () => {
  rule.fromStandard("v2.records.below", "looks at the reads below records, and repeats refused ones", judgeBelow);
  rule.fromStandard("v2.records.listed", "looks whether records are found by their ids that an empty list lacks", judgeEmptyLists);
});
