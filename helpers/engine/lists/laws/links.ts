import type { RuleId } from "../../../contract/generated/types.js";
import {
  DEFAULT_PAGE_SIZE,
  LINK_NAMES,
  type LinkName,
  type ListDeclaration,
  type SortDir,
} from "../../../contract/lists.js";
import {
  addsParameter,
  isOpaque,
  isRequestFor,
  leadsToOwnWords,
  linksAddNoSort,
  linksKeepFilters,
  linksKeepPageSize,
  linksKeepSort,
  linksShowFilters,
  linkTarget,
} from "../../../oracles/lists/links.js";
import { heedsFilters } from "../../../oracles/lists/window-filter.js";
import { MALFORMED, NO_LINKS, type Page } from "../../../wire/decode.js";
import type { Finding, Findings } from "../../../wire/exchange.js";
import { ifReadable } from "../../../wire/outcome.js";
import type { Check } from "../../check/check.js";
import { rotated } from "../../check/seed.js";
import { defaultSized } from "../asking/default-sized.js";
import { type ListQuery, queryOf } from "../asking/pages.js";
import { valuesShown } from "../asking/sieves.js";
import { singleTries } from "../asking/value-tries.js";
import { membersOf } from "../asking/window-tries.js";
import { cutSize, walkTry } from "../reading/judge-try.js";
import { WHICH_AND_WHEN, WHICH_ITEMS } from "../reading/list-watch.js";
import type { Reading } from "../reading/reading.js";
import { DIRECTIONS, sharedSize, sharedSizes, walkable } from "../reading/walkable.js";
import { type Followed, follow, judgeLinked } from "./follow.js";

// The exchange oracles judge on every page whether a link names the right page. Here links are followed: parameters
// missing from an href count only if other items come back, and each parameter that may be missing has its own rule.

type Keeps = (claim: { rule: string; page: Page }) => Finding[];
const KEEPS = {
  "paging.links.keep-page-size": linksKeepPageSize,
  "paging.links.keep-sort": linksKeepSort,
  "paging.links.keep-filters": linksKeepFilters,
} as const satisfies Partial<Record<RuleId, Keeps>>;

/** Whether to follow a link that shows no difference to what was asked for. */
type AlsoFollow = (page: Page, link: LinkName, href: string) => boolean;
const opaqueNext: AlsoFollow = (page, link, href) => link === "next" && isOpaque(page, href);
/** Also one with a plus, which is a blank only to a target that reads it so; the first link where no page is next. */
const opaqueOrPlus: AlsoFollow = (page, link, href) => {
  const isOnlyFirst = link === "first" && page.links.next === null;
  return opaqueNext(page, link, href) || ((link === "next" || isOnlyFirst) && /\?.*\+/.test(href));
};
const noOther: AlsoFollow = () => false;

/** Pages whose links to look at. */
interface Looked {
  readonly from: Reading;
  readonly query: ListQuery;
  /** Which pages; undefined stands for a request without page. */
  readonly numbers: readonly (number | undefined)[];
  /** Whether to follow a link that shows no difference; by default a next link that is opaque. */
  readonly alsoFollow?: AlsoFollow;
}

/**
 * Judges that the next link leads to the same items as the next page, asked for by number, and to links that keep what
 * that page was asked for, in the words of the link.
 */
export function judgeNextLinks(t: Check, list: ListDeclaration): Promise<Findings> {
  return judgeLinked(t, list, WHICH_AND_WHEN, async (reading) => {
    const { from, query, numbers } = sortedWalk(t, reading, "desc");
    const lastButOne = { ...query, page: Math.max(1, (numbers.at(-1) ?? 1) - 1) };
    if (membersOf(list).includes("modified_at") && t.affords("lists.links.further")) {
      const byChange = { page_size: sharedSizes(from).asc, sort_dir: "asc", sort_by: "modified_at" };
      return judgeChain(t, from, [lastButOne, { ...byChange, page: 1 }]);
    }
    return judgeChain(t, from, lastButOne.page === 1 ? [lastButOne] : [lastButOne, { ...query, page: 1 }]);
  });
}

/** Judges links of pages with a size other than the default, and of pages that were asked for without any. */
export function judgeKeptPageSize(t: Check, list: ListDeclaration): Promise<Findings> {
  return judgeLinked(t, list, WHICH_ITEMS, async (reading) => {
    const walks = DIRECTIONS.map((dir) => sortedWalk(t, reading, dir));
    const other = walks.filter(({ query }) => query.page_size !== DEFAULT_PAGE_SIZE);
    const shown = [...filtered(t, reading), ...single(t, reading), ...sizeless(t, reading)];
    const found = await judgeKept(t, [...other, ...asShown(shown)], linksKeepPageSize);
    return found.length > 0 ? found : judgeSizeless(t, reading);
  });
}

/** Judges links of the list that comes without any parameter: they may name its page size, but no other. */
async function judgeSizeless(t: Check, reading: Reading): Promise<Findings> {
  const page = await reading.ask(t, {});
  return page.kind === "refused" ? [] : judgeLinks(t, reading, page, linksKeepPageSize, noOther);
}

/** Judges links of pages with another sort order than the default, and the next link of one without any. */
export function judgeKeptSort(t: Check, list: ListDeclaration): Promise<Findings> {
  return judgeLinked(t, list, WHICH_AND_WHEN, async (reading) => {
    const asc = sortedWalk(t, reading, "asc");
    const query = { page_size: sharedSize(asc.from), sort_dir: "desc", sort_by: "modified_at" };
    const byChange = { from: asc.from, query, numbers: [1, 2, 3] };
    const wanted = t.affords("lists.links.further")
      ? [asc, byChange, ...asShown([...sortedByOne(asc.from), ...filtered(t, reading)])]
      : [asc];
    const found = await judgeKept(t, wanted, linksKeepSort);
    return found.length > 0 ? found : judgeUnsorted(t, asc.from);
  });
}

/** Judges the next link of page 1 without sort parameters, as the check of partitions reads it. */
async function judgeUnsorted(t: Check, from: Reading): Promise<Findings> {
  const page = await from.ask(t, { page_size: sharedSizes(from).desc, page: 1 });
  return page.kind === "refused" ? [] : judgeLinks(t, from, onlyLink(page, "next"), linksAddNoSort, noOther);
}

/** Judges links of filtered lists, filter by filter, on the pages that the filters' own checks read. */
export function judgeKeptFilters(t: Check, list: ListDeclaration): Promise<Findings> {
  return judgeLinked(t, list, "every-member", async (reading) => {
    const wanted = [
      ...filtered(t, reading),
      // A page whose last link differs from its next link.
      ...sizeless(t, reading),
      ...(await namedElsewhere(t, reading)),
    ];
    const pages = await furtherPages(t, reading);
    if (wanted.length + pages.length === 0)
      t.inconclusive("needs a filter that matches some items but not all");
    for (const page of pages) {
      if (!heedsFilters(list, page)) continue;
      const found = await judgeLinks(t, reading, page, linksShowFilters, opaqueOrPlus);
      if (found.length > 0) return found;
    }
    const found = await judgeKept(t, wanted, linksShowFilters);
    return found.length > 0 ? found : judgeAdded(t, reading);
  });
}

/**
 * Judges the next link of a filtered list, of another one with each seed, that names more than was asked for, such as a
 * status of any: beside that the target may forget the filter, or refuse it. Links that lose what was asked for have
 * rules of their own.
 */
async function judgeAdded(t: Check, reading: Reading): Promise<Findings> {
  for (const { from, query } of rotated(filtered(t, reading), t.settings.seed)) {
    const page = await from.ask(t, { ...query, page: 1 });
    if (page.kind === "refused" || !heedsFilters(from.list, page)) continue;
    const href = nextOf(t, page);
    if (href === null || !addsParameter(page, href)) continue;
    if (!nextKeepsAll(t, page)) continue;
    const followed = await follow(t, from, page, "next", href);
    if (followed === null) continue;
    t.saw("links followed");
    return followed.other.slice(0, 1);
  }
  return [];
}

/** Filtered lists of two pages, as the filters' own checks read them. */
function filtered(t: Check, reading: Reading): readonly Looked[] {
  if (!t.affords("lists.links.further")) return [];
  const from = walkable(t, reading);
  return reading.cutTries(t).map((one) => ({
    from,
    query: { ...one.sieve.query, ...one.sort, page_size: cutSize(reading, one) },
    numbers: [1, 2],
  }));
}

/** A page of a filtered list without page_size, as the check of the default size reads it. */
function sizeless(t: Check, from: Reading): readonly Looked[] {
  const narrow = t.affords("lists.links.further") ? defaultSized(t, from.list, from.items) : null;
  return narrow === null ? [] : [{ from, query: narrow.query, numbers: [narrow.page] }];
}

/** First pages with one sort parameter alone, as the checks of defaults read them. */
function sortedByOne(from: Reading): readonly Looked[] {
  const sizes = sharedSizes(from);
  return [
    { from, query: { page_size: sizes.asc, sort_dir: "asc" }, numbers: [undefined] },
    { from, query: { page_size: sizes.desc, sort_by: "modified_at" }, numbers: [undefined] },
  ];
}

/** A page of a single item, as the check of slices reads it. */
function single(t: Check, from: Reading): readonly Looked[] {
  if (!t.affords("lists.links.further") || from.items.length < 2) return [];
  return [{ from, query: { page_size: 1, sort_dir: "asc", sort_by: "created_at" }, numbers: [2] }];
}

/**
 * First pages, as the filters' own checks read them: under several filters, under those with characters that a link must
 * encode, and under those whose items fit on one page, which still shows its first and last links.
 */
async function furtherPages(t: Check, reading: Reading): Promise<readonly Page[]> {
  if (!t.affords("lists.links.further") || !reading.whole) return [];
  const cut = new Set(reading.cutTries(t).flatMap(({ sieve }) => Object.keys(sieve.query)));
  const single = singleTries(t, reading.list, reading.items).filter(({ sieve }) =>
    Object.entries(sieve.query).some(([name, value]) => !cut.has(name) || /[+&#% ]/.test(String(value))),
  );
  const tries = [...single, ...reading.combinations(t)];
  const walks = await Promise.all(tries.map((one) => ifReadable(walkTry(t, reading, one))));
  return walks.flatMap((walk) => (walk?.kind === "walk" ? walk.pages.slice(0, 1) : []));
}

/** Of these, only links that show a difference: another rule follows the others. */
function asShown(looked: readonly Looked[]): readonly Looked[] {
  return looked.map((one) => ({ ...one, alsoFollow: noOther }));
}

/** Page 2 under each filter whose values another list shows. */
async function namedElsewhere(t: Check, from: Reading): Promise<readonly Looked[]> {
  const looked = Object.entries(from.list.filters).map(
    async ([parameter, match]): Promise<readonly Looked[]> => {
      if (match.by !== "elsewhere") return [];
      const { oldest } = await t.census.list(match.list);
      const [, second] = [...valuesShown(oldest, match.member)].reverse();
      return second === undefined
        ? []
        : [{ from, query: { [parameter]: second[0], page_size: 1 }, numbers: [2] }];
    },
  );
  return (await Promise.all(looked)).flat();
}

/** Pages of the shared walk in a direction, which other checks read too; the last but one shows all four links. */
function sortedWalk(t: Check, reading: Reading, sort_dir: SortDir) {
  const from = walkable(t, reading);
  const held = from.items.length;
  if (held < 2) return t.inconclusive(`needs two pages; the list holds ${held}`);
  const page_size = sharedSizes(from)[sort_dir];
  const last = Math.ceil(held / page_size);
  const numbers = [...new Set([2, last - 1, last])].filter((page) => page >= 1 && page <= last);
  return { from, query: { page_size, sort_dir, sort_by: "created_at" }, numbers };
}

/** Follows at least one link, and of the others those that differ from the request for the page. */
async function judgeChain(t: Check, reading: Reading, asked: readonly ListQuery[]): Promise<Findings> {
  const findings: Finding[] = [];
  let followed = false;
  for (const query of asked) {
    const page = await reading.ask(t, query);
    if (page.kind === "refused") {
      t.missed(page.exchange);
      continue;
    }
    const href = nextOf(t, page);
    if (href === null) continue;
    if (followed && isRequestFor(href, page, { ...queryOf(page), page: Number(query.page) + 1 })) continue;
    const target = await follow(t, reading, page, "next", href);
    if (target === null) continue;
    // The link may leave out a default; where that changes the items, another rule reports it.
    if (target.other.length > 0 && !nextKeepsAll(t, page)) continue;
    followed = true;
    t.saw("links followed");
    findings.push(...(await judgeLed(t, reading, page, target)));
  }
  return findings.slice(0, 1);
}

/** The next link of a page; null if it is missing or names another page, which another rule judges. */
function nextOf({ rule }: Check, page: Page): string | null {
  const { next } = page.links;
  return next === MALFORMED || linkTarget({ rule, page, link: "next" }).length > 0 ? null : next;
}

/**
 * What a link leads to; if that is right, the links of that page, whose address may say more than was asked for, such as
 * a status of any.
 */
async function judgeLed(t: Check, reading: Reading, page: Page, { led, other }: Followed): Promise<Findings> {
  if (led === null || other.length > 0 || leadsToOwnWords(page, led)) return other;
  for (const [rule, keeps] of Object.entries(KEEPS)) {
    const [finding] = await judgeLinks(t, reading, led, keeps, noOther);
    if (finding !== undefined) return [{ ...finding, rule }];
  }
  return [];
}

/** Follows links whose href drops a parameter, or is opaque; a breach if other items come back. */
async function judgeKept(t: Check, wanted: readonly Looked[], keeps: Keeps): Promise<Findings> {
  for (const { from, query, numbers, alsoFollow = opaqueNext } of wanted) {
    let looked = false;
    // A list of one page still shows its first and last links.
    for (const number of [...numbers, 1]) {
      if (looked && !numbers.includes(number)) break;
      const read = await from.ask(t, { ...query, page: number });
      if (read.kind === "refused" || read.items.length === 0 || !heedsFilters(from.list, read)) continue;
      looked = true;
      const [finding] = await judgeLinks(t, from, read, keeps, alsoFollow);
      if (finding !== undefined) return [finding];
    }
  }
  return [];
}

async function judgeLinks(
  t: Check,
  reading: Reading,
  page: Page,
  keeps: Keeps,
  alsoFollow: AlsoFollow,
): Promise<Findings> {
  for (const link of LINK_NAMES) {
    const href = page.links[link];
    if (href === null || href === MALFORMED) continue;
    t.saw("links");
    // Which page a link names is another rule's matter.
    if (linkTarget({ rule: t.rule, page, link }).length > 0) continue;
    const [dropped] = keeps({ rule: t.rule, page: onlyLink(page, link) });
    if (dropped === undefined && !alsoFollow(page, link, href)) continue;
    const [other] = (await follow(t, reading, page, link, href))?.other ?? [];
    if (other === undefined) continue;
    if (dropped === undefined) return [other];
    const received = `${dropped.received}; it leads to ${other.received}`;
    return [{ ...dropped, received, exchanges: other.exchanges }];
  }
  return [];
}

/** Whether the next link shows all that the page was asked for. */
function nextKeepsAll({ rule }: Check, page: Page): boolean {
  const only = onlyLink(page, "next");
  return Object.values(KEEPS).every((keeps) => keeps({ rule, page: only }).length === 0);
}

/** The page as if it had only this link. */
function onlyLink(page: Page, link: LinkName): Page {
  return { ...page, links: { ...NO_LINKS, [link]: page.links[link] } };
}
