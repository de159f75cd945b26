import type { Operation } from "../../contract/model.js";
import { operationsIn } from "../../contract/scope.js";
import { toldBy } from "../../oracles/answers/refusal.js";
import { isRefusedBelow } from "../../oracles/records/below.js";
import type { Answered } from "../../wire/exchange.js";
import type { Check } from "../check/check.js";
import { refusalOfAll, workingExchange } from "../operations/calls-so-far.js";
import { tryAsk } from "../operations/probe.js";
import { recordsShown, unlikeRecords } from "../operations/records-shown.js";
import { askOf } from "./lost-record.js";
import { type Family, familiesOf } from "./v2-records.js";

/** How many records are looked at again. */
const MOST = 3;

/**
 * Judges that what is below the records of v2 is not refused for all of them. The run has read it below some; it is
 * read again only where it was refused each time.
 */
export async function judgeBelow(t: Check): Promise<void> {
  await t.census.touch();
  await Promise.all(
    familiesOf(t).flatMap((family) => readsBelow(t, family).map((read) => judgeRead(t, family, read))),
  );
}

/** The reads one step below the records of a family, such as the services of a carrier. */
function readsBelow(t: Check, { read }: Family): readonly Operation[] {
  const isBelow = (path: string) => path.slice(0, path.lastIndexOf("/")) === read.path;
  return operationsIn(t.settings).filter(({ method, path }) => method === "GET" && isBelow(path));
}

async function judgeRead(t: Check, family: Family, below: Operation): Promise<void> {
  if (workingExchange(t, below) !== null) return t.saw("kinds of reads");
  const refused = refusalOfAll(t, [below.id]);
  // Whether the operation is there at all is its own rule's matter.
  if (refused === null || t.isFoundBroken(`operation.${below.id}`)) return;
  const shown = isRefusedBelow(below, refused) ? await refusedFor(t, family, below) : [];
  const [first] = shown;
  if (first === undefined) return t.missed(refused);
  t.breach(shown, "an answer, since the record is found by its id", toldBy(first.answer));
}

/** The refusals for records that are found by their ids; none if one of them is not refused. */
async function refusedFor(t: Check, family: Family, below: Operation): Promise<readonly Answered[]> {
  const shown: Answered[] = [];
  for (const id of await someIds(t, family)) {
    const read = await tryAsk(t, { operation: below.id, path: { [family.parameter]: id } });
    const record = await tryAsk(t, askOf(family, id));
    if (read === null || record?.answer.status !== 200) continue;
    if (!isRefusedBelow(below, read)) return [];
    shown.push(read, record);
  }
  return shown;
}

/** Ids of records that differ from each other; any others if the list shows too few. */
async function someIds(t: Check, { list, parameter }: Family): Promise<readonly string[]> {
  const unlike = unlikeRecords(await recordsShown(t, list, parameter), MOST, t.settings.seed);
  const known = await t.census.ids(parameter);
  return [...new Set([...unlike.map(({ id }) => id), ...known])].slice(0, MOST);
}
