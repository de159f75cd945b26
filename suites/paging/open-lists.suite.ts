import { describe } from "vitest";
import { BATCH_LISTS, type OpenListDeclaration, V2_LISTS } from "../../helpers/contract/lists.js";
import type { Check } from "../../helpers/engine/check/check.js";
import { rotated } from "../../helpers/engine/check/seed.js";
import {
  judgeOpenDefault,
  judgeOpenLinks,
  judgeOpenPastLast,
  judgeOpenSizes,
  judgeOpenTotals,
  judgeParameters,
  readFirstPages,
} from "../../helpers/engine/lists/open/laws.js";
import { eachOpenList } from "../../helpers/engine/lists/open/reading.js";
import { judgeEach } from "../../helpers/engine/lists/reading/judge-list.js";
import { rule } from "../../helpers/engine/vitest/rule.js";

/** Lists that are not nested below another resource; the run reads their first page anyway. */
const isPlain = ({ below }: OpenListDeclaration) => below === undefined;

// The exchange oracles judge on every page whether it has the envelope and whether its members fit each other. Where no
// page carries it, their rules do not apply: but only a list that came shows that.

const V2_ENVELOPE = [
  "paging.envelope.types.v2",
  "paging.page.echo.v2",
  "paging.pages.arithmetic.v2",
  "paging.links.v2",
] as const;
const BATCH_ENVELOPE = ["paging.envelope.types.batches", "paging.envelope.consistent.batches"] as const;

// biome-ignore format: one rule a line
describe("Paging: lists of v2", { meta: { reads: ["shipments", "labels", "batches"] } }, () => {
  rule.fromStandard("paging.total.matches-items.v2", "walks each v2 list and compares its total", (t) => eachOpenList(t, V2_LISTS, judgeOpenTotals));
  rule.fromStandard("paging.total.matches-items.v2", "asks a v2 list for a page past its last", (t) => pastLast(t, V2_LISTS));
  rule.fromStandard("paging.page_size.respected.v2", "asks each v2 list for small pages", (t) => eachOpenList(t, V2_LISTS, judgeOpenSizes));
  rule.fromStandard("paging.default.page.v2", "leaves page out on each v2 list", (t) => eachOpenList(t, V2_LISTS.filter(isPlain), judgeOpenDefault));
  for (const id of V2_ENVELOPE) rule(id, "looks whether a v2 list came at all", (t) => readFirstPages(t, V2_LISTS.filter(isPlain)));
  rule.fromStandard("paging.links.v2", "follows links that do not show the page size asked for", (t) => followLinks(t, V2_LISTS));
});

// biome-ignore format: one rule a line
describe("Paging: lists of batches", { meta: { reads: ["batches"] } }, () => {
  rule.fromStandard("paging.default.page.batches", "leaves page out on the list of batches", (t) => eachOpenList(t, BATCH_LISTS.filter(isPlain), judgeOpenDefault));
  for (const id of BATCH_ENVELOPE) rule(id, "looks whether the list of batches came at all", (t) => readFirstPages(t, BATCH_LISTS.filter(isPlain)));
  rule.fromStandard("paging.envelope.consistent.batches", "walks the lists of batches and batch errors and compares their totals", (t) => eachOpenList(t, BATCH_LISTS, judgeOpenTotals));
  rule.fromStandard("paging.envelope.consistent.batches", "asks the list of batches for a page past its last", (t) => pastLast(t, BATCH_LISTS));
  rule.fromStandard("paging.envelope.consistent.batches", "follows links that do not show the page size or the status asked for", (t) => followLinks(t, BATCH_LISTS));
});

describe("Paging: parameters", { meta: { reads: ["shipments", "labels", "batches"] } }, () => {
  rule.fromStandard("paging.parameters.accepted", "asks for a sorted page of one item", async (t) => {
    const lists = rotated([...V2_LISTS, ...BATCH_LISTS], t.settings.seed);
    const inScope = lists.filter(({ operation }) => t.inScope(operation));
    const drawn = inScope.slice(0, t.budget("paging.parameters"));
    await judgeEach(t, drawn, (list) => judgeParameters(t, list));
  });
});

/** Follows the links of lists that can be read; the other checks of the rule report the others. */
async function followLinks(t: Check, lists: readonly OpenListDeclaration[]): Promise<void> {
  await t.unlessMoved(eachOpenList(t, lists, judgeOpenLinks));
}

/** Asks for a page past the last, of another list with each seed. The other checks report a list that cannot be read. */
async function pastLast(t: Check, lists: readonly OpenListDeclaration[]): Promise<void> {
  const inScope = lists.filter((list) => isPlain(list) && t.inScope(list.operation));
  const drawn = rotated(inScope, t.settings.seed).slice(0, 1);
  await t.unlessMoved(eachOpenList(t, drawn, judgeOpenPastLast));
}
