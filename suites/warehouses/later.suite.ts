import { describe } from "vitest";
import { rule } from "../../helpers/engine/check/rule.js";
import { listWarehouses, membersOf } from "../../helpers/engine/resources/warehouses/record.js";
import { isNewlyLike, life } from "../../helpers/engine/resources/warehouses/update.js";
import { finding } from "../../helpers/oracles/finding.js";
import { renderIds, renderValue } from "../../helpers/wire/message.js";
import { ifReadable } from "../../helpers/wire/outcome.js";

// Near the end of the run, one list for both: what was put back stays so, and no neighbour took on what was sent.
describe("PUT /v1/warehouses/{warehouse_id}, later in the run", () => {
  rule(
    "warehouses.update.only-that-one",
    "lists all warehouses once more",
    async (t) => {
      const lived = t.settings.writes === "fixtures" ? await ifReadable(t.given(life)) : null;
      const before = lived?.listBefore ?? null;
      const now = lived === null ? null : await listWarehouses(t);
      if (lived === null || before === null || now === null)
        return t.notApplicable("nothing was done earlier that could be looked at once more");
      const { id, sent, original, atLast } = lived;
      const touched = now.items.filter((item) => {
        const was = before.items.find((each) => each.id === item.id);
        return item.id !== id && was !== undefined && isNewlyLike(sent, was.raw, item.raw);
      });
      t.saw("other warehouses later on", now.items.length - 1);
      const exchanges = now.exchanges;
      if (touched.length > 0)
        t.find(
          finding(
            { rule: t.rule, exchanges },
            {
              documented: `only warehouse ${id} was changed earlier in the run`,
              received: `changed later on: ${renderIds(touched.map((item) => item.id))}`,
            },
          ),
        );
      const own = now.items.find((item) => item.id === id);
      const name = own === undefined ? null : membersOf(own.raw).name;
      // Nobody else would give it the name that was made up here.
      if (name !== sent.name || original === null || atLast?.name !== original.name) return;
      t.find(
        finding(
          { rule: "warehouses.update.restores", exchanges },
          {
            documented: `warehouse ${id} keeps the former name ${renderValue(original.name)}, put back earlier in the run`,
            received: renderValue(name),
          },
        ),
      );
    },
    { from: "standard" },
  );
});
