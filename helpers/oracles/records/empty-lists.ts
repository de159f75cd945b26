import { decodeOpenPage } from "../../wire/decode.js";
import type { Answered } from "../../wire/exchange.js";
import { isOutOfUse } from "../../wire/out-of-use.js";
import { jsonOf } from "../../wire/raw.js";
import { objectsIn } from "../../wire/search.js";

/** Whether a page shows that its list, of an open shape, holds nothing. @param member what holds the ids of its items */
export function isEmptyList(page: Answered, member: string): boolean {
  const decoded = decodeOpenPage(page, member);
  return decoded.kind === "page" && decoded.items.length === 0 && (decoded.total ?? 0) === 0;
}

/** Whether a read by id shows a record that a list would not leave out as one that is out of use. */
export function showsInUse({ answer }: Answered): boolean {
  return answer.status === 200 && !objectsIn(jsonOf(answer)).some(isOutOfUse);
}
