import { describe } from "vitest";
import { rule } from "../../helpers/engine/check/rule.js";
import { listWebhooks } from "../../helpers/engine/resources/webhooks/lists.js";
import { removals } from "../../helpers/engine/resources/webhooks/removals.js";
import { finding } from "../../helpers/oracles/finding.js";
import { renderIds } from "../../helpers/wire/message.js";
import { ifReadable } from "../../helpers/wire/outcome.js";
import { succeeded } from "../../helpers/wire/status.js";

// Near the end of the run: what a deletion brought about goes on to hold.
describe("v2 webhooks, later in the run", () => {
  rule(
    "webhooks.v2.delete.gone",
    "looks for the deleted webhooks once more",
    async (t) => {
      if (t.settings.writes === "none") return;
      const done = (await ifReadable(t.given(removals.v2))) ?? [];
      const gone = done.filter(
        ({ born, answer, byId, after }) =>
          succeeded(answer) && byId?.raw === null && after?.items.every(({ id }) => id !== born.id),
      );
      if (gone.length === 0) return;
      const list = await listWebhooks(t, "v2ListWebhooks");
      t.saw("deletions", gone.length);
      const back = gone.filter(({ born }) => list.items.some(({ id }) => id === born.id));
      if (back.length === 0) return;
      const ids = renderIds(back.map(({ born }) => born.id));
      const exchanges = [...list.exchanges, ...back.map(({ answer }) => answer)];
      const documented = `${ids}, which was gone after its deletion, stays so`;
      t.find(finding({ rule: t.rule, exchanges }, { documented, received: "listed again later in the run" }));
    },
    { from: "standard" },
  );
});
