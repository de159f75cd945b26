import { describe } from "vitest";
import { judgeFound, judgeOwnShown } from "../../helpers/engine/resources/v2-records.js";
import { rule } from "../../helpers/engine/vitest/rule.js";

describe("v2 endpoints", () => {
  rule.fromStandard("v2.records.by-id", "reads a listed record of each family by its id", judgeFound);

  rule.fromStandard("v2.records.by-id.own", "looks whose records the reads by id show", judgeOwnShown);
});
