import type { Operation } from "../../contract/model.js";
import { operationsIn } from "../../contract/scope.js";
import { isGone } from "../../oracles/records/lost-records.js";
import { recordShown } from "../../oracles/records/own-record.js";
import type { Answered } from "../../wire/exchange.js";
import { findArray } from "../../wire/find-array.js";
import { jsonOf } from "../../wire/raw.js";
import { findIds, objectsIn } from "../../wire/search.js";
import { lastSegment } from "../../wire/segment.js";
import { succeeded } from "../../wire/status.js";
import type { Check } from "../check/check.js";
import { workingExchange } from "./calls-so-far.js";
import { askOnce, tryAsk } from "./probe.js";
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

/**
 * Ids of the items of a list, not those that an item names further inside, without those of archived records, which may
 * be gone by their ids.
 */
function idsShown(list: Answered, parameter: string): readonly string[] {
  const json = jsonOf(list.answer);
  const items = findArray(json, { id: parameter })?.items ?? [];
  const archived = findIds(
    objectsIn(json).filter(({ status }) => status === "archived"),
    parameter,
  );
  return items.flatMap((item) => findIds(item, parameter).slice(0, 1)).filter((id) => !archived.includes(id));
}

/** The id of a listed record that is read where no other check has read one. */
async function listedId(t: Check, { list, parameter }: Family): Promise<string | undefined> {
  const listed = idsShown(await t.listed(list.id), parameter);
  return (await t.census.ids(parameter)).find((known) => listed.includes(known));
}

/** Reads a listed record of a family, unless another check has read one. */
async function judgeFamily(t: Check, { read, list, parameter }: Family): Promise<void> {
  if (workingExchange(t, read) !== null) return t.saw("records read by other checks");
  const id = await listedId(t, { read, list, parameter });
  if (id === undefined) return;
  const ask = { operation: read.id, path: { [parameter]: id } };
  const exchange = await askOnce(t, ask);
  if (exchange === null) return;
  if (succeeded(exchange)) return t.saw("records");
  // The rule of the operation judges a path that is not there.
  if (!isGone(exchange) || (await isLikeUnknown(t, read, exchange))) return;
  t.saw("records");
  // Another client may have removed it, and a replica may show that late.
  const again = await tryAsk(t, { operation: list.id });
  const once = await tryAsk(t, ask);
  if (again === null || once === null || !isGone(once)) return;
  if (!idsShown(again, parameter).includes(id)) return;
  t.breach([once, again], `${id}, which the list shows, by its id`, `status ${once.answer.status}`);
}

/** Looks at the records of a family that were read so far, or at a listed one. */
async function judgeOwn(t: Check, family: Family): Promise<void> {
  const { read, list, parameter } = family;
  const shown = findIds(jsonOf((await t.listed(list.id)).answer), parameter);
  const listed = [...shown, ...(await t.census.ids(parameter))];
  const id = workingExchange(t, read) === null ? await listedId(t, family) : undefined;
  if (id !== undefined) await askOnce(t, { operation: read.id, path: { [parameter]: id } });
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

/** Judges that a listed record of each family of v2 is found by its id. */
export async function judgeFound(t: Check): Promise<void> {
  await Promise.all(familiesOf(t).map((family) => judgeFamily(t, family)));
}

/** Judges that the reads by id in v2 show the records that were asked for. */
export async function judgeOwnShown(t: Check): Promise<void> {
  await Promise.all(familiesOf(t).map((family) => judgeOwn(t, family)));
}
