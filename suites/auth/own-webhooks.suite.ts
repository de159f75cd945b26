import { describe } from "vitest";
import { judgeIntrusions } from "../../helpers/engine/resources/webhooks/intrusion-laws.js";
import { rule } from "../../helpers/engine/vitest/rule.js";

// biome-ignore format: one rule a line
describe("Authentication, of changes", { meta: { changes: ["webhooks"] } }, () => {
  rule.fromStandard("auth.key.missing", "creates, updates and deletes webhooks without a key", (t) => judgeIntrusions(t, "none"));
  rule.fromStandard("auth.key.wrong.v1", "creates and deletes webhooks with a wrong key", (t) => judgeIntrusions(t, "wrong", "v1"));
  rule.fromStandard("auth.key.wrong.v2", "updates and deletes a webhook of its own with a wrong key", (t) => judgeIntrusions(t, "wrong", "v2"));
});
