import { describe } from "vitest";
import { type ListDeclaration, labels, reports, shipments } from "../../helpers/contract/lists.js";
import type { Check } from "../../helpers/engine/check/check.js";
import { given } from "../../helpers/engine/check/given.js";
import {
  boundsInUtc,
  judgeMicroseconds,
  judgeOffsets,
  refusedBounds,
} from "../../helpers/engine/lists/laws/windows.js";
import { eachList } from "../../helpers/engine/lists/reading/judge-list.js";
import { askOnce } from "../../helpers/engine/operations/probe.js";
import { rule } from "../../helpers/engine/vitest/rule.js";
import type { Answered } from "../../helpers/wire/exchange.js";
import { succeeded } from "../../helpers/wire/status.js";

/** A list and the fields of its date parameters. */
interface Window {
  readonly list: ListDeclaration;
  readonly fields: readonly string[];
}

const WINDOWS: readonly Window[] = [shipments, labels, reports].map((list) => ({
  list,
  fields: Object.keys(list.windows),
}));
/** The order for bare dates: a different list first. */
const BARE = WINDOWS.toReversed();
/** Other forms of a date-time, which the contract leaves open; the effort decides how many are tried. */
const FORMS = ["2020-01-01T00:00:00.123456789Z", "2020-01-01T00:00:00.000Z"];
const PAGE = { page: 1, page_size: 1 } as const;

/** Asks for a window; null where the list does not answer without one either. */
async function askWindow(
  t: Check,
  { list: { operation }, fields }: Window,
  start: string,
  end: string,
): Promise<Answered | null> {
  const window = Object.fromEntries(
    fields.flatMap((field) => [
      [`${field}_start`, start],
      [`${field}_end`, end],
    ]),
  );
  const exchange = await askOnce(t, { operation, query: { ...window, ...PAGE } });
  if (exchange === null || succeeded(exchange)) return exchange;
  const plain = await askOnce(t, { operation, query: PAGE });
  return plain !== null && succeeded(plain) ? exchange : null;
}

/** Judges the bounds that the list's own checks ask for; false where none is in UTC. */
async function judgeListed(t: Check, { list }: Window): Promise<boolean> {
  const reads = t.affords("lists.cut") ? await boundsInUtc(t, list) : [];
  t.saw("windows", reads.length);
  for (const read of reads) if (read.kind === "refused") t.find(await refusedBounds(t, list, read.exchange));
  return reads.length > 0;
}

const bareDates = given(async (t: Check): Promise<readonly Answered[]> => {
  const answers = await Promise.all(
    BARE.slice(0, t.budget("content.bare-dates")).map((window) =>
      askWindow(t, window, "2020-01-01", "2020-12-31"),
    ),
  );
  return answers.filter((answer) => answer !== null);
});

async function judgeDateTimes(t: Check): Promise<void> {
  for (const window of WINDOWS.slice(0, t.budget("content.date-times"))) {
    if (await judgeListed(t, window)) continue;
    const exchange = await askWindow(t, window, "2020-01-01T00:00:00Z", "2020-12-31T23:59:59Z");
    // A 5xx to this valid request is judged by status.server-error.
    if (exchange === null || exchange.answer.status >= 500) continue;
    t.saw("windows");
    if (succeeded(exchange)) continue;
    t.find(await refusedBounds(t, window.list, exchange));
  }
  for (const form of FORMS.slice(0, t.budget("content.date-times.forms"))) {
    const exchange = await askOnce(t, {
      operation: "v1ListLabels",
      query: { created_at_start: form, ...PAGE },
    });
    t.observe(`${form} as a bound is answered with ${exchange?.answer.status ?? "nothing"}.`);
  }
}

async function judgeBareDates(t: Check): Promise<void> {
  for (const exchange of await t.given(bareDates)) {
    const { status } = exchange.answer;
    t.saw("windows");
    if (status >= 500)
      t.breach(exchange, "an answer other than a 5xx to a date without time", `status ${status}`);
  }
}

async function observeZone(t: Check): Promise<void> {
  for (const { answer, request } of await t.given(bareDates)) {
    t.saw("windows");
    t.observe(`A date without time on ${new URL(request.url).pathname} is answered with ${answer.status}.`);
  }
}

// biome-ignore format: one rule a line
describe("Conventions", () => {
  rule("content.date-params.date-time", "asks for windows between two date-times with Z, and for one bound alone", judgeDateTimes);
  rule.fromStandard("content.date-params.offset", "asks each list for windows whose bounds have an offset", (t) => eachList(t, judgeOffsets));
  rule.fromStandard("content.date-params.microseconds", "asks for the labels since a time with six digits of fraction", async (t) => t.find(await judgeMicroseconds(t, labels)));
  rule.fromStandard("content.date-params.bare-date", "asks for windows between two dates without time", judgeBareDates);
  rule.fromStandard("content.date-params.bare-date.zone", "asks for windows between two dates without time", observeZone);
});
