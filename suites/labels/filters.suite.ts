import fc from "fast-check";
import { describe } from "vitest";
import type { Finding } from "../../helpers/contract/exchange.js";
import { datedBy } from "../../helpers/oracles/dated.js";
import type { Item } from "../../helpers/oracles/decode.js";
import { byMember, meetsFilter } from "../../helpers/oracles/filters.js";
import { finding } from "../../helpers/oracles/finding.js";
import { count } from "../../helpers/oracles/message.js";
import type { Check } from "../../helpers/runner/check.js";
import { boundsBetween, type Sieve, together, windowSieve } from "../../helpers/runner/filtering.js";
import { idsOf, type ListQuery, type Refused, refusal, type Walked } from "../../helpers/runner/pages.js";
import {
  firstReading,
  judgeReading,
  notAtQuick,
  type Reading,
  valuesOf,
} from "../../helpers/runner/reading.js";
import { rule } from "../../helpers/runner/rule.js";
import { judgeSifted } from "../../helpers/runner/sifting.js";
import { IMPROBABLE_ID } from "../../helpers/target/census.js";

/** Filters on a member that labels show, by parameter. */
const MEMBERS = {
  label_status: "status",
  carrier_id: "carrier_id",
  service_code: "service_code",
  tracking_number: "tracking_number",
  batch_id: "batch_id",
} as const;
type Parameter = keyof typeof MEMBERS;
const PARAMETERS = ["label_status", "carrier_id", "service_code", "tracking_number", "batch_id"] as const;

/** Well-formed values that no label has. */
const UNKNOWN = {
  carrier_id: IMPROBABLE_ID,
  service_code: "no_such_service_of_any_carrier",
  tracking_number: "00000000000000000000000000000000",
  batch_id: IMPROBABLE_ID,
  warehouse_id: IMPROBABLE_ID,
} as const;

/** Values tried of one filter. */
const MOST_VALUES = { quick: 1, standard: 3, thorough: 25 } as const;
/** Pages that the longest of these lists is cut into. */
const CUT = 3;
const COMBINATIONS = { quick: 1, standard: 4, thorough: 60 } as const;

describe("GET /v1/labels: filters", () => {
  rule("labels.filter.label_status", "filters by each status that labels have", async (t) => {
    await judgeMember(t, "label_status");
  });

  rule(
    "labels.filter.carrier_id",
    "filters by carriers that labels have, and by a part of such an id",
    async (t) => {
      await judgeMember(t, "carrier_id");
    },
  );

  rule(
    "labels.filter.service_code",
    "filters by services that labels have, and by a part of such a code",
    async (t) => {
      await judgeMember(t, "service_code");
    },
  );

  rule("labels.filter.tracking_number", "filters by tracking numbers, and by a part of one", async (t) => {
    await judgeMember(t, "tracking_number");
  });

  rule(
    "labels.filter.batch_id",
    "filters by batches that labels have, and by a part of such an id",
    async (t) => {
      await judgeMember(t, "batch_id");
    },
  );

  rule("labels.filter.combined", "combines two and three filters", async (t) => {
    await judgePairs(t);
    await judgeDrawnCombinations(t);
  });

  rule("labels.total", "reads the total of filtered lists, on each of their pages", async (t) => {
    await judgeReading(t, "labels", async (reading) => {
      const judged = await Promise.all(PARAMETERS.map((parameter) => judgeTotals(t, reading, parameter)));
      if (judged.every((one) => one === null))
        t.inconclusive("needs a filter that matches some labels and not others");
      return judged.flatMap((one) => one ?? []);
    });
  });

  rule("labels.filter.unknown-value", "filters by values that no label has", async (t) => {
    const entries = Object.entries(UNKNOWN).slice(0, t.settings.effort === "quick" ? 1 : undefined);
    for (const [parameter, value] of entries) {
      const exchange = await t.ask({ operation: "v1ListLabels", query: { [parameter]: value } });
      t.saw("values");
      const { status } = exchange.answer;
      if (status !== 200)
        t.breach(
          exchange,
          `status 200 and an empty list for a ${parameter} that no label has`,
          `status ${status}`,
        );
    }
  });

  rule("labels.filter.label_status.unknown", "filters by a status outside the enumeration", async (t) => {
    notAtQuick(t);
    const { answer } = await t.ask({
      operation: "v1ListLabels",
      query: { label_status: "no_such_status", page_size: 1 },
    });
    t.saw("values");
    t.observe(`A label_status outside the enumeration is answered ${answer.status}.`);
  });
});

/** Which values of a filter to try, and into how many pages to cut what they match. */
interface Try {
  readonly sieve: Sieve;
  readonly pages: number;
  readonly sort: ListQuery;
}

async function judgeMember(t: Check, parameter: Parameter): Promise<void> {
  await judgeReading(t, "labels", async (reading) => {
    const { items } = await reading.stretch(t);
    const tries = triesOf(t, items, parameter);
    if (tries.length === 0) {
      t.inconclusive(
        `needs two labels with different ${MEMBERS[parameter]}; ${count(items.length, "label")} found. Create such labels or point at an account with some`,
      );
    }
    const judged = await Promise.all(tries.map((one) => judgeTry(t, reading, one)));
    const strays = t.settings.effort === "quick" ? [] : await judgeStrangers(t, reading, parameter, items);
    return [...judged.flat(), ...strays].slice(0, 3);
  });
}

/**
 * Rare values first, since they show surplus best; the most frequent one that not all labels have is walked in
 * several pages. Only what some labels have and others have not can tell whether the filter works.
 */
function triesOf(t: Check, items: readonly Item[], parameter: Parameter): readonly Try[] {
  const values = valuesOf(items, MEMBERS[parameter]).filter(([, held]) => held < items.length);
  const most = values.findLast(([, held]) => held > 1);
  const tried = values.filter((value) => value !== most).slice(0, MOST_VALUES[t.settings.effort]);
  const sieveOf = (value: string) => memberSieve(parameter, value);
  const sorts: readonly ListQuery[] = [{}, { sort_dir: "asc" }, { sort_dir: "desc", sort_by: "created_at" }];
  const single = tried.map(([value], at) => ({
    sieve: sieveOf(value),
    pages: 1,
    sort: sorts[at % sorts.length] ?? {},
  }));
  const cut = most !== undefined ? [{ sieve: sieveOf(most[0]), pages: CUT, sort: { sort_dir: "desc" } }] : [];
  const quick = t.settings.effort === "quick" && single.length > 0;
  return quick ? single : [...single, ...cut];
}

function memberSieve(parameter: Parameter, value: string): Sieve {
  return { query: { [parameter]: value }, filter: byMember(MEMBERS[parameter], value, parameter) };
}

async function judgeTry(
  t: Check,
  reading: Reading,
  { sieve, pages, sort }: Try,
): Promise<readonly Finding[]> {
  const walk = await reading.sift(t, sieve, { pages, sort });
  t.saw("filtered lists");
  if (walk.kind === "refused")
    return [refusal(t, walk, `the labels with ${sieve.filter.words}, a value that labels have`)];
  return judgeSifted(t, reading, sieve, walk);
}

/** Values that no label has: an unknown one, and an existing one cut short. Labels of other values are surplus. */
async function judgeStrangers(
  t: Check,
  reading: Reading,
  parameter: Parameter,
  items: readonly Item[],
): Promise<readonly Finding[]> {
  if (parameter === "label_status") return [];
  const [rare] = valuesOf(items, MEMBERS[parameter]);
  const part = rare?.[0].slice(0, -1) ?? "";
  const values = [UNKNOWN[parameter], part].filter(
    (value) => value !== "" && items.every((item) => item.raw[MEMBERS[parameter]] !== value),
  );
  const judged = values.map(async (value) => {
    const { query, filter } = memberSieve(parameter, value);
    const read = await reading.ask(t, query);
    // A refusal of what no label has is judged elsewhere.
    if (read.kind === "refused") return [];
    t.saw("values that no label has");
    return meetsFilter({ rule: t.rule, exchanges: [read.exchange], filter, items: read.items });
  });
  return (await Promise.all(judged)).flat();
}

/** Each two filters that both matter: neither alone gives what both together give. */
async function judgePairs(t: Check): Promise<void> {
  await judgeReading(t, "labels", async (reading) => {
    const { items } = await reading.stretch(t);
    const pairs = pairsOf(items).slice(0, t.settings.effort === "quick" ? 2 : undefined);
    if (pairs.length === 0) t.inconclusive("needs two filters that each match some labels and not others");
    const judged = await Promise.all(pairs.map((pair) => judgeTogether(t, reading, pair)));
    return judged.flat().slice(0, 1);
  });
}

async function judgeDrawnCombinations(t: Check): Promise<void> {
  const reading = await firstReading(t, "labels");
  const { items } = await reading.stretch(t);
  const from = sievesOf(items);
  if (from.length < 2) return;
  const combination = fc.tuple(
    fc.nat(Math.max(0, items.length - 1)),
    fc.subarray(
      from.map((_, at) => at),
      { minLength: 2, maxLength: 3 },
    ),
  );
  let confirmed = false;
  const judge = async ([at, picked]: readonly [number, readonly number[]]): Promise<readonly Finding[]> => {
    const sieves = picked.flatMap((index) => from[index]?.(items[at]) ?? []);
    if (sieves.length < 2) return [];
    const findings = await judgeTogether(t, reading, sieves);
    if (findings.length === 0 || confirmed) return findings;
    await judgeReading(t, "labels", (again) => judgeTogether(t, again, sieves));
    confirmed = true;
    return findings;
  };
  const words = ([at, picked]: readonly [number, readonly number[]]) =>
    together(picked.flatMap((index) => from[index]?.(items[at]) ?? [])).filter.words;
  await t.property("drawn combinations", combination, { runs: COMBINATIONS }, judge, words);
}

type SieveOf = (item: Item | undefined) => readonly Sieve[];

/** What can be asked for so that a given label is among what is due, one per parameter. */
function sievesOf(items: readonly Item[]): readonly SieveOf[] {
  const bounds = boundsBetween(datedBy(items) ?? []);
  const members = PARAMETERS.map(
    (parameter): SieveOf =>
      (item) => {
        const value = item?.raw[MEMBERS[parameter]];
        return typeof value === "string" && value !== "" ? [memberSieve(parameter, value)] : [];
      },
  );
  const start: SieveOf = (item) => {
    const before = bounds.filter(
      ({ epochNs }) => item?.createdAt != null && epochNs < item.createdAt.epochNs,
    );
    const bound = before[Math.floor(before.length / 2)];
    return bound === undefined ? [] : [windowSieve("created_at", { start: bound })];
  };
  const end: SieveOf = (item) => {
    const after = bounds.filter(({ epochNs }) => item?.createdAt != null && epochNs > item.createdAt.epochNs);
    const bound = after[Math.floor(after.length / 2)];
    return bound === undefined ? [] : [windowSieve("created_at", { end: bound })];
  };
  return [...members, start, end];
}

/** For each two parameters the values of one label that make both of them matter. */
function pairsOf(items: readonly Item[]): readonly (readonly Sieve[])[] {
  const from = sievesOf(items);
  const matching = (sieves: readonly Sieve[]) =>
    items.filter((item) => sieves.every(({ filter }) => filter.meets(item.raw) !== false)).length;
  return from.flatMap((left, at) =>
    from.slice(at + 1).flatMap((right) => {
      for (const item of items) {
        const pair = [...left(item), ...right(item)];
        const both = matching(pair);
        if (pair.length === 2 && pair.every((one) => matching([one]) > both)) return [pair];
      }
      return [];
    }),
  );
}

/** Where one of the filters goes wrong by itself, that is the breach of its own rule. */
async function judgeTogether(
  t: Check,
  reading: Reading,
  sieves: readonly Sieve[],
): Promise<readonly Finding[]> {
  const both = together(sieves);
  const walk = await reading.sift(t, both, { pages: 1 });
  t.saw("combinations");
  const findings = walk.kind === "walk" ? await judgeSifted(t, reading, both, walk) : null;
  if (findings?.length === 0) return [];
  for (const sieve of sieves) if (await goesWrong(t, reading, sieve)) return [];
  if (walk.kind === "refused") return [refusal(t, walk, `the labels with ${both.filter.words}`)];
  return findings ?? [];
}

async function goesWrong(t: Check, reading: Reading, sieve: Sieve): Promise<boolean> {
  const alone: Walked | Refused = await reading.sift(t, sieve, { pages: 1 });
  return alone.kind === "refused" || (await judgeSifted(t, reading, sieve, alone)).length > 0;
}

/** Totals of the lists that the filter's own check reads too; null where no value can tell. */
async function judgeTotals(
  t: Check,
  reading: Reading,
  parameter: Parameter,
): Promise<readonly Finding[] | null> {
  const { items } = await reading.stretch(t);
  const tries = triesOf(t, items, parameter);
  if (tries.length === 0) return null;
  const judged = tries.map(async ({ sieve, pages, sort }) => {
    const walk = await reading.sift(t, sieve, { pages, sort });
    const expected = items.filter((item) => sieve.filter.meets(item.raw) === true).map((item) => item.id);
    // Where other labels come than are due, that is the breach of another rule.
    if (walk.kind === "refused" || !sameIds(expected, idsOf(walk))) return [];
    const due = expected.length;
    t.saw("totals", walk.pages.length);
    const wrong = walk.pages.find((page) => page.total !== null && page.total !== due);
    if (wrong === undefined) return [];
    return [
      finding(
        { rule: t.rule, exchanges: [wrong.exchange] },
        {
          documented: `total is ${due}, the number of labels with ${sieve.filter.words}`,
          received: `total ${wrong.total}${wrong.total === items.length ? ", the number of all labels" : ""}`,
          pointer: "/total",
        },
      ),
    ];
  });
  return (await Promise.all(judged)).flat().slice(0, 1);
}

function sameIds(left: readonly string[], right: readonly string[]): boolean {
  const distinct = new Set(right);
  return distinct.size === left.length && left.every((id) => distinct.has(id));
}
