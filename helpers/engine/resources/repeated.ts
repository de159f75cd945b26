import { asksToWait, isRefusal } from "../../oracles/answers/refusal.js";
import type { Answered } from "../../wire/exchange.js";
import type { Check } from "../check/check.js";
import type { Expectation } from "../check/expect.js";

/**
 * What is due where an update that repeats the only accepted one is refused, as all others were: there may be a reason
 * against each of their values, but none against those. Null for any other answer, and where the target limits how often
 * a record is changed.
 * @param record what was updated, in one word
 */
export function expectRepeated(
  t: Check,
  again: Answered,
  accepted: readonly Answered[],
  record: string,
): Expectation | null {
  if (!isRefusal(again.answer) || asksToWait(again.answer)) return null;
  const what = "an update by the very values that were accepted before, while all others are refused";
  return t.expect(again, what, accepted).about(`the ${record}`);
}
