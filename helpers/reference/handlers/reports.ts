import { type Answer, file } from "../answer.js";
import type { Call, Handlers } from "../call.js";
import { Filters } from "../filters.js";
import { listAnswer } from "../paging.js";
import { unknownId } from "../problem.js";
import type { Report } from "../records.js";
import { reportCsv } from "../views/report.js";
import { offsetTimestamp } from "../views/time.js";

function listReports(call: Call): Answer {
  const filters = new Filters<Report>(call, "reports").window("created");
  return listAnswer(call, {
    name: "reports",
    from: call.world.reports,
    view: (report) => ({
      report_id: report.id,
      created_at: printed(call, report),
      report_download: { href: call.href(`/v1/incubator/adjustments/reports/${linked(call, report)}`) },
    }),
    filters: filters.shown,
    keep: filters.keep,
  });
}

const printed = ({ faults }: Call, { created }: Report): string =>
  faults.has("reports-hidden-digits")
    ? offsetTimestamp(created).replace(".000", "")
    : offsetTimestamp(created);

/** Id of the report that the download of a report leads to. */
function linked({ faults, world }: Call, { id }: Report): string {
  const all = world.reports.ordered();
  if (faults.has("report-download-of-first")) return all[0]?.id ?? id;
  return all.at(-1)?.id === id && faults.has("report-download-of-newest-missing") ? `${id}0` : id;
}

const CSV = "text/csv; charset=utf-8";

function getReport(call: Call): Answer {
  const { faults, lavish } = call;
  const oldest = call.world.reports.ordered()[0]?.id === call.param("report_id");
  if (oldest && faults.has("report-oldest-unknown-by-id"))
    throw unknownId("report_id", call.param("report_id"));
  const text = reportCsv(call.find(call.world.reports, "report_id"), lavish, faults);
  if (faults.has("report-csv-utf-16")) return file(CSV, new Uint8Array(Buffer.from(text, "utf16le")));
  return file(CSV, faults.has("report-csv-empty") ? "" : text);
}

export const reports: Handlers = {
  v1ListAdjustmentReports: listReports,
  v1GetAdjustmentReport: getReport,
};
