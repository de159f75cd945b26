import { firstOfEach } from "../../contract/group-by.js";
import { NEEDED_QUERY } from "../../contract/lists.js";
import { operationsIn } from "../../contract/scope.js";
import { type StateShown, statefulLists, statesIn } from "../../oracles/exchange/states.js";
import { ifReadable } from "../../wire/outcome.js";
import { isOwnAddress } from "../../wire/own-address.js";
import { stringsIn } from "../../wire/search.js";
import type { Check } from "../check/check.js";

/**
 * Reads, between two looks at each list, a record of every state that it shows: by its id, what is below it, and where
 * its links lead. For a run in which no other check read records.
 */
export async function readRecords(t: Check): Promise<void> {
  for (const { list, parameter } of statefulLists().filter((each) => t.inScope(each.list))) {
    const look = () => ifReadable(t.askOk({ operation: list, query: NEEDED_QUERY[list] ?? {} }));
    const listed = await look();
    for (const record of firstOfEach(listed === null ? [] : statesIn(listed), ({ state }) => state))
      await readRecord(t, record, parameter);
    await look();
  }
}

async function readRecord(t: Check, { id, raw }: StateShown, parameter: string): Promise<void> {
  const path = { [parameter]: id };
  const reads = operationsIn(t.settings).filter(
    ({ method, pathParams }) => method === "GET" && pathParams.join() === parameter,
  );
  const links = stringsIn(raw).filter(
    (text) => /^(https?:\/)?\//.test(text) && isOwnAddress(text, t.settings.url),
  );
  await Promise.all([
    ...reads.map(({ id: operation }) => t.send({ operation, path })),
    ...links.map((href) => t.send({ href })),
  ]);
}
