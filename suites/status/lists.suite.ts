import { describe } from "vitest";
import { DEFAULT_PAGE, DEFAULT_PAGE_SIZE, DEFAULT_SORT, listOf } from "../../helpers/contract/lists.js";
import { findOperation } from "../../helpers/contract/operations.js";
import { operationInScope } from "../../helpers/contract/scope.js";
import type { Check } from "../../helpers/engine/check/check.js";
import { askOnce, tryAsk } from "../../helpers/engine/operations/probe.js";
import { rule } from "../../helpers/engine/vitest/rule.js";
import { isFirstPage } from "../../helpers/oracles/answers/first-page.js";
import { isAboutTheCaller, isRefusal, toldBy } from "../../helpers/oracles/answers/refusal.js";
import type { Answered, Exchange } from "../../helpers/wire/exchange.js";
import { ifReadable } from "../../helpers/wire/outcome.js";

const LISTS = [
  "v1ListShipments",
  "v1ListLabels",
  "v1ListAdjustmentReports",
  "v1ListBatches",
  "v2ListWebhooks",
] as const;
type List = (typeof LISTS)[number];

/** How often a refused request is repeated. */
const REPEATS = 2;

/** The run's reads of the list's first page, by address; the last answer of each. */
function firstPages(t: Check, list: List): ReadonlyMap<string, Exchange> {
  const reads = new Map<string, Exchange>();
  const operation = findOperation(list);
  for (const exchange of t.session.journal.exchangesOf(list)) {
    const { url, key } = exchange.request;
    if (key === "right" && operation !== null && isFirstPage(operation, url)) reads.set(url, exchange);
  }
  return reads;
}

function isAboutTheRequest({ answer }: Exchange): boolean {
  return answer !== null && !isAboutTheCaller(answer);
}

function isRefused(exchange: Exchange): exchange is Answered {
  return isAboutTheRequest(exchange) && exchange.answer !== null && isRefusal(exchange.answer);
}

/** Asks a refused address again. Another answer shows that something in between was the reason. */
async function judgeRefused(t: Check, href: string, first: Answered): Promise<boolean> {
  const again: Answered[] = [];
  while (again.length < REPEATS) {
    const read = await tryAsk(t, { href });
    if (read === null || !isRefused(read)) return false;
    again.push(read);
  }
  t.breach([first, ...again], "the first page of the list", toldBy(first.answer));
  return true;
}

async function judgeList(t: Check, list: List): Promise<void> {
  await ifReadable(t.listed(list));
  if (t.settings.only.length > 0) await askBothWays(t, list);
  const reads = firstPages(t, list);
  t.saw("first pages", [...reads.values()].filter(isAboutTheRequest).length);
  if (isToldOfSlices(t, list)) return;
  for (const [href, read] of reads) if (isRefused(read) && (await judgeRefused(t, href, read))) return;
}

/** Whether the rules about the two directions report already that one of them is refused, or wrong. */
function isToldOfSlices(t: Check, list: List): boolean {
  const slices: readonly string[] = Object.values(listOf(list)?.rules.slice ?? {});
  return t.session.findings.some((told) => slices.includes(told.rule));
}

/** Asks what a whole run asks anyway, where a run is limited to a few rules. */
async function askBothWays(t: Check, operation: List): Promise<void> {
  if (listOf(operation) === null) return;
  const query = { page: DEFAULT_PAGE, page_size: DEFAULT_PAGE_SIZE, sort_by: DEFAULT_SORT.sort_by };
  const ways = ["asc", "desc"].map((sort_dir) => askOnce(t, { operation, query: { ...query, sort_dir } }));
  await Promise.all(ways);
}

describe("Endpoints", () => {
  rule("status.lists-accepted", "repeats the refused reads of first pages", async (t) => {
    const inScope = LISTS.filter((list) => operationInScope(list, t.settings));
    await Promise.all(inScope.map((list) => judgeList(t, list)));
  });
});
