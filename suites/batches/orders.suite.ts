import { describe } from "vitest";
import type { Check } from "../../helpers/engine/check/check.js";
import { rule } from "../../helpers/engine/check/rule.js";
import { ifReadable } from "../../helpers/wire/outcome.js";
import { orders } from "./orders.js";

// After the plain checks of the same rules, and telling only of what those did not find.
describe("Batches in random order", () => {
  rule(
    "batches.open.complete",
    "creates and archives in random order",
    async (t) => {
      await judgeOrders(t, "create");
    },
    { from: "standard" },
  );

  rule(
    "batches.archive.by-id",
    "creates and archives in random order",
    async (t) => {
      await judgeOrders(t, "archive");
    },
    { from: "standard" },
  );

  rule(
    "batches.archive.delete.v2",
    "creates and archives in random order",
    async (t) => {
      await judgeOrders(t, "archive");
    },
    { from: "standard" },
  );

  rule(
    "batches.archive.leaves-open-listing",
    "creates and archives in random order",
    async (t) => {
      await judgeOrders(t, "archive");
    },
    { from: "standard" },
  );

  rule(
    "batches.archive.only-that-one",
    "creates and archives in random order",
    async (t) => {
      await judgeOrders(t, "archive");
    },
    { from: "standard" },
  );
});

/** Hands in what the sequences showed of this check's rule; where none can be played the plain check decides. */
async function judgeOrders(t: Check, command: string): Promise<void> {
  if (t.settings.writes === "none") return;
  const played = await ifReadable(t.given(orders));
  if (played === null) return;
  t.saw(`${command} commands`, played.done.get(command) ?? 0);
  t.find(played.findings.filter((finding) => finding.rule === t.rule));
}
