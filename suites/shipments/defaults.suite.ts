import { describe } from "vitest";
import { shipments } from "../../helpers/contract/lists.js";
import type { Check } from "../../helpers/engine/check/check.js";
import { defaultOrders } from "../../helpers/engine/lists/laws/defaults.js";
import { judgeSlices } from "../../helpers/engine/lists/laws/slices.js";
import { judgeList } from "../../helpers/engine/lists/reading/judge-list.js";
import { WHICH_AND_WHEN } from "../../helpers/engine/lists/reading/list-watch.js";
import { known } from "../../helpers/engine/lists/reading/readings.js";
import { rule } from "../../helpers/engine/vitest/rule.js";
import { datedBy, oldestFirst } from "../../helpers/wire/dated.js";
import { compareInstants } from "../../helpers/wire/instant.js";

// The document does not say which end of the list comes without sort parameters, nor by which key. The default may be
// any of four: newest or oldest, by creation or by modification.

async function judgeByChange(t: Check): Promise<void> {
  await needsTwoOrders(t);
  const dirs = (["desc", "asc"] as const).slice(0, t.budget("shipments.by-change.directions"));
  await judgeSlices(t, shipments, "modified_at", ...dirs);
}

async function judgeDefaultSlice(t: Check): Promise<void> {
  t.find(
    await judgeList(t, shipments, WHICH_AND_WHEN, async (reading) => {
      const orders = await defaultOrders(t, reading);
      if (orders.some(({ findings }) => findings.length === 0)) return [];
      const documented =
        "page 1 without sort parameters holds the newest or the oldest shipments, by created_at or by modified_at";
      return (orders[0]?.findings ?? []).map((found) => ({ ...found, documented }));
    }),
  );
}

async function observeDirection(t: Check): Promise<void> {
  const fitting = await fittingOrders(t);
  t.observe(`Without sort_dir the shipment list starts at ${named(fitting.map(({ dir }) => dir))}.`);
}

async function observeKey(t: Check): Promise<void> {
  const fitting = await fittingOrders(t);
  t.observe(`Without sort_by the shipment list goes by ${named(fitting.map(({ by }) => by))}.`);
}

async function fittingOrders(t: Check) {
  const orders = await defaultOrders(t, await known(t, shipments));
  return orders.filter(({ findings }) => findings.length === 0);
}

function named(values: readonly string[]): string {
  return values.length === 0 ? "none that the contract knows" : [...new Set(values)].join(" or ");
}

/** Unless two items swap places, a page by modified_at proves nothing. */
async function needsTwoOrders(t: Check): Promise<void> {
  const { items } = await known(t, shipments);
  const changed = new Map((datedBy(items, "modified_at") ?? []).map(({ id, at }) => [id, at]));
  const byCreation = oldestFirst(datedBy(items) ?? []).flatMap(({ id }) => changed.get(id) ?? []);
  if (byCreation.some((at, index) => compareInstants(byCreation[index - 1] ?? at, at) > 0)) return;
  t.inconclusive(
    "needs two shipments of which the older one was modified last; modify an old one or point at an account with some",
  );
}

// biome-ignore format: one rule a line
describe("GET /v1/shipments: what is sorted, and how by default", () => {
  rule("shipments.sort-by.modified_at", "takes pages by time of modification in both directions", judgeByChange);
  rule.fromStandard("shipments.default.slice", "leaves the sort parameters out", judgeDefaultSlice);
  rule.fromStandard("shipments.default.sort-dir", "looks at which end of the list comes without sort parameters", observeDirection);
  rule.fromStandard("shipments.default.sort-by", "looks at the key that picks the first page without sort parameters", observeKey);
});
