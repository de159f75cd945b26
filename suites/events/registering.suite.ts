import { describe } from "vitest";
import { rule } from "../../helpers/engine/check/rule.js";
import { removals } from "../../helpers/engine/resources/webhooks/removals.js";
import { ifReadable } from "../../helpers/wire/outcome.js";
import { succeeded } from "../../helpers/wire/status.js";
import { event } from "./completion.js";

// Early in the run, so that an event has the rest of the run to arrive.
describe("POST /v1/environment/webhooks, for events", { meta: { changes: ["webhooks"] } }, () => {
  rule.fromStandard(
    "webhooks.v1.ids-not-reused",
    "registers a webhook after others were deleted",
    async (t) => {
      const { inV1 } = await t.given(event);
      const gone = ((await ifReadable(t.given(removals.v1))) ?? []).filter(({ answer }) => succeeded(answer));
      if (inV1 === null || gone.length === 0) return;
      t.saw("webhooks");
      if (gone.some(({ born }) => born.id === inV1.own.id))
        t.breach(inV1.own.created, `an id other than ${inV1.own.id}, which was deleted`, inV1.own.id);
    },
  );
});
