import { describe } from "vitest";
import { labels } from "../../helpers/contract/lists.js";
import { rule } from "../../helpers/engine/check/rule.js";
import {
  judgeDefaultDirection,
  judgeDefaultKey,
  judgeDefaultPage,
  judgeDefaultSize,
} from "../../helpers/engine/lists/defaults.js";
import { judgeEveryAge, judgeEveryValue } from "../../helpers/engine/lists/filters.js";
import { judgeDefaultSizeV2 } from "../../helpers/engine/lists/open-laws.js";

// Leaving a parameter out must give the same answer as its default. Where the two differ, the rank law tells which is
// wrong: these checks blame only the answer without the parameter.

describe("GET /v1/labels: defaults", () => {
  rule("labels.default.page-size", "leaves page_size out on the first and on later pages", (t) =>
    judgeDefaultSize(t, labels),
  );

  rule("labels.default.page", "leaves page out", (t) => judgeDefaultPage(t, labels));

  rule("labels.default.sort-dir", "leaves sort_dir out on several pages, and with a filter", (t) =>
    judgeDefaultDirection(t, labels),
  );

  rule("labels.default.sort-by", "leaves sort_by out under both directions", (t) =>
    judgeDefaultKey(t, labels),
  );

  rule.fromStandard(
    "labels.default.all",
    "looks for the labels of every status and age in the unfiltered list",
    async (t) => {
      await judgeEveryAge(t, labels);
      await judgeEveryValue(t, labels, "label_status");
    },
  );
});

describe("Limits: the v2 list of labels", () => {
  rule.fromStandard("labels.default.page-size.v2", "leaves page_size out", (t) =>
    judgeDefaultSizeV2(t, "v2ListLabels", "labels"),
  );
});
