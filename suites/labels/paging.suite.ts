import { describe } from "vitest";
import { DEFAULT_PAGE_SIZE } from "../../helpers/contract/lists.js";
import type { Check } from "../../helpers/engine/check/check.js";
import { rule } from "../../helpers/engine/check/rule.js";
import { judgeLongPartition } from "../../helpers/engine/lists/long-lists.js";
import { idsOf, type ListQuery, refusal } from "../../helpers/engine/lists/pages.js";
import {
  firstReading,
  judgeReading,
  type Reading,
  valuesOf,
  walkSizes,
} from "../../helpers/engine/lists/reading.js";
import { judgeSortTaken } from "../../helpers/engine/lists/sorting.js";
import { atTies, orUncounted, type Stretch } from "../../helpers/engine/lists/walking.js";
import { WHICH_AND_WHEN, WHICH_ITEMS } from "../../helpers/engine/lists/watching.js";
import { finding } from "../../helpers/oracles/finding.js";
import { disjointPages } from "../../helpers/oracles/partition.js";
import { sameSet } from "../../helpers/oracles/sets.js";
import type { Page } from "../../helpers/wire/decode.js";
import type { Exchange, Finding } from "../../helpers/wire/exchange.js";
import { count, renderIds } from "../../helpers/wire/message.js";
import { ifReadable } from "../../helpers/wire/outcome.js";

/** Pages of size 1 looked at from the end of a walk that would be too long as a whole. */
const TAIL = 2;
/** Pages of the walks by time of modification. */
const BY_CHANGE = { desc: 3, asc: 2 } as const;

describe("GET /v1/labels: walking the pages", () => {
  rule("labels.partition", "walks the list under desc, asc and default, cut in several ways", async (t) => {
    const judged = judgeReading(
      t,
      "labels",
      async (reading) => {
        const { filters, items, ids, size } = await labelsToWalk(t, reading);
        const sizes = walkSizes(t, ids.length, size);
        const routes: readonly ListQuery[] = [
          { ...filters, page_size: sizes.desc, sort_dir: "desc", sort_by: "created_at" },
          { ...filters, page_size: sizes.asc, sort_dir: "asc", sort_by: "created_at" },
          { ...filters, page_size: sizes.desc },
          ...(t.settings.effort === "thorough" ? [filters] : []),
        ];
        const affordable = t.settings.effort === "quick" ? routes.slice(0, 1) : routes;
        const walks = await Promise.all(affordable.map((route) => reading.walk(t, route)));
        const tails = t.settings.effort === "quick" ? [] : await tailsOf(t, reading, filters, ids.length);
        const made = (["desc", "asc"] as const).map((dir) => ({ dir, size: sizes[dir] }));
        const ties = await atTies(t, { filters, items }, size, made, (query) => reading.ask(t, query));
        t.saw("walks", walks.length);
        t.saw("pages", walks.flat().length + tails.flat().length);
        return [
          ...onceEach(t, walks, ids),
          ...[...tails, ...ties].flatMap((pages) => disjointPages({ rule: t.rule, pages })),
        ].slice(0, 1);
      },
      WHICH_ITEMS,
    );
    await orUncounted(t, "labels", judged);
    await judgeLongPartition(t, "labels");
  });

  rule(
    "labels.sort-by.modified_at.partition",
    "walks the list by time of modification",
    async (t) => {
      await judgeReading(
        t,
        "labels",
        async (reading) => {
          const { ids } = await labelsToWalk(t, reading);
          const walksBy = async (sort_by: string) =>
            Promise.all(
              (await routesByChange(t, reading)).map((route) => reading.walk(t, { ...route, sort_by })),
            );
          const walks = await walksBy("modified_at");
          t.saw("walks", walks.length);
          const findings = onceEach(t, walks, ids);
          if (findings.length > 0 && onceEach(t, await walksBy("created_at"), ids).length > 0) {
            t.inconclusive(
              "the same walks by created_at lose or double labels too: the list was changing, or its pages do not " +
                "fit in any order, which labels.partition judges",
            );
          }
          return findings.slice(0, 1);
        },
        WHICH_AND_WHEN,
      );
    },
    { from: "standard" },
  );

  rule(
    "labels.sort-by.modified_at",
    "sorts by time of modification in both directions",
    async (t) => {
      const reading = await firstReading(t, "labels");
      const routes = (await ifReadable(routesByChange(t, reading))) ?? [
        { sort_dir: "desc" },
        { sort_dir: "asc" },
      ];
      await judgeSortTaken(
        t,
        "labels",
        routes.map((route) => ({ ...route, page: 1, sort_by: "modified_at" })),
      );
    },
    { from: "standard" },
  );

  rule("labels.page-past-last", "asks for pages past the last, with and without filter", async (t) => {
    await judgeReading(
      t,
      "labels",
      async (reading) => {
        const { filters, items } = await reading.stretch(t);
        const [rare] = valuesOf(items, "status");
        const cases: readonly PastLast[] = [
          { query: { ...filters, page_size: 25 }, held: items.length, away: 1 },
          {
            query: { ...filters, page_size: 7, sort_dir: "asc", sort_by: "created_at" },
            held: items.length,
            away: 3,
          },
          ...(rare === undefined
            ? []
            : [{ query: { ...filters, label_status: rare[0], page_size: 25 }, held: rare[1], away: 1 }]),
        ];
        const asked = t.settings.effort === "quick" ? cases.slice(0, 1) : cases;
        return (await Promise.all(asked.map((one) => judgePastLast(t, reading, one)))).flat();
      },
      ["status"],
    );
  });
});

/** A page to be asked for: `away` pages behind the last one of a list that holds `held` labels. */
interface PastLast {
  readonly query: ListQuery;
  readonly held: number;
  readonly away: number;
}

async function judgePastLast(
  t: Check,
  reading: Reading,
  { query, held, away }: PastLast,
): Promise<readonly Finding[]> {
  const last = Math.max(1, Math.ceil(held / Number(query.page_size ?? DEFAULT_PAGE_SIZE)));
  const read = await reading.ask(t, { ...query, page: last + away });
  t.saw("pages past the last");
  const documented = `status 200 and no labels on page ${last + away}, ${count(last, "page")} being there`;
  if (read.kind === "refused") return [refusal(t, read, documented)];
  if (read.items.length === 0) return [];
  // Labels that the walk did not know of are no repetition: the total was too small, which is judged elsewhere.
  const known = new Set((await reading.known(t)).items.map((item) => item.id));
  if (read.items.every((item) => !known.has(item.id))) return [];
  // Labels of another status were let in by the filter, which is judged there.
  if (read.items.some(({ raw }) => (query.label_status ?? raw.status) !== raw.status)) return [];
  const received = `${count(read.items.length, "label")}: ${renderIds(idsOf(read))}`;
  return [
    finding({ rule: t.rule, exchanges: [read.exchange] }, { documented, received, pointer: "/labels" }),
  ];
}

/** Nothing twice in a walk, and every walk holds what the others and the census hold. */
function onceEach(
  t: Check,
  walks: readonly (readonly Page[])[],
  known: readonly string[],
): readonly Finding[] {
  const twice = walks.flatMap((pages) => disjointPages({ rule: t.rule, pages }));
  if (twice.length > 0) return twice;
  const union = [...new Set([...known, ...walks.flatMap(idsIn)])];
  return walks.flatMap((pages) =>
    sameSet({
      rule: t.rule,
      exchanges: exchangesIn(pages),
      documented: `a walk over all pages holds every label once: ${count(union.length, "label")} known from several walks`,
      expected: union,
      actual: idsIn(pages),
    }),
  );
}

/** The walks by time of modification, but for what they are sorted by. */
async function routesByChange(t: Check, reading: Reading): Promise<readonly ListQuery[]> {
  const { filters, ids, size } = await labelsToWalk(t, reading);
  return (["desc", "asc"] as const).map((sort_dir) => {
    const page_size = Math.min(size, Math.floor(ids.length / BY_CHANGE[sort_dir]) + 1);
    return { ...filters, page_size, sort_dir };
  });
}

/** The last pages of a walk label by label, in both directions. */
async function tailsOf(
  t: Check,
  reading: Reading,
  filters: ListQuery,
  held: number,
): Promise<readonly (readonly Page[])[]> {
  const last = Array.from({ length: Math.min(TAIL, held) }, (_, at) => held - at).toReversed();
  return Promise.all(
    (["desc", "asc"] as const).map((sort_dir) =>
      Promise.all(
        last.map((page) =>
          reading.page(t, { ...filters, page_size: 1, sort_dir, sort_by: "created_at", page }),
        ),
      ),
    ),
  );
}

/**
 * The labels that a walk should hold. Where walks lose labels nobody knows what the list holds: then what one
 * of them collected stands for it, and what others hold besides shows the loss.
 */
async function labelsToWalk(
  t: Check,
  reading: Reading,
): Promise<Stretch & { ids: readonly string[]; size: number }> {
  const { filters, items } = (await ifReadable(reading.stretch(t))) ?? (await reading.collected(t));
  const ids = [...new Set(items.map((item) => item.id))];
  if (ids.length > 1) return { filters, items, ids, size: (await t.census.list("labels")).pageSize };
  return t.inconclusive(
    `needs two pages of labels; the list holds ${count(ids.length, "label")}. Create more labels or point at an account with some`,
  );
}

function idsIn(pages: readonly Page[]): readonly string[] {
  return pages.flatMap((page) => idsOf(page));
}

function exchangesIn(pages: readonly Page[]): readonly Exchange[] {
  return pages.map((page) => page.exchange);
}
