import { describe } from "vitest";
import type { Finding } from "../../helpers/contract/exchange.js";
import { FILTER_MEMBERS, LIST_OPERATIONS } from "../../helpers/contract/lists.js";
import { datedBy } from "../../helpers/oracles/dated.js";
import {
  decodePage,
  type Item,
  LINK_NAMES,
  type LinkName,
  type ListName,
  MALFORMED,
  type Page,
} from "../../helpers/oracles/decode.js";
import {
  dueTarget,
  linksKeepFilters,
  linksKeepPageSize,
  linksKeepSort,
  linkTarget,
} from "../../helpers/oracles/links.js";
import { requestLine } from "../../helpers/oracles/message.js";
import { isObject } from "../../helpers/oracles/raw.js";
import { samePage } from "../../helpers/oracles/same-page.js";
import type { Check } from "../../helpers/runner/check.js";
import { boundsBetween, windowSieve } from "../../helpers/runner/filtering.js";
import type { ListQuery } from "../../helpers/runner/pages.js";
import {
  DEFAULT_SIZE,
  judgeEachList,
  type Reading,
  sharedSizes,
  valuesOf,
} from "../../helpers/runner/reading.js";
import { rule } from "../../helpers/runner/rule.js";

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
      await judgeEachList(t, async (reading) => {
        const [first] = await unfiltered(t, reading);
        if (first === undefined) return [];
        const both = reading.list === "labels" && t.settings.effort !== "quick";
        const numbers = new Set([...(both ? [1] : []), Math.max(1, first.last - 1)]);
        return judgeChain(t, reading, first.query, [...numbers]);
      });
    },
  );

  rule(
    "paging.links.keep-page-size",
    "follows links of pages with a size other than the default",
    async (t) => {
      await judgeEachList(t, async (reading) => {
        const walks = (await unfiltered(t, reading)).filter(({ query }) => query.page_size !== DEFAULT_SIZE);
        return judgeKept(
          t,
          reading,
          walks.map((walk) => shown(t, reading, walk)),
          linksKeepPageSize,
        );
      });
    },
  );

  rule(
    "paging.links.keep-sort",
    "follows links of pages sorted in another way than the default",
    async (t) => {
      await judgeEachList(t, async (reading) => {
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
      });
    },
  );

  rule(
    "paging.links.keep-filters",
    "follows links of filtered lists, filter by filter",
    async (t) => {
      await judgeEachList(t, async (reading) => {
        const { filters } = await reading.stretch(t);
        const lists = await filteredLists(t, reading);
        const wanted = lists.map(({ query, numbers }) => ({ query: { ...filters, ...query }, numbers }));
        return judgeKept(t, reading, wanted, linksKeepFilters);
      });
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

/** What next leads to equals the page after. */
async function judgeChain(
  t: Check,
  reading: Reading,
  query: ListQuery,
  numbers: readonly number[],
): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const number of numbers) {
    const page = await reading.page(t, { ...query, page: number });
    const href = page.links.next;
    // A link that is missing, names another page or drops something is the breach of another rule.
    if (href === null || href === MALFORMED || linkTarget({ rule: t.rule, page, link: "next" }).length > 0)
      continue;
    const only = onlyLink(page, "next");
    if (KEEPS.some((keeps) => keeps({ rule: t.rule, page: only }).length > 0)) continue;
    t.saw("links followed");
    findings.push(...(await compare(t, reading, page, "next", href)));
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
const TIMES: Readonly<Record<ListName, readonly ("created_at" | "modified_at")[]>> = {
  shipments: ["created_at", "modified_at"],
  labels: ["created_at"],
  reports: ["created_at"],
};
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
  const members = Object.entries(FILTER_MEMBERS[list]).flatMap(([parameter, member]) => {
    const frequent = valuesOf(items, member).findLast(([, held]) => held < items.length && held > 1);
    if (frequent === undefined) return [];
    const [value, held] = frequent;
    return [{ query: { [parameter]: value, sort_dir: "desc" }, held }];
  });
  const filtered = [...members, ...tagged(items), ...windows(list, items)].map(({ query, held }) =>
    list === "labels"
      ? // As their own checks read them.
        { query: { ...query, page_size: Math.min(size, Math.floor(held / 2) + 1) }, numbers: [1, 2] }
      : { query: { ...query, page_size: Math.max(1, Math.ceil(held / CUT)) }, numbers: [2] },
  );
  const elsewhere = await Promise.all(
    ELSEWHERE[list].map(async ([parameter, other, member]) => {
      const [, second] = [...valuesOf((await t.census.list(other)).oldest, member)].reverse();
      return second === undefined ? [] : [{ query: { [parameter]: second[0], page_size: 1 }, numbers: [2] }];
    }),
  );
  const all = [...filtered, ...elsewhere.flat()];
  return all.length > 0 ? all : t.inconclusive("needs a filter that matches some items but not all");
}

/** A filtered list, sorted so that dropping the filter brings other items, and how many items it holds. */
interface Filtered {
  readonly query: ListQuery;
  readonly held: number;
}

function tagged(items: readonly Item[]): readonly Filtered[] {
  const names = items
    .flatMap(({ raw }) => (Array.isArray(raw.tags) ? raw.tags : []))
    .flatMap((tag: unknown) => (isObject(tag) && typeof tag.name === "string" ? [tag.name] : []));
  const [first] = names;
  if (first === undefined) return [];
  const held = names.filter((name) => name === first).length;
  return [{ query: { tag: first, sort_dir: "desc" }, held }];
}

/** From the end at which a dropped bound lets other items in. */
function windows(list: ListName, items: readonly Item[]): readonly Filtered[] {
  return TIMES[list].flatMap((member) => {
    const bounds = boundsBetween(datedBy(items, member) ?? []);
    const middle = bounds[Math.floor(bounds.length / 2)];
    if (middle === undefined) return [];
    return EDGES.map(([edge, sort_dir]) => {
      const { query, filter } = windowSieve(member, { [edge]: middle });
      const held = items.filter(({ raw }) => filter.meets(raw) !== false).length;
      return { query: { ...query, sort_dir, sort_by: member }, held };
    });
  });
}
