import type { OperationId } from "../../contract/generated/types.js";
import { type ListDeclaration, reports, shipments } from "../../contract/lists.js";
import { operation } from "../../contract/operations.js";
import { statusOf } from "../../oracles/records/batches.js";
import { type Item, idsOf } from "../../wire/decode.js";
import type { Exchange } from "../../wire/exchange.js";
import { ifReadable } from "../../wire/outcome.js";
import type { Check } from "../check/check.js";
import { askPage, queryOf } from "../lists/asking/pages.js";
import type { OpenList } from "../lists/open/list.js";
import { allBatches, listAllIn, listOpen, openBatches } from "./batches/lists.js";
import type { Readable } from "./lost-record.js";

/** Records of v1 that have a list and a read by id. */
export interface Family extends Readable {
  /** Ids that the list showed when the run began. */
  listed(t: Check): Promise<readonly string[]>;
  /** The answers that show the record in the list now; null if it is not there. */
  shownNow(t: Check, id: string): Promise<readonly Exchange[] | null>;
}

/** Reads the page again on which the list showed the record. */
function pagedFamily(list: ListDeclaration, read: OperationId, parameter: string): Family {
  return {
    read: operation(read),
    parameter,
    listed: async (t) => idsOf((await t.census.list(list.name)).oldest),
    shownNow: async (t, id) => {
      const page = (await t.census.list(list.name)).pages.find((each) => idsOf(each.items).includes(id));
      if (page === undefined) return null;
      const now = await askPage(t, list, queryOf(page));
      return now.kind === "page" && idsOf(now.items).includes(id) ? [now.exchange] : null;
    },
  };
}

/** An archived batch may be gone by its id, so only those that a list shows in another state count. */
const batchFamily: Family = {
  read: operation("v1GetBatch"),
  parameter: "batch_id",
  listed: async (t) => {
    const open = await ifReadable(t.given(openBatches));
    const all = await ifReadable(t.given(allBatches));
    return [...new Set([...openIds(open), ...(isOfV1(all) ? otherIds(all) : [])])];
  },
  shownNow: async (t, id) => {
    const open = await ifReadable(listOpen(t));
    if (openIds(open).includes(id)) return open?.exchanges ?? null;
    const all = await ifReadable(listAllIn(t, "v1ListBatches"));
    return otherIds(all).includes(id) ? (all?.exchanges ?? null) : null;
  },
};

/** Batches of the open list, unless they show that they are archived. */
function openIds(list: OpenList | null): readonly string[] {
  return idsOf(list?.items.filter((item) => !isArchived(item)) ?? []);
}

/** Batches of a list of all, as far as they show a state and are not archived. */
function otherIds(list: OpenList | null): readonly string[] {
  return idsOf(list?.items.filter((item) => statusOf(item.raw) !== null && !isArchived(item)) ?? []);
}

function isArchived({ raw }: Item): boolean {
  return statusOf(raw) === "archived";
}

function isOfV1(list: OpenList | null): boolean {
  return list?.exchanges[0]?.operation === "v1ListBatches";
}

export const families: readonly Family[] = [
  pagedFamily(shipments, "v1GetShipment", "shipment_id"),
  pagedFamily(reports, "v1GetAdjustmentReport", "report_id"),
  batchFamily,
];
