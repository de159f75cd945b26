import { describe } from "vitest";
import { inSequences } from "../../helpers/engine/check/sequences.js";
import { webhookSequences } from "../../helpers/engine/resources/webhooks/sequences.js";
import { rule } from "../../helpers/engine/vitest/rule.js";

// What holds for a webhook that is created, changed and deleted in that order need not hold in another order. These
// checks run after the plain checks of the same rules and report only what those did not find.

const { v1, v2 } = webhookSequences;

// biome-ignore format: one rule a line
describe("v1 webhooks in random order", { meta: { changes: ["webhooks"] } }, () => {
  rule.fromThorough("webhooks.v1.create.listed", "creates and deletes in random order", inSequences(v1, "create"));
  rule.fromThorough("webhooks.v1.delete.gone", "creates and deletes in random order", inSequences(v1, "delete"));
  rule.fromThorough("webhooks.v1.delete.only-that-one", "creates and deletes in random order", inSequences(v1, "delete"));
  rule.fromThorough("webhooks.v1.ids-not-reused", "creates and deletes in random order", inSequences(v1, "create"));
});

// biome-ignore format: one rule a line
describe("v2 webhooks in random order", { meta: { changes: ["webhooks"] } }, () => {
  rule.fromStandard("webhooks.v2.create.name", "creates, updates and deletes in random order", inSequences(v2, "create"));
  rule.fromStandard("webhooks.v2.create.url", "creates, updates and deletes in random order", inSequences(v2, "create"));
  rule.fromStandard("webhooks.v2.create.event", "creates, updates and deletes in random order", inSequences(v2, "create"));
  rule.fromStandard("webhooks.v2.create.headers", "creates, updates and deletes in random order", inSequences(v2, "create"));
  rule.fromStandard("webhooks.v2.create.store_id", "creates, updates and deletes in random order", inSequences(v2, "create"));
  rule.fromStandard("webhooks.v2.create.listed", "creates, updates and deletes in random order", inSequences(v2, "create"));
  rule.fromStandard("webhooks.v2.get.equals", "creates, updates and deletes in random order", inSequences(v2, "create"));
  rule.fromStandard("webhooks.v2.put.name", "creates, updates and deletes in random order", inSequences(v2, "update"));
  rule.fromStandard("webhooks.v2.put.url", "creates, updates and deletes in random order", inSequences(v2, "update"));
  rule.fromStandard("webhooks.v2.put.headers", "creates, updates and deletes in random order", inSequences(v2, "update"));
  rule.fromStandard("webhooks.v2.put.event-unchanged", "creates, updates and deletes in random order", inSequences(v2, "update"));
  rule.fromStandard("webhooks.v2.put.store-unchanged", "creates, updates and deletes in random order", inSequences(v2, "update"));
  rule.fromStandard("webhooks.v2.put.only-that-one", "creates, updates and deletes in random order", inSequences(v2, "update"));
  rule.fromStandard("webhooks.v2.delete.gone", "creates, updates and deletes in random order", inSequences(v2, "delete"));
  rule.fromStandard("webhooks.v2.delete.only-that-one", "creates, updates and deletes in random order", inSequences(v2, "delete"));
});
