import { stringify } from "csv-stringify/sync";
import { isObject } from "../../contract/json.js";
import { after, all, hiding, remembering } from "../bends.js";
import { CSV, file, ok } from "../service/answer.js";
import type { Bend, ReportLines } from "../service/behaviours.js";
import type { Report } from "../service/records.js";
import { REPORT_COLUMNS, type ReportColumn } from "../service/views/report.js";
import { timestamp } from "../service/views/time.js";
import { mostReportsEmpty, reportShows } from "../view-bends.js";
import type { Fault } from "./fault.js";
import * as bounds from "./list-bends/bounds.js";
import * as filters from "./list-bends/filters.js";
import * as requests from "./list-bends/requests.js";
import * as slices from "./list-bends/slices.js";
import { withoutFraction } from "./timestamps.js";

/** How many reports count as old. */
const OLD = 10;

type Cell = string | null;

/** Changes the lines of a report, including the header. */
const lines =
  (change: (cells: readonly Cell[], index: number, all: ReportLines) => readonly Cell[]): Bend =>
  (does) => ({ reportLines: (report) => does.reportLines(report).map(change) });

const header = (change: (column: Cell) => Cell): Bend =>
  lines((cells, index) => (index === 0 ? cells.map(change) : cells));

/** Changes the cells of one column; rows are counted from 0. */
const column = (name: ReportColumn, change: (cell: string, row: number) => string): Bend =>
  lines((cells, index) =>
    cells.map((cell, place) =>
      index > 0 && cell !== null && REPORT_COLUMNS[place] === name ? change(cell, index - 1) : cell,
    ),
  );

/** Writes something into unused cells. */
const unused = (text: string, fits: (name: ReportColumn | undefined) => boolean = () => true): Bend =>
  lines((cells) => cells.map((cell, place) => cell ?? (fits(REPORT_COLUMNS[place]) ? text : null)));

/** Puts the columns in another order. */
const arranged = (columns: readonly ReportColumn[]): Bend =>
  lines((cells) => columns.map((name) => cells[REPORT_COLUMNS.indexOf(name)] ?? null));

const zone = REPORT_COLUMNS.indexOf("ActualZone");

/** Changes the cells of one column in the reports of a week. */
const columnOfWeek = (name: ReportColumn, change: (cell: string) => string): Bend => {
  const changed = column(name, change);
  return (does) => {
    const bent = changed(does);
    return {
      reportLines: (report) => {
        const isOfWeek = report.seq >= 12 && report.seq < 19;
        return (isOfWeek && bent.reportLines ? bent.reportLines : does.reportLines)(report);
      },
    };
  };
};

/** Picks one report in four. */
const isFourth = ({ seq }: { readonly seq: number }): boolean => seq % 4 === 3;

/** The id of the report that follows the one before it soonest. @param reports oldest first */
function briefest(reports: readonly Report[]): string | undefined {
  const [first] = reports
    .map(({ id, created }, at) => ({ id, time: created - (reports[at - 1]?.created ?? 0) }))
    .toSorted((one, other) => one.time - other.time);
  return first?.id;
}

/** Links a listed report to another id. */
const downloading =
  (lead: (id: string, ids: readonly string[]) => string): Bend =>
  (does) => ({
    reportItemView: (call, report) => {
      const id = lead(
        report.id,
        call.world.reports.ordered().map((each) => each.id),
      );
      const { report_download } = does.reportItemView(call, { ...report, id });
      return { ...does.reportItemView(call, report), report_download };
    },
  });

/** Links the last report of a full page to the one before it. */
const lastOfPageToItsNeighbour: Bend = (does) => ({
  pageAnswer: (listing, page) => {
    const { items, request } = page;
    const [neighbour, last] = items.slice(-2).map(listing.view);
    const isHit = listing.word === "reports" && items.length === request.size;
    if (!isHit || !isObject(neighbour) || !isObject(last)) return does.pageAnswer(listing, page);
    const shown = { ...last, report_download: neighbour.report_download };
    return does.pageAnswer(
      { ...listing, view: (item) => (item === items.at(-1) ? shown : listing.view(item)) },
      page,
    );
  },
});

/** A bend that knows the reports of which webhooks were told. */
const forgettingTold = (bend: (told: ReadonlySet<string>) => Bend): Bend =>
  remembering((told) =>
    all(
      (does) => ({
        reportPayload: (report, ...rest) => {
          told.add(report.id);
          return does.reportPayload(report, ...rest);
        },
      }),
      bend(told),
    ),
  );

export const faults: readonly Fault[] = [
  {
    id: "reports-default-hides-old",
    rule: "reports.default.all",
    sentence: "Without created_at_start the report list leaves out the oldest reports.",
    bend: filters.hidingOldest("reports", OLD),
  },
  {
    id: "reports-asc-refused",
    rule: "reports.slice.asc",
    sentence: "The report list refuses sort_dir asc.",
    bend: requests.refusePage(
      "reports",
      "sort_dir",
      (_, { sort_dir }) => sort_dir === "asc",
      "The list is sorted newest first.",
    ),
  },
  {
    id: "reports-default-sort-by-id-tail",
    rule: "reports.default.sort-by",
    sentence: "Without sort_by the report list is sliced by the last digits of the ids.",
    bend: slices.defaultSortByIdTail("reports"),
  },
  {
    id: "reports-hidden-digits",
    rule: "reports.filter.created_at_end.as-printed",
    sentence: "The created_at of reports hides half a second, which the bounds count.",
    bend: all(bounds.hiddenDigits("reports"), reportShows(withoutFraction)),
  },
  {
    id: "report-download-of-first",
    rule: "report.download.leads-to-report",
    sentence: "Every report_download leads to the oldest report.",
    bend: downloading((id, [first = id]) => first),
  },
  {
    id: "report-download-of-fifth-next",
    rule: "report.download.leads-to-report",
    sentence: "The report_download of the fifth report leads to the report after it.",
    bend: downloading((id, ids) => (ids[4] === id ? (ids[5] ?? id) : id)),
  },
  {
    id: "report-download-of-newest-missing",
    rule: "report.download.leads-to-report",
    sentence: "The report_download of the newest report leads nowhere.",
    bend: downloading((id, ids) => (ids.at(-1) === id ? `${id}0` : id)),
  },
  {
    id: "report-download-of-fourth-without-id",
    rule: "report.download.leads-to-report",
    sentence: "The report_download of the fourth report leads to the list of reports.",
    bend: downloading((id, ids) => (ids[3] === id ? "" : id)),
  },
  {
    id: "report-download-prefix-twice",
    rule: "report.download.leads-to-report",
    sentence: "The address in every report_download has its first segment twice.",
    bend: reportShows((view, { id }, call) => {
      const href = call.href(`/v1/v1/incubator/adjustments/reports/${encodeURIComponent(id)}`);
      return { ...view, report_download: { href } };
    }),
  },
  {
    id: "report-download-of-neighbour-ends-page",
    rule: "report.download.leads-to-report",
    sentence: "The report_download of the last report on a full page leads to the report before it.",
    bend: lastOfPageToItsNeighbour,
  },
  {
    id: "report-amount-two-decimals-in-one-week",
    rule: "report.csv.amount",
    sentence: "The amounts in the reports of a week have two decimals.",
    bend: columnOfWeek("AdjustmentAmount", (cell) => cell.replace(/\d$/, "")),
  },
  {
    id: "report-oldest-unknown-by-id",
    rule: "v1.records.by-id",
    sentence: "The oldest report is listed, but unknown by its id.",
    bend: hiding("v1GetAdjustmentReport", (id, { world }) => world.reports.ordered()[0]?.id === id),
  },
  {
    id: "report-by-id-of-first-asked",
    rule: "report.by-id.own",
    sentence: "Under every id comes the report that was asked for first.",
    bend: (does) => {
      let first: ReportLines | null = null;
      return {
        reportLines: (report) => {
          first ??= does.reportLines(report);
          return first;
        },
      };
    },
  },
  {
    id: "report-csv-utf-16",
    rule: "report.csv.readable",
    sentence: "A report is encoded in UTF-16.",
    bend: after("v1GetAdjustmentReport", (_, answer) =>
      file(CSV, new Uint8Array(Buffer.from(String(answer.file?.content), "utf16le"))),
    ),
  },
  {
    id: "report-csv-semicolons",
    rule: "report.csv.readable",
    sentence: "A report is separated by semicolons.",
    bend: () => ({
      reportText: (all) => stringify([...all], { delimiter: ";" }),
    }),
  },
  {
    id: "report-csv-quotes-behind-backslashes",
    rule: "report.csv.quotes",
    sentence: "A quote inside a quoted cell of a report is marked with a backslash.",
    bend: all(
      column("ActualPackage", () => '12" box'),
      () => ({ reportText: (cells) => stringify([...cells], { escape: "\\" }) }),
    ),
  },
  {
    id: "report-csv-empty",
    rule: "report.csv.readable",
    sentence: "A report has no content.",
    bend: () => ({ reportText: () => "" }),
  },
  {
    id: "report-csv-no-header-when-empty",
    rule: "report.csv.readable",
    sentence: "The report that follows the one before it soonest has no rows, and so not even a header row.",
    bend: after("v1GetAdjustmentReport", (call) =>
      call.param("report_id") === briefest(call.world.reports.ordered()) ? file(CSV, "") : undefined,
    ),
  },
  {
    id: "report-csv-drops-column",
    rule: "report.csv.columns",
    sentence: "A report lacks the last column.",
    bend: lines((cells) => cells.slice(0, -1)),
  },
  {
    id: "report-csv-repeats-column",
    rule: "report.csv.columns",
    sentence: "A report has ActualZone twice.",
    bend: lines((cells) => [...cells, cells[zone] ?? null]),
  },
  {
    id: "report-csv-headless-where-in-utc",
    rule: "report.csv.names",
    sentence: "One report in four shows its time of creation with Z, and has no header row.",
    bend: all(
      reportShows((view, report) =>
        isFourth(report) ? { ...view, created_at: timestamp(report.created) } : view,
      ),
      (does) => ({ reportLines: (report) => does.reportLines(report).slice(isFourth(report) ? 1 : 0) }),
    ),
  },
  {
    id: "report-csv-column-renamed",
    rule: "report.csv.names",
    sentence: "The column CarrierID is named Carrier.",
    bend: header((name) => (name === "CarrierID" ? "Carrier" : name)),
  },
  {
    id: "report-csv-column-in-other-case",
    rule: "report.csv.names",
    sentence: "The column ActualToZip is named ActualToZIP.",
    bend: header((name) => (name === "ActualToZip" ? "ActualToZIP" : name)),
  },
  {
    id: "report-csv-sorted-columns",
    rule: "report.csv.order",
    sentence: "The columns are in alphabetical order.",
    bend: arranged(REPORT_COLUMNS.toSorted()),
  },
  {
    id: "report-csv-swaps-last-columns",
    rule: "report.csv.order",
    sentence: "The last two columns have changed places.",
    bend: arranged([...REPORT_COLUMNS.slice(0, -2), ...REPORT_COLUMNS.slice(-2).reverse()]),
  },
  {
    id: "report-csv-rows-cut",
    rule: "report.csv.row-width",
    sentence: "Rows lack their last cell.",
    bend: lines((cells, index) => (index === 0 ? cells : cells.slice(0, -1))),
  },
  {
    id: "report-csv-last-row-longer",
    rule: "report.csv.row-width",
    sentence: "The last row has a cell too many.",
    bend: lines((cells, index, all) => (index > 0 && index === all.length - 1 ? [...cells, ""] : cells)),
  },
  {
    id: "report-csv-amount-2-decimals",
    rule: "report.csv.amount",
    sentence: "Amounts have two decimals.",
    bend: column("AdjustmentAmount", (amount) => amount.slice(0, -1)),
  },
  {
    id: "report-csv-rare-amounts-2-decimals",
    rule: "report.csv.amount",
    sentence: "Few reports have rows, and their amounts have two decimals.",
    bend: all(
      mostReportsEmpty,
      column("AdjustmentAmount", (amount) => amount.slice(0, -1)),
    ),
  },
  {
    id: "report-csv-negative-amount-2-decimals",
    rule: "report.csv.amount",
    sentence: "Negative amounts have two decimals.",
    bend: column("AdjustmentAmount", (amount) => (amount.startsWith("-") ? amount.slice(0, -1) : amount)),
  },
  {
    id: "report-csv-amount-with-currency",
    rule: "report.csv.amount",
    sentence: "Amounts are followed by their currency.",
    bend: column("AdjustmentAmount", (amount) => `${amount} USD`),
  },
  {
    id: "reports-created_at_start-misses-new-ones",
    rule: "reports.filter.created_at_start",
    sentence: "With created_at_start the report list misses reports that it told webhooks about.",
    bend: forgettingTold((told) =>
      filters.finds("reports", "created_at_start", (usually, id) => usually && !told.has(id)),
    ),
  },
  {
    id: "reports-created_at_end-misses-new-ones",
    rule: "reports.filter.created_at_end",
    sentence: "With created_at_end the report list misses reports that it told webhooks about.",
    bend: forgettingTold((told) =>
      filters.finds("reports", "created_at_end", (usually, id) => usually && !told.has(id)),
    ),
  },
  {
    id: "reports-page_size-misses-new-ones",
    rule: "reports.slice.desc",
    sentence: "With page_size the report list misses reports that it told webhooks about.",
    bend: forgettingTold((told) =>
      after("v1ListAdjustmentReports", ({ query }, { json }) => {
        if (query.page_size === undefined || !isObject(json) || !Array.isArray(json.reports))
          return undefined;
        const reports = json.reports.filter((each) => isObject(each) && !told.has(String(each.report_id)));
        const missed = json.reports.length - reports.length;
        return ok({ ...json, reports, total: Number(json.total) - missed });
      }),
    ),
  },
  {
    id: "report-csv-date-without-fraction",
    rule: "report.csv.date-fraction",
    sentence: "Adjustment dates have no fractional seconds.",
    bend: column("AdjustmentDate", (date) => date.slice(0, 19)),
  },
  {
    id: "report-csv-some-dates-without-fraction",
    rule: "report.csv.date-fraction",
    sentence: "The second of three adjustment dates has no fractional seconds.",
    bend: column("AdjustmentDate", (date, row) => (row % 3 === 1 ? date.slice(0, 19) : date)),
  },
  {
    id: "report-csv-minutes-for-month",
    rule: "report.csv.date-fraction",
    sentence: "Adjustment dates show the minutes in place of the month.",
    bend: column("AdjustmentDate", (date) => date.replace(/-\d{2}(?=.*:(\d{2}):)/, "-$1")),
  },
  {
    id: "report-csv-date-with-z",
    rule: "report.csv.date-no-zone",
    sentence: "Adjustment dates end in Z.",
    bend: column("AdjustmentDate", (date) => `${date}Z`),
  },
  {
    id: "report-csv-date-with-zone-name",
    rule: "report.csv.date-no-zone",
    sentence: "Adjustment dates end in EST.",
    bend: column("AdjustmentDate", (date) => `${date} EST`),
  },
  {
    id: "report-csv-first-date-with-offset",
    rule: "report.csv.date-no-zone",
    sentence: "The adjustment date of the first row has an offset.",
    bend: column("AdjustmentDate", (date, row) => (row === 0 ? `${date}+00:00` : date)),
  },
  {
    id: "report-csv-unused-null",
    rule: "report.csv.unused-empty",
    sentence: "Unused cells read null.",
    bend: unused("null"),
  },
  {
    id: "report-csv-unused-undefined",
    rule: "report.csv.unused-empty",
    sentence: "Unused cells read undefined.",
    bend: unused("undefined"),
  },
  {
    id: "report-csv-dispute-null",
    rule: "report.csv.unused-empty",
    sentence: "An unused DisputeUpdatedAt reads NULL.",
    bend: unused("NULL", (name) => name === "DisputeUpdatedAt"),
  },
  {
    id: "report-csv-unused-filler",
    rule: "report.csv.no-filler",
    sentence: "Unused cells read N/A.",
    bend: unused("N/A"),
  },
];
