import { describe } from "vitest";
import { LISTS } from "../../helpers/contract/lists.js";
import { judgeLongTotal } from "../../helpers/engine/lists/laws/long-lists.js";
import { judgePageSizes } from "../../helpers/engine/lists/laws/sizes.js";
import { judgeTotals } from "../../helpers/engine/lists/laws/totals.js";
import { eachList } from "../../helpers/engine/lists/reading/judge-list.js";
import { rule } from "../../helpers/engine/vitest/rule.js";

describe("Paging: sizes and totals", () => {
  rule(
    "paging.page_size.respected",
    "takes first and last pages of several sizes from each list, and under filters",
    (t) => eachList(t, judgePageSizes),
  );

  rule(
    "paging.total.matches-items",
    "counts the items of a walk over each list and compares every page's total",
    async (t) => {
      await eachList(t, judgeTotals);
      for (const list of Object.values(LISTS)) await judgeLongTotal(t, list);
    },
  );
});
