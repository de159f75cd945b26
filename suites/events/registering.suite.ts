import { describe } from "vitest";
import { completion } from "../../helpers/engine/resources/events/completion.js";
import { removals } from "../../helpers/engine/resources/webhooks/removals.js";
import { rule } from "../../helpers/engine/vitest/rule.js";
import { succeeded } from "../../helpers/wire/status.js";

// Early in the run, so that an event has the rest of the run to arrive.
describe("POST /v1/environment/webhooks, for events", { meta: { changes: ["webhooks"] } }, () => {
  rule.fromStandard(
    "webhooks.v1.ids-not-reused",
    "registers a webhook after others were deleted",
    async (t) => {
      const { inV1 } = await t.given(completion);
      const gone = ((await t.tryGiven(removals("v1"))) ?? []).filter(({ answer }) => succeeded(answer));
      if (gone.length === 0) return;
      t.saw("webhooks", inV1.length);
      for (const { own } of inV1)
        if (gone.some(({ born }) => born.id === own.id))
          t.breach(own.created, `an id other than ${own.id}, which was deleted`, own.id);
    },
  );
});
