import { describe } from "vitest";
import { shipments } from "../../helpers/contract/lists.js";
import { rule } from "../../helpers/engine/check/rule.js";
import { judgeFilter, judgeFiltersTogether } from "../../helpers/engine/lists/filters.js";
import { known } from "../../helpers/engine/lists/readings.js";
import { judgeFilteredTotals } from "../../helpers/engine/lists/totals.js";
import { judgeBound, observeBounds } from "../../helpers/engine/lists/windows.js";
import { answeredOnce } from "../../helpers/engine/operations/probe.js";
import { decodePage } from "../../helpers/wire/decode.js";

describe("GET /v1/shipments: filters", () => {
  rule("shipments.filter.shipment_status", "asks for each of the four states", (t) =>
    judgeFilter(t, shipments, "shipment_status"),
  );

  rule("shipments.filter.tag", "asks for tags that shipments carry", (t) => judgeFilter(t, shipments, "tag"));

  rule("shipments.filter.created_at_start", "asks for what was created after several times", (t) =>
    judgeBound(t, shipments, "created_at", "start"),
  );

  rule("shipments.filter.created_at_end", "asks for what was created before several times", (t) =>
    judgeBound(t, shipments, "created_at", "end"),
  );

  rule.fromStandard(
    "shipments.filter.modified_at_start",
    "asks for what was modified after several times",
    (t) => judgeBound(t, shipments, "modified_at", "start"),
  );

  rule.fromStandard(
    "shipments.filter.modified_at_end",
    "asks for what was modified before several times",
    (t) => judgeBound(t, shipments, "modified_at", "end"),
  );

  rule.fromThorough(
    "shipments.filter.bounds",
    "asks with the very times of a shipment as bounds",
    async (t) => {
      await observeBounds(t, shipments, "created_at");
      await observeBounds(t, shipments, "modified_at");
    },
  );

  rule("shipments.filter.combined", "asks for up to four filters that one shipment meets", (t) =>
    judgeFiltersTogether(t, shipments),
  );

  rule.fromStandard(
    "shipments.filter.shipment_status.unknown",
    "asks for a state that does not exist",
    async (t) => {
      const { total } = await known(t, shipments);
      // status.invalid-input-no-5xx sends the same request.
      const query = { shipment_status: "plimsoll" };
      const exchange = await answeredOnce(t, { operation: "v1ListShipments", query });
      t.saw("calls");
      const page = decodePage(exchange, "shipments");
      const answered = page.kind === "page" ? `with ${page.total} shipments` : `${exchange.answer.status}`;
      const ignored = page.kind === "page" && page.total === total;
      t.observe(`An unknown shipment_status is ${ignored ? "ignored" : `answered ${answered}`}.`);
    },
  );

  rule("shipments.total", "compares total with what the filtered pages hold", (t) =>
    judgeFilteredTotals(t, shipments),
  );
});
