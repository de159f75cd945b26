import { describe } from "vitest";
import { operationLine } from "../../helpers/contract/operations.js";
import { beyondLimit } from "../../helpers/engine/check/arbitraries/offsets.js";
import type { Check } from "../../helpers/engine/check/check.js";
import {
  ALLOWED,
  type AskedPair,
  askAll,
  askPair,
  BEYOND_32_BITS,
  defaultSize,
  largest,
  mayBePastLast,
  type Pair,
  pastLast,
  readAsLess,
  refusals,
  WRAPPED_PAGE,
  withoutSize,
} from "../../helpers/engine/lists/asking/offset-pairs.js";
import { rule } from "../../helpers/engine/vitest/rule.js";
import { toldBy } from "../../helpers/oracles/answers/refusal.js";
import {
  exceedsOffset,
  isOffsetRefusal,
  LARGEST_SIZE,
  offsetError,
  refusedAlike,
  showsError,
} from "../../helpers/oracles/lists/offset.js";
import type { Answered, Findings } from "../../helpers/wire/exchange.js";
import { renderValue } from "../../helpers/wire/message.js";
import { jsonOf } from "../../helpers/wire/raw.js";
import { succeeded } from "../../helpers/wire/status.js";

// page * page_size may be at most 10,000 on the shipment list, whatever its length.

async function judgeStatus(t: Check): Promise<void> {
  await judgeRefusals(t);
  if (!t.affords("limits.offset.drawn")) return;
  const judge = async (pair: Pair) => breaches(t, { ...pair, exchange: await askPair(t, pair) });
  t.find(await judge(BEYOND_32_BITS));
  await t.property(
    "drawn pairs",
    beyondLimit,
    t.budget("limits.offset.drawn"),
    judge,
    ({ page, size }) => `page=${page}, page_size=${size}`,
  );
}

async function judgeBoundary(t: Check): Promise<void> {
  const pairs = ALLOWED.slice(0, t.budget("limits.offset.at-limit"));
  let judged = 0;
  for (const { exchange, ...pair } of await askAll(t, pairs)) {
    const { page, size } = pair;
    const isRefused = isOffsetRefusal(exchange);
    // A page past the last may be refused too.
    if (isRefused && (await isAboutTheEnd(t, pair, exchange))) continue;
    judged += 1;
    const documented = `no offset error: ${page} times ${size} does not exceed 10,000`;
    if (isRefused) t.breach(exchange, documented, renderValue(jsonOf(exchange.answer), 400));
  }
  t.saw("pairs", judged);
  if (judged === 0)
    t.inconclusive(
      "pages at the limit are refused as a page past the last is; a list of more than 9,975 shipments would settle it",
    );
}

async function judgeSize500(t: Check): Promise<void> {
  const first = await t.given(largest);
  t.saw("pages");
  const { status } = first.answer;
  if (status >= 400 && !isOffsetRefusal(first)) t.breach(first, "page 1 of size 500", toldBy(first.answer));
}

async function judgeDefaultSize(t: Check): Promise<void> {
  const { exchange } = await t.given(withoutSize);
  const size = exchange.answer.status === 400 ? null : await defaultSize(t);
  if (size !== null && !exceedsOffset(401n, BigInt(size)))
    t.inconclusive(`pages hold ${size} items by default, not 25; see shipments.default.page-size`);
  t.saw("pages");
  t.expect(exchange, "page 401 of the default size 25 is above the limit").status(400);
}

async function observeOtherLists(t: Check): Promise<void> {
  for (const operation of ["v1ListLabels", "v1ListAdjustmentReports"] as const) {
    const { answer } = await t.ask({ operation, query: { page: 401, page_size: 25 } });
    t.saw("pages");
    t.observe(`${operationLine(operation)} answers page 401 of size 25 with ${answer.status}.`);
  }
}

async function judgeInV2(t: Check): Promise<void> {
  for (const page of ["401", WRAPPED_PAGE]) {
    const exchange = await t.ask({ operation: "v2ListShipments", query: { page, page_size: 25 } });
    t.saw("pairs");
    const [found] = offsetError({ exchange, page });
    if (found !== undefined) return t.find([{ ...found, rule: t.rule }]);
  }
}

/** Whether the refusal of a page may be that of one past the last. */
async function isAboutTheEnd(t: Check, pair: Pair, exchange: Answered): Promise<boolean> {
  const past = await t.given(pastLast);
  return past === null ? mayBePastLast(t, pair) : refusedAlike(exchange, past);
}

/** Judges the refusals of the fixed pairs by the rule of this check. */
async function judgeRefusals(t: Check): Promise<void> {
  const answers = await t.given(refusals);
  const byDefault = await t.given(withoutSize);
  const judged =
    t.rule === "limits.offset.status"
      ? answers
      : // What the error says of a page that was not asked for is open.
        [...answers.filter(({ pageLeftOut }) => pageLeftOut !== true), byDefault].filter(({ exchange }) =>
          showsError(exchange),
        );
  if (judged.length === 0)
    t.inconclusive(
      "needs a 400 with an error to a page above the offset limit; none came, see limits.offset.status",
    );
  t.saw("refusals", judged.length);
  const served = t.affords("limits.offset.largest-size") ? (await t.given(largest)).answer.status : null;
  const known = served === 200 ? { served: LARGEST_SIZE } : {};
  const found = await Promise.all(judged.map((one) => breaches(t, { ...one, ...known })));
  t.find(found.flat().slice(0, 2));
}

async function breaches(t: Check, asked: AskedPair & { readonly served?: number }): Promise<Findings> {
  const found = offsetError(asked).filter(({ rule }) => rule === t.rule);
  const isExplained = found.length > 0 && succeeded(asked.exchange) && (await readAsLess(t, asked));
  return isExplained ? [] : found;
}

// biome-ignore format: one rule a line
describe("Errors: the offset limit of the shipment list", () => {
  rule("limits.offset.status", "asks for pages above the limit, with numbers of any length", judgeStatus);
});

// biome-ignore format: one rule a line
describe("Errors: what the offset limit's error says", () => {
  rule("limits.offset.error-type", "reads the error of pages above the limit", judgeRefusals);
  rule("limits.offset.error-code", "reads the error of pages above the limit", judgeRefusals);
  rule("limits.offset.field-name", "reads the error of pages above the limit", judgeRefusals);
  rule("limits.offset.field-value", "compares the errors of different pages above the limit", judgeRefusals);
  rule("limits.offset.message", "reads the error of pages above the limit", judgeRefusals);
});

// biome-ignore format: one rule a line
describe("Limits: the offset limit of the shipment list", () => {
  rule("limits.offset.boundary", "asks for pages at the limit", judgeBoundary);
  rule.fromStandard("limits.offset.page-size-500", "asks for pages of size 500", judgeSize500);
  rule("limits.offset.default-page-size", "asks for page 401 without page_size", judgeDefaultSize);
  rule.fromThorough("limits.offset.other-lists", "asks for pages beyond 10,000 on other lists", observeOtherLists);
});

// biome-ignore format: one rule a line
describe("Errors: the offset limit of v2", () => {
  rule.fromStandard("limits.offset.v2", "asks for pages above the limit, and reads their errors", judgeInV2);
});
