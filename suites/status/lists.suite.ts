import { describe } from "vitest";
import { DEFAULT_PAGE, DEFAULT_PAGE_SIZE, DEFAULT_SORT, listOf } from "../../helpers/contract/lists.js";
import type { Check } from "../../helpers/engine/check/check.js";
import { askOnce } from "../../helpers/engine/operations/probe.js";
import { lastReads, soEachTime } from "../../helpers/engine/operations/repeats.js";
import { rule } from "../../helpers/engine/vitest/rule.js";
import { isFirstPage } from "../../helpers/oracles/answers/first-page.js";
import { isAboutTheCaller, isRefusal, mayBeDueTo, toldBy } from "../../helpers/oracles/answers/refusal.js";
import type { Answered, Exchange } from "../../helpers/wire/exchange.js";
import { ifReadable } from "../../helpers/wire/outcome.js";
import { succeeded } from "../../helpers/wire/status.js";

const LISTS = [
  "v1ListShipments",
  "v1ListLabels",
  "v1ListAdjustmentReports",
  "v1ListBatches",
  "v2ListWebhooks",
] as const;
type List = (typeof LISTS)[number];

function isRefused(exchange: Exchange): exchange is Answered {
  const { answer } = exchange;
  return answer !== null && isRefusal(answer) && !isAboutTheCaller(answer);
}

/** The refused reads; none if a rule of the business closes the whole list to the account. */
function refusedOf(reads: ReadonlyMap<string, Exchange>): readonly (readonly [string, Answered])[] {
  const refused = [...reads].filter((read): read is [string, Answered] => isRefused(read[1]));
  const isClosed = ![...reads.values()].some(succeeded) && refused.every(([, read]) => mayBeDueTo(read, []));
  return isClosed ? [] : refused;
}

async function judgeFirstPage(t: Check, list: List): Promise<void> {
  await ifReadable(t.listed(list));
  if (t.settings.only.length > 0) await askBothWays(t, list);
  const reads = lastReads(t.session.journal.outlinesOf(list), isFirstPage);
  t.saw("first pages", [...reads.values()].filter(succeeded).length);
  if (isToldOfSlices(t, list)) return;
  for (const [href, first] of refusedOf(reads)) {
    const again = await soEachTime(t, href, isRefused);
    if (again !== null)
      return t.breach([first, ...again], "the first page of the list", toldBy(first.answer));
  }
}

/** Whether the rules about the two directions report already that one of them is refused, or wrong. */
function isToldOfSlices(t: Check, list: List): boolean {
  return Object.values(listOf(list)?.rules.slice ?? {}).some((rule) => t.isFoundBroken(rule));
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
    const inScope = LISTS.filter((list) => t.inScope(list));
    await Promise.all(inScope.map((list) => judgeFirstPage(t, list)));
  });
});
