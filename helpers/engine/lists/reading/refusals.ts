import type { ListDeclaration } from "../../../contract/lists.js";
import type { Finding, Findings } from "../../../wire/exchange.js";
import { Inconclusive, orWhyNot } from "../../../wire/outcome.js";
import { isSameBreach } from "../../../wire/same-breach.js";
import { is4xx } from "../../../wire/status.js";
import type { Check } from "../../check/check.js";
import { judgeParts } from "./judge-list.js";
import type { Matters } from "./list-watch.js";
import type { Reading } from "./reading.js";

/**
 * Like `judgeParts`, where the list may move meanwhile without that being a reason to refuse: a refusal that each reading
 * of a part finds is a breach, even if none of them was made on data that stood still.
 */
export async function judgeRefusable<P>(
  t: Check,
  list: ListDeclaration,
  matters: Matters,
  parts: readonly P[],
  judge: (reading: Reading, part: P) => Promise<Findings>,
): Promise<Findings> {
  const read = new Map<P, Findings[]>();
  const judged = await orWhyNot(
    judgeParts(t, list, matters, parts, async (reading, part) => {
      const found = await judge(reading, part);
      read.set(part, [...(read.get(part) ?? []), found]);
      return found;
    }),
  );
  if (!(judged instanceof Inconclusive)) return judged;
  const refused = [...read.values()].flatMap((readings) =>
    foundEachTime(readings).filter((found) => isRefusal(t, found)),
  );
  if (refused.length === 0) throw judged;
  return refused;
}

/** What the last of two or more readings finds and each other one too. */
export function foundEachTime(readings: readonly Findings[]): Findings {
  const before = readings.slice(0, -1);
  const last = readings.at(-1) ?? [];
  return before.length === 0
    ? []
    : last.filter((found) => before.every((each) => each.some((other) => isSameBreach(found, other))));
}

/** Whether a breach is that one request was refused. */
function isRefusal(t: Check, { exchanges }: Finding): boolean {
  const [index, ...others] = exchanges;
  if (index === undefined || others.length > 0) return false;
  const { answer } = t.session.journal.load(index);
  return answer !== null && is4xx(answer.status);
}
