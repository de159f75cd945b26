import { describe } from "vitest";
import { labels } from "../../helpers/contract/lists.js";
import { rule } from "../../helpers/engine/check/rule.js";
import { judgeFilter, judgeFiltersTogether, judgeUnknownValues } from "../../helpers/engine/lists/filters.js";
import { judgeFilteredTotals } from "../../helpers/engine/lists/totals.js";
import { judgeAsPrinted, judgeBound, judgeInclusive } from "../../helpers/engine/lists/windows.js";
import { answeredOnce } from "../../helpers/engine/operations/probe.js";

describe("GET /v1/labels: filters", () => {
  rule("labels.filter.label_status", "filters by each status", (t) => judgeFilter(t, labels, "label_status"));

  rule("labels.filter.carrier_id", "filters by carriers that labels have, and by part of a carrier id", (t) =>
    judgeFilter(t, labels, "carrier_id"),
  );

  rule(
    "labels.filter.service_code",
    "filters by services that labels have, and by part of a service code",
    (t) => judgeFilter(t, labels, "service_code"),
  );

  rule("labels.filter.tracking_number", "filters by tracking numbers, and by part of one", (t) =>
    judgeFilter(t, labels, "tracking_number"),
  );

  rule("labels.filter.batch_id", "filters by batches that labels have, and by part of a batch id", (t) =>
    judgeFilter(t, labels, "batch_id"),
  );

  rule("labels.filter.combined", "combines up to four filters", (t) => judgeFiltersTogether(t, labels));

  rule("labels.total", "reads the total of filtered lists, on each of their pages", (t) =>
    judgeFilteredTotals(t, labels),
  );

  rule.fromStandard("labels.filter.unknown-value", "filters by values that no label has", (t) =>
    judgeUnknownValues(t, labels),
  );

  rule.fromStandard(
    "labels.filter.label_status.unknown",
    "filters by a status outside the enumeration",
    async (t) => {
      // status.invalid-input-no-5xx sends the same request.
      const exchange = await answeredOnce(t, {
        operation: "v1ListLabels",
        query: { label_status: "plimsoll" },
      });
      t.saw("values");
      t.observe(`A label_status outside the enumeration is answered ${exchange.answer.status}.`);
    },
  );
});

describe("GET /v1/labels: windows of time", () => {
  rule("labels.filter.created_at_start", "starts windows between labels and close to them", (t) =>
    judgeBound(t, labels, "created_at", "start"),
  );

  rule("labels.filter.created_at_end", "ends windows between labels and close to them", (t) =>
    judgeBound(t, labels, "created_at", "end"),
  );

  rule.fromStandard(
    "labels.filter.created_at_start.inclusive",
    "starts windows exactly when a label was created",
    (t) => judgeInclusive(t, labels, "start"),
  );

  rule.fromStandard(
    "labels.filter.created_at_end.inclusive",
    "ends windows exactly when a label was created",
    (t) => judgeInclusive(t, labels, "end"),
  );

  rule.fromStandard("labels.filter.created_at_end.as-printed", "ends windows with a time as printed", (t) =>
    judgeAsPrinted(t, labels),
  );
});
