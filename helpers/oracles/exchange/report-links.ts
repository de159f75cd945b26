import { findArray } from "../../wire/find-array.js";
import { type Judgement, NOTHING } from "../judgement.js";
import { misleading } from "../reports/downloads.js";
import type { Context, JudgedExchange } from "./context.js";

export const REPORT_LINK_RULE = "report.download.leads-to-report";

/** Judges that no listed report's download names another listed report; where else it leads has to be followed. */
export function judgeReportLinks(judged: JudgedExchange, { memory: { reports } }: Context): Judgement {
  const { exchange, answer, operation } = judged;
  if (operation?.id !== "v1ListAdjustmentReports" || answer.status !== 200) return NOTHING;
  if (answer.body.kind !== "json") return NOTHING;
  const items = findArray(answer.body.value, { id: "report_id" })?.items ?? [];
  const listed = items.flatMap((raw) =>
    typeof raw.report_id === "string" ? [{ id: raw.report_id, raw }] : [],
  );
  for (const { id } of listed) reports.add(id);
  const findings = listed.flatMap((report) => misleading(REPORT_LINK_RULE, report, exchange, reports));
  return { findings, evidence: [] };
}
