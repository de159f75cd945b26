import { describe } from "vitest";
import { operationLine } from "../../helpers/contract/operations.js";
import { rotated } from "../../helpers/engine/check/seed.js";
import { foundAgain } from "../../helpers/engine/lists/reading/asked-again.js";
import { errorsLink } from "../../helpers/engine/resources/batches/errors.js";
import {
  allBatches,
  archivedList,
  openBatches,
  steadyOpen,
} from "../../helpers/engine/resources/batches/lists.js";
import {
  judgeComplete,
  judgeNotEmpty,
  judgeOnlyOpen,
  lookOf,
  needsOwn,
} from "../../helpers/engine/resources/batches/open-laws.js";
import { rule } from "../../helpers/engine/vitest/rule.js";
import { statusOf } from "../../helpers/oracles/records/batches.js";
import { findArray } from "../../helpers/wire/find-array.js";
import { ifReadable } from "../../helpers/wire/outcome.js";
import { jsonOf } from "../../helpers/wire/raw.js";
import { succeeded } from "../../helpers/wire/status.js";

/**
 * A target may forget the status where it sorts by a time; it may know no sorting. A direction alone is asked for
 * elsewhere.
 */
const ORDERS = [
  { sort_dir: "asc", sort_by: "created_at" },
  { sort_dir: "desc", sort_by: "created_at" },
] as const;

const BATCHES = { id: "batch_id", name: "batches" };

describe("GET /v1/batches?status=open", { meta: { reads: ["batches"] } }, () => {
  rule("batches.open.only", "looks at the state of listed batches, in the list and by id", async (t) => {
    const open = await t.given(openBatches);
    if (open.items.length === 0) {
      if (await needsOwn(t)) return;
      t.inconclusive("needs an open batch; none is listed. Create one");
    }
    await steadyOpen(t, (held) => judgeOnlyOpen(t, lookOf(t, held), held));
    // The exchange oracles judge this list, which a target may refuse; the run's seed decides on the order.
    const [order] = rotated(ORDERS, t.settings.seed);
    if (!t.affords("batches.open.sorted")) return;
    await ifReadable(t.ask({ operation: "v1ListBatches", query: { status: "open", ...order } }));
    t.find(await foundAgain(t, t.collected().findings.slice(0, 1)));
  });

  rule("batches.open.complete", "looks for open batches that the list lacks", async (t) => {
    await steadyOpen(t, (held) => judgeComplete(t, lookOf(t, held)));
  });

  rule.fromStandard("batches.archived.only", "asks for archived batches", async (t) => {
    const exchange = await t.given(archivedList);
    const found = succeeded(exchange) ? findArray(jsonOf(exchange.answer), BATCHES) : null;
    const states = found?.items.map(statusOf).filter((status) => status !== null) ?? [];
    if (states.length === 0)
      t.inconclusive(
        found?.items.length === 0
          ? "needs an archived batch; the list with status=archived is empty"
          : "needs a list with status=archived whose batches show their status",
      );
    t.saw("batches", states.length);
    const open = states.filter((status) => status === "open").length;
    if (open > 0)
      t.breach(exchange, "no open batch under status=archived", `${open} of ${states.length} are open`);
  });

  rule.fromStandard("batches.list.other-status", "asks for archived batches", async (t) => {
    const exchange = await t.given(archivedList);
    const { status } = exchange.answer;
    const found = findArray(jsonOf(exchange.answer), BATCHES);
    t.saw("calls");
    const holds = found !== null && found.items.length > 0;
    t.observe(`The batch list with status=archived answers ${status} ${holds ? "with" : "without"} batches.`);
  });

  rule("batches.list.array-name", "looks at the names of the arrays", async (t) => {
    const errors = (await t.tryGiven(errorsLink))?.exchange;
    for (const { operation, answer } of [
      ...(await t.given(openBatches)).exchanges,
      ...(errors ? [errors] : []),
    ]) {
      const pointer = findArray(jsonOf(answer), BATCHES)?.pointer;
      t.saw("lists");
      if (operation === null) continue;
      const where = pointer === "" ? "bare" : `under ${pointer ?? "no name"}`;
      t.observe(`${operationLine(operation)} holds its array ${where}.`);
    }
  });
});

describe("Other v1 operations: list batches", { meta: { reads: ["batches"] } }, () => {
  rule("batches.list.without-status", "leaves the status out", async (t) => {
    const [known] = (await t.given(allBatches)).exchanges;
    const exchange =
      known?.operation === "v1ListBatches" ? known : await t.ask({ operation: "v1ListBatches" });
    const { status } = exchange.answer;
    if (!succeeded(exchange) && status !== 404 && status !== 405)
      t.inconclusive(`the list without status answered with ${status}`);
    t.saw("calls");
    t.expect(exchange, "the list of batches, whatever their status").succeeds();
    if (succeeded(exchange)) await steadyOpen(t, (held) => judgeNotEmpty(t, lookOf(t, held), held, exchange));
  });

  rule("batches.list.paging-params", "asks for a page of one batch", async (t) => {
    const { items } = await t.given(openBatches);
    // The exchange oracles judge this page: some mistakes show only from page 3 on, before the last page.
    const page = items.length > 3 ? 3 : 1;
    const exchange = await t.ask({
      operation: "v1ListBatches",
      query: { status: "open", page, page_size: 1 },
    });
    t.saw("calls");
    t.expect(exchange, "page and page_size are accepted").succeeds();
  });
});
