import { type Answer, CSV, file } from "../answer.js";
import type { Call, Filter, Handlers } from "../behaviours.js";
import { window } from "../filters.js";
import { listAnswer } from "../paging.js";
import type { Report } from "../records.js";

const FILTERS: readonly Filter<Report>[] = window("created");

const listReports = (call: Call): Answer =>
  listAnswer(call, {
    name: "reports",
    from: call.world.reports,
    view: (report) => call.does.reportItemView(call, report),
    filters: FILTERS,
  });

function getReport(call: Call): Answer {
  const lines = call.does.reportLines(call.find(call.world.reports, "report_id"));
  return file(CSV, call.does.reportText(lines));
}

export const reports: Handlers = {
  v1ListAdjustmentReports: listReports,
  v1GetAdjustmentReport: getReport,
};
