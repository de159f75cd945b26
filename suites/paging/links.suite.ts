import { describe } from "vitest";
import type { Finding } from "../../helpers/contract/exchange.js";
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
import { boundsBetween } from "../../helpers/runner/filtering.js";
import type { ListQuery } from "../../helpers/runner/pages.js";
import { DEFAULT_SIZE, judgeEachList, type Reading, valuesOf } from "../../helpers/runner/reading.js";
import { rule } from "../../helpers/runner/rule.js";
import { LIST_OPERATIONS } from "../../helpers/target/census.js";

// Whether a link names the right page is seen on every page of the run. Here links are followed: what an href
// drops counts only when other items come back, and each thing that can be dropped has a rule of its own.

type Keeps = (claim: { rule: string; page: Page }) => Finding[];
const KEEPS: readonly Keeps[] = [linksKeepPageSize, linksKeepSort, linksKeepFilters];

describe("Paging: links", () => {
  rule(
    "paging.links.next-equals-page-plus-1",
    "follows next links and asks for the same pages by number",
    async (t) => {
      await judgeEachList(t, async (reading) => {
        const queries = await unfiltered(t, reading, [
          { sort_dir: "desc", sort_by: "created_at" },
          { page_size: 7, sort_dir: "asc", sort_by: "created_at" },
        ]);
        const judged = await Promise.all(queries.map((query) => judgeChain(t, reading, query)));
        return judged.flat().slice(0, 1);
      });
    },
  );

  rule(
    "paging.links.keep-page-size",
    "follows links of pages with a size other than the default",
    async (t) => {
      await judgeEachList(t, async (reading) => {
        const queries = await unfiltered(t, reading, [{ page_size: 7 }, { page_size: 1 }]);
        return judgeKept(t, reading, queries, linksKeepPageSize);
      });
    },
  );

  rule(
    "paging.links.keep-sort",
    "follows links of pages sorted in another way than the default",
    async (t) => {
      await judgeEachList(t, async (reading) => {
        const [{ items }, { size }] = [await reading.stretch(t), await reading.known(t)];
        const queries = await unfiltered(t, reading, [
          { page_size: 7, sort_dir: "asc", sort_by: "created_at" },
          // Few items change places by modification: large pages, all of them, show that best.
          {
            page_size: Math.min(size, Math.ceil(items.length / 4)),
            sort_dir: "desc",
            sort_by: "modified_at",
          },
        ]);
        const [byCreation = [], byChange = []] = queries.map((query) => [query]);
        return [
          ...(await judgeKept(t, reading, byCreation, linksKeepSort)),
          ...(await judgeKept(t, reading, byChange, linksKeepSort, [1, 2, 3, 4])),
        ];
      });
    },
  );

  rule("paging.links.keep-filters", "follows links of filtered lists, filter by filter", async (t) => {
    await judgeEachList(t, async (reading) => {
      const { filters } = await reading.stretch(t);
      const lists = await filteredLists(t, reading);
      const queries = lists.map(({ query, page_size }) => ({ ...filters, ...query, page_size }));
      return judgeKept(t, reading, queries, linksKeepFilters);
    });
  });
});

/** Queries over the list without filter that leave at least two pages. */
async function unfiltered(
  t: Check,
  reading: Reading,
  queries: readonly ListQuery[],
): Promise<readonly ListQuery[]> {
  const { filters, items } = await reading.stretch(t);
  const wanted = t.settings.effort === "quick" ? queries.slice(0, 1) : queries;
  const fit = wanted.filter((query) => Number(query.page_size ?? DEFAULT_SIZE) < items.length);
  if (fit.length > 0) return fit.map((query) => ({ ...filters, ...query }));
  if (items.length < 2) return t.inconclusive(`needs two pages; the list holds ${items.length}`);
  const [first] = wanted;
  return [{ ...filters, ...first, page_size: Math.ceil(items.length / 2) }];
}

/** From page 1 on and before the last page: what next leads to equals the page after. */
async function judgeChain(t: Check, reading: Reading, query: ListQuery): Promise<readonly Finding[]> {
  const { items } = await reading.stretch(t);
  const last = Math.ceil(items.length / Number(query.page_size ?? DEFAULT_SIZE));
  const numbers = t.settings.effort === "quick" ? [1] : query.page_size === undefined ? [last - 1] : [1, 2];
  const findings: Finding[] = [];
  for (const number of new Set(numbers.filter((page) => page >= 1 && page < last))) {
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
  return findings;
}

/** Links whose href drops something are followed; they are a breach where other items come back. */
async function judgeKept(
  t: Check,
  reading: Reading,
  queries: readonly ListQuery[],
  keeps: Keeps,
  numbers: readonly number[] = [2],
): Promise<readonly Finding[]> {
  for (const query of queries) {
    let looked = false;
    // Page 2 of three has all four links; a list of one page shows at least its first and last.
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

/** A filtered list, sorted so that dropping the filter brings other items, and cut into pages. */
interface Filtered {
  readonly query: ListQuery;
  readonly page_size: number;
}

/** Filters on a member that the items show, by parameter. */
const MEMBERS: Readonly<Record<ListName, Readonly<Record<string, string>>>> = {
  shipments: { shipment_status: "shipment_status" },
  labels: {
    label_status: "status",
    carrier_id: "carrier_id",
    service_code: "service_code",
    tracking_number: "tracking_number",
    batch_id: "batch_id",
  },
  reports: {},
};
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
const CUT = 3;

/**
 * One value of each filter that the list offers, the most frequent one that not all items have; of a window
 * each bound.
 * @throws Inconclusive where no filter tells items apart
 */
async function filteredLists(t: Check, reading: Reading): Promise<readonly Filtered[]> {
  const { list } = reading;
  const { items } = await reading.stretch(t);
  const members = Object.entries(MEMBERS[list]).flatMap(([parameter, member]) => {
    const frequent = valuesOf(items, member).findLast(([, held]) => held < items.length);
    if (frequent === undefined) return [];
    return [
      { query: { [parameter]: frequent[0], sort_dir: "desc" }, page_size: Math.ceil(frequent[1] / CUT) },
    ];
  });
  const elsewhere = await Promise.all(
    ELSEWHERE[list].map(async ([parameter, other, member]) => {
      const [, second] = [...valuesOf((await t.census.list(other)).oldest, member)].reverse();
      return second === undefined ? [] : [{ query: { [parameter]: second[0] }, page_size: 1 }];
    }),
  );
  const filtered = [...members, ...elsewhere.flat(), ...tagged(items), ...windows(list, items)];
  if (filtered.length === 0) return t.inconclusive("needs a filter that matches some items but not all");
  return t.settings.effort === "quick" ? filtered.slice(0, 1) : filtered;
}

function tagged(items: readonly Item[]): readonly Filtered[] {
  const names = items
    .flatMap(({ raw }) => (Array.isArray(raw.tags) ? raw.tags : []))
    .flatMap((tag: unknown) => (isObject(tag) && typeof tag.name === "string" ? [tag.name] : []));
  const [first] = names;
  if (first === undefined) return [];
  return [
    {
      query: { tag: first, sort_dir: "desc" },
      page_size: Math.ceil(names.filter((name) => name === first).length / CUT),
    },
  ];
}

/** From the end at which a dropped bound lets other items in. */
function windows(list: ListName, items: readonly Item[]): readonly Filtered[] {
  return TIMES[list].flatMap((member) => {
    const bounds = boundsBetween(datedBy(items, member) ?? []);
    const middle = bounds[Math.floor(bounds.length / 2)];
    if (middle === undefined) return [];
    const page_size = Math.max(1, Math.ceil(items.length / 2 / CUT));
    return [
      { query: { [`${member}_start`]: middle.text, sort_dir: "asc", sort_by: member }, page_size },
      { query: { [`${member}_end`]: middle.text, sort_dir: "desc", sort_by: member }, page_size },
    ];
  });
}
