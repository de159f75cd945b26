import { describe } from "vitest";
import { DEFAULT_PAGE_SIZE, STATES } from "../../helpers/contract/lists.js";
import type { Check } from "../../helpers/engine/check/check.js";
import { rule } from "../../helpers/engine/check/rule.js";
import {
  almostAll,
  fullPage,
  judgeDefaultSizeV2,
  notOfDefaultSize,
} from "../../helpers/engine/lists/defaults.js";
import type { Sieve } from "../../helpers/engine/lists/filtering.js";
import { exchangesOf, idsOf, type ListQuery } from "../../helpers/engine/lists/pages.js";
import { judgeReading, type Reading, valuesOf, walkSizes } from "../../helpers/engine/lists/reading.js";
import { WHICH_ITEMS } from "../../helpers/engine/lists/watching.js";
import { finding } from "../../helpers/oracles/finding.js";
import { samePage } from "../../helpers/oracles/same-page.js";
import { type SortDir, slice } from "../../helpers/oracles/slices.js";
import { datedBy } from "../../helpers/wire/dated.js";
import type { Page } from "../../helpers/wire/decode.js";
import type { Finding } from "../../helpers/wire/exchange.js";
import { count, renderIds } from "../../helpers/wire/message.js";
import { memberSieve, type Try, triesOf } from "./tries.js";

// A parameter left out must be as good as its default given. Where the two answers differ, the rank law tells
// which of them is wrong: only the answer without the parameter is blamed here.

describe("GET /v1/labels: defaults", () => {
  rule("labels.default.page-size", "leaves page_size out on the first and on later pages", async (t) => {
    await judgeReading(
      t,
      "labels",
      async (reading) => {
        const { filters, items } = await reading.stretch(t);
        if (items.length <= DEFAULT_PAGE_SIZE)
          t.inconclusive(`needs more than ${DEFAULT_PAGE_SIZE} labels; the list holds ${items.length}`);
        const asc = { ...filters, sort_dir: "asc", sort_by: "created_at" };
        const frequent = valuesOf(items, "status").findLast(
          ([, held]) => held > DEFAULT_PAGE_SIZE && held < items.length,
        );
        const queries: readonly ListQuery[] = [
          { ...filters },
          frequent === undefined
            ? { ...asc, page: fullPage(items.length) }
            : { ...asc, label_status: frequent[0], page: fullPage(frequent[1]) },
          { ...asc, page: 1 },
          { ...filters, page: fullPage(items.length) },
        ];
        const asked = queries.slice(0, { quick: 1, standard: 2, thorough: 4 }[t.settings.effort]);
        const pages = await Promise.all(asked.map((query) => reading.page(t, query)));
        t.saw("pages", pages.length);
        return notOfDefaultSize(t, "labels", pages);
      },
      ["status"],
    );
  });

  rule("labels.default.page", "leaves page out, with and without other parameters", async (t) => {
    await judgeReading(
      t,
      "labels",
      async (reading) => {
        const { filters, items } = await reading.stretch(t);
        if (items.length < 2)
          t.inconclusive(`needs a list with two pages; the list holds ${count(items.length, "label")}`);
        const sizes = walkSizes(t, items.length, (await reading.known(t)).size);
        const queries: readonly ListQuery[] = [
          { ...filters, page_size: sizes.desc, sort_dir: "desc", sort_by: "created_at" },
          { ...filters, page_size: sizes.asc, sort_dir: "asc", sort_by: "created_at" },
          { ...filters },
        ];
        const judged = await Promise.all(
          queries.slice(0, t.settings.effort === "quick" ? 1 : undefined).map(async (query) =>
            judgeLeftOut(t, reading, {
              without: query,
              given: { page: 1 },
              named: "page=1",
              dir: query.sort_dir === "asc" ? "asc" : "desc",
            }),
          ),
        );
        return judged.flat();
      },
      WHICH_ITEMS,
    );
  });

  rule("labels.default.sort-dir", "leaves sort_dir out on several pages, and with a filter", async (t) => {
    await judgeReading(
      t,
      "labels",
      async (reading) => {
        const { filters, sizes, last } = await pagesToCompare(t, reading);
        const bare = { ...filters, page_size: sizes.desc };
        const sieve = almostAll((await reading.stretch(t)).items);
        const cases: readonly Pick<LeftOut, "without" | "sieve">[] = [
          { without: { ...bare, page: 1 } },
          { without: { ...bare, page: last.desc } },
          {
            without: { ...bare, page: 1, sort_by: "created_at" },
            ...(sieve === null ? {} : { sieve }),
          },
        ];
        const judged = await Promise.all(
          cases.slice(0, t.settings.effort === "quick" ? 1 : undefined).map((one) =>
            judgeLeftOut(t, reading, {
              ...one,
              given: { sort_dir: "desc" },
              named: "sort_dir=desc",
              dir: "desc",
            }),
          ),
        );
        return judged.flat().slice(0, 1);
      },
      WHICH_ITEMS,
    );
  });

  rule("labels.default.sort-by", "leaves sort_by out on several pages", async (t) => {
    await judgeReading(
      t,
      "labels",
      async (reading) => {
        const { filters, sizes, last } = await pagesToCompare(t, reading);
        const queries = [
          { page_size: sizes.desc, page: 1, sort_dir: "desc" },
          { page_size: sizes.desc, page: last.desc, sort_dir: "desc" },
          { page_size: sizes.asc, page: Math.min(2, last.asc), sort_dir: "asc" },
        ] as const;
        const judged = await Promise.all(
          queries.slice(0, t.settings.effort === "quick" ? 1 : undefined).map((query) =>
            judgeLeftOut(t, reading, {
              without: { ...filters, ...query },
              given: { sort_by: "created_at" },
              named: "sort_by=created_at",
              dir: query.sort_dir,
            }),
          ),
        );
        return judged.flat().slice(0, 1);
      },
      WHICH_ITEMS,
    );
  });

  rule(
    "labels.default.all",
    "looks for the labels of every status in the unfiltered list",
    async (t) => {
      await judgeReading(
        t,
        "labels",
        async (reading) => {
          const { items } = await reading.stretch(t);
          const known = new Set(items.map((item) => item.id));
          const tries = triesOf(t, items, "label_status");
          const judged = await Promise.all(
            STATES.status.map((status) => {
              // As the filter's own check asks, where that asks for this status.
              const one = tries.find(({ sieve }) => sieve.query.label_status === status) ?? plainTry(status);
              return judgeStatus(t, reading, status, one, known);
            }),
          );
          if (judged.every((one) => one === null))
            t.inconclusive("needs a label that is found under a label_status filter");
          return judged.flatMap((one) => one ?? []);
        },
        ["status"],
      );
    },
    { from: "standard" },
  );
});

describe("Limits: the v2 list of labels", () => {
  rule(
    "labels.default.page-size.v2",
    "leaves page_size out",
    (t) => judgeDefaultSizeV2(t, "v2ListLabels", "labels"),
    { from: "standard" },
  );
});

/** A request without a parameter, and what its default says to add. */
interface LeftOut {
  readonly without: ListQuery;
  readonly given: ListQuery;
  readonly named: string;
  /** The direction that both should go by. */
  readonly dir: SortDir;
  /** A filter that both are asked with. */
  readonly sieve?: Sieve;
}

/**
 * A breach where the answer without the parameter neither keeps the rank law nor equals the one with it, which is
 * asked for only where that decides.
 */
async function judgeLeftOut(
  t: Check,
  reading: Reading,
  { without, given, named, dir, sieve }: LeftOut,
): Promise<readonly Finding[]> {
  const query = { ...sieve?.query, ...without };
  const left = await reading.page(t, query);
  t.saw("pages");
  const { items } = await reading.stretch(t);
  const known = datedBy(
    sieve === undefined ? items : items.filter(({ raw }) => sieve.filter.meets(raw) === true),
  );
  const [pageNumber, pageSize] = [Number(without.page ?? 1), Number(without.page_size ?? DEFAULT_PAGE_SIZE)];
  const lawful =
    known !== null && slice({ ...NOBODY, known, page: idsOf(left), pageNumber, pageSize, dir }).length === 0;
  if (lawful) return [];
  const right = await reading.page(t, { ...query, ...given });
  const unequal = samePage({
    rule: t.rule,
    exchanges: [left.exchange, right.exchange],
    documented: `the page with ${named}`,
    expected: right.items,
    actual: left.items,
  });
  return unequal.length === 0 || servesOtherSize(left, right) ? [] : unequal;
}

/** Without page_size the size is a matter of its own rule: one page is then a part of the other. */
function servesOtherSize(left: Page, right: Page): boolean {
  if (left.items.length === right.items.length) return false;
  const [short, long] = left.items.length < right.items.length ? [left, right] : [right, left];
  const ids = new Set(idsOf(long));
  return short.items.length > 0 && short.items.every((item) => ids.has(item.id));
}

const NOBODY = { rule: "", exchanges: [] };

interface Comparable {
  readonly filters: ListQuery;
  /** Page sizes of the walks that checks share, and the last pages of these. */
  readonly sizes: Readonly<Record<SortDir, number>>;
  readonly last: Readonly<Record<SortDir, number>>;
}

/** Pages that other checks read with all parameters given. */
async function pagesToCompare(t: Check, reading: Reading): Promise<Comparable> {
  const [{ filters, items }, { size }] = [await reading.stretch(t), await reading.known(t)];
  const times = new Set(items.map((item) => item.createdAt?.epochNs));
  if (times.size < 2)
    t.inconclusive(
      `needs two pages of labels with different created_at; ${count(items.length, "label")} found`,
    );
  const sizes = walkSizes(t, items.length, size);
  const last = { desc: Math.ceil(items.length / sizes.desc), asc: Math.ceil(items.length / sizes.asc) };
  return { filters, sizes, last };
}

function plainTry(status: string): Try {
  return { sieve: memberSieve("label_status", status), pages: 1, sort: {} };
}

/** Labels under a status that the unfiltered list does not hold; null when there are none under it. */
async function judgeStatus(
  t: Check,
  reading: Reading,
  status: string,
  { sieve, pages, sort }: Try,
  known: ReadonlySet<string>,
): Promise<readonly Finding[] | null> {
  const walk = await reading.sift(t, sieve, { pages, sort, windowed: true });
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
