import { describe } from "vitest";
import { rule } from "../../helpers/engine/check/rule.js";
import { cancelling, idOf, shipmentsNow, tagging, tagsOf } from "../../helpers/engine/resources/shipments.js";
import { finding } from "../../helpers/oracles/finding.js";
import { renderIds } from "../../helpers/wire/message.js";
import { ifReadable } from "../../helpers/wire/outcome.js";

// Near the end of the run, by one list: what was cancelled stays so.
describe("v2 endpoints: shipments, later in the run", () => {
  rule(
    "v2.shipments.cancel",
    "looks at the cancelled shipment once more",
    async (t) => {
      const done = t.settings.writes === "fixtures" ? await ifReadable(t.given(cancelling)) : null;
      if (done === null || done.shown.record?.shipment_status !== "cancelled") return;
      const { exchange, records } = await t.given(shipmentsNow);
      const now = records.find((record) => idOf(record) === done.id)?.shipment_status;
      if (typeof now !== "string") return;
      t.saw("shipments cancelled before");
      if (now === "cancelled") return;
      const documented = `shipment ${done.id} stays cancelled`;
      t.find(finding({ rule: t.rule, exchanges: [exchange, done.cancelled] }, { documented, received: now }));
    },
    { from: "standard" },
  );

  rule(
    "v2.shipments.tag-removed",
    "looks for the removed tag on the shipment once more",
    async (t) => {
      const done = t.settings.writes === "fixtures" ? await ifReadable(t.given(tagging)) : null;
      if (done === null || done.removal === null) return;
      const { id, tag, removal } = done;
      if (tagsOf(removal.without.record).includes(tag)) return;
      const { exchange, records } = await t.given(shipmentsNow);
      const own = records.find((record) => idOf(record) === id);
      if (own?.tags === undefined) return;
      t.saw("shipments without the tag", records.length);
      if (!tagsOf(own).includes(tag)) return;
      const received = `${id}: ${renderIds(tagsOf(own))}`;
      const documented = `the tag ${tag}, removed from shipment ${id}, stays so`;
      t.find(finding({ rule: t.rule, exchanges: [exchange, removal.removed] }, { documented, received }));
    },
    { from: "standard" },
  );
});
