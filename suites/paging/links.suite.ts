import { describe } from "vitest";
import { DEFAULT_PAGE_SIZE, FILTER_MEMBERS, LIST_OPERATIONS } from "../../helpers/contract/lists.js";
import type { Check } from "../../helpers/engine/check/check.js";
import { rule } from "../../helpers/engine/check/rule.js";
import { boundsBetween, cutQuery, windowSieve } from "../../helpers/engine/lists/filtering.js";
import type { Known } from "../../helpers/engine/lists/known.js";
import type { ListQuery } from "../../helpers/engine/lists/pages.js";
import { judgeEachList, type Reading, sharedSizes, valuesOf } from "../../helpers/engine/lists/reading.js";
import { WHICH_AND_WHEN, WHICH_ITEMS } from "../../helpers/engine/lists/watching.js";
import { trialsOf } from "../../helpers/engine/lists/windowing.js";
import {
  dueTarget,
  isRequestFor,
  linksKeepFilters,
  linksKeepPageSize,
  linksKeepSort,
  linksShowFilters,
  linkTarget,
} from "../../helpers/oracles/links.js";
import { samePage } from "../../helpers/oracles/same-page.js";
import { datedBy } from "../../helpers/wire/dated.js";
import {
  decodePage,
  type Item,
  LINK_NAMES,
  type LinkName,
  type ListName,
  MALFORMED,
  type Page,
} from "../../helpers/wire/decode.js";
import type { Finding } from "../../helpers/wire/exchange.js";
import { requestLine } from "../../helpers/wire/message.js";
import { ifReadable } from "../../helpers/wire/outcome.js";
import { stateTries, tagTries } from "../shipments/tries.js";

// Whether a link names the right page is seen on every page of the run. Here links are followed: what an href
// drops counts only when other items come back, and each thing that can be dropped has a rule of its own.

type Keeps = (claim: { rule: string; page: Page }) => Finding[];
/** Pages that a list is cut into, so that the second one shows all four links. */
const CUT = 3;
const KEEPS: readonly Keeps[] = [linksKeepPageSize, linksKeepSort, linksKeepFilters];

describe("Paging: links", () => {
  rule(
    "paging.links.next-equals-page-plus-1",
    "follows next links and asks for the same pages by number",
    async (t) => {
      await judgeEachList(
        t,
        async (reading) => {
          const [first] = await unfiltered(t, reading);
          if (first === undefined) return [];
          const both = reading.list === "labels" && t.settings.effort !== "quick";
          const numbers = new Set([Math.max(1, first.last - 1), ...(both ? [1] : [])]);
          return judgeChain(t, reading, first.query, [...numbers]);
        },
        WHICH_ITEMS,
      );
    },
  );

  rule(
    "paging.links.keep-page-size",
    "follows links of pages with a size other than the default",
    async (t) => {
      await judgeEachList(
        t,
        async (reading) => {
          const walks = (await unfiltered(t, reading)).filter(
            ({ query }) => query.page_size !== DEFAULT_PAGE_SIZE,
          );
          return judgeKept(
            t,
            reading,
            walks.map((walk) => shown(t, reading, walk)),
            linksKeepPageSize,
          );
        },
        WHICH_ITEMS,
      );
    },
  );

  rule(
    "paging.links.keep-sort",
    "follows links of pages sorted in another way than the default",
    async (t) => {
      await judgeEachList(
        t,
        async (reading) => {
          const [{ filters, items }, { size }] = [await reading.stretch(t), await reading.known(t)];
          const asc = (await unfiltered(t, reading)).filter(({ query }) => query.sort_dir === "asc");
          // Few items change places by modification: large pages, all of them, show that best.
          const page_size = Math.max(1, Math.min(size, Math.floor(items.length / CUT) + 1));
          const byChange = {
            query: { ...filters, page_size, sort_dir: "desc", sort_by: "modified_at" },
            numbers: reading.list === "labels" ? [1, 2, 3] : [2],
          };
          const byCreation = asc.map((walk) => shown(t, reading, walk));
          const wanted = t.settings.effort === "quick" ? byCreation : [...byCreation, byChange];
          return judgeKept(t, reading, wanted, linksKeepSort);
        },
        WHICH_AND_WHEN,
      );
    },
  );

  rule(
    "paging.links.keep-filters",
    "follows links of filtered lists, filter by filter",
    async (t) => {
      await judgeEachList(
        t,
        async (reading) => {
          const { filters } = await reading.stretch(t);
          const lists = await filteredLists(t, reading);
          const wanted = lists.map(({ query, numbers }) => ({ query: { ...filters, ...query }, numbers }));
          return judgeKept(t, reading, wanted, linksShowFilters);
        },
        "every-member",
      );
    },
    { from: "standard" },
  );
});

/** A walk that other checks make too, and its last page. */
interface Sorted {
  readonly query: ListQuery;
  readonly last: number;
}

/** The walks over the list without filter, under desc and asc, of at least two pages. */
async function unfiltered(t: Check, reading: Reading): Promise<readonly Sorted[]> {
  const [{ filters, items }, { size }] = [await reading.stretch(t), await reading.known(t)];
  if (items.length < 2) return t.inconclusive(`needs two pages; the list holds ${items.length}`);
  const sizes = sharedSizes(t, reading.list, items.length, size);
  return (["desc", "asc"] as const).map((sort_dir) => ({
    query: { ...filters, page_size: sizes[sort_dir], sort_dir, sort_by: "created_at" },
    last: Math.ceil(items.length / sizes[sort_dir]),
  }));
}

/** Pages to look at the links of. */
interface Looked {
  readonly query: ListQuery;
  readonly numbers: readonly number[];
}

/** Pages that other checks read too; the one before the last shows all four links. */
function shown(t: Check, { list }: Reading, { query, last }: Sorted): Looked {
  const quick = t.settings.effort === "quick";
  const numbers = quick ? [last] : list === "labels" ? [2, last - 1, last] : [last - 1];
  return { query, numbers: [...new Set(numbers)].filter((page) => page >= 1 && page <= last) };
}

/** What next leads to equals the page after. One link is followed in any case, of the others those that differ. */
async function judgeChain(
  t: Check,
  reading: Reading,
  query: ListQuery,
  numbers: readonly number[],
): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  let followed = false;
  for (const number of numbers) {
    const page = await reading.page(t, { ...query, page: number });
    const href = page.links.next;
    // A link that is missing or names another page is the breach of another rule.
    if (href === null || href === MALFORMED || linkTarget({ rule: t.rule, page, link: "next" }).length > 0)
      continue;
    if (followed && isRequestFor(href, page, { ...query, page: number + 1 })) continue;
    const only = onlyLink(page, "next");
    const drops = KEEPS.some((keeps) => keeps({ rule: t.rule, page: only }).length > 0);
    const led = await compare(t, reading, page, "next", href);
    // What a link drops may be a default; where it matters that is the breach of another rule.
    if (drops && led.length > 0) continue;
    followed = true;
    t.saw("links followed");
    findings.push(...led);
  }
  return findings.slice(0, 1);
}

/** Links whose href drops something are followed; they are a breach where other items come back. */
async function judgeKept(
  t: Check,
  reading: Reading,
  wanted: readonly Looked[],
  keeps: Keeps,
): Promise<readonly Finding[]> {
  for (const { query, numbers } of wanted) {
    let looked = false;
    // A list of one page shows at least its first and last.
    for (const number of [...numbers, 1]) {
      if (looked && !numbers.includes(number)) break;
      const read = await reading.ask(t, { ...query, page: number });
      if (read.kind === "refused" || read.items.length === 0) continue;
      looked = true;
      for (const link of LINK_NAMES) {
        const href = read.links[link];
        if (href === null || href === MALFORMED) continue;
        t.saw("links");
        const [dropped] = keeps({ rule: t.rule, page: onlyLink(read, link) });
        if (dropped === undefined) continue;
        const [other] = await compare(t, reading, read, link, href);
        if (other !== undefined)
          return [
            {
              ...dropped,
              received: `${dropped.received}; it leads to ${other.received}`,
              exchanges: other.exchanges,
            },
          ];
      }
    }
  }
  return [];
}

/** What a link leads to, against the page that it should name, asked for by number. */
async function compare(
  t: Check,
  reading: Reading,
  page: Page,
  link: LinkName,
  href: string,
): Promise<readonly Finding[]> {
  const due = dueTarget(page, link);
  if (due === null || due === "none") return [];
  const base = page.exchange.request.url;
  const query = { ...Object.fromEntries(new URL(base).searchParams), page: due };
  const [followed, numbered] = await Promise.all([
    t.ask({ href, base, samePath: true }),
    reading.page(t, query),
  ]);
  const led = decodePage(followed, reading.list);
  if (led.kind !== "page") {
    return [
      {
        rule: t.rule,
        request: requestLine(followed),
        operation: LIST_OPERATIONS[reading.list],
        documented: `the ${link} link leads to page ${due}`,
        received: `status ${followed.answer.status}, ${led.why}`,
        exchanges: [followed.index, page.exchange.index],
      },
    ];
  }
  return samePage({
    rule: t.rule,
    exchanges: [followed, page.exchange, numbered.exchange],
    documented: `the ${link} link leads to the items of page ${due}`,
    expected: numbered.items,
    actual: led.items,
  });
}

/** The page as if it had this link alone. */
function onlyLink(page: Page, link: LinkName): Page {
  return { ...page, links: { first: null, last: null, prev: null, next: null, [link]: page.links[link] } };
}

/** Filters on what the items do not show, with the list and the member that name a value. */
const ELSEWHERE: Readonly<Record<ListName, readonly (readonly [string, ListName, string])[]>> = {
  shipments: [["batch_id", "labels", "batch_id"]],
  labels: [["warehouse_id", "shipments", "warehouse_id"]],
  reports: [],
};
const TIMES = {
  shipments: ["created_at", "modified_at"],
  reports: ["created_at"],
} as const;
const EDGES = [
  ["start", "asc"],
  ["end", "desc"],
] as const;

/**
 * One value of each filter that the list offers, the most frequent one that not all items have; of a window
 * each bound.
 * @throws Inconclusive where no filter tells items apart
 */
async function filteredLists(t: Check, reading: Reading): Promise<readonly Looked[]> {
  const { list } = reading;
  const [{ items }, { size }] = [await reading.stretch(t), await reading.known(t)];
  const filtered =
    list === "labels"
      ? ofLabels(items, size)
      : await cutLists(t, list, { ...(await reading.known(t)), items, whole: true });
  const elsewhere = await Promise.all(
    ELSEWHERE[list].map(async ([parameter, other, member]) => {
      const [, second] = [...valuesOf((await t.census.list(other)).oldest, member)].reverse();
      return second === undefined ? [] : [{ query: { [parameter]: second[0], page_size: 1 }, numbers: [2] }];
    }),
  );
  const all = [...filtered.map((query) => ({ query, numbers: [1, 2] })), ...elsewhere.flat()];
  return all.length > 0 ? all : t.inconclusive("needs a filter that matches some items but not all");
}

/** The two pages of each filter that its own check reads, as it reads them. */
function ofLabels(items: readonly Item[], size: number): readonly ListQuery[] {
  const members = Object.entries(FILTER_MEMBERS.labels).flatMap(([parameter, member]) => {
    const frequent = valuesOf(items, member).findLast(([, held]) => held < items.length && held > 1);
    return frequent === undefined
      ? []
      : [{ query: { [parameter]: frequent[0], sort_dir: "desc" }, held: frequent[1] }];
  });
  const bounds = boundsBetween(datedBy(items) ?? []);
  const middle = bounds[Math.floor(bounds.length / 2)];
  // From the end at which a dropped bound lets other items in.
  const windows = EDGES.flatMap(([edge, sort_dir]) => {
    if (middle === undefined) return [];
    const { query, filter } = windowSieve("created_at", { [edge]: middle });
    const held = items.filter(({ raw }) => filter.meets(raw) !== false).length;
    return [{ query: { ...query, sort_dir, sort_by: "created_at" }, held }];
  });
  return [...members, ...windows].map(({ query, held }) => ({
    ...query,
    page_size: Math.min(size, Math.floor(held / 2) + 1),
  }));
}

/** As `ofLabels`, for shipments and reports. */
async function cutLists(
  t: Check,
  list: Exclude<ListName, "labels">,
  known: Known,
): Promise<readonly ListQuery[]> {
  const [state] = list === "shipments" ? stateTries(t, known.items) : [];
  const tag = list === "shipments" ? tagTries(t, known.items).at(-1) : undefined;
  const lasting = [state, tag].flatMap((one) =>
    one === undefined ? [] : [{ ...one, dir: known.dir, by: "created_at" as const }],
  );
  const windows = TIMES[list].flatMap((member) =>
    EDGES.map(async ([edge, dir]) =>
      ((await ifReadable(trialsOf(t, list, { member, edge }))) ?? []).map((trial) => ({
        ...trial,
        dir,
        by: member,
      })),
    ),
  );
  const tries = [...lasting, ...(await Promise.all(windows)).flat()];
  return tries
    .filter(({ pages }) => pages === 2)
    .flatMap(({ sieve, dir, by }) => cutQuery(known, sieve, dir, by) ?? []);
}
