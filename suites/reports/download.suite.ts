import { describe } from "vitest";
import { firstReports, judgeDownloads } from "../../helpers/engine/resources/report-downloads.js";
import { rule } from "../../helpers/engine/vitest/rule.js";
import { twins } from "../../helpers/oracles/reports/csv.js";
import { renderIds } from "../../helpers/wire/message.js";

describe("GET /v1/incubator/adjustments/reports/{report_id}", () => {
  rule(
    "report.download.leads-to-report",
    "follows report_download of the first, the last and other reports",
    judgeDownloads,
  );

  rule.fromStandard("report.by-id.own", "compares the rows of reports with different ids", async (t) => {
    const read = (await t.given(firstReports)).filter(({ report }) => report?.rows.length);
    if (read.length < 2) t.inconclusive("needs two reports with rows");
    t.saw("reports", read.length);
    const ids = twins(read)?.map(({ item }) => item.id);
    t.observe(
      ids === undefined
        ? "Each report that was read has rows of its own."
        : `Reports with different ids have the same rows: ${renderIds(ids)}.`,
    );
  });

  rule.fromStandard("report.csv.content-type", "looks at the Content-Type of reports", async (t) => {
    const types = new Set(
      (await t.given(firstReports)).map(({ exchange }) => exchange.answer.headers["content-type"] ?? "none"),
    );
    if (types.size === 0) t.inconclusive("needs one report by id");
    t.saw("types", types.size);
    t.observe(`Reports come as ${[...types].join(", ")}.`);
  });
});
