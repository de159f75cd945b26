import { operation } from "../../contract/operations.js";
import { urlOf } from "../../contract/url.js";
import type { Item, Page } from "../../wire/decode.js";
import type { Answered, Exchange, Findings } from "../../wire/exchange.js";
import { plural, renderValue } from "../../wire/message.js";
import { hrefIn, isCutShort, type Raw, textOf } from "../../wire/raw.js";
import { segmentsOf } from "../../wire/segment.js";
import { finding } from "../finding.js";
import { parseReport, type Report } from "./csv.js";
import { reportNamedBy } from "./event.js";

const LIST_PATH = operation("v1ListAdjustmentReports").path;

interface ListedReport {
  readonly id: string;
  readonly raw: Raw;
}

/** The address of a listed report's download; null if it shows none. @param base the address of the list */
export function downloadUrl({ report_download: link }: Raw, base: string): URL | null {
  const href = hrefIn(link);
  return href === null ? null : urlOf(href, base);
}

/** Whether the address of a download ends in the path of its report, however its characters are encoded. */
export function hasByIdPath({ href, pathname }: URL, id: string): boolean {
  return reportNamedBy(href) === id && !pathname.endsWith("/");
}

/**
 * Whether an address with the path of a report by id stands on the target's own host where that is known to be: below
 * the documented path, the address of the list or, as behind a gateway, the list's own links, which have rules of theirs.
 */
export function isAtHome(url: URL, { exchange, links }: Page): boolean {
  const { url: address } = exchange.request;
  const lists = [LIST_PATH, address, ...Object.values(links)].filter((href) => href !== null);
  const folder = new URL(".", url).pathname;
  return lists.some((href) => `${urlOf(href, address)?.pathname}/` === folder);
}

/** Whether the address of a download does not name its report. */
export function isUnnamed({ id, raw }: ListedReport, base: string): boolean {
  const url = downloadUrl(raw, base);
  return url !== null && !segmentsOf(url).includes(id);
}

/** Reports that follow others, the soonest first: the shorter the time that a report is about, the fewer its rows. */
export function briefestFirst<T extends Pick<Item, "createdAt">>(items: readonly T[]): readonly T[] {
  const dated = items
    .flatMap((item) => (item.createdAt === null ? [] : [{ item, at: item.createdAt.epochNs }]))
    .toSorted((one, other) => Number(one.at - other.at));
  return dated
    .map(({ item, at }, place) => ({ item, time: at - (dated[place - 1]?.at ?? 0n) }))
    .toSorted((one, other) => Number(one.time - other.time))
    .map(({ item }) => item);
}

/** Judges that the address of a download names no other listed report in place of its own. */
export function misleading(
  rule: string,
  { id, raw }: ListedReport,
  list: Exchange,
  ids: ReadonlySet<string>,
): Findings {
  const url = downloadUrl(raw, list.request.url);
  const named = url === null ? [] : segmentsOf(url);
  const other = named.includes(id) ? undefined : named.find((segment) => ids.has(segment));
  if (other === undefined) return [];
  const received = `${renderValue(url?.href)} names ${other}`;
  return [finding({ rule, exchanges: [list] }, `report_download of ${id} leads to that report`, received)];
}

/** The report that an answer holds; null if it is not readable CSV, which another rule judges. */
export function reportIn({ answer }: Answered): Report | null {
  const { status, body } = answer;
  return status === 200 && body.kind !== "unreadable" ? parseReport(textOf(body)) : null;
}

interface ReadReport {
  readonly id: string;
  readonly exchange: Exchange;
  readonly report: Report;
}

/** Judges that a download holds the report that was read by its id, as far as header and number of rows show. */
export function sameReport(rule: string, { id, exchange, report }: ReadReport, download: Answered): Findings {
  const came = reportIn(download);
  if (isCutShort(download.answer.body)) return [];
  if (came?.rows.length === report.rows.length && came.header.join() === report.header.join()) return [];
  const documented = `the header row and ${plural(report.rows.length, "row")} of ${id}`;
  const received =
    came === null
      ? `status ${download.answer.status} without a readable report`
      : `${plural(came.header.length, "column")} and ${plural(came.rows.length, "row")}`;
  return [finding({ rule, exchanges: [download, exchange] }, documented, received)];
}
