import { describe } from "vitest";
import { rule } from "../../helpers/engine/check/rule.js";
import { listOpen, readBatch, statusOf } from "../../helpers/engine/resources/batches/lists.js";
import { archivings } from "../../helpers/engine/resources/batches/victims.js";
import { finding } from "../../helpers/oracles/finding.js";
import { renderIds } from "../../helpers/wire/message.js";

// Near the end of the run: what archiving brought about goes on to hold. Nobody else opens batches of ours.
describe("Batch states, later in the run", () => {
  rule(
    "batches.archive.leaves-open-listing",
    "looks for all that it archived in the open list once more",
    async (t) => {
      const archived = [...(await t.given(archivings)).values()];
      if (archived.length === 0) return;
      const list = await listOpen(t);
      const back = list.items.filter(({ id }) => archived.some((each) => each.id === id));
      t.saw("batches archived before", archived.length);
      if (back.length === 0) return;
      const documented = "what the run archived stays out of the open list";
      const received = `listed later in the run: ${renderIds(back.map(({ id }) => id))}`;
      t.find(finding({ rule: t.rule, exchanges: list.exchanges }, { documented, received }));
    },
    { from: "standard" },
  );

  rule(
    "batches.archive.by-id",
    "reads the first batch that it archived once more",
    async (t) => {
      const [first] = (await t.given(archivings)).values();
      if (first === undefined || first.status !== "archived") return;
      const { exchange, raw } = await readBatch(t, first.id);
      if (statusOf(raw) === null) return;
      t.saw("batches archived before");
      t.expect(exchange, `batch ${first.id}, archived earlier in the run`).shows("status", "archived");
    },
    { from: "thorough" },
  );
});
