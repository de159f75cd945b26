import { describe } from "vitest";
import { DEFAULT_PAGE_SIZE } from "../../helpers/contract/lists.js";
import type { OperationId } from "../../helpers/contract/operations.js";
import { operationInScope } from "../../helpers/contract/scope.js";
import { type Check, given } from "../../helpers/engine/check/check.js";
import { rule } from "../../helpers/engine/check/rule.js";
import type { ListQuery } from "../../helpers/engine/lists/pages.js";
import { judgeSteady, watchText } from "../../helpers/engine/lists/steady.js";
import { pageLength } from "../../helpers/oracles/envelope.js";
import { finding } from "../../helpers/oracles/finding.js";
import { linksKeepPageSize } from "../../helpers/oracles/links.js";
import { decodeOpenPage, MALFORMED, type Page } from "../../helpers/wire/decode.js";
import type { Finding } from "../../helpers/wire/exchange.js";
import { count } from "../../helpers/wire/message.js";
import { Inconclusive, ifReadable } from "../../helpers/wire/outcome.js";

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

/** Pages that a list is cut into; the last of them is not full unless total is too small. */
const PAGES = 2;
const SMALL = 2;
const LARGEST = 100;
const MOST_PAGES = { quick: 4, standard: 12, thorough: 100 } as const;

describe("Paging: lists of v2", () => {
  rule(
    "paging.total.matches-items.v2",
    "walks each v2 list and compares its total",
    async (t) => {
      await eachList(t, V2_LISTS, judgeTotal);
    },
    { from: "standard" },
  );

  rule(
    "paging.page_size.respected.v2",
    "asks each v2 list for small pages",
    async (t) => {
      await eachList(t, V2_LISTS, async (_, list, page) => {
        const { total } = page;
        if (total === null || total < 2) {
          return t.inconclusive(
            `needs a v2 list with total and more items than the page size; ${list.operation} shows total ${total}`,
          );
        }
        t.saw("pages");
        if (list.below === undefined && total % sizeOf(page) !== 0)
          await read(t, list, { page: 1, page_size: dividing(total) });
        return pageLength({ rule: t.rule, page });
      });
    },
    { from: "standard" },
  );
});

describe("Paging: links of v2 lists", () => {
  rule(
    "paging.links.v2",
    "follows links that do not show the page size asked for",
    async (t) => {
      await ifReadable(eachList(t, V2_LISTS, judgeNext));
    },
    { from: "standard" },
  );
});

describe("Paging: lists of batches", () => {
  rule(
    "paging.envelope.consistent.batches",
    "walks the lists of batches and batch errors and compares their totals",
    async (t) => {
      await eachList(t, BATCH_LISTS, judgeTotal);
    },
    { from: "standard" },
  );
});

/**
 * Judges each list that is in scope; one that cannot be judged leaves the verdict to the others.
 * @throws Inconclusive when none could be judged
 */
async function eachList(
  t: Check,
  lists: readonly OpenList[],
  judge: (t: Check, list: OpenList, first: Page) => Promise<readonly Finding[]>,
): Promise<void> {
  const reasons: string[] = [];
  const inScope = lists.filter(({ operation }) => operationInScope(operation, t.settings));
  const judgeOne = async (list: OpenList) => {
    let again = false;
    const judgeNow = async () => {
      const known = again ? undefined : firstPages.get(list);
      const first = known === undefined ? await readFirst(t, list) : await t.given(known);
      again = true;
      return judge(t, list, first);
    };
    try {
      t.find(
        await judgeSteady(
          judgeNow,
          watchText(() => fingerprint(t, list)),
          t.session.inTurn,
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

/** The small first page of each list, which several checks look at. */
const firstPages = new Map(
  [...V2_LISTS, ...BATCH_LISTS].map((list) => [list, given((t) => readFirst(t, list, true))] as const),
);

/** @param early true where the list as the census read it says how long it is, so that the walk's first page serves */
async function readFirst(t: Check, list: OpenList, early = false): Promise<Page> {
  const total = early && list.below === undefined ? await plainTotal(t, list) : null;
  if (total === null || total < 2) return read(t, list, { page: 1, page_size: SMALL });
  const size = walkSize(total);
  return read(t, list, { page: 1, page_size: size < DEFAULT_PAGE_SIZE ? size : dividing(total) });
}

/** The largest small page size of which the last page is full: some mistakes in pages and links show only there. */
function dividing(total: number): number {
  let size = Math.min(DEFAULT_PAGE_SIZE, total) - 1;
  while (total % size !== 0) size -= 1;
  return size;
}

async function plainTotal(t: Check, { operation, id }: OpenList): Promise<number | null> {
  const page = decodeOpenPage(await t.listed(operation), id);
  return page.kind === "page" ? page.total : null;
}

function walkSize(total: number): number {
  return Math.min(LARGEST, Math.floor(total / PAGES) + 1);
}

/**
 * The next link leads to the next page of the size asked for, from the first page and from those of a walk. Links may
 * say so in a way of their own: only what they lead to counts.
 */
async function judgeNext(t: Check, list: OpenList, first: Page): Promise<readonly Finding[]> {
  const walked = first.total !== null && first.total > 1 ? await walkFrom(t, list, first, first.total) : [];
  for (const [at, page] of [first, ...walked].entries()) {
    const { next } = page.links;
    const [lost] = linksKeepPageSize({ rule: t.rule, page: { ...page, links: { ...NO_LINKS, next } } });
    if (typeof next !== "string" || next === MALFORMED || lost === undefined) continue;
    const size = sizeOf(page);
    // A target that gives other sizes than asked for is judged elsewhere.
    if (page.items.length > size) continue;
    t.saw("links followed");
    const decoded = decodeOpenPage(await t.ask({ href: next, samePath: true }), list.id);
    if (decoded.kind !== "page") continue;
    const due = at === 0 ? undefined : walked[at];
    const isOther = due !== undefined && keysOf(due).join() !== keysOf(decoded).join();
    if (decoded.items.length <= size && !isOther) continue;
    return [
      finding(
        { rule: t.rule, exchanges: [decoded.exchange, page.exchange] },
        {
          documented: `next of a page of size ${size} leads to the next page of that size`,
          received: `${count(decoded.items.length, "item")} at ${next}`,
        },
      ),
    ];
  }
  return [];
}

const NO_LINKS = { first: null, last: null, prev: null, next: null };

/** A walk collects as many items as the list counts. */
async function judgeTotal(t: Check, list: OpenList, first: Page): Promise<readonly Finding[]> {
  const { total } = first;
  if (total === null)
    return t.inconclusive(`needs a list that carries total; ${list.operation} carries none`);
  const within = total > 1 ? await walkFrom(t, list, first, total) : [first];
  const collected = within.flatMap((page) => page.items).length;
  t.saw("pages", within.length);
  const wrong = [first, ...within].find((page) => page.total !== null && page.total !== collected);
  if (wrong === undefined) return [];
  return [
    finding(
      { rule: t.rule, exchanges: [wrong, ...within].map((page) => page.exchange) },
      {
        documented: `total is ${collected}: a walk over ${count(within.length, "page")} collects ${count(collected, "item")}`,
        received: `total ${wrong.total}`,
        pointer: "/total",
      },
    ),
  ];
}

const walks = new WeakMap<Page, Promise<readonly Page[]>>();

/** The walk that goes with a first page: made once, whichever check asks for it. */
function walkFrom(t: Check, list: OpenList, first: Page, total: number): Promise<readonly Page[]> {
  const made = walks.get(first) ?? walk(t, list, first, total);
  walks.set(first, made);
  return made;
}

/** The pages of the list, and after a full last one those of a page more that they do not hold. */
async function walk(t: Check, list: OpenList, small: Page, total: number): Promise<readonly Page[]> {
  const asked = walkSize(total);
  const first = sizeOf(small) === asked ? small : await read(t, list, { page: 1, page_size: asked });
  // A target may serve smaller pages than asked for, hardly below the documented default.
  const page_size = Math.min(asked, Math.max(DEFAULT_PAGE_SIZE, first.items.length));
  const last = Math.ceil(total / page_size);
  if (last > MOST_PAGES[t.settings.effort])
    t.inconclusive(
      `${list.operation} counts ${total} items, too many for a walk at effort ${t.settings.effort}`,
    );
  const numbers = Array.from({ length: last - 1 }, (_, at) => at + 2);
  const rest = await Promise.all(numbers.map((page) => read(t, list, { page, page_size: asked })));
  const pages = [first, ...rest];
  if (pages.some((page) => page.items.length > page_size)) {
    t.inconclusive(`${list.operation} serves other page sizes than asked for, so a walk cannot be planned`);
  }
  if ((pages.at(-1)?.items.length ?? 0) < page_size) return pages;
  const beyond = await read(t, list, { page: last + 1, page_size: asked }, true);
  const keys = new Set<string | null>(pages.flatMap(keysOf));
  const fresh = beyond.items.filter((_, at) => {
    const key = keysOf(beyond)[at] ?? null;
    return key !== null && !keys.has(key);
  });
  return fresh.length === 0 ? pages : [...pages, { ...beyond, items: fresh }];
}

/** The size that was asked for. */
function sizeOf({ exchange }: Page): number {
  return Number(new URL(exchange.request.url).searchParams.get("page_size"));
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
    const unknown = { total: null, page: null, pages: null };
    return { kind: "page", exchange, array: "", ...unknown, links: NO_LINKS, items: [] };
  }
  return t.inconclusive(`${operation} answered ${status}: ${decoded.why}`);
}
