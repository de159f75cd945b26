import type { Operation } from "../../contract/model.js";
import { operationsIn } from "../../contract/scope.js";
import { recordShown, showsNothing } from "../../oracles/records/own-record.js";
import { renderValue } from "../../wire/message.js";
import { jsonOf } from "../../wire/raw.js";
import { findIds } from "../../wire/search.js";
import { lastSegment } from "../../wire/segment.js";
import type { Check } from "../check/check.js";
import { given } from "../check/given.js";
import { workingExchange } from "../operations/calls-so-far.js";
import { askOnce, tryAsk } from "../operations/probe.js";
import { recordsIn, recordsShown, type ShownRecord, unlikeRecords } from "../operations/records-shown.js";
import { askOf, judgeReads, type Readable, recordsRead } from "./lost-record.js";

/** A read by id, and the list of the same family. */
export interface Family extends Readable {
  readonly list: Operation;
}

/** The families of v2 in scope that have both a list and a read by id. */
export function familiesOf(t: Check): readonly Family[] {
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
  const { read } = recordsRead(t, family);
  const due = unlikeRecords(records, t.budget("v2.records"), t.settings.seed);
  if (due.length < 2 && workingExchange(t, family.read) !== null) return;
  await Promise.all(due.filter(({ id }) => !read.has(id)).map(({ id }) => askOnce(t, askOf(family, id))));
}

async function judgeFamily(t: Check, { family, records }: Listed): Promise<void> {
  await judgeReads(
    t,
    family,
    records.map(({ id, query }) => ({ id, shownNow: () => shownNow(t, family, { id, query }) })),
  );
}

/** The page that shows a record now; null if it is not there. */
async function shownNow(
  t: Check,
  { list, parameter }: Family,
  { id, query }: Pick<ShownRecord, "id" | "query">,
) {
  const page = await tryAsk(t, { operation: list.id, query });
  return page !== null && recordsIn(page, parameter).some((shown) => shown.id === id) ? [page] : null;
}

/** Looks whether the records of a family that were read are those that were asked for, and are shown at all. */
async function judgeOwn(t: Check, { family: { read, list, parameter } }: Listed): Promise<void> {
  const shown = findIds(jsonOf((await t.listed(list.id)).answer), parameter);
  const listed = [...shown, ...(await t.census.ids(parameter))];
  for (const { request, answer, ...rest } of t.session.journal.exchangesOf(read.id)) {
    if (answer?.status !== 200 || request.key !== "right") continue;
    const asked = { member: parameter, id: lastSegment(request.url), shown: jsonOf(answer) };
    const came = recordShown(asked, listed);
    const isBlank = listed.includes(asked.id) && showsNothing(asked.shown);
    if (came === null && !isBlank) continue;
    t.saw("records");
    if (came === asked.id) continue;
    const received = came === null ? renderValue(asked.shown) : `the record ${came}`;
    return t.breach({ ...rest, request, answer }, `the record ${asked.id}`, received);
  }
}

function ofEachFamily(judge: (t: Check, listed: Listed) => Promise<void>) {
  return async (t: Check) => {
    await Promise.all((await t.given(listedAndRead)).map((each) => judge(t, each)));
  };
}

/** Judges that listed records of each family of v2 are found by their ids. */
export const judgeFound = ofEachFamily(judgeFamily);

/** Judges that the reads by id in v2 show the records that were asked for. */
export const judgeOwnShown = ofEachFamily(judgeOwn);
