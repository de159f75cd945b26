import { describe } from "vitest";
import type { Check, Given } from "../../helpers/engine/check/check.js";
import { rule } from "../../helpers/engine/check/rule.js";
import type { Orders } from "../../helpers/engine/check/sequences.js";
import { ifReadable } from "../../helpers/wire/outcome.js";
import { ordersV1 } from "./orders-v1.js";
import { ordersV2 } from "./orders-v2.js";

// What holds for one webhook that is created, changed and deleted in that order need not hold in another. These
// checks come after the plain ones of the same rules, and tell only of what those did not find.

describe("v1 webhooks in random order", () => {
  rule(
    "webhooks.v1.create.listed",
    "creates and deletes in random order",
    async (t) => {
      await judgeOrders(t, ordersV1, "create");
    },
    { from: "standard" },
  );

  rule(
    "webhooks.v1.delete.gone",
    "creates and deletes in random order",
    async (t) => {
      await judgeOrders(t, ordersV1, "delete");
    },
    { from: "standard" },
  );

  rule(
    "webhooks.v1.delete.only-that-one",
    "creates and deletes in random order",
    async (t) => {
      await judgeOrders(t, ordersV1, "delete");
    },
    { from: "standard" },
  );

  rule(
    "webhooks.v1.ids-not-reused",
    "creates and deletes in random order",
    async (t) => {
      await judgeOrders(t, ordersV1, "create");
    },
    { from: "standard" },
  );
});

describe("v2 webhooks in random order", () => {
  rule(
    "webhooks.v2.create.name",
    "creates, updates and deletes in random order",
    async (t) => {
      await judgeOrders(t, ordersV2, "create");
    },
    { from: "standard" },
  );

  rule(
    "webhooks.v2.create.url",
    "creates, updates and deletes in random order",
    async (t) => {
      await judgeOrders(t, ordersV2, "create");
    },
    { from: "standard" },
  );

  rule(
    "webhooks.v2.create.event",
    "creates, updates and deletes in random order",
    async (t) => {
      await judgeOrders(t, ordersV2, "create");
    },
    { from: "standard" },
  );

  rule(
    "webhooks.v2.create.headers",
    "creates, updates and deletes in random order",
    async (t) => {
      await judgeOrders(t, ordersV2, "create");
    },
    { from: "standard" },
  );

  rule(
    "webhooks.v2.create.store_id",
    "creates, updates and deletes in random order",
    async (t) => {
      await judgeOrders(t, ordersV2, "create");
    },
    { from: "standard" },
  );

  rule(
    "webhooks.v2.create.listed",
    "creates, updates and deletes in random order",
    async (t) => {
      await judgeOrders(t, ordersV2, "create");
    },
    { from: "standard" },
  );

  rule(
    "webhooks.v2.get.equals",
    "creates, updates and deletes in random order",
    async (t) => {
      await judgeOrders(t, ordersV2, "create");
    },
    { from: "standard" },
  );

  rule(
    "webhooks.v2.put.name",
    "creates, updates and deletes in random order",
    async (t) => {
      await judgeOrders(t, ordersV2, "update");
    },
    { from: "standard" },
  );

  rule(
    "webhooks.v2.put.url",
    "creates, updates and deletes in random order",
    async (t) => {
      await judgeOrders(t, ordersV2, "update");
    },
    { from: "standard" },
  );

  rule(
    "webhooks.v2.put.headers",
    "creates, updates and deletes in random order",
    async (t) => {
      await judgeOrders(t, ordersV2, "update");
    },
    { from: "standard" },
  );

  rule(
    "webhooks.v2.put.event-unchanged",
    "creates, updates and deletes in random order",
    async (t) => {
      await judgeOrders(t, ordersV2, "update");
    },
    { from: "standard" },
  );

  rule(
    "webhooks.v2.put.store-unchanged",
    "creates, updates and deletes in random order",
    async (t) => {
      await judgeOrders(t, ordersV2, "update");
    },
    { from: "standard" },
  );

  rule(
    "webhooks.v2.put.only-that-one",
    "creates, updates and deletes in random order",
    async (t) => {
      await judgeOrders(t, ordersV2, "update");
    },
    { from: "standard" },
  );

  rule(
    "webhooks.v2.delete.gone",
    "creates, updates and deletes in random order",
    async (t) => {
      await judgeOrders(t, ordersV2, "delete");
    },
    { from: "standard" },
  );

  rule(
    "webhooks.v2.delete.only-that-one",
    "creates, updates and deletes in random order",
    async (t) => {
      await judgeOrders(t, ordersV2, "delete");
    },
    { from: "standard" },
  );
});

/** Hands in what the sequences showed of this check's rule. Without sequences the plain check alone decides. */
async function judgeOrders(t: Check, play: Given<Orders>, command: string): Promise<void> {
  if (t.settings.writes === "none") return;
  const played = await ifReadable(t.given(play));
  if (played === null) return;
  t.saw(`${command} commands`, played.done.get(command) ?? 0);
  t.find(played.findings.filter((finding) => finding.rule === t.rule));
}
