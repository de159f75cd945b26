import type { Operation } from "../../contract/model.js";
import { operationsIn } from "../../contract/scope.js";
import { isGone, readRecords } from "../../oracles/records/lost-records.js";
import { recordShown } from "../../oracles/records/own-record.js";
import type { Answered } from "../../wire/exchange.js";
import { jsonOf } from "../../wire/raw.js";
import { findIds } from "../../wire/search.js";
import { lastSegment } from "../../wire/segment.js";
import type { Check } from "../check/check.js";
import { given } from "../check/given.js";
import { workingExchange } from "./calls-so-far.js";
import { askOnce, tryAsk } from "./probe.js";
import { recordsIn, recordsShown, type ShownRecord, unlikeRecords } from "./records-shown.js";
import { isLikeUnknown } from "./unknown-paths.js";

/** A read by id, and the list of the same family. */
interface Family {
  readonly read: Operation;
  readonly list: Operation;
  /** The path parameter that holds the id. */
  readonly parameter: string;
}

/** The families of v2 in scope that have both a list and a read by id. */
function familiesOf(t: Check): readonly Family[] {
  const reads = operationsIn(t.settings).filter(({ method }) => method === "GET");
  return reads.flatMap((read) => {
    const [parameter, ...more] = read.pathParams;
    const list = reads.find(({ path }) => `${path}/{${parameter}}` === read.path);
    const isFamily = read.generation === "v2" && parameter !== undefined && more.length === 0;
    return isFamily && list !== undefined ? [{ read, list, parameter }] : [];
  });
}

/** A family with the records that its list shows. */
interface Listed {
  readonly family: Family;
  readonly records: readonly ShownRecord[];
}

/** The records that the lists of v2 show. Of each family some were read by their ids, here or by other checks. */
const listedAndRead = given(async (t): Promise<readonly Listed[]> => {
  return Promise.all(
    familiesOf(t).map(async (family) => {
      const records = await recordsShown(t, family.list, family.parameter);
      await readSome(t, family, records);
      return { family, records };
    }),
  );
});

/** Reads listed records that differ from each other, unless another check has read such a one. */
async function readSome(t: Check, family: Family, records: readonly ShownRecord[]): Promise<void> {
  const { read } = readsOf(t, family);
  const due = unlikeRecords(records, t.budget("v2.records"), t.settings.seed);
  if (due.length < 2 && workingExchange(t, family.read) !== null) return;
  await Promise.all(due.filter(({ id }) => !read.has(id)).map(({ id }) => askOnce(t, askOf(family, id))));
}

function askOf({ read, parameter }: Family, id: string) {
  return { operation: read.id, path: { [parameter]: id } };
}

/** What the reads by id of a family showed so far. */
function readsOf(t: Check, { read }: Family) {
  return readRecords(t.session.journal.exchangesOf(read.id));
}

/** How many records of a family that were not found are looked at again. */
const MOST = 2;
/** Milliseconds before a record that was not found is read again: a replica may know it late. */
const WAITS = [100, 300, 1000, 2000];

/** Judges the reads of listed records that the run made. */
async function judgeFamily(t: Check, { family, records }: Listed): Promise<void> {
  const { found, lost } = readsOf(t, family);
  t.saw("records", records.filter(({ id }) => found.has(id)).length);
  const missing = records.filter(({ id }) => lost.has(id));
  for (const record of missing.slice(0, MOST)) if (await judgeMissing(t, family, record)) return;
}

/**
 * A record that was not found: if the list shows it, both before and after it is not found again, that is a breach.
 * Another client may have removed it, and a replica may show that late.
 * @returns whether a breach was found
 */
async function judgeMissing(t: Check, family: Family, { id, query }: ShownRecord): Promise<boolean> {
  const { read, list, parameter } = family;
  const shows = async () => {
    const page = await tryAsk(t, { operation: list.id, query });
    return page !== null && recordsIn(page, parameter).some((shown) => shown.id === id) ? page : null;
  };
  if ((await shows()) === null) return false;
  const once = await stillGone(t, family, id);
  // The rule of the operation judges a path that is not there.
  if (once === null || (workingExchange(t, read) === null && (await isLikeUnknown(t, read, once))))
    return false;
  const again = await shows();
  if (again === null) return false;
  t.saw("records");
  t.breach([once, again], `${id}, which the list shows, by its id`, `status ${once.answer.status}`);
  return true;
}

/** The last answer to reads of a record over some seconds, if it was found by none of them; otherwise null. */
async function stillGone(t: Check, family: Family, id: string): Promise<Answered | null> {
  let last: Answered | null = null;
  for (const ms of [0, ...WAITS]) {
    await t.session.pause(ms);
    last = await tryAsk(t, askOf(family, id));
    if (last === null || !isGone(last)) return null;
  }
  return last;
}

/** Looks whether the records of a family that were read are those that were asked for. */
async function judgeOwn(t: Check, { family: { read, list, parameter } }: Listed): Promise<void> {
  const shown = findIds(jsonOf((await t.listed(list.id)).answer), parameter);
  const listed = [...shown, ...(await t.census.ids(parameter))];
  for (const { request, answer, ...rest } of t.session.journal.exchangesOf(read.id)) {
    if (answer?.status !== 200 || request.key !== "right") continue;
    const asked = { member: parameter, id: lastSegment(request.url), shown: jsonOf(answer) };
    const came = recordShown(asked, listed);
    if (came === null) continue;
    t.saw("records");
    if (came !== asked.id)
      return t.breach({ ...rest, request, answer }, `the record ${asked.id}`, `the record ${came}`);
  }
}

/** Judges that listed records of each family of v2 are found by their ids. */
export async function judgeFound(t: Check): Promise<void> {
  const listed = await t.given(listedAndRead);
  await Promise.all(listed.map((each) => judgeFamily(t, each)));
}

/** Judges that the reads by id in v2 show the records that were asked for. */
export async function judgeOwnShown(t: Check): Promise<void> {
  const listed = await t.given(listedAndRead);
  await Promise.all(listed.map((each) => judgeOwn(t, each)));
}
