import type { OperationId } from "../../contract/generated/types.js";
import { type ListDeclaration, reports, shipments } from "../../contract/lists.js";
import { operation } from "../../contract/operations.js";
import { statusOf } from "../../oracles/records/batches.js";
import { type Item, idsOf } from "../../wire/decode.js";
import type { Exchange } from "../../wire/exchange.js";
import { ifReadable } from "../../wire/outcome.js";
import { jsonOf } from "../../wire/raw.js";
import { findIds } from "../../wire/search.js";
import { spread } from "../../wire/spread.js";
import { succeeded } from "../../wire/status.js";
import { unlikeIds } from "../../wire/unlike-ids.js";
import type { Check } from "../check/check.js";
import { askPage, queryOf } from "../lists/asking/pages.js";
import type { OpenList } from "../lists/open/list.js";
import { askOnce } from "../operations/probe.js";
import { allBatches, listAllIn, listOpen, openBatches } from "./batches/lists.js";
import { createBatch } from "./batches/own.js";
import { BRIEF, polling } from "./eventually.js";
import {
  askOf,
  judgeMissing,
  judgeReads,
  type ListedRecord,
  type Readable,
  recordsRead,
} from "./lost-record.js";

/** How many records of a family are read in a run that is limited to a few rules. */
const WHERE_ALONE = 10;

/** Judges the reads by id that the run made of listed records; makes some itself if there were none. */
async function judgeFamily(t: Check, family: Family): Promise<void> {
  const listed = await ifReadable(family.listed(t));
  if (listed === null) return;
  await readSome(t, family, listed);
  await judgeReads(
    t,
    family,
    listed.map((id) => recordOf(t, family, id)),
  );
  if (family.read.id === "v1GetBatch" && isOwnLost(t, family)) await judgeNewBatch(t, family);
}

/**
 * Reads records whose ids are unlike the others, and another one if no check has read any; several where a run is limited
 * to a few rules, so that it finds what a whole run found.
 */
async function readSome(t: Check, family: Family, listed: readonly string[]): Promise<void> {
  const { read } = recordsRead(t, family);
  const isRead = listed.some((id) => read.has(id));
  const some = isRead ? [] : spread(listed, t.settings.only.length > 0 ? WHERE_ALONE : 1);
  const due = new Set([...some, ...unlikeIds(listed).filter((id) => !read.has(id))]);
  await Promise.all([...due].map((id) => askOnce(t, askOf(family, id))));
}

/** A record that its list may show a moment late. */
function recordOf(t: Check, family: Family, id: string): ListedRecord {
  const isShown = (shown: readonly Exchange[] | null) => shown !== null;
  return { id, shownNow: () => polling(t, () => family.shownNow(t, id)).until(isShown, BRIEF) };
}

/** Whether v1 was asked for batches that the run made in v2, and found none. They are archived by now. */
function isOwnLost(t: Check, family: Family): boolean {
  const { found, lost } = recordsRead(t, family);
  const made = t.session.journal
    .exchangesOf("v2CreateBatch")
    .filter(succeeded)
    .flatMap(({ answer }) => findIds(jsonOf(answer), "batch_id"));
  return made.some((id) => lost.has(id)) && !made.some((id) => found.has(id));
}

/** Makes another batch and looks for it by its id while it is open. */
async function judgeNewBatch(t: Check, family: Family): Promise<void> {
  const own = await ifReadable(createBatch(t, "for-reading"));
  if (own !== null) await judgeMissing(t, family, [recordOf(t, family, own.id)]);
}

/** Judges that records of v1 which a list shows are found by their ids. */
export async function judgeRecordsById(t: Check): Promise<void> {
  const inScope = FAMILIES.filter(({ read }) => t.inScope(read.id));
  await Promise.all(inScope.map((family) => judgeFamily(t, family)));
}

/** Records of v1 that have a list and a read by id. */
interface Family extends Readable {
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
    const open = await t.tryGiven(openBatches);
    const all = await t.tryGiven(allBatches);
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

const FAMILIES: readonly Family[] = [
  pagedFamily(shipments, "v1GetShipment", "shipment_id"),
  pagedFamily(reports, "v1GetAdjustmentReport", "report_id"),
  batchFamily,
];
