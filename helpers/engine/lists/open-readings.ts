import type { OperationId } from "../../contract/generated/types.js";
import type { OpenListDeclaration } from "../../contract/lists.js";
import { operationInScope } from "../../contract/scope.js";
import type { Finding } from "../../wire/exchange.js";
import { Inconclusive, orWhyNot } from "../../wire/outcome.js";
import { type Check, given } from "../check/check.js";
import { askOpenPage } from "./open-asks.js";
import { type OpenReading, readSample } from "./open-reading.js";
import { judgeSteady, watchText } from "./steady.js";

// Lists whose items the document does not show. Whatever they carry of the envelope must be right. Their page sizes are
// open, so they are read and judged by the sizes that they show.

/** Disturbed readings of a list before the check gives up. */
const DISTURBED = 2;

/** Readings of the open lists, made by the first check that asks and shared. */
const openReadings = given(async () => new Map<OperationId, Promise<OpenReading>>());

/**
 * Judges each list in scope; a list that cannot be judged leaves the verdict to the others.
 * @throws Inconclusive if none could be judged
 */
export async function eachOpenList(
  t: Check,
  lists: readonly OpenListDeclaration[],
  judge: (t: Check, reading: OpenReading) => Promise<readonly Finding[]>,
): Promise<void> {
  const reasons: string[] = [];
  const inScope = lists.filter(({ operation }) => operationInScope(operation, t.settings));
  const shared = await t.given(openReadings);
  const judgeOne = async (list: OpenListDeclaration) => {
    const reading = shared.get(list.operation) ?? readSample(t, list, true);
    shared.set(list.operation, reading);
    const read = async (seen: string | null) =>
      judge(t, await (seen === null ? reading : readSample(t, list, false)));
    const watch = watchText(() => fingerprint(t, list), DISTURBED, t.session);
    const found = await orWhyNot(judgeSteady(read, watch, t.session));
    if (found instanceof Inconclusive) reasons.push(found.message);
    else t.find(found);
  };
  await Promise.all(inScope.map(judgeOne));
  if (reasons.length === inScope.length) t.inconclusive([...new Set(reasons)].join("; "));
}

/** Changes when the list changes, as far as its first page shows. */
async function fingerprint(t: Check, list: OpenListDeclaration): Promise<string> {
  const { total, items } = await askOpenPage(t, list, {});
  return JSON.stringify([total, items.map((item) => item.raw)]);
}
