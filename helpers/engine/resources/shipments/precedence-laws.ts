import type { SortKey } from "../../../contract/generated/types.js";
import {
  DEFAULT_PAGE_SIZE,
  IGNORED_BESIDE_BATCH,
  IMPROBABLE_ID,
  shipments,
} from "../../../contract/lists.js";
import { meetsFilter } from "../../../oracles/lists/filters.js";
import { fewerCounted, sameItemsBeside } from "../../../oracles/lists/ignored-filters.js";
import { sliceServed } from "../../../oracles/lists/slices.js";
import { boundOf } from "../../../oracles/lists/window-filter.js";
import type { Walked } from "../../../target/lists/walk.js";
import { datedBy } from "../../../wire/dated.js";
import { idsOf } from "../../../wire/decode.js";
import type { Findings } from "../../../wire/exchange.js";
import type { Check } from "../../check/check.js";
import { rotated } from "../../check/seed.js";
import { leavingOut, windowsOutside } from "../../lists/asking/leaving-out.js";
import { type ListQuery, type Omittable, type Refused, refusal, sameIds } from "../../lists/asking/pages.js";
import { rulesOf, type Sieve, together } from "../../lists/asking/sieves.js";
import { plainTry, type Try } from "../../lists/asking/tries.js";
import { valueTries } from "../../lists/asking/value-tries.js";
import { boundTries } from "../../lists/asking/window-tries.js";
import { isByTime } from "../../lists/laws/lone-sort.js";
import { judgeList } from "../../lists/reading/judge-list.js";
import { walkTry } from "../../lists/reading/judge-try.js";
import type { Reading } from "../../lists/reading/reading.js";
import { known } from "../../lists/reading/readings.js";
import { type Batch, batchesWithShipments, pageAtOdds, walkBatch } from "./batches.js";

// Beside batch_id, six other filters are ignored: all shipments of the batch come, whatever their values. Each filter
// gets a value that would leave out a shipment of the batch and, without batch_id, does leave something out.

type Ignored = (typeof IGNORED_BESIDE_BATCH)[number];

/** Parameters are added together, never both of one window: if all of them change nothing, none of them does. */
const COMPANIONS: Readonly<Record<Ignored, readonly Ignored[]>> = {
  shipment_status: ["tag"],
  tag: ["shipment_status"],
  created_at_start: ["modified_at_end", "shipment_status"],
  modified_at_end: ["created_at_start", "shipment_status"],
  modified_at_start: ["created_at_end", "shipment_status"],
  created_at_end: ["modified_at_start", "shipment_status"],
};

/** Which of the states goes with a parameter, so that each is tried; parameters that share a request share it. */
const TURNS: Readonly<Record<Ignored, number>> = {
  shipment_status: 0,
  tag: 0,
  created_at_start: 1,
  modified_at_end: 1,
  modified_at_start: 2,
  created_at_end: 2,
};
/** Which state goes with all parameters at once, on the first batch; on the second it is the next one. */
const TURN_OF_ALL = 3;

/** How a batch is asked for: what the request leaves out, and by which time it is sorted. */
interface Form {
  readonly omits?: readonly Omittable[];
  readonly by?: SortKey;
}

const IN_FULL: Form = {};
const UNSORTED: Form = { omits: ["sort_dir", "sort_by"] };
/** As plainly as a client may ask. */
const BARE: Form = { omits: ["page", "page_size", "sort_dir", "sort_by"] };
/** With each seed another one for each turn. */
const FORMS: readonly Form[] = [BARE, { by: "modified_at" }, UNSORTED, IN_FULL];
/** Those for pages whose slice is judged. */
const CUT_FORMS: readonly Form[] = [IN_FULL, { omits: ["sort_by"] }];

/** With what the rules of single parameters begin. */
const PRECEDENCE = "shipments.batch-id-precedence.";

/** A filter of one parameter. */
interface Own {
  readonly parameter: Ignored;
  readonly sieve: Sieve;
}

/** Judges that a parameter beside batch_id changes nothing, on one batch. */
export function ignores(parameter: Ignored): (t: Check) => Promise<void> {
  return (t) => judgeOn(t, 1, [parameter], () => TURNS[parameter], judgeOne);
}

/** Judges that all of them beside batch_id change nothing, on two batches. */
export function ignoresAll(t: Check): Promise<void> {
  return judgeOn(t, 2, IGNORED_BESIDE_BATCH, (judged) => TURN_OF_ALL + judged, judgeAll);
}

/**
 * Judges filters of these parameters beside the batch_id of some batches.
 * @param turnOf which state goes with them, by how many batches were judged before
 */
async function judgeOn(
  t: Check,
  most: number,
  parameters: readonly Ignored[],
  turnOf: (judged: number) => number,
  judge: (t: Check, batch: Batch, index: number, filters: readonly Own[]) => Promise<Findings>,
): Promise<void> {
  const batches = (await t.given(batchesWithShipments)).filter(({ walk }) => pageAtOdds(walk) === null);
  if (batches.length === 0)
    t.inconclusive("batch_id is not kept from page to page; see shipments.filter.batch_id");
  await needsBatchFilter(t);
  let judged = 0;
  for (const [index, batch] of batches.entries()) {
    if (judged === most) break;
    const filters = await filtersOf(t, parameters, batch, turnOf(judged));
    if (filters.length < parameters.length) continue;
    for (const own of filters) {
      const why = await whyUncontrolled(t, own);
      if (why !== null) t.inconclusive(why);
    }
    const findings = await judge(t, batch, index, filters);
    t.find(findings);
    // A single filter has a rule of its own; where it changes something, nobody knows what the others do together. A
    // filter that was judged alone is known, and one that breaks the rule of a slice is ignored all the same.
    const single = findings.find(({ rule }) => rule !== t.rule && rule.startsWith(PRECEDENCE));
    if (single !== undefined && parameters.length > 1)
      t.inconclusive(`one filter alone is not ignored beside batch_id; see ${single.rule}`);
    judged += 1;
  }
  t.saw("batches", judged);
  if (judged === 0)
    t.inconclusive(`needs a batch with a shipment that ${parameters.join(", ")} would leave out`);
}

/** Filters of these parameters that leave out a shipment of the batch; none for a parameter that cannot. */
async function filtersOf(
  t: Check,
  parameters: readonly Ignored[],
  { walk }: Batch,
  turn: number,
): Promise<readonly Own[]> {
  const { items } = await known(t, shipments);
  return parameters.flatMap((parameter) => {
    const sieve = leavingOut(shipments, parameter, walk.items, items, turn);
    return sieve === null ? [] : [{ parameter, sieve }];
  });
}

/**
 * One filter: together with its companions first, and alone only if they changed something, to see which of them did; at
 * thorough in any case.
 */
async function judgeOne(t: Check, batch: Batch, index: number, [own]: readonly Own[]): Promise<Findings> {
  if (own === undefined) return [];
  const { parameter, sieve } = own;
  const companions = await filtersOf(t, COMPANIONS[parameter], batch, TURNS[parameter]);
  const all = together([sieve, ...companions.map((companion) => companion.sieve)]);
  return judgeList(t, shipments, "everything", async (reading) => {
    const form = formAt(t, TURNS[parameter]);
    const judge: Judge = (one) => judgeBeside(t, reading, batch.id, one, { index, form, cut: false });
    const isChanged = companions.length === 0 || (await judge(all)).length > 0;
    if (!isChanged && !t.affords("shipments.precedence.alone")) return [];
    const findings = await judge(sieve);
    return findings.length > 0 || !isChanged ? findings : firstAlone(judge, await controlled(t, companions));
  });
}

/**
 * All filters at once, with windows that leave out the whole batch in place of their bounds; if they change something,
 * each alone, to see whether one of them did.
 */
function judgeAll(t: Check, batch: Batch, index: number, filters: readonly Own[]): Promise<Findings> {
  const parameters = filters.map(({ parameter }) => parameter);
  const side = index % 2 === 0 ? "after" : "before";
  const windows = windowsOutside(shipments, batch.walk.items, parameters, side);
  const replaced = new Set(windows.flatMap(({ query }) => Object.keys(query)));
  const others = filters
    .map(({ sieve }) => sieve)
    .filter(({ query }) => !Object.keys(query).every((name) => replaced.has(name)));
  const all = together([...others, ...windows]);
  return judgeList(t, shipments, "everything", async (reading) => {
    const cut = index === 0;
    const form = cut ? rotated(CUT_FORMS, t.settings.seed)[0] : formAt(t, TURN_OF_ALL);
    const findings = await judgeBeside(t, reading, batch.id, all, { index, form, cut });
    if (findings.every(({ rule }) => rule !== t.rule)) return findings;
    const judge: Judge = (one) => judgeBeside(t, reading, batch.id, one, { index, form, cut: false });
    const own = await firstAlone(judge, filters);
    return own.length > 0 ? own : findings;
  });
}

/** Judges a batch with a filter beside it. */
type Judge = (sieve: Sieve) => Promise<Findings>;

/** What the first filter that is not ignored breaks, as the rule of each parameter reads it. */
async function firstAlone(judge: Judge, filters: readonly Own[]): Promise<Findings> {
  for (const { parameter, sieve } of filters) {
    const found = await judge(sieve);
    const rule = `${PRECEDENCE}${parameter}`;
    if (found.length > 0) return found.map((each) => ({ ...each, rule }));
  }
  return [];
}

/** If batch_id itself has no effect, nothing can be said about other filters beside it. */
async function needsBatchFilter(t: Check): Promise<void> {
  const read = await (await known(t, shipments)).ask(t, { batch_id: IMPROBABLE_ID });
  if (read.kind === "page" && read.items.length > 0)
    t.inconclusive("batch_id itself has no effect; see shipments.filter.batch_id");
}

/** Those whose filter works without batch_id. */
async function controlled(t: Check, all: readonly Own[]): Promise<readonly Own[]> {
  const reasons = await Promise.all(all.map((one) => whyUncontrolled(t, one)));
  return all.filter((_, at) => reasons[at] === null);
}

function formAt({ settings: { seed } }: Check, turn: number): Form | undefined {
  return rotated(FORMS, seed)[turn];
}

/** How to ask for a batch beside filters. */
interface Asking {
  /** The place of the batch: for the second the parameters stand in another order. */
  readonly index: number;
  readonly form: Form | undefined;
  /** Whether it is cut into two pages. */
  readonly cut: boolean;
}

/** The batch with and without the filter. */
async function judgeBeside(
  t: Check,
  reading: Reading,
  batch_id: string,
  sieve: Sieve,
  { index, form = IN_FULL, cut }: Asking,
): Promise<Findings> {
  const alone = await walkBatch(t, reading, batch_id);
  const halve = cut && alone.whole;
  const way = wayOf(t, reading, alone, halve);
  const walk = (query: ListQuery) => walkAs(t, reading, query, formFor(alone, form), way);
  const beside = await walk(index === 0 ? { batch_id, ...sieve.query } : { ...sieve.query, batch_id });
  const documented = `the shipments of batch ${batch_id}, whatever ${sieve.filter.words}`;
  const claim = { rule: t.rule, documented, alone };
  const findings =
    beside.kind === "refused" ? [refusal(t, beside, documented)] : sameItemsBeside({ ...claim, beside });
  if (findings.length > 0 || beside.kind === "refused") {
    // Cut and sort the list the same way without the filter: a failure there is not the filter's fault.
    const plain = await walk({ batch_id });
    if (plain.kind === "walk") return holdSame(beside, plain) ? [] : findings;
    // A form that the batch alone is refused in shows nothing.
    const inFull = { index, form: IN_FULL, cut };
    return formFor(alone, form) === IN_FULL ? [] : judgeBeside(t, reading, batch_id, sieve, inFull);
  }
  const fewer = fewerCounted({ ...claim, beside });
  if (fewer.length > 0 || !halve) return fewer;
  const half = judgeHalf(reading, alone, beside, way.size, form);
  return (await isOfDefault(t, half, form)) ? [] : half;
}

/** Whether a wrong slice without sort_by is that of a list with an order of its own, which the rule on the default judges. */
async function isOfDefault(t: Check, half: Findings, { omits }: Form): Promise<boolean> {
  return half.length > 0 && omits !== undefined && !(await isByTime(t, await known(t, shipments)));
}

/** How far to walk, in which pages. */
function wayOf(t: Check, reading: Reading, alone: Walked, halve: boolean) {
  return halve
    ? { size: Math.max(1, Math.ceil(alone.items.length / 2)), most: 4 }
    : { size: reading.size, most: t.budget("shipments.batches.pages") };
}

/** A form in which all of a batch comes: in full where it is not known whole, or more than fits on a page by default. */
function formFor({ whole, items }: Walked, form: Form): Form {
  if (!whole) return IN_FULL;
  return form === BARE && items.length > DEFAULT_PAGE_SIZE ? UNSORTED : form;
}

function walkAs(
  t: Check,
  reading: Reading,
  query: ListQuery,
  { omits = [], by = "created_at" }: Form,
  { size, most }: { readonly size: number; readonly most: number },
): Promise<Walked | Refused> {
  const sorted = { ...query, sort_dir: reading.dir, sort_by: by };
  return reading.walk(t, sorted, {
    size: omits.includes("page_size") ? DEFAULT_PAGE_SIZE : size,
    most,
    omits,
  });
}

/** Whether two walks found the same shipments, however often. */
function holdSame(one: Walked | Refused, other: Walked): boolean {
  if (one.kind === "refused") return false;
  return sameIds([...new Set(idsOf(one.items))], [...new Set(idsOf(other.items))]);
}

/**
 * Which shipments come on the first page of the batch is a matter of the slice. Without sort_by they may be sorted by
 * either time.
 */
function judgeHalf({ dir }: Reading, alone: Walked, beside: Walked, size: number, form: Form): Findings {
  const [first] = beside.pages;
  const keys: readonly SortKey[] = form.omits === undefined ? ["created_at"] : ["created_at", "modified_at"];
  const judged = keys.map((by) => {
    const dated = datedBy(alone.items, by);
    if (first === undefined || dated === null) return [];
    return sliceServed(shipments.rules.slice[dir], first, { page: 1, size, dir }, dated);
  });
  return judged.every(({ length }) => length > 0) ? (judged[0] ?? []) : [];
}

/**
 * The control: without batch_id the filter works, so being ignored beside it means something. Uses the value of the
 * parameter's own rule where it asks for one.
 * @returns why there is none, otherwise null
 */
async function whyUncontrolled(t: Check, { parameter, sieve: own }: Own): Promise<string | null> {
  const { items } = await known(t, shipments);
  const bound = boundOf(parameter);
  const asked =
    bound === null ? valueTries(t, shipments, items, parameter) : boundTries(items, bound.member, bound.edge);
  const same = asked.find(({ sieve }) => sieve.query[parameter] === own.query[parameter]) ?? asked[0];
  if (same !== undefined && (await whyNoControl(t, same)) === null) return null;
  return whyNoControl(t, plainTry(own));
}

async function whyNoControl(t: Check, one: Try): Promise<string | null> {
  const reading = await known(t, shipments);
  const { filter } = one.sieve;
  // The filter's own check sends the same request.
  const walk = await walkTry(t, reading, one);
  if (walk.kind === "refused") return `${filter.words} was refused without batch_id`;
  const odd = meetsFilter({ rule: t.rule, exchanges: [], filter, items: walk.items });
  const all =
    reading.whole && walk.whole
      ? walk.items.length === reading.items.length
      : walk.pages[0]?.total === reading.total;
  return odd.length > 0 || all
    ? `${filter.words} has no effect without batch_id either; see ${rulesOf(shipments, one.sieve)}`
    : null;
}
