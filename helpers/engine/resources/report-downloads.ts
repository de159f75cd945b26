import { reports } from "../../contract/lists.js";
import { isRedirect } from "../../oracles/exchange/context.js";
import type { Report } from "../../oracles/reports/csv.js";
import {
  briefestFirst,
  downloadUrl,
  hasByIdPath,
  isAtHome,
  isUnnamed,
  reportIn,
  sameReport,
} from "../../oracles/reports/downloads.js";
import type { Item, Page } from "../../wire/decode.js";
import { eachForm } from "../../wire/each-form.js";
import type { Answered, Findings } from "../../wire/exchange.js";
import { ifReadable } from "../../wire/outcome.js";
import { spread } from "../../wire/spread.js";
import type { Check } from "../check/check.js";
import { given } from "../check/given.js";
import { judgeList } from "../lists/reading/judge-list.js";
import type { Reading } from "../lists/reading/reading.js";
import { known } from "../lists/reading/readings.js";

/** A report read by its id. */
interface ById {
  readonly item: Item;
  readonly exchange: Answered;
  /** Null if it is not readable CSV, which another rule judges. */
  readonly report: Report | null;
}

/** How often as many reports again are read while all are empty. */
const FURTHER_READINGS = 3;

/** Some listed reports, read by their ids. Once a run. */
export const firstReports = given(async (t) => readReports(t, await known(t, reports)));

/** Judges that the downloads of reports lead to those reports: by their addresses, and by what some of them deliver. */
export async function judgeDownloads(t: Check): Promise<void> {
  const { pages } = await t.census.list("reports");
  // The exchange oracle has judged the addresses on these pages.
  const misled = t.collected().findings;
  if (misled.length > 0) return t.find(misled.slice(0, 1));
  const [list] = pages;
  if (list === undefined) t.inconclusive("needs a list of reports that can be read");
  t.find(await judgeList(t, reports, "everything", (reading) => judgeFollowed(t, reading, list)));
}

/** Follows the downloads of some reports. @param list its first page */
async function judgeFollowed(t: Check, reading: Reading, list: Page): Promise<Findings> {
  const isFirst = reading === (await known(t, reports));
  const read = isFirst ? await t.given(firstReports) : await readReports(t, reading);
  const most = t.budget("reports.downloads.followed");
  // Of a long list not at equal distances.
  const followed = spread(read, most, skewOf(read, most));
  const judged = await Promise.all(followed.map((report) => judgeDownload(t, report, list)));
  const seen = judged.filter((findings) => findings !== null);
  if (seen.length === 0)
    t.inconclusive(
      "needs a report that can be read by its id, with a report_download that leads to a report",
    );
  t.saw("reports", seen.length);
  return seen.flat().slice(0, 1);
}

async function readReports(t: Check, { items }: Reading): Promise<readonly ById[]> {
  if (items.length === 0)
    t.inconclusive("needs a listed report; the list is empty. Point at an account with some");
  const read: ById[] = [];
  const readAlso = async (some: readonly Item[]) => read.push(...(await readById(t, some)));
  await readAlso(oddFirst(items, t.settings.url, t.budget("reports.downloads")));
  // Most nights may have had no adjustments, and a report without rows shows nothing of its cells.
  for (let more = 0; more < FURTHER_READINGS && read.every(isEmpty); more++) {
    const unread = items.filter((item) => !read.some((one) => one.item === item));
    await readAlso(spread(unread, read.length));
  }
  return read;
}

function isEmpty({ report }: ById): boolean {
  return report?.rows.length === 0;
}

function readById(t: Check, items: readonly Item[]): Promise<readonly ById[]> {
  return Promise.all(
    items.map(async (item) => {
      const exchange = await t.ask({ operation: "v1GetAdjustmentReport", path: { report_id: item.id } });
      return { item, exchange, report: reportIn(exchange) };
    }),
  );
}

/** Some reports; first one whose download does not name it, if most do. The links of the first ones are followed. */
function oddFirst(items: readonly Item[], base: string, most: number): readonly Item[] {
  const odd = items.filter((item) => isUnnamed(item, base));
  const [first] = 2 * odd.length < items.length ? odd : [];
  if (first === undefined) return printed(items, most);
  const others = items.filter((item) => item !== first);
  return [first, ...printed(others, most - 1)];
}

/** Null where there is nothing to compare: no readable report by id, no href, or another host does not serve it. */
async function judgeDownload(
  t: Check,
  { item: { id, raw }, exchange, report }: ById,
  list: Page,
): Promise<Findings | null> {
  const url = downloadUrl(raw, list.exchange.request.url);
  if (url === null || report === null) return null;
  const isForeign = url.origin !== new URL(t.settings.url).origin;
  // A link with the by-id path leads to the report just read, whatever other host it names.
  if (hasByIdPath(url, id) && (isForeign || (url.search === "" && isAtHome(url, list)))) return [];
  const asked = t.ask({ href: url.href });
  const download = isForeign ? await ifReadable(asked) : await asked;
  // A redirect that was not followed leads to another host.
  const isElsewhere = isForeign || (download !== null && isRedirect(download.answer.status));
  if (download === null || (isElsewhere && reportIn(download) === null)) return null;
  return sameReport(t.rule, { id, exchange, report }, download);
}

/**
 * Some reports, the oldest and the newest among them, and of each form in which their created_at is printed; at last the
 * one about the shortest time, since a report without rows may be written in another way.
 */
function printed(items: readonly Item[], most: number): readonly Item[] {
  const fewer = Math.max(1, most - 1);
  const spaced = eachForm(items, fewer, ({ raw }) => String(raw.created_at), skewOf(items, fewer));
  const others = briefestFirst(items).filter((item) => !spaced.includes(item));
  const chosen = [...spaced, ...others.slice(0, most - spaced.length)];
  return items.filter((item) => chosen.includes(item));
}

function skewOf({ length }: readonly unknown[], most: number): number {
  return length - 1 > most * Math.max(1, most - 1) ? 1 : 0;
}
