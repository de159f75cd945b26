import { describe } from "vitest";
import { renderValue } from "../../helpers/oracles/message.js";
import { rule } from "../../helpers/runner/rule.js";
import { breach, deliveries, event } from "./completion.js";
import { BATCH_PATH } from "./registering.js";

// After the other checks of events: what should not come has had time to come meanwhile.
describe("Event: report_complete", () => {
  rule(
    "events.report-complete.only-registered",
    "looks at a webhook that is registered for batch",
    async (t) => {
      await deliveries(t);
      const { receiver } = await event(t);
      for (const delivery of receiver.deliveries.filter(({ path }) => path === BATCH_PATH)) {
        if (!delivery.text.includes("API_REPORT_COMPLETE")) continue;
        breach(
          t,
          delivery,
          "a webhook registered for batch gets no report_complete",
          renderValue(delivery.text),
        );
      }
    },
    { from: "standard" },
  );
});
