import fc from "fast-check";
import { describe } from "vitest";
import { DEFAULT_PAGE_SIZE } from "../../helpers/contract/lists.js";
import type { Check } from "../../helpers/engine/check/check.js";
import { rule } from "../../helpers/engine/check/rule.js";
import { judgeLongOrder } from "../../helpers/engine/lists/long-lists.js";
import { idsOf, type ListQuery, refusal } from "../../helpers/engine/lists/pages.js";
import {
  firstReading,
  judgeReading,
  ODD,
  type Reading,
  readingJudge,
  walkSizes,
} from "../../helpers/engine/lists/reading.js";
import { doubled, judgePage } from "../../helpers/engine/lists/slicing.js";
import { WHICH_ITEMS } from "../../helpers/engine/lists/watching.js";
import type { SortDir } from "../../helpers/oracles/slices.js";
import { askedOf } from "../../helpers/wire/asked.js";
import { type Dated, datedBy } from "../../helpers/wire/dated.js";
import type { Finding } from "../../helpers/wire/exchange.js";
import { ifReadable } from "../../helpers/wire/outcome.js";
import { PARAMETERS, triesOf } from "./tries.js";

// sort_dir picks the slice: with N labels, rank 1 the oldest, page p of size s holds under asc the ranks
// (p-1)s+1 to ps and under desc N-ps+1 to N-(p-1)s. Order inside a page is judged on every page of the run.

/** One page to look at. */
interface Cut {
  readonly page: number;
  readonly size: number;
}

type Sizes = Readonly<Record<SortDir, number>>;

const RUNS = { quick: 0, standard: 2, thorough: 40 } as const;

describe("GET /v1/labels: slices", () => {
  rule(
    "labels.slice.asc",
    "takes pages of several sizes under asc, first and last ones among them",
    async (t) => {
      await judgeSlices(t, "asc");
      await judgeLongOrder(t, "labels");
    },
  );

  rule(
    "labels.slice.desc",
    "takes pages of several sizes under desc, first and last ones among them",
    async (t) => {
      await judgeSlices(t, "desc");
      await judgeFiltered(t);
    },
  );
});

async function judgeSlices(t: Check, dir: SortDir): Promise<void> {
  let broken = false;
  await judgeReading(
    t,
    "labels",
    async (reading) => {
      const known = await datedLabels(t, reading);
      const judged = await Promise.all(
        plainCuts(t, walkSizes(t, known.length, (await reading.known(t)).size), known.length, dir).map(
          (cut) => judgeCut(t, reading, dir, cut),
        ),
      );
      // Several pages show the same breach: the one with the fewest labels shows it best.
      const [smallest] = judged.flat();
      broken = smallest !== undefined;
      return smallest === undefined ? [] : [smallest];
    },
    WHICH_ITEMS,
  );
  if (!broken) await judgeDrawn(t, dir);
}

/** Page 1 of a filtered list that its own check reads too, where that holds just what is due. */
async function judgeFiltered(t: Check): Promise<void> {
  if (t.settings.effort === "quick") return;
  await judgeReading(
    t,
    "labels",
    async (reading) => {
      const { items } = await reading.stretch(t);
      const one = PARAMETERS.flatMap((parameter) => triesOf(t, items, parameter)).find(
        ({ pages, sort }) => pages > 1 && sort.sort_dir === "desc",
      );
      const dated = datedBy(items.filter(({ raw }) => one?.sieve.filter.meets(raw) === true));
      if (one === undefined || dated === null) return [];
      const walk = await ifReadable(reading.sift(t, one.sieve, one));
      const came = new Set(walk?.kind === "walk" ? idsOf(walk) : []);
      const [page] = walk?.kind === "walk" ? walk.pages : [];
      if (page === undefined || came.size !== dated.length || !dated.every(({ id }) => came.has(id)))
        return [];
      t.saw("pages");
      const size = askedOf(page.exchange)?.size ?? dated.length;
      return judgePage(t, page, { page: 1, size, dir: "desc" }, dated);
    },
    "every-member",
  );
}

/** Any page of any size that no target makes smaller. */
async function judgeDrawn(t: Check, dir: SortDir): Promise<void> {
  if (RUNS[t.settings.effort] === 0) return;
  const reading = await firstReading(t, "labels");
  const { length } = await datedLabels(t, reading);
  const cuts = fc
    .integer({ min: 1, max: Math.min(DEFAULT_PAGE_SIZE, length) })
    .chain((size) =>
      fc.record({ size: fc.constant(size), page: fc.integer({ min: 1, max: Math.ceil(length / size) }) }),
    );
  const judge = readingJudge(t, "labels", WHICH_ITEMS);
  await t.property(
    "drawn pages",
    cuts,
    { runs: RUNS },
    (cut) => judge((again) => judgeCut(t, again, dir, cut)),
    ({ size, page }) => `page_size=${size}, page=${page}, sort_dir=${dir}`,
  );
}

async function judgeCut(t: Check, reading: Reading, dir: SortDir, cut: Cut): Promise<readonly Finding[]> {
  const [known, { filters }] = [await datedLabels(t, reading), await reading.stretch(t)];
  const query: ListQuery = {
    ...filters,
    page_size: cut.size,
    sort_dir: dir,
    sort_by: "created_at",
    page: cut.page,
  };
  const read = await reading.ask(t, query);
  if (read.kind === "refused") return [refusal(t, read, `page ${cut.page} of size ${cut.size} under ${dir}`)];
  t.saw("pages");
  const findings = judgePage(t, read, { ...cut, dir }, known);
  if (findings.length === 0) return findings;
  return (await doubled("labels", read, cut, (page) => reading.ask(t, { ...query, page }))) ?? findings;
}

/**
 * Smallest first: page size 1 at both ends, the last page of an odd size, the whole walk that checks share, and at
 * effort thorough the last page of the other walk's size.
 */
function plainCuts(t: Check, sizes: Sizes, total: number, dir: SortDir): readonly Cut[] {
  const own = sizes[dir];
  const last = (size: number): Cut => ({ page: Math.ceil(total / size), size });
  const walk = Array.from({ length: Math.ceil(total / own) }, (_, at) => ({ page: at + 1, size: own }));
  const other = sizes[dir === "asc" ? "desc" : "asc"];
  const wanted =
    t.settings.effort === "quick"
      ? [last(1), ...(dir === "desc" ? walk : [last(own)])]
      : [
          { page: 1, size: 1 },
          { page: last(1).page - 1, size: 1 },
          last(1),
          last(Math.min(ODD, total)),
          ...walk,
          ...(t.settings.effort === "thorough" ? [last(other)] : []),
        ];
  return wanted.filter(
    ({ page, size }, at) =>
      page >= 1 && at === wanted.findIndex((cut) => cut.page === page && cut.size === size),
  );
}

/** The labels with their times; inconclusive where there are no two of different times. */
async function datedLabels(t: Check, reading: Reading): Promise<readonly Dated[]> {
  const { items } = await reading.stretch(t);
  const dated = datedBy(items);
  if (dated === null) return t.inconclusive("a label shows no readable created_at, so the ranks are unknown");
  if (new Set(dated.map(({ at }) => at.epochNs)).size > 1) return dated;
  return t.inconclusive(
    `needs two labels with different created_at; ${items.length} labels were found. Create more or point at an account with some`,
  );
}
