import { describe } from "vitest";
import { labels } from "../../helpers/contract/lists.js";
import { rule } from "../../helpers/engine/check/rule.js";
import {
  defaultDirection,
  defaultKey,
  defaultPage,
  defaultSize,
  defaultSizeV2,
} from "../../helpers/engine/lists/defaults.js";
import { everyAge, everyValue } from "../../helpers/engine/lists/filters.js";

// Leaving a parameter out must give the same answer as its default. Where the two differ, the rank law tells which is
// wrong: these checks blame only the answer without the parameter.

describe("GET /v1/labels: defaults", () => {
  rule("labels.default.page-size", "leaves page_size out on the first and on later pages", (t) =>
    defaultSize(t, labels),
  );

  rule("labels.default.page", "leaves page out", (t) => defaultPage(t, labels));

  rule("labels.default.sort-dir", "leaves sort_dir out on several pages, and with a filter", (t) =>
    defaultDirection(t, labels),
  );

  rule("labels.default.sort-by", "leaves sort_by out under both directions", (t) => defaultKey(t, labels));

  rule.fromStandard(
    "labels.default.all",
    "looks for the labels of every status and age in the unfiltered list",
    async (t) => {
      await everyAge(t, labels);
      await everyValue(t, labels, "label_status");
    },
  );
});

describe("Limits: the v2 list of labels", () => {
  rule.fromStandard("labels.default.page-size.v2", "leaves page_size out", (t) =>
    defaultSizeV2(t, "v2ListLabels", "labels"),
  );
});
