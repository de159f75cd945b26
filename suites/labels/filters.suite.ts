import fc from "fast-check";
import { describe } from "vitest";
import { LABEL_MEMBERS } from "../../helpers/contract/lists.js";
import type { Check } from "../../helpers/engine/check/check.js";
import { rule } from "../../helpers/engine/check/rule.js";
import { type Sieve, together } from "../../helpers/engine/lists/filtering.js";
import { idsOf, type Refused, refusal, type Walked } from "../../helpers/engine/lists/pages.js";
import {
  firstReading,
  judgeReading,
  type Reading,
  readingJudge,
  valuesOf,
} from "../../helpers/engine/lists/reading.js";
import { judgeSifted } from "../../helpers/engine/lists/sifting.js";
import { askOnce } from "../../helpers/engine/operations/probe.js";
import { meetsFilter } from "../../helpers/oracles/filters.js";
import { finding } from "../../helpers/oracles/finding.js";
import { IMPROBABLE_ID } from "../../helpers/target/census.js";
import type { Item } from "../../helpers/wire/decode.js";
import type { Finding } from "../../helpers/wire/exchange.js";
import { count } from "../../helpers/wire/message.js";
import { type Combination, combinationsOf, sievesOf } from "./combinations.js";
import { BY_CHANGE, memberSieve, PARAMETERS, type Parameter, type Try, triesOf } from "./tries.js";

/** Well-formed values that no label has. */
const UNKNOWN = {
  carrier_id: IMPROBABLE_ID,
  service_code: "no_such_service_of_any_carrier",
  tracking_number: "00000000000000000000000000000000",
  batch_id: IMPROBABLE_ID,
  warehouse_id: IMPROBABLE_ID,
} as const;

const COMBINATIONS = { quick: 0, standard: 2, thorough: 60 } as const;

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
    await judgeCombinations(t);
    await judgeDrawnCombinations(t);
  });

  rule("labels.total", "reads the total of filtered lists, on each of their pages", async (t) => {
    await judgeReading(
      t,
      "labels",
      async (reading) => {
        const { items } = await reading.stretch(t);
        const alone = PARAMETERS.flatMap((parameter) => triesOf(t, items, parameter));
        if (alone.length === 0) t.inconclusive("needs a filter that matches some labels and not others");
        const tries = [...alone, ...combinationsOf(t, items)];
        const judged = await Promise.all(tries.map((one) => judgeTotal(t, reading, one)));
        return judged.flat().slice(0, 1);
      },
      "every-member",
    );
  });

  rule(
    "labels.filter.unknown-value",
    "filters by values that no label has",
    async (t) => {
      const reading = await firstReading(t, "labels");
      for (const [parameter, value] of Object.entries(UNKNOWN)) {
        const read = await reading.ask(t, { [parameter]: value });
        t.saw("values");
        // A page of labels is the breach of the filter.
        if (read.kind === "refused")
          t.breach(
            read.exchange,
            `status 200 and an empty list for a ${parameter} that no label has`,
            `status ${read.exchange.answer.status}`,
          );
      }
    },
    { from: "standard" },
  );

  rule(
    "labels.filter.label_status.unknown",
    "filters by a status outside the enumeration",
    async (t) => {
      // As it is sent among malformed parameters: see status.invalid-input-no-5xx.
      const exchange = await askOnce(t, { operation: "v1ListLabels", query: { label_status: "plimsoll" } });
      if (exchange === null) return t.inconclusive("the target was not well; run again when it is");
      t.saw("values");
      t.observe(`A label_status outside the enumeration is answered ${exchange.answer.status}.`);
    },
    { from: "standard" },
  );
});

async function judgeMember(t: Check, parameter: Parameter): Promise<void> {
  await judgeReading(
    t,
    "labels",
    async (reading) => {
      const { items } = await reading.stretch(t);
      const tries = triesOf(t, items, parameter);
      if (tries.length === 0) {
        t.inconclusive(
          `needs two labels with different ${LABEL_MEMBERS[parameter]}; ${count(items.length, "label")} found. Create such labels or point at an account with some`,
        );
      }
      const judged = await Promise.all(tries.map((one) => judgeTry(t, reading, one)));
      const strays = t.settings.effort === "quick" ? [] : await judgeStrangers(t, reading, parameter, items);
      return [...judged.flat(), ...strays].slice(0, 3);
    },
    [LABEL_MEMBERS[parameter]],
  );
}

async function judgeTry(
  t: Check,
  reading: Reading,
  { sieve, pages, sort }: Try,
): Promise<readonly Finding[]> {
  const walk = await reading.sift(t, sieve, { pages, sort });
  t.saw("filtered lists");
  const findings =
    walk.kind === "refused"
      ? [refusal(t, walk, `the labels with ${sieve.filter.words}, a value that labels have`)]
      : await judgeSifted(t, reading, sieve, walk);
  if (findings.length === 0 || sort !== BY_CHANGE) return findings;
  // Whether the list may be sorted by modified_at, and holds every label then, is judged elsewhere.
  const surplus = walk.kind === "walk" && walk.items.some(({ raw }) => sieve.filter.meets(raw) === false);
  return surplus ? findings : judgeTry(t, reading, { sieve, pages, sort: {} });
}

/** Values that no label has: an unknown one, and an existing one cut short. Labels of other values are surplus. */
async function judgeStrangers(
  t: Check,
  reading: Reading,
  parameter: Parameter,
  items: readonly Item[],
): Promise<readonly Finding[]> {
  if (parameter === "label_status") return [];
  const [rare] = valuesOf(items, LABEL_MEMBERS[parameter]);
  const part = rare?.[0].slice(0, -1) ?? "";
  const values = [UNKNOWN[parameter], part].filter(
    (value) => value !== "" && items.every((item) => item.raw[LABEL_MEMBERS[parameter]] !== value),
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

/** Filters together: none alone gives what all give. */
async function judgeCombinations(t: Check): Promise<void> {
  await judgeReading(
    t,
    "labels",
    async (reading) => {
      const { items } = await reading.stretch(t);
      const combinations = combinationsOf(t, items);
      if (combinations.length === 0)
        t.inconclusive("needs two filters that each match some labels and not others");
      const judged = await Promise.all(combinations.map((one) => judgeTogether(t, reading, one)));
      return judged.flat().slice(0, 1);
    },
    "every-member",
  );
}

async function judgeDrawnCombinations(t: Check): Promise<void> {
  if (COMBINATIONS[t.settings.effort] === 0) return;
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
  const judgeDrawn = readingJudge(t, "labels", "every-member");
  const judge = async ([at, picked]: readonly [number, readonly number[]]): Promise<readonly Finding[]> => {
    const parts = picked.flatMap((index) => from[index]?.(items[at]) ?? []);
    if (parts.length < 2) return [];
    const one = { parts, sieve: together(parts), pages: 1, sort: {} };
    return judgeDrawn((again) => judgeTogether(t, again, one));
  };
  const words = ([at, picked]: readonly [number, readonly number[]]) =>
    together(picked.flatMap((index) => from[index]?.(items[at]) ?? [])).filter.words;
  await t.property("drawn combinations", combination, { runs: COMBINATIONS }, judge, words);
}

/** Where one of the filters goes wrong by itself, that is the breach of its own rule. */
async function judgeTogether(
  t: Check,
  reading: Reading,
  { parts, sieve: both, pages, sort, mayBeRefused }: Combination,
): Promise<readonly Finding[]> {
  const walk = await reading.sift(t, both, { pages, sort });
  t.saw("combinations");
  if (walk.kind === "refused" && mayBeRefused === true) return [];
  const findings = walk.kind === "walk" ? await judgeSifted(t, reading, both, walk) : null;
  if (findings?.length === 0) return [];
  for (const sieve of parts) if (await goesWrong(t, reading, sieve)) return [];
  if (walk.kind === "refused") return [refusal(t, walk, `the labels with ${both.filter.words}`)];
  return findings ?? [];
}

async function goesWrong(t: Check, reading: Reading, sieve: Sieve): Promise<boolean> {
  const alone: Walked | Refused = await reading.sift(t, sieve, { pages: 1 });
  return alone.kind === "refused" || (await judgeSifted(t, reading, sieve, alone)).length > 0;
}

/** The total of a list that the filter's own check reads too. */
async function judgeTotal(
  t: Check,
  reading: Reading,
  { sieve, pages, sort }: Try,
): Promise<readonly Finding[]> {
  const { items } = await reading.stretch(t);
  const walk = await reading.sift(t, sieve, { pages, sort, windowed: true });
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
}

function sameIds(left: readonly string[], right: readonly string[]): boolean {
  const distinct = new Set(right);
  return distinct.size === left.length && left.every((id) => distinct.has(id));
}
