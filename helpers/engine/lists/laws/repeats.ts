import type { ListDeclaration } from "../../../contract/lists.js";
import { sharedIds } from "../../../oracles/lists/shared-ids.js";
import { nothingTwice, tallyOf } from "../../../oracles/lists/walk-laws.js";
import type { Page } from "../../../wire/decode.js";
import type { Findings } from "../../../wire/exchange.js";
import type { Check } from "../../check/check.js";
import { CAUGHT_UP, judgeSteady, watchText } from "../../check/steady.js";
import { askPage, queryOf } from "../asking/pages.js";

/** Disturbed readings before the check gives up. */
const DISTURBED = 6;
/** How many pages that repeat an item are asked for again. */
const MOST = 3;

/**
 * Judges the pages by which the run knows a list, however long it is: no item comes twice on them, and no two items
 * share an id.
 * @throws Inconclusive if items come on several pages, and the list changed each time that these were read again
 */
export async function judgeRepeats(t: Check, list: ListDeclaration): Promise<Findings> {
  const { pages } = await t.census.list(list.name);
  t.saw("pages", pages.length);
  const found = repeatsIn(t, pages);
  if (found.length === 0) return [];
  const onOnePage = await judgeSinglePages(t, list, pages);
  if (onOnePage.length > 0) return onOnePage;
  const shown = pages.filter(({ exchange }) =>
    found.some(({ exchanges }) => exchanges.includes(exchange.index)),
  );
  const read = async (seen: string | null) =>
    seen === null ? found : repeatsIn(t, await readAgain(t, list, shown));
  const watch = watchText(() => t.census.fingerprint(list.name, t.rule, {}), DISTURBED, t.session);
  return judgeSteady(read, watch, t.session);
}

/**
 * Judges items that appear twice on one page. No change between two requests explains that, so the list may change
 * meanwhile; but a target may collect a page in several steps, or from replicas, so it must be found again, also once
 * these have caught up.
 */
async function judgeSinglePages(t: Check, list: ListDeclaration, pages: readonly Page[]): Promise<Findings> {
  for (const page of pages.filter((each) => repeatsIn(t, [each]).length > 0).slice(0, MOST)) {
    if (repeatsIn(t, await readAgain(t, list, [page])).length === 0) continue;
    await t.session.pause(CAUGHT_UP);
    const found = repeatsIn(t, await readAgain(t, list, [page]));
    if (found.length > 0) return found;
  }
  return [];
}

/** What comes twice on some pages of one walk; two items of one id before one item in two places. */
export function repeatsIn(t: Check, pages: readonly Page[]): Findings {
  const shared = sharedIds({ rule: t.rule, pages });
  return shared.length > 0 ? shared : nothingTwice({ rule: t.rule, walk: tallyOf(pages) });
}

async function readAgain(t: Check, list: ListDeclaration, pages: readonly Page[]): Promise<readonly Page[]> {
  const read = await Promise.all(pages.map((page) => askPage(t, list, queryOf(page))));
  return read.filter((page) => page.kind === "page");
}
