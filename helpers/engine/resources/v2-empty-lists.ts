import { isEmptyList, showsInUse } from "../../oracles/records/empty-lists.js";
import type { Answered } from "../../wire/exchange.js";
import { spread } from "../../wire/spread.js";
import { succeeded } from "../../wire/status.js";
import type { Check } from "../check/check.js";
import { tryAsk } from "../operations/probe.js";
import { askOf, recordsRead } from "./lost-record.js";
import { type Family, familiesOf } from "./v2-records.js";

/** How many records of a family are looked at again. */
const MOST = 3;

/**
 * Judges that a list of v2 is not empty where reads by id show records of its kind. The run has made the reads; they are
 * repeated only where the list is empty.
 */
export async function judgeEmptyLists(t: Check): Promise<void> {
  await t.census.touch();
  await Promise.all(familiesOf(t).map((family) => judgeFamily(t, family)));
}

async function judgeFamily(t: Check, family: Family): Promise<void> {
  const listed = await t.listed(family.list.id);
  if (!succeeded(listed)) return;
  if (!isEmptyList(listed, family.parameter)) return t.saw("lists");
  for (const id of spread([...recordsRead(t, family).found], MOST)) {
    const lacked = await readBetween(t, family, id);
    if (lacked === null) continue;
    t.saw("lists");
    return t.breach(lacked, `a list with ${id}, which is found by its id`, "an empty list");
  }
}

/** A record that is found by its id between two looks at the list that is empty both times; null if it is not so. */
async function readBetween(t: Check, family: Family, id: string): Promise<readonly Answered[] | null> {
  const { list, parameter } = family;
  const before = await tryAsk(t, { operation: list.id });
  const record = await tryAsk(t, askOf(family, id));
  const after = await tryAsk(t, { operation: list.id });
  if (before === null || record === null || after === null || !showsInUse(record)) return null;
  const pages = [before, after];
  return pages.every((page) => isEmptyList(page, parameter)) ? [before, record, after] : null;
}
