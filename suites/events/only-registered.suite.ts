import { describe } from "vitest";
import { rule } from "../../helpers/engine/check/rule.js";
import type { Delivery } from "../../helpers/target/receiver.js";
import { renderValue } from "../../helpers/wire/message.js";
import { breach, cameAnyway, deliveries, event, PATH, sentToDeletedAgain } from "./completion.js";
import { BATCH_PATH, batchReceiver } from "./registering.js";

// After the other checks of events: what should not come has had time to come meanwhile.
describe("Event: report_complete", { meta: { changes: ["webhooks"] } }, () => {
  rule(
    "events.report-complete.only-registered",
    "looks at a webhook that is registered for batch",
    async (t) => {
      await deliveries(t);
      await t.given(batchReceiver);
      const { receiver } = await t.given(event);
      const isWrong = ({ path, text }: Delivery) =>
        path === BATCH_PATH && text.includes("API_REPORT_COMPLETE");
      if (!(await cameAnyway(t, isWrong))) return;
      for (const delivery of receiver.deliveries.filter(isWrong))
        breach(
          t,
          delivery,
          "a webhook registered for batch gets no report_complete",
          renderValue(delivery.text),
        );
    },
    { from: "standard" },
  );

  rule(
    "events.report-complete.not-after-deletion",
    "looks at a webhook that was deleted before the report",
    async (t) => {
      await deliveries(t);
      const { deletion, receiver } = await t.given(event);
      if (deletion === null)
        t.inconclusive(
          "no webhook could be registered and deleted before a report was completed by reportTrigger",
        );
      const isLate = ({ path }: Delivery) => path === PATH.deleted;
      if (!(await cameAnyway(t, isLate))) return;
      // A deletion may arrive a little later at the one who sends the events.
      if (!(await sentToDeletedAgain(t)))
        return t.observe("A deletion of a webhook takes a moment until no event is sent to it any more.");
      const [delivery] = receiver.deliveries.filter(isLate);
      if (delivery === undefined) return;
      breach(t, delivery, "a deleted webhook gets no event", renderValue(delivery.text));
    },
    { from: "standard" },
  );
});
