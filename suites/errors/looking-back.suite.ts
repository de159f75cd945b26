import { describe } from "vitest";
import { judgeTraces } from "../../helpers/engine/resources/unknown-traces.js";
import { rule } from "../../helpers/engine/vitest/rule.js";

describe("Errors: changes, looking back", () => {
  rule.fromStandard("error.404.v2.change", "looks for what it sent to unknown records", judgeTraces);
});
