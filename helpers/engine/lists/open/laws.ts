import {
  DEFAULT_PAGE_SIZE,
  type LinkName,
  NEEDED_QUERY,
  type OpenListDeclaration,
} from "../../../contract/lists.js";
import { operationLine } from "../../../contract/operations.js";
import { toldBy } from "../../../oracles/answers/refusal.js";
import { linksKeepFilters, linksKeepPageSize } from "../../../oracles/lists/links.js";
import { mayRepeat, openRepeats } from "../../../oracles/lists/open-repeats.js";
import { openTotals, totalByEnd } from "../../../oracles/lists/open-totals.js";
import type { Walked } from "../../../target/lists/walk.js";
import {
  decodeOpenPage,
  hasId,
  type Item,
  idsOf,
  MALFORMED,
  NO_LINKS,
  type Page,
} from "../../../wire/decode.js";
import type { Answered, Finding, Findings } from "../../../wire/exchange.js";
import { findArray } from "../../../wire/find-array.js";
import { plural, renderIds, requestLine } from "../../../wire/message.js";
import { ifReadable } from "../../../wire/outcome.js";
import { is4xx, isBesideTheQuestion, succeeded } from "../../../wire/status.js";
import type { Check } from "../../check/check.js";
import { rotated } from "../../check/seed.js";
import { pageOf } from "../asking/pages.js";
import { judgeEach } from "../reading/judge-list.js";
import { DIRECTIONS } from "../reading/walkable.js";
import { APART, BESIDE, sizeOf, smallAndFull } from "./pages.js";
import { askOpen, askOpenPage, type OpenReading, readAgain } from "./reading.js";

/**
 * Reads what a run reads of each list anyway, for rules that the exchange oracles judge.
 * @throws Inconclusive if none of the lists came
 */
export async function readFirstPages(t: Check, lists: readonly OpenListDeclaration[]): Promise<void> {
  const inScope = lists.filter(({ operation }) => t.inScope(operation));
  const read = async ({ operation, id }: OpenListDeclaration) => {
    const page = decodeOpenPage(await t.listed(operation), id);
    return page.kind === "page"
      ? []
      : t.inconclusive(`${operationLine(operation)} shows no list: ${page.why}`);
  };
  await judgeEach(t, inScope, read);
}

/** A list that comes without parameters takes page, page_size and sort_dir too; the run's seed decides on the direction. */
export async function judgeParameters(t: Check, list: OpenListDeclaration): Promise<Findings> {
  const [sort_dir] = rotated(DIRECTIONS, t.settings.seed);
  const exchange = await askOpen(t, list, { page: 1, page_size: 1, sort_dir });
  const { status } = exchange.answer;
  const isRefused = is4xx(status) && !isBesideTheQuestion(status);
  if (!isRefused && !succeeded(exchange))
    t.inconclusive(`${requestLine(exchange)} was answered with ${status}`);
  // Throws if the list does not come at all.
  if (isRefused) await askOpenPage(t, list, {});
  t.saw("lists");
  return isRefused
    ? [t.finding([exchange], "page, page_size and sort_dir are accepted", toldBy(exchange.answer))]
    : [];
}

/**
 * A walk collects as many items as the list counts, each of them once; of a long list, its beginning and its last page
 * tell.
 */
export async function judgeOpenTotals(t: Check, reading: OpenReading): Promise<Findings> {
  const { list, sample } = reading;
  if (sample.total === null) return t.notApplicable(`${operationLine(list.operation)} carries no total`);
  const walk = await reading.walk(t);
  t.saw("pages", walk.pages.length);
  const wrong = openTotals({ rule: t.rule, sample, walk });
  const found = wrong.length > 0 ? wrong : await judgeRepeats(t, reading.list, walk);
  if (found.length > 0 || walk.whole) return found;
  const end = await reading.end(t);
  if (end === null)
    t.inconclusive(
      `${operationLine(list.operation)} counts ${sample.total} items, too many for a walk at effort ${t.settings.effort}`,
    );
  return totalByEnd({ rule: t.rule, pages: walk.pages, end });
}

/** A page past the last one counts the items of the list too; a target may refuse it, or give other items. */
export async function judgeOpenPastLast(t: Check, reading: OpenReading): Promise<Findings> {
  const walk = await reading.walk(t);
  const [first] = walk.pages;
  if (first === undefined || !walk.whole) return [];
  const beyond = { page: walk.pages.length + 1, page_size: sizeOf(first) };
  const page = await ifReadable(askOpenPage(t, reading.list, beyond));
  if (page === null || page.items.length > 0) return [];
  t.saw("pages");
  return openTotals({ rule: t.rule, sample: page, walk });
}

/** Where page 2 of a walk holds items like those of page 1, without ids, asks for both on one page. */
async function judgeRepeats(t: Check, list: OpenListDeclaration, { pages }: Walked): Promise<Findings> {
  const [first, second] = pages;
  if (first === undefined || second === undefined || !mayRepeat([first, second])) return [];
  const page_size = first.items.length + second.items.length;
  const both = await ifReadable(askOpenPage(t, list, { page: 1, page_size }));
  return both === null ? [] : openRepeats({ rule: t.rule, pages: [first, second], both });
}

/** Observes whether a page holds as many items as were asked for. */
export async function judgeOpenSizes(t: Check, { list, sample }: OpenReading): Promise<Findings> {
  const { total } = sample;
  if (total === null || total < 2)
    return t.inconclusive(
      total === null
        ? `${operationLine(list.operation)} carries no total`
        : `${operationLine(list.operation)} needs more items than the page size; its total is ${total}`,
    );
  t.saw("pages");
  if (list.below === undefined && total % sizeOf(sample) !== 0) {
    // Some mistakes show only if the last page is full, some only from page 3 on. The exchange oracles judge this page.
    await askOpenPage(t, list, { page: total > BESIDE ? BESIDE : 1, page_size: smallAndFull(total) });
  }
  const [asked, given] = [sizeOf(sample), sample.items.length];
  const line = operationLine(list.operation);
  t.observe(
    asked === given
      ? `${line} gives as many items on a page as it is asked for.`
      : `Asked for ${plural(asked, "item")} on a page, ${line} gives ${given}.`,
  );
  return [];
}

/**
 * A request without page gives page 1: it shares items with page 1 of another size and none with a page far behind it,
 * whichever order items have inside a page and whatever was created between the two.
 */
export async function judgeOpenDefault(t: Check, reading: OpenReading): Promise<Findings> {
  const { list, sample, isShared } = reading;
  const { operation } = list;
  const listed = await (isShared
    ? t.listed(operation)
    : t.ask({ operation, query: { ...NEEDED_QUERY[operation] } }));
  const plain = decodeOpenPage(listed, list.id);
  const first = pageOf(sample) === 1 ? sample : (await reading.walk(t)).pages[0];
  if (plain.kind !== "page" || !first?.items.length || ![...plain.items, ...first.items].every(hasId))
    return t.inconclusive(
      first?.items.length === 0
        ? `needs an item in the list; ${requestLine(first.exchange)} was answered with an empty one`
        : `${operationLine(operation)} shows no items with ${list.id}`,
    );
  t.saw("lists");
  const came = new Set(idsOf(plain.items));
  const shares = (page: Page) => idsOf(page.items).some((id) => came.has(id));
  const isFarBehind = (pageOf(sample) - 1) * sizeOf(sample) >= came.size + APART;
  if (shares(first) && !(isFarBehind && shares(sample))) return [];
  // Many items may have been created between the two.
  if (isShared) return judgeOpenDefault(t, await readAgain(t, list));
  const documented = `without page the items of page 1, such as ${renderIds(idsOf(first.items))}`;
  const received = came.size === 0 ? "none" : renderIds(idsOf(plain.items));
  return [t.finding([plain.exchange, first.exchange], documented, received)];
}

/**
 * Links lead to the pages that their names say, in the same size, from a small page and from each page of a walk. Links
 * may have any form: only what they lead to counts.
 */
export async function judgeOpenLinks(t: Check, reading: OpenReading): Promise<Findings> {
  const { list, sample } = reading;
  const { pages } = await reading.walk(t);
  // The sample may have another size than the walk, so the pages beside it are not known.
  const wrong = await wrongLink(t, list, { page: sample, link: "next", due: undefined });
  if (wrong !== null) return [wrong];
  for (const page of pages) {
    const numbers = { next: pageOf(page) + 1, prev: pageOf(page) - 1, last: page.pages };
    for (const link of FOLLOWED) {
      const due = pages.find((other) => pageOf(other) === numbers[link]);
      // How many items come behind next is judged even where the page itself is not known.
      const found = link === "next" || due ? await wrongLink(t, list, { page, link, due }) : null;
      if (found !== null) return [found];
    }
  }
  return [];
}

/** Links from which a page of the same size is known. */
const FOLLOWED = ["next", "prev", "last"] as const satisfies readonly LinkName[];

interface Link {
  readonly page: Page;
  readonly link: (typeof FOLLOWED)[number];
  /** The page that it leads to, if the run has read it. */
  readonly due: Page | undefined;
}

/** What is wrong with the page behind a link. A link that keeps page_size and filters as asked for is not followed. */
async function wrongLink(
  t: Check,
  list: OpenListDeclaration,
  { page, link, due }: Link,
): Promise<Finding | null> {
  const href = page.links[link];
  if (typeof href !== "string" || href === MALFORMED) return null;
  const claim = { rule: t.rule, page: { ...page, links: { ...NO_LINKS, [link]: href } } };
  const [lost] = [...linksKeepPageSize(claim), ...linksKeepFilters(claim)];
  if (lost === undefined) return null;
  const size = page.items.length;
  // Another rule judges a target that gives more than asked for.
  if (size > sizeOf(page)) return null;
  t.saw("links followed");
  const followed = await t.ask({ href, samePath: true });
  const items = itemsOf(followed, list.id);
  if (items === null) return null;
  const exchanges = [followed, page.exchange];
  if (link === "next" && items.length > size)
    return t.finding(
      exchanges,
      lost.documented,
      `${lost.received}; it leads to ${plural(items.length, "item")}`,
      lost.pointer,
    );
  // Items without an id are alike.
  const keysOf = (all: readonly Item[]) => JSON.stringify(all.map((item) => (hasId(item) ? item.id : "")));
  if (due === undefined || keysOf(due.items) === keysOf(items)) return null;
  const received = `${lost.received}; it leads to ${wordsOf(items)}, not to ${wordsOf(due.items)}`;
  return t.finding([...exchanges, due.exchange], lost.documented, received, lost.pointer);
}

function wordsOf(items: readonly Item[]): string {
  return items.length > 0 && items.every(hasId) ? renderIds(idsOf(items)) : plural(items.length, "item");
}

/** The items of a page, none if nothing in it looks like an item; null if no page came. */
function itemsOf(exchange: Answered, id: string): readonly Item[] | null {
  const page = decodeOpenPage(exchange, id);
  if (page.kind === "page") return page.items;
  const { status, body } = exchange.answer;
  return status === 200 && body.kind === "json" && findArray(body.value) === null ? [] : null;
}

/**
 * Judges that a v2 list without page_size holds 25 items.
 * @throws Inconclusive if the list may hold no more than 25 items
 */
export async function judgeDefaultSizeV2(t: Check, { operation, id }: OpenListDeclaration): Promise<void> {
  const exchange = await t.listedOk(operation);
  const page = decodeOpenPage(exchange, id);
  if (page.kind !== "page") return t.inconclusive(`the v2 list could not be read: ${page.why}`);
  const { total, array } = page;
  const { length } = page.items;
  const isMore = total !== null && total > DEFAULT_PAGE_SIZE;
  if (!isMore && (length < DEFAULT_PAGE_SIZE || total === length))
    t.inconclusive(`needs more than ${DEFAULT_PAGE_SIZE} items in the v2 list; ${length} came`);
  t.saw("pages");
  if (length !== DEFAULT_PAGE_SIZE)
    t.breach(exchange, `${DEFAULT_PAGE_SIZE} items on a page`, plural(length, "item"), array && `/${array}`);
}
