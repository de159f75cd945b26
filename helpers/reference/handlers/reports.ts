import { type Answer, file } from "../answer.js";
import type { Call, Handlers } from "../call.js";
import { Filters } from "../filters.js";
import { listAnswer } from "../paging.js";
import type { Report } from "../records.js";
import { reportCsv } from "../views/report.js";
import { offsetTimestamp } from "../views/time.js";

function listReports(call: Call): Answer {
  const filters = new Filters<Report>(call).window("created");
  return listAnswer(call, {
    name: "reports",
    from: call.world.reports,
    view: (report) => ({
      report_id: report.id,
      created_at: offsetTimestamp(report.created),
      report_download: { href: call.href(`/v1/incubator/adjustments/reports/${report.id}`) },
    }),
    filters: filters.shown,
    keep: filters.keep,
  });
}

export const reports: Handlers = {
  v1ListAdjustmentReports: listReports,
  v1GetAdjustmentReport: (call) =>
    file("text/csv; charset=utf-8", reportCsv(call.find(call.world.reports, "report_id"), call.lavish)),
};
