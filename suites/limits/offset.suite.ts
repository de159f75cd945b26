import fc from "fast-check";
import { describe } from "vitest";
import { type Check, given } from "../../helpers/engine/check/check.js";
import type { ListQuery } from "../../helpers/engine/lists/pages.js";
import { rule } from "../../helpers/engine/vitest/rule.js";
import { exceedsOffset, isOffsetRefusal, offsetError, showsError } from "../../helpers/oracles/offset.js";
import { withoutBody } from "../../helpers/target/lean.js";
import { decodePage } from "../../helpers/wire/decode.js";
import type { Answered, Exchange, Finding } from "../../helpers/wire/exchange.js";
import { renderValue } from "../../helpers/wire/message.js";
import { ifReadable } from "../../helpers/wire/outcome.js";
import { succeeded } from "../../helpers/wire/status.js";
import { tagNames } from "../../helpers/wire/tags.js";

// page * page_size may be at most 10,000 on the shipment list, whatever its length. Large numbers are written as text,
// because many of them fit into no number type.

interface Pair {
  /** As sent, or the default if it is left out. */
  readonly page: string;
  readonly pageLeftOut?: true;
  readonly size: string;
  readonly filters?: ListQuery;
}

/** A window in the distant past. */
const START = "2000-01-01T00:00:00Z";
const END = "2020-12-31T23:59:59Z";

/** The largest page size that the document mentions. */
const LARGEST = 500;
const LARGEST_AT_LIMIT = { page: "20", size: String(LARGEST) } as const satisfies Pair;
/** Exactly at the limit; the effort decides how many are asked for. */
const ALLOWED: readonly Pair[] = [
  { page: "400", size: "25" },
  { page: "10000", size: "1" },
  LARGEST_AT_LIMIT,
  { page: "100", size: "100" },
  { page: "40", size: "250" },
];

/** Just above the limit: the first one exceeds it by one step. Other parameters do not change the limit. */
const FORBIDDEN: readonly Pair[] = [
  { page: "401", size: "25" },
  { page: "21", size: "500", filters: { sort_by: "modified_at", sort_dir: "desc" } },
  { page: "1", pageLeftOut: true, size: "10001", filters: { modified_at_start: START } },
];
/** Asked for with filters where the effort allows. */
const ONE_BY_ONE: Pair = { page: "10001", size: "1" };

/** Numbers that wrap around or lose digits in 32-bit or 64-bit types. */
const HUGE = [
  "2147483648",
  "4294967297",
  "4294967396",
  "9007199254740993",
  "9223372036854775808",
  "18446744073709551617",
  "99999999999999999999",
];

/** Refusals of the fixed pairs, asked for once; each part of the error has its own rule. */
const refusals = given(async (t) => {
  const pairs: readonly Pair[] = [
    ...FORBIDDEN.slice(0, t.budget("limits.offset.pairs")),
    ...(t.affords("limits.offset.under-filters") ? await underFilters(t) : [ONE_BY_ONE]),
  ];
  return Promise.all(pairs.map(async (pair) => ({ ...pair, exchange: await askPair(t, pair) })));
});

const WITHOUT_SIZE = { page: "401" } as const;

/** Page 401 of the default size. */
const withoutSize = given((t) => t.ask({ operation: "v1ListShipments", query: WITHOUT_SIZE }));

const atLimit = given((t) => askPair(t, LARGEST_AT_LIMIT));

/** A page of the largest size: the one at the limit, or page 1 if that one is refused as past the last. */
const largest = given(async (t) => {
  const last = await t.given(atLimit);
  const page = succeeded(last) ? last : await askPair(t, { page: "1", size: LARGEST_AT_LIMIT.size });
  return succeeded(page) ? withoutBody(page) : page;
});

describe("Errors: the offset limit of the shipment list", () => {
  rule("limits.offset.status", "asks for pages above the limit, with numbers of any length", async (t) => {
    await judgeRefusals(t);
    if (!t.affords("limits.offset.drawn")) return;
    const huge = fc.oneof(
      fc.record({ page: fc.constantFrom(...HUGE), size: fc.constantFrom("1", "25", "100", "65536") }),
      fc.record({ page: fc.constantFrom("1", "2", "3", "65536"), size: fc.constantFrom(...HUGE) }),
      // Just above the hyperbola.
      fc
        .integer({ min: 1, max: 500 })
        .map((size) => ({ page: String(Math.floor(10_000 / size) + 1), size: String(size) })),
    );
    const judge = async (pair: Pair) => breaches(t, { page: pair.page, exchange: await askPair(t, pair) });
    await t.property(
      "drawn pairs",
      huge,
      { runs: t.budget("limits.offset.drawn") },
      judge,
      ({ page, size }) => `page=${page}, page_size=${size}`,
    );
  });
});

// biome-ignore format: one rule a line
describe("Errors: what the offset limit's error says", () => {
  rule("limits.offset.error-type", "reads the error of pages above the limit", judgeRefusals);
  rule("limits.offset.error-code", "reads the error of pages above the limit", judgeRefusals);
  rule("limits.offset.field-name", "reads the error of pages above the limit", judgeRefusals);
  rule("limits.offset.field-value", "compares the errors of different pages above the limit", judgeRefusals);
  rule("limits.offset.message", "reads the error of pages above the limit", judgeRefusals);
});

describe("Limits: the offset limit of the shipment list", () => {
  rule("limits.offset.boundary", "asks for pages at the limit", async (t) => {
    const pairs = ALLOWED.slice(0, t.budget("limits.offset.at-limit"));
    for (const { pair, exchange } of await Promise.all(
      pairs.map(async (one) => ({
        pair: one,
        exchange: await (one === LARGEST_AT_LIMIT ? t.given(atLimit) : askPair(t, one)),
      })),
    )) {
      t.saw("pairs");
      if (isOffsetRefusal(exchange)) {
        t.breach(
          exchange,
          `no offset error: ${pair.page} times ${pair.size} does not exceed 10,000`,
          errorsIn(exchange),
        );
      }
    }
  });

  rule.fromStandard("limits.offset.page-size-500", "asks for pages of size 500", async (t) => {
    const first = await t.given(largest);
    t.saw("pages");
    const { status } = first.answer;
    if (status >= 400 && !isOffsetRefusal(first)) t.breach(first, "page 1 of size 500", `status ${status}`);
  });

  rule("limits.offset.default-page-size", "asks for page 401 without page_size", async (t) => {
    const exchange = await t.given(withoutSize);
    const size = exchange.answer.status === 400 ? null : await defaultSize(t);
    if (size !== null && !exceedsOffset(401n, BigInt(size)))
      t.inconclusive(`pages hold ${size} items by default, not 25; see shipments.default.page-size`);
    t.saw("pages");
    t.expect(exchange, "page 401 of the default size 25 is above the limit").status(400);
  });

  rule.fromThorough("limits.offset.other-lists", "asks for pages beyond 10,000 on other lists", async (t) => {
    for (const operation of ["v1ListLabels", "v1ListAdjustmentReports"] as const) {
      const { answer } = await t.ask({ operation, query: { page: 401, page_size: 25 } });
      t.saw("pages");
      t.observe(`${operation} answers page 401 of size 25 with ${answer.status}.`);
    }
  });
});

describe("Errors: the offset limit of v2", () => {
  rule.fromStandard("limits.offset.v2", "asks for a page above the limit", async (t) => {
    const exchange = await t.ask({ operation: "v2ListShipments", query: { page: 401, page_size: 25 } });
    t.saw("pairs");
    t.expect(exchange, "page times page_size exceeds 10,000").status(400);
  });
});

/** How many items a page holds without page_size; null unless the list is long enough to show it. */
async function defaultSize(t: Check): Promise<number | null> {
  const page = decodePage(await t.ask({ operation: "v1ListShipments" }), "shipments");
  if (page.kind !== "page" || page.total === null) return null;
  return page.total > page.items.length && page.items.length > 0 ? page.items.length : null;
}

/** Judges the refusals of the fixed pairs by the rule of this check. */
async function judgeRefusals(t: Check): Promise<void> {
  const answers = await t.given(refusals);
  const refused = { ...WITHOUT_SIZE, exchange: await t.given(withoutSize) };
  const judged =
    t.rule === "limits.offset.status"
      ? answers
      : // What the error says of a page that was not asked for is open.
        [...answers.filter(({ pageLeftOut }) => pageLeftOut !== true), refused].filter(({ exchange }) =>
          showsError(exchange),
        );
  if (judged.length === 0)
    t.inconclusive(
      "needs a 400 with an error to a page above the offset limit; none came, see limits.offset.status",
    );
  t.saw("refusals", judged.length);
  const served = t.affords("limits.offset.largest-size") ? (await t.given(largest)).answer.status : null;
  const known = served === 200 ? { served: LARGEST } : {};
  t.find(judged.flatMap((one) => breaches(t, { ...one, ...known })).slice(0, 2));
}

function breaches(t: Check, claim: Parameters<typeof offsetError>[0]): readonly Finding[] {
  return offsetError(claim).filter((found) => found.rule === t.rule);
}

/**
 * The limit holds under filters too: some of them, all of them, and beside batch_id, which makes the service ignore the
 * others.
 */
async function underFilters(t: Check): Promise<readonly Pair[]> {
  const batch = (await t.census.ids("batch_id"))[0];
  // The limit can be judged even if the plain list cannot be read.
  const listed = await ifReadable(t.census.list("shipments"));
  const tag = listed?.oldest.flatMap(({ raw }) => tagNames(raw.tags).slice(0, 1)).at(0);
  const filters = { shipment_status: "pending", created_at_start: START, sort_dir: "asc" };
  const windows = { created_at_end: END, modified_at_start: START, modified_at_end: END };
  return [
    { ...ONE_BY_ONE, filters: { ...filters, tag } },
    { page: "402", size: "25", filters: { ...filters, ...windows, tag } },
    ...(batch === undefined ? [] : [{ page: "403", size: "25", filters: { batch_id: batch } }]),
  ];
}

async function askPair(t: Check, { page, pageLeftOut, size, filters }: Pair): Promise<Answered> {
  const query = { ...filters, page: pageLeftOut === true ? undefined : page, page_size: size };
  return t.ask({ operation: "v1ListShipments", query });
}

function errorsIn(exchange: Exchange): string {
  const body = exchange.answer?.body;
  return body?.kind === "json" ? renderValue(body.value, 400) : (body?.kind ?? "no answer");
}
