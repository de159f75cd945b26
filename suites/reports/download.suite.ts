import { describe } from "vitest";
import { firstReports, judgeDownloads } from "../../helpers/engine/resources/report-downloads.js";
import { rule } from "../../helpers/engine/vitest/rule.js";
import { mostAlike } from "../../helpers/oracles/reports/csv.js";
import { renderIds } from "../../helpers/wire/message.js";

/** From this many on, equal rows under every id are no coincidence. */
const ENOUGH = 3;

describe("GET /v1/incubator/adjustments/reports/{report_id}", () => {
  rule(
    "report.download.leads-to-report",
    "follows report_download of the first, the last and other reports",
    judgeDownloads,
  );

  rule.fromStandard("report.by-id.own", "compares the rows of reports with different ids", async (t) => {
    const read = (await t.given(firstReports)).filter(({ report }) => report?.rows.length);
    if (read.length < ENOUGH) t.inconclusive("needs three reports with rows");
    t.saw("reports", read.length);
    const alike = mostAlike(read);
    const ids = renderIds(alike.map(({ item }) => item.id));
    if (alike.length === read.length)
      t.breach(
        alike.map(({ exchange }) => exchange),
        "under each id the report of that id, with rows of its own",
        `the same rows under every id that was read: ${ids}`,
      );
    else if (alike.length > 1) t.observe(`Reports with different ids have the same rows: ${ids}.`);
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
