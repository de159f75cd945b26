import { describe } from "vitest";
import { IMPROBABLE_ID, LINK_NAMES, labels, V2_LISTS } from "../../helpers/contract/lists.js";
import { operationLine } from "../../helpers/contract/operations.js";
import type { Check } from "../../helpers/engine/check/check.js";
import { type ListQuery, queryWords } from "../../helpers/engine/lists/asking/pages.js";
import { fartherOut } from "../../helpers/engine/lists/laws/past-last.js";
import { SINCE_EVER } from "../../helpers/engine/lists/laws/without-filter.js";
import { known } from "../../helpers/engine/lists/reading/readings.js";
import { rule } from "../../helpers/engine/vitest/rule.js";
import { datedBy, differ, orderOf } from "../../helpers/wire/dated.js";
import { decodeOpenPage, type Page } from "../../helpers/wire/decode.js";

// What the contract leaves open: recorded, never judged.

const ODD_VALUES: readonly ListQuery[] = [{ page: 0 }, { page: "abc" }, { page_size: -1 }];
/** Lists of resources whose default order the contract does not state. */
const UNSTATED = V2_LISTS.filter(({ below }) => below === undefined);

describe("Paging: what is left open", () => {
  rule.fromThorough(
    "paging.odd-values",
    "sends zero, negative and non-numeric values of page and page_size",
    async (t) => {
      const answers = await Promise.all(
        ODD_VALUES.map(async (query) => ({ query, status: await statusOf(t, query) })),
      );
      t.saw("values", answers.length);
      t.observe(
        `Odd values on the label list: ${answers.map(({ query, status }) => `${queryWords(query)} is answered with ${status}`).join(", ")}.`,
      );
    },
  );

  rule.fromThorough(
    "paging.unknown-parameter",
    "sends a query parameter that the contract does not know",
    async (t) => {
      const status = await statusOf(t, { page_size: 1, no_such_parameter: "1" });
      t.saw("calls");
      t.observe(`An unknown query parameter is answered with ${status}.`);
    },
  );

  // The exchange oracles judge this page's envelope: targets tend to fail on sizes that they do not serve.
  rule.fromStandard("paging.page-size-max", "asks for a very large page", async (t) => {
    // The rule on the labels that come without filter sends the same request.
    const page = await (await known(t, labels)).ask(t, SINCE_EVER);
    t.saw("calls");
    t.observe(
      page.kind === "page"
        ? `Asked for ${SINCE_EVER.page_size} labels on a page, the target gives ${page.items.length} of ${page.total ?? "unknown"}.`
        : `A page_size of ${SINCE_EVER.page_size} on the label list is answered with ${page.exchange.answer.status}.`,
    );
  });

  rule.fromStandard("paging.page.past-last", "asks for a page past the last", async (t) => {
    const reading = await known(t, labels);
    // The rule on pages past the last sends the same request.
    const page = await reading.page(t, fartherOut(labels, reading.items.length));
    t.saw("pages");
    t.observe(
      `A page past the last shows page ${page.page} of ${page.pages} and the links ${linksIn(page)}.`,
    );
  });

  rule.fromStandard("paging.pages.empty", "asks for a list that holds nothing", async (t) => {
    // The filter's own check sends the same request.
    const page = await (await known(t, labels)).ask(t, { warehouse_id: IMPROBABLE_ID });
    if (page.kind !== "page" || page.items.length > 0)
      return t.inconclusive("needs an empty list; an unknown warehouse did not give one");
    t.saw("pages");
    t.observe(`The number of pages of an empty list is ${page.pages}; it shows the links ${linksIn(page)}.`);
  });

  rule.fromThorough(
    "paging.default.sort-dir",
    "asks lists without a stated default for their first page",
    async (t) => {
      for (const { operation, id } of UNSTATED.filter((one) => t.inScope(one.operation))) {
        const page = decodeOpenPage(await t.ask({ operation, query: { page_size: 5 } }), id);
        const dated = page.kind === "page" ? datedBy(page.items) : null;
        const first = dated?.[0];
        if (dated === null || first === undefined || !differ(dated)) continue;
        t.saw("pages");
        const order = orderOf(dated) ?? "in no order";
        t.observe(
          `${operationLine(operation)} without sort_dir begins with ${first.at.text} and is ${order} inside the page.`,
        );
      }
    },
  );
});

async function statusOf(t: Check, query: ListQuery): Promise<number> {
  return (await t.ask({ operation: "v1ListLabels", query })).answer.status;
}

function linksIn(page: Page): string {
  const there = LINK_NAMES.filter((name) => page.links[name] !== null);
  return there.length === 0 ? "none" : there.join(", ");
}
