import { describe } from "vitest";
import { operationLine } from "../../helpers/contract/operations.js";
import type { Check } from "../../helpers/engine/check/check.js";
import { given } from "../../helpers/engine/check/given.js";
import type { OpenList } from "../../helpers/engine/lists/open/list.js";
import {
  allBatches,
  firstReading,
  listOpen,
  openBatches,
  readBatch,
  type SeenBatch,
  steadyOpen,
} from "../../helpers/engine/resources/batches/lists.js";
import { rule } from "../../helpers/engine/vitest/rule.js";
import { statusOf } from "../../helpers/oracles/records/batches.js";
import { MORE_EFFORT } from "../../helpers/target/settings/settings.js";
import { idsOf } from "../../helpers/wire/decode.js";
import type { Finding } from "../../helpers/wire/exchange.js";
import { renderIds } from "../../helpers/wire/message.js";
import { ifReadable } from "../../helpers/wire/outcome.js";
import { jsonOf } from "../../helpers/wire/raw.js";
import { findArray } from "../../helpers/wire/search.js";
import { succeeded } from "../../helpers/wire/status.js";
import { errorsLink } from "./links.js";
import { candidates } from "./readable.js";

const archivedList = given((t) => t.ask({ operation: "v1ListBatches", query: { status: "archived" } }));

describe("GET /v1/batches?status=open", { meta: { reads: ["batches"] } }, () => {
  rule("batches.open.only", "looks at the state of listed batches, in the list and by id", async (t) => {
    const open = await t.given(openBatches);
    if (open.items.length === 0) t.inconclusive("needs an open batch; none is listed. Create one");
    await steadyOpen(t, (held) => judgeOnlyOpen(t, lookOf(t, held), held));
  });

  rule("batches.open.complete", "looks for open batches that the list lacks", async (t) => {
    await steadyOpen(t, (held) => judgeComplete(t, lookOf(t, held)));
  });

  rule.fromStandard("batches.archived.only", "asks for archived batches", async (t) => {
    const exchange = await t.given(archivedList);
    const found = succeeded(exchange) ? findArray(jsonOf(exchange.answer)) : null;
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
    const found = findArray(jsonOf(exchange.answer));
    t.saw("calls");
    t.observe(
      `The batch list with status=archived answers ${status} with ${found?.items.length ?? "no"} batches.`,
    );
  });

  rule("batches.list.array-name", "looks at the names of the arrays", async (t) => {
    const errors = (await ifReadable(t.given(errorsLink)))?.exchange;
    for (const { operation, answer } of [
      ...(await t.given(openBatches)).exchanges,
      ...(errors ? [errors] : []),
    ]) {
      const pointer = findArray(jsonOf(answer))?.pointer;
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

/** Reads the open list, and batches by id. */
interface Look {
  readonly list: () => Promise<OpenList>;
  readonly read: (t: Check, id: string) => Promise<SeenBatch>;
}

/**
 * The checks of the open list share their first look; every later look reads afresh.
 * @param held null at the first look
 */
function lookOf(t: Check, held: ReadonlySet<string> | null): Look {
  return held === null
    ? { list: () => t.given(openBatches), read: (_, id) => t.given(firstReading(id)) }
    : { list: () => listOpen(t), read: readBatch };
}

/** @param held ids to judge: a batch that joined the list later may be gone before it is read by id */
async function judgeOnlyOpen(
  t: Check,
  look: Look,
  held: ReadonlySet<string> | null,
): Promise<readonly Finding[]> {
  const list = await look.list();
  const items = list.items.filter(({ id }) => held?.has(id) ?? true);
  const documented = "every batch listed with status=open is open";
  const shown = items.filter(({ raw }) => statusOf(raw) !== null);
  t.saw("listed batches", shown.length);
  const wrong = shown.filter(({ raw }) => statusOf(raw) !== "open");
  if (wrong.length > 0) {
    const states = [...new Set(wrong.map(({ raw }) => statusOf(raw)))].join(", ");
    const received = `${renderIds(idsOf(wrong))}: ${states}`;
    return [t.finding(list.exchanges, documented, received)];
  }
  const sample = items.slice(0, t.budget("batches.open"));
  const readings = await Promise.all(sample.map(({ id }) => look.read(t, id)));
  const stated = readings.filter(({ raw }) => statusOf(raw) !== null);
  t.saw("batches by id", stated.length);
  if (shown.length + stated.length === 0)
    t.inconclusive("no listed batch shows its state, in the list or by id");
  return stated
    .filter(({ raw }) => statusOf(raw) !== "open")
    .map(({ id, raw, exchange }) =>
      t.finding([exchange, ...list.exchanges], documented, `${id} is ${statusOf(raw)}`),
    )
    .slice(0, 1);
}

async function judgeComplete(t: Check, look: Look): Promise<readonly Finding[]> {
  const list = await look.list();
  const listed = new Set(idsOf(list.items));
  const everywhere = (await t.given(allBatches)).items;
  const states = new Map(everywhere.map(({ id, raw }) => [id, statusOf(raw)]));
  const others = [...new Set([...states.keys(), ...(await candidates(t))])].filter((id) => !listed.has(id));
  // First those that another list shows as open, then those whose state is unknown.
  const suspects = [
    ...others.filter((id) => states.get(id) === "open"),
    ...others.filter((id) => (states.get(id) ?? null) === null),
  ].slice(0, t.budget("batches.records"));
  const inside = idsOf(list.items).slice(0, t.budget("batches.open"));
  const readings = await Promise.all([...suspects, ...inside].map((id) => look.read(t, id)));
  const open = readings.filter(({ raw }) => statusOf(raw) === "open");
  if (open.length === 0) t.inconclusive("needs a batch that is open by id; create one");
  t.saw("open batches", open.length);
  const missing = open.filter(({ id }) => !listed.has(id));
  if (missing.length === 0) return [];
  if (!list.whole)
    t.inconclusive(
      `${renderIds(idsOf(missing))} may be on a page of the open list that was not read: it has, or may have, more; needs a higher --effort, where pages are counted`,
      ...MORE_EFFORT[t.settings.effort],
    );
  return [
    t.finding(
      [...list.exchanges, ...missing.map(({ exchange }) => exchange)],
      "a batch that is open by id is in the list with status=open",
      `not listed: ${renderIds(idsOf(missing))}`,
    ),
  ];
}
