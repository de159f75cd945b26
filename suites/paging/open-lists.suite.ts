import { describe } from "vitest";
import type { Finding } from "../../helpers/contract/exchange.js";
import type { OperationId } from "../../helpers/contract/operations.js";
import { Inconclusive } from "../../helpers/contract/outcome.js";
import { operationInScope } from "../../helpers/contract/scope.js";
import { decodeOpenPage, type Page } from "../../helpers/oracles/decode.js";
import { pageLength } from "../../helpers/oracles/envelope.js";
import { finding } from "../../helpers/oracles/finding.js";
import { count } from "../../helpers/oracles/message.js";
import type { Check } from "../../helpers/runner/check.js";
import type { ListQuery } from "../../helpers/runner/pages.js";
import { rule } from "../../helpers/runner/rule.js";
import { judgeSteady } from "../../helpers/runner/steady.js";

// Lists whose payload the document does not show: their items stand in the first array of objects. What such a
// list carries of the envelope has to be right; whether it carries it at all is seen on every page of the run.

/** A list, how to ask for it and by which member its items are told apart. */
interface OpenList {
  readonly operation: OperationId;
  readonly id: string;
  /** Path parameter that an existing resource has to fill. */
  readonly below?: "batch_id";
  readonly query?: ListQuery;
}

const V2_LISTS: readonly OpenList[] = [
  { operation: "v2ListShipments", id: "shipment_id" },
  { operation: "v2ListLabels", id: "label_id" },
  { operation: "v2ListBatches", id: "batch_id" },
  { operation: "v2ListBatchErrors", id: "error_id", below: "batch_id" },
];
const BATCH_LISTS: readonly OpenList[] = [
  { operation: "v1ListBatches", id: "batch_id", query: { status: "open" } },
  { operation: "v1ListBatchErrors", id: "error_id", below: "batch_id" },
];

/** Pages of a walk. */
const PAGES = 3;
const DEFAULT_SIZE = 25;
const MOST_PAGES = { quick: 4, standard: 12, thorough: 100 } as const;

describe("Paging: lists of v2", () => {
  rule("paging.total.matches-items.v2", "walks each v2 list and compares its total", async (t) => {
    await eachList(t, V2_LISTS, judgeTotal);
  });

  rule("paging.page_size.respected.v2", "asks each v2 list for small pages", async (t) => {
    await eachList(t, V2_LISTS, async (_, list) => {
      const first = await read(t, list, { page: 1, page_size: 2 });
      const { total } = first;
      if (total === null || total < 2) {
        return t.inconclusive(
          `needs a v2 list with total and more items than the page size; ${list.operation} shows total ${total}`,
        );
      }
      const last = await read(t, list, { page: Math.ceil(total / 2), page_size: 2 });
      t.saw("pages", 2);
      return [first, last]
        .flatMap((page) => pageLength({ rule: t.rule, page: { ...page, total } }))
        .slice(0, 1);
    });
  });
});

describe("Paging: lists of batches", () => {
  rule(
    "paging.envelope.consistent.batches",
    "walks the lists of batches and batch errors and compares their totals",
    async (t) => {
      await eachList(t, BATCH_LISTS, judgeTotal);
    },
  );
});

/**
 * Judges each list that is in scope; one that cannot be judged leaves the verdict to the others.
 * @throws Inconclusive when none could be judged
 */
async function eachList(
  t: Check,
  lists: readonly OpenList[],
  judge: (t: Check, list: OpenList) => Promise<readonly Finding[]>,
): Promise<void> {
  const reasons: string[] = [];
  const offered = lists.filter(({ operation }) => operationInScope(operation, t.settings));
  const inScope = t.settings.effort === "quick" ? offered.slice(0, 1) : offered;
  const judgeOne = async (list: OpenList) => {
    try {
      t.find(
        await judgeSteady(
          () => judge(t, list),
          () => fingerprint(t, list),
          null,
        ),
      );
    } catch (error) {
      if (!(error instanceof Inconclusive)) throw error;
      reasons.push(error.message);
    }
  };
  await Promise.all(inScope.map(judgeOne));
  if (reasons.length === inScope.length) t.inconclusive([...new Set(reasons)].join("; "));
}

/** A walk collects as many items as the list counts. */
async function judgeTotal(t: Check, list: OpenList): Promise<readonly Finding[]> {
  const first = await read(t, list, {});
  const { total } = first;
  if (total === null)
    return t.inconclusive(`needs a list that carries total; ${list.operation} carries none`);
  const asked = Math.max(1, Math.ceil(total / PAGES));
  const { items } = await read(t, list, { page: 1, page_size: asked });
  // A target may serve smaller pages than asked for, hardly below the documented default.
  const page_size =
    items.length < DEFAULT_SIZE ? Math.min(asked, DEFAULT_SIZE) : Math.min(asked, items.length);
  const last = Math.max(1, Math.ceil(total / page_size));
  if (last > MOST_PAGES[t.settings.effort])
    t.inconclusive(
      `${list.operation} counts ${total} items, too many for a walk at effort ${t.settings.effort}`,
    );
  // One page more shows what a total that is too small leaves out.
  const numbers = Array.from({ length: last + 1 }, (_, at) => at + 1);
  const pages = await Promise.all(numbers.map((page) => read(t, list, { page, page_size }, page > last)));
  if (pages.slice(0, last).some((page) => page.items.length > page_size)) {
    t.inconclusive(`${list.operation} serves other page sizes than asked for, so a walk cannot be planned`);
  }
  const [within, beyond] = [pages.slice(0, last), pages.slice(last)];
  const ids = within.flatMap(keysOf);
  const more = beyond.flatMap(keysOf).filter((key) => key !== null && !ids.includes(key));
  const collected = ids.length + new Set(more).size;
  t.saw("pages", within.length);
  const wrong = [first, ...within].find((page) => page.total !== null && page.total !== collected);
  if (wrong === undefined) return [];
  return [
    finding(
      { rule: t.rule, exchanges: [wrong, ...within].map((page) => page.exchange) },
      {
        documented: `total is ${collected}: a walk over ${count(last, "page")} of size ${page_size} collects ${count(collected, "item")}`,
        received: `total ${wrong.total}`,
        pointer: "/total",
      },
    ),
  ];
}

/** What tells an item of a list of unknown shape from others; null where it shows no id. */
function keysOf(page: Page): readonly (string | null)[] {
  return page.items.map(({ id }) => (id.startsWith("#") ? null : id));
}

/** Changes when the list does, as far as its first page shows. */
async function fingerprint(t: Check, list: OpenList): Promise<string> {
  const { total, items } = await read(t, list, {});
  return JSON.stringify([total, items.map((item) => item.raw)]);
}

/**
 * One page of the list.
 * @param beyond true for a page past the last, which may be refused and then holds nothing
 */
async function read(
  t: Check,
  { operation, id, below, query }: OpenList,
  page: ListQuery,
  beyond = false,
): Promise<Page> {
  const [resource] = below === undefined ? [""] : await t.census.ids(below);
  if (resource === undefined) return t.inconclusive(`needs a batch for ${operation}`);
  const path = below === undefined ? {} : { [below]: resource };
  const exchange = await t.ask({ operation, path, query: { ...query, ...page } });
  const decoded = decodeOpenPage(exchange, id);
  if (decoded.kind === "page") return decoded;
  const { status } = exchange.answer;
  if (beyond && status >= 400 && status < 500) {
    const links = { first: null, last: null, prev: null, next: null };
    return { kind: "page", exchange, array: "", total: null, page: null, pages: null, links, items: [] };
  }
  return t.inconclusive(`${operation} answered ${status}: ${decoded.why}`);
}
