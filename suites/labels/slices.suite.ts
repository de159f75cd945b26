import { describe } from "vitest";
import { labels } from "../../helpers/contract/lists.js";
import { rule } from "../../helpers/engine/check/rule.js";
import { judgeLongOrder } from "../../helpers/engine/lists/long-lists.js";
import { judgePartition } from "../../helpers/engine/lists/partition.js";
import { judgePastLast } from "../../helpers/engine/lists/sizes.js";
import { judgeSlices, judgeSortsBy } from "../../helpers/engine/lists/slices.js";

// sort_dir picks the slice. With N labels, rank 1 the oldest, page p of size s holds ranks (p-1)s+1 to ps under asc,
// and ranks N-ps+1 to N-(p-1)s under desc. `helpers/oracles/slices.ts` holds the law. Inside a page labels always stand
// oldest first, which the exchange oracles judge on every page.

describe("GET /v1/labels: slices", () => {
  rule(
    "labels.slice.asc",
    "takes pages of several sizes under asc, first and last ones among them",
    async (t) => {
      await judgeSlices(t, labels, "created_at", "asc");
      await judgeLongOrder(t, labels);
    },
  );

  rule("labels.slice.desc", "takes pages of several sizes under desc, first and last ones among them", (t) =>
    judgeSlices(t, labels, "created_at", "desc"),
  );

  rule.fromStandard("labels.sort-by.modified_at", "sorts by time of modification in both directions", (t) =>
    judgeSortsBy(t, labels, "modified_at"),
  );
});

describe("GET /v1/labels: walking the pages", () => {
  rule("labels.partition", "walks the list under desc, asc and default", (t) =>
    judgePartition(t, labels, "created_at"),
  );

  rule.fromStandard("labels.sort-by.modified_at.partition", "walks the list by time of modification", (t) =>
    judgePartition(t, labels, "modified_at"),
  );

  rule("labels.page-past-last", "asks for pages past the last, with and without filter", (t) =>
    judgePastLast(t, labels),
  );
});
