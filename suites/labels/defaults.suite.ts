import { describe } from "vitest";
import type { Finding } from "../../helpers/contract/exchange.js";
import { datedBy } from "../../helpers/oracles/dated.js";
import type { Page } from "../../helpers/oracles/decode.js";
import { byMember } from "../../helpers/oracles/filters.js";
import { finding } from "../../helpers/oracles/finding.js";
import { count, renderIds } from "../../helpers/oracles/message.js";
import { isObject } from "../../helpers/oracles/raw.js";
import { samePage } from "../../helpers/oracles/same-page.js";
import { findArray } from "../../helpers/oracles/search.js";
import { type SortDir, slice } from "../../helpers/oracles/slices.js";
import type { Check } from "../../helpers/runner/check.js";
import { exchangesOf, idsOf, type ListQuery } from "../../helpers/runner/pages.js";
import { DEFAULT_SIZE, judgeReading, type Reading } from "../../helpers/runner/reading.js";
import { rule } from "../../helpers/runner/rule.js";

const STATUSES = ["processing", "completed", "error", "voided"] as const;

// A parameter left out must be as good as its default given. Where the two answers differ, the rank law tells
// which of them is wrong: only the answer without the parameter is blamed here.

describe("GET /v1/labels: defaults", () => {
  rule("labels.default.page-size", "leaves page_size out on the first and on later pages", async (t) => {
    await judgeReading(t, "labels", async (reading) => {
      const { filters, items } = await reading.stretch(t);
      if (items.length <= DEFAULT_SIZE)
        t.inconclusive(`needs more than ${DEFAULT_SIZE} labels; the list holds ${items.length}`);
      const full = Math.floor(items.length / DEFAULT_SIZE);
      const queries: readonly ListQuery[] = [
        { ...filters },
        { ...filters, page: 1, sort_dir: "asc", sort_by: "created_at" },
        { ...filters, page: full },
      ];
      const pages = await Promise.all(queries.map((query) => reading.page(t, query)));
      t.saw("pages", pages.length);
      return pages
        .filter((page) => page.items.length !== DEFAULT_SIZE)
        .map((page) =>
          finding(
            { rule: t.rule, exchanges: [page.exchange] },
            {
              documented: `${DEFAULT_SIZE} labels on a page`,
              received: count(page.items.length, "label"),
              pointer: "/labels",
            },
          ),
        );
    });
  });

  rule("labels.default.page", "leaves page out, with and without other parameters", async (t) => {
    await judgeReading(t, "labels", async (reading) => {
      const { filters, items } = await reading.stretch(t);
      if (items.length < 2)
        t.inconclusive(`needs a list with two pages; the list holds ${count(items.length, "label")}`);
      const small = Math.min(7, Math.floor(items.length / 2));
      const queries: readonly ListQuery[] = [
        { ...filters, page_size: small, sort_dir: "asc", sort_by: "created_at" },
        { ...filters, page_size: small, sort_dir: "desc", sort_by: "created_at" },
        { ...filters, sort_dir: "desc" },
        { ...filters },
      ];
      const judged = await Promise.all(
        queries.slice(t.settings.effort === "quick" ? -1 : 0).map(async (query) =>
          judgeLeftOut(t, reading, {
            without: query,
            given: { page: 1 },
            named: "page=1",
            dir: query.sort_dir === "asc" ? "asc" : "desc",
          }),
        ),
      );
      return judged.flat();
    });
  });

  rule("labels.default.sort-dir", "leaves sort_dir out on several pages", async (t) => {
    await judgeReading(t, "labels", async (reading) => {
      const pages = await pagesToCompare(t, reading);
      const judged = await Promise.all(
        pages.map(async (query) => {
          const without = { ...query, sort_by: "created_at" };
          const named = judgeLeftOut(t, reading, {
            without,
            given: { sort_dir: "desc" },
            named: "sort_dir=desc",
            dir: "desc",
          });
          const bare = judgeLeftOut(t, reading, {
            without: query,
            given: { sort_dir: "desc" },
            named: "sort_dir=desc",
            dir: "desc",
          });
          return [...(await named), ...(await bare)];
        }),
      );
      return judged.flat().slice(0, 1);
    });
  });

  rule("labels.default.sort-by", "leaves sort_by out on several pages", async (t) => {
    await judgeReading(t, "labels", async (reading) => {
      const pages = await pagesToCompare(t, reading);
      const judged = await Promise.all(
        pages.flatMap((query) =>
          (["desc", "asc"] as const).map((sort_dir) =>
            judgeLeftOut(t, reading, {
              without: { ...query, sort_dir },
              given: { sort_by: "created_at" },
              named: "sort_by=created_at",
              dir: sort_dir,
            }),
          ),
        ),
      );
      return judged.flat().slice(0, 1);
    });
  });

  rule("labels.default.all", "looks for the labels of every status in the unfiltered list", async (t) => {
    await judgeReading(t, "labels", async (reading) => {
      const { items } = await reading.stretch(t);
      const known = new Set(items.map((item) => item.id));
      const tried = t.settings.effort === "quick" ? STATUSES.slice(-2) : STATUSES;
      const judged = await Promise.all(tried.map((status) => judgeStatus(t, reading, status, known)));
      if (judged.every((one) => one === null))
        t.inconclusive("needs a label that is found under a label_status filter");
      return judged.flatMap((one) => one ?? []);
    });
  });
});

describe("Limits: the v2 list of labels", () => {
  rule("labels.default.page-size.v2", "leaves page_size out", async (t) => {
    const exchange = await t.askOk({ operation: "v2ListLabels" });
    const { body } = exchange.answer;
    const list = body.kind === "json" ? findArray(body.value) : null;
    if (body.kind !== "json" || list === null) return t.inconclusive("the v2 list shows no array of labels");
    const total = isObject(body.value) ? body.value.total : undefined;
    const { length } = list.items;
    if (length <= DEFAULT_SIZE && !(typeof total === "number" && total > DEFAULT_SIZE)) {
      t.inconclusive(`needs more than ${DEFAULT_SIZE} labels in the v2 list; ${length} came`);
    }
    t.saw("pages");
    if (length !== DEFAULT_SIZE)
      t.breach(exchange, `${DEFAULT_SIZE} labels on a page`, count(length, "label"), list.pointer);
  });
});

/** A request without a parameter, and what its default says to add. */
interface LeftOut {
  readonly without: ListQuery;
  readonly given: ListQuery;
  readonly named: string;
  /** The direction that both should go by. */
  readonly dir: SortDir;
}

/** A breach where the answer without the parameter neither equals the one with it nor keeps the rank law. */
async function judgeLeftOut(
  t: Check,
  reading: Reading,
  { without, given, named, dir }: LeftOut,
): Promise<readonly Finding[]> {
  const [left, right] = await Promise.all([
    reading.page(t, without),
    reading.page(t, { ...without, ...given }),
  ]);
  t.saw("pairs of pages");
  const unequal = samePage({
    rule: t.rule,
    exchanges: [left.exchange, right.exchange],
    documented: `the page with ${named}`,
    expected: right.items,
    actual: left.items,
  });
  if (unequal.length === 0) return [];
  const known = datedBy((await reading.stretch(t)).items);
  const [pageNumber, pageSize] = [Number(without.page ?? 1), Number(without.page_size ?? DEFAULT_SIZE)];
  const lawful =
    known !== null && slice({ ...NOBODY, known, page: idsOf(left), pageNumber, pageSize, dir }).length === 0;
  return lawful || servesOtherSize(left, right) ? [] : unequal;
}

/** Without page_size the size is a matter of its own rule: one page is then a part of the other. */
function servesOtherSize(left: Page, right: Page): boolean {
  if (left.items.length === right.items.length) return false;
  const [short, long] = left.items.length < right.items.length ? [left, right] : [right, left];
  const ids = new Set(idsOf(long));
  return short.items.length > 0 && short.items.every((item) => ids.has(item.id));
}

const NOBODY = { rule: "", exchanges: [] };

/** The first pages and the last one, at a small size and at the default one. */
async function pagesToCompare(t: Check, reading: Reading): Promise<readonly ListQuery[]> {
  const { filters, items } = await reading.stretch(t);
  const times = new Set(items.map((item) => item.createdAt?.epochNs));
  if (times.size < 2)
    t.inconclusive(
      `needs two pages of labels with different created_at; ${count(items.length, "label")} found`,
    );
  const small = Math.min(DEFAULT_SIZE, Math.ceil(items.length / 3));
  const last = Math.ceil(items.length / small);
  const pages = t.settings.effort === "quick" ? [1] : [1, 2, last];
  return [...new Set(pages)].map((page) => ({ ...filters, page_size: small, page }));
}

/** Labels under a status that the unfiltered list does not hold; null when there are none under it. */
async function judgeStatus(
  t: Check,
  reading: Reading,
  status: string,
  known: ReadonlySet<string>,
): Promise<readonly Finding[] | null> {
  const walk = await reading.sift(
    t,
    { query: { label_status: status }, filter: byMember("status", status, "label_status") },
    { pages: 1 },
  );
  // Labels of another status are what the filter lets through, which is judged there.
  const found = walk.kind === "walk" ? walk.items.filter((item) => item.raw.status === status) : [];
  if (walk.kind === "refused" || found.length === 0) return null;
  t.saw("labels", found.length);
  const lost = found.filter((item) => !known.has(item.id));
  if (lost.length === 0) return [];
  return [
    finding(
      { rule: t.rule, exchanges: exchangesOf(walk) },
      {
        documented: `labels of status ${status} stand in the list without filter too`,
        received: `missing there: ${renderIds(lost.map((item) => item.id))}`,
      },
    ),
  ];
}
