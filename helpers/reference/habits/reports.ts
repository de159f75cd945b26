import { stringify } from "csv-stringify/sync";
import { after, all, changeMember, on } from "../bends.js";
import { CSV, file } from "../service/answer.js";
import type { Bend } from "../service/behaviours.js";
import { REPORT_COLUMNS, type ReportColumn } from "../service/views/report.js";
import { timestamp } from "../service/views/time.js";
import { mostReportsEmpty, reportShows } from "../view-bends.js";
import type { Habit } from "./habit.js";

/** Rewrites the cells of some columns; the header and unused cells stay. */
const columns =
  (names: readonly ReportColumn[], change: (cell: string | null) => string | null): Bend =>
  (does) => ({
    reportLines: (report) =>
      does.reportLines(report).map((cells, row) =>
        cells.map((cell, index) => {
          const name = REPORT_COLUMNS[index];
          return row > 0 && name && names.includes(name) ? change(cell) : cell;
        }),
      ),
  });

const used = (change: (cell: string) => string) => (cell: string | null) => cell && change(cell);

/** Returns a report as another file. */
const filed = (type: string, change: (text: string) => string): Bend =>
  after("v1GetAdjustmentReport", (_, answer) =>
    answer.file === undefined ? answer : file(type, change(String(answer.file.content))),
  );

const ELSEWHERE = "https://reports.shipping.invalid";

export const habits: readonly Habit[] = [
  {
    id: "csv-quoted",
    section: "Adjustment report (v1)",
    sentence: "All values of a report are in quotes, and its lines end with CRLF.",
    bend: () => ({
      reportText: (lines) =>
        stringify([...lines], { quoted: true, quoted_empty: true, record_delimiter: "windows" }),
    }),
  },
  {
    id: "reports-mostly-empty",
    section: "Adjustment report (v1)",
    sentence: "Few nights had adjustments: most reports have no rows.",
    bend: mostReportsEmpty,
  },
  {
    id: "csv-none-text",
    section: "Adjustment report (v1)",
    sentence: "The text None is a value of columns whose values are not shown.",
    bend: columns(["DisputeStatus", "ReasonCode"], () => "None"),
  },
  {
    id: "csv-byte-order-mark",
    section: "Adjustment report (v1)",
    sentence: "A report begins with a byte order mark.",
    bend: filed(CSV, (text) => `\ufeff${text}`),
  },
  {
    id: "csv-octet-stream",
    section: "Adjustment report (v1)",
    sentence: "A report is labelled application/octet-stream.",
    bend: filed("application/octet-stream", (text) => text),
  },
  {
    id: "csv-typed-as-json",
    section: "Adjustment report (v1)",
    sentence: "A report is labelled application/json, as every other answer.",
    bend: filed("application/json", (text) => text),
  },
  {
    id: "csv-trailing-lines",
    section: "Adjustment report (v1)",
    sentence: "A report ends with two blank lines.",
    bend: filed(CSV, (text) => `${text}\n\n`),
  },
  {
    id: "csv-dates-with-blank",
    section: "Adjustment report (v1)",
    sentence: "Adjustment dates have a blank between date and time.",
    bend: columns(
      ["AdjustmentDate"],
      used((cell) => cell.replace("T", " ")),
    ),
  },
  {
    id: "csv-amounts-short",
    section: "Adjustment report (v1)",
    sentence: "Amounts below one have no zero before the point, and positive ones have a sign.",
    bend: columns(
      ["AdjustmentAmount"],
      used((cell) => (cell.startsWith("-") ? cell : `+${cell}`).replace(/^([+-])0\./, "$1.")),
    ),
  },
  {
    id: "reports-elsewhere",
    section: "Adjustment report (v1)",
    sentence: "The reports are on another host, under the same paths.",
    bend: reportShows((view, { id }) => ({
      ...view,
      report_download: { href: `${ELSEWHERE}/v1/incubator/adjustments/reports/${id}` },
    })),
  },
  {
    id: "report-events-elsewhere",
    section: "Event: report_complete",
    sentence: "Events name the report at another host.",
    bend: (does) => ({ reportPayload: (report, world) => does.reportPayload(report, world, ELSEWHERE) }),
  },
  {
    id: "report-events-redirected",
    section: "Event: report_complete",
    sentence: "Events name an address from which a redirect leads to the report.",
    bend: all(
      (does) => ({
        reportPayload: (report, world, origin) => {
          const href = `${origin}/v2/downloads/reports/completed/${report.id}`;
          const payload = does.reportPayload(report, world, origin);
          const named = changeMember(payload, ["data", "report_url", "href"], () => href);
          return { ...named, resource_url: href };
        },
      }),
      on("v2DownloadFile", (call, next) => {
        if (call.param("dir") !== "reports") return next(call);
        const location = call.href(`/v1/incubator/adjustments/reports/${call.param("filename")}`);
        return { status: 302, headers: { location } };
      }),
    ),
  },
  {
    id: "reports-redirected",
    section: "Adjustment report (v1)",
    sentence: "A report by its id is a redirect to where its file lies on the same host.",
    bend: on("v1GetAdjustmentReport", (call, next) => {
      const answer = next(call);
      if (answer.file === undefined || call.query.file !== undefined) return answer;
      const path = `/v1/incubator/adjustments/reports/${call.param("report_id")}`;
      return { status: 302, headers: { location: call.href(`${path}?file=1`) } };
    }),
  },
  {
    id: "report-events-later",
    section: "Event: report_complete",
    sentence:
      "The created_at of an event is the time at which it was made, a little after that of the report.",
    bend: (does) => ({
      reportPayload: (report, world, origin) =>
        changeMember(does.reportPayload(report, world, origin), ["data", "created_at"], () =>
          timestamp(report.created + 3_217),
        ),
    }),
  },
];
