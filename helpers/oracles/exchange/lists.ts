import type { OperationId, RuleId } from "../../contract/generated/types.js";
import {
  BATCH_LISTS,
  DEFAULT_PAGE,
  LINK_NAMES,
  LIST_PARAMETERS,
  LISTS,
  type LinkName,
  type ListDeclaration,
  type OpenListDeclaration,
  V2_LISTS,
} from "../../contract/lists.js";
import { type Asked, askedOf } from "../../wire/asked.js";
import { datedBy } from "../../wire/dated.js";
import { type DecodedPage, decodeOpenPage, decodePage, MALFORMED, type Page } from "../../wire/decode.js";
import type { Exchange, Findings } from "../../wire/exchange.js";
import { plural } from "../../wire/message.js";
import { finding } from "../finding.js";
import { type Judgement, looked, merge, NOTHING } from "../judgement.js";
import {
  pageEcho,
  pageLength,
  pagesArithmetic,
  pagesAsShown,
  sizeByDefault,
  totalHeld,
  totalRefuted,
} from "../lists/envelope.js";
import { allOffPath, dueTarget, linkEmpty, linksShowAny, linkTarget } from "../lists/links.js";
import { orderInside } from "../lists/slices.js";
import type { JudgedExchange } from "./context.js";

/** Rules that a single page of a list can break. */
interface PageRules {
  /** The rule that a page holds no more than asked for; null if page sizes are open, so that the size shown counts. */
  readonly size: RuleId | null;
  /** The rule of the total; null if its breaches are not asked for again, as a moment's miscount must be. */
  readonly total: RuleId | null;
  readonly echo: RuleId;
  readonly arithmetic: RuleId;
  readonly target: Readonly<Record<LinkName, RuleId>>;
  readonly empty: Readonly<Record<"prev" | "next", RuleId>>;
}

const TOTAL_RULE = "paging.total.matches-items";
const V2_TOTAL_RULE = "paging.total.matches-items.v2";

/** The rules of totals: a service may count a list a moment before it reads the items. */
export const TOTAL_RULES: readonly RuleId[] = [TOTAL_RULE, V2_TOTAL_RULE];

const FULL: PageRules = {
  size: "paging.page_size.respected",
  total: TOTAL_RULE,
  echo: "paging.page.echo",
  arithmetic: "paging.pages.arithmetic",
  target: {
    first: "paging.links.first",
    last: "paging.links.last",
    prev: "paging.links.prev",
    next: "paging.links.next",
  },
  empty: { prev: "paging.links.prev.empty", next: "paging.links.next.empty" },
};

/** The rules of lists whose page sizes are open, with one rule for all links. */
function openRules(total: RuleId | null, echo: RuleId, arithmetic: RuleId, links: RuleId): PageRules {
  const ends = { prev: links, next: links };
  return { size: null, total, echo, arithmetic, target: { first: links, last: links, ...ends }, empty: ends };
}

const V2 = openRules(V2_TOTAL_RULE, "paging.page.echo.v2", "paging.pages.arithmetic.v2", "paging.links.v2");
const BATCH_RULE = "paging.envelope.consistent.batches";
const BATCHES = openRules(null, BATCH_RULE, BATCH_RULE, BATCH_RULE);
const ANY_RULE = "shipments.links.any";

/** Rules that `judgeListPage` may blame. */
export const LIST_RULES: readonly RuleId[] = [
  ...[FULL, V2, BATCHES].flatMap((rules) => [
    ...(rules.size === null ? [] : [rules.size]),
    rules.echo,
    rules.arithmetic,
    ...Object.values(rules.target),
    ...Object.values(rules.empty),
  ]),
  ...Object.values(LISTS).map(({ rules }) => rules.default.page_size),
  ...Object.values(LISTS).flatMap(({ rules }) => rules.oldestFirst ?? []),
  ...TOTAL_RULES,
  ANY_RULE,
];

interface List {
  readonly rules: PageRules;
  /** The rule of the order inside a page; null where that is open. */
  readonly order: RuleId | null;
  /** The rule of the default page size; null where that is open. */
  readonly defaultSize: RuleId | null;
  readonly decode: (exchange: Exchange) => DecodedPage;
}

const fully = ({ operation, name, rules }: ListDeclaration): [OperationId, List] => [
  operation,
  {
    rules: FULL,
    order: rules.oldestFirst ?? null,
    defaultSize: rules.default.page_size,
    decode: (exchange) => decodePage(exchange, name),
  },
];
const openly =
  (rules: PageRules) =>
  ({ operation, id }: OpenListDeclaration): [OperationId, List] => [
    operation,
    { rules, order: null, defaultSize: null, decode: (exchange) => decodeOpenPage(exchange, id) },
  ];

const PAGED: ReadonlyMap<OperationId, List> = new Map([
  ...Object.values(LISTS).map(fully),
  ...BATCH_LISTS.map(openly(BATCHES)),
  ...V2_LISTS.map(openly(V2)),
]);

/** What one page of a list says about itself: page number, number of pages, links, order of labels. */
export function judgeListPage({ exchange, operation }: JudgedExchange): Judgement {
  const list = operation === null ? undefined : PAGED.get(operation.id);
  if (operation === null || list === undefined) return NOTHING;
  const page = list.decode(exchange);
  const asked = askedOf(exchange);
  if (page.kind !== "page" || asked === null) return NOTHING;
  const { rules, order, defaultSize } = list;
  const arithmetic = judgePages(rules, page);
  // Links are judged against `pages`. If that does not fit the total, or the total not the items, those rules report it
  // instead.
  const fits =
    arithmetic.findings.length === 0 &&
    (rules.size === null || (countsItsPages(page, asked) && pageLength({ rule: "", page }).length === 0));
  const links = linksToJudge(page, asked).filter((link) => fits || link === "first" || link === "prev");
  return merge([
    asked.sizeGiven ? judgeSurplus(rules, page, asked.size) : NOTHING,
    defaultSize === null ? NOTHING : judgeDefaultSize(defaultSize, page),
    judgeEcho(rules, page),
    arithmetic,
    ...links.map((link) => judgeLink(rules, page, link)),
    order === null ? NOTHING : judgeOrder(order, page),
    operation.id === "v1ListShipments" ? judgeAny(page) : NOTHING,
  ]);
}

/** Whether `pages` fits the size asked for, or that of the page, and does not end before a page that holds items. */
function countsItsPages({ total, pages, items }: Page, asked: Asked): boolean {
  if (total === null || pages === null || items.length === 0) return true;
  const isCounted = [asked.size, items.length].some((size) => pages === Math.ceil(total / size));
  return isCounted && asked.page <= pages;
}

/** Whether `pages` fits total and page size, if the page shows both. If it does not, the items may show which is wrong. */
function judgePages({ size, total, arithmetic: rule }: PageRules, page: Page): Judgement {
  const low = total === null ? [] : totalHeld({ rule: total, page });
  if (low.length > 0) return { findings: low, evidence: [] };
  if (page.pages === null || page.total === null) return NOTHING;
  if (size === null) return looked(rule, pagesAsShown({ rule, page }));
  const findings = pagesArithmetic({ rule, page });
  const refuted = findings.length === 0 ? [] : totalRefuted({ rule: TOTAL_RULE, page });
  return refuted.length === 0 ? looked(rule, findings) : { findings: refuted, evidence: [] };
}

function judgeEcho({ echo: rule }: PageRules, page: Page): Judgement {
  return page.page === null ? NOTHING : looked(rule, pageEcho({ rule, page }));
}

function linksToJudge(page: Page, { pageGiven }: Asked): readonly LinkName[] {
  // If all links lead to another path, the first one reports it.
  if (allOffPath(page)) return ["first"];
  // If another page than the default comes, that is another rule's matter, and its links may be right for it.
  return pageGiven || page.page === null || page.page === DEFAULT_PAGE ? LINK_NAMES : ENDS;
}

/** More items than asked for: a target may reduce a page size, never raise it. */
function judgeSurplus({ size: rule }: PageRules, page: Page, size: number): Judgement {
  if (rule === null || page.items.length <= size) return NOTHING;
  const documented = `no more than the ${plural(size, "item")} asked for`;
  const received = plural(page.items.length, "item");
  const found = finding({ rule, exchanges: [page.exchange] }, documented, received, `/${page.array}`);
  // No evidence if it fits: the rule's checks also judge that a page holds no less.
  return { findings: [found], evidence: [] };
}

/** No evidence if it fits: the rule's checks also judge page 1 of a list that certainly holds more. */
function judgeDefaultSize(rule: RuleId, page: Page): Judgement {
  return { findings: sizeByDefault({ rule, page }), evidence: [] };
}

/** Links that are the same on every page of a list. */
const ENDS: readonly LinkName[] = ["first", "last"];

function judgeLink(rules: PageRules, page: Page, link: LinkName): Judgement {
  const due = dueTarget(page, link);
  if (due === null || page.links[link] === MALFORMED) return NOTHING;
  if (due !== "none") {
    const rule = rules.target[link];
    return looked(rule, linkTarget({ rule, page, link }));
  }
  if (link !== "prev" && link !== "next") return NOTHING;
  const rule = rules.empty[link];
  return looked(rule, linkEmpty({ rule, page, link }));
}

/** Items stand in order of created_at, the default; sorted by modified_at they do not show their key. */
function judgeOrder(rule: RuleId, page: Page): Judgement {
  const key = new URL(page.exchange.request.url).searchParams.get("sort_by");
  const items = datedBy(page.items);
  if ((key !== null && key !== "created_at") || items === null || items.length < 2) return NOTHING;
  // Items with the same time are in order however they are sorted.
  if (items.every((item) => item.at.epochNs === items[0]?.at.epochNs)) return NOTHING;
  return looked(rule, orderInside({ rule, exchanges: [page.exchange], items, array: page.array }));
}

function judgeAny(page: Page): Judgement {
  const { searchParams } = new URL(page.exchange.request.url);
  const filters = [...searchParams.keys()].filter((name) => !LIST_PARAMETERS.includes(name));
  if (filters.length > 0 || page.items.length === 0) return NOTHING;
  const findings: Findings = linksShowAny({ rule: ANY_RULE, page });
  return looked(ANY_RULE, findings);
}
