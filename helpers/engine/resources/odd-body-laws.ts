import type { Answered } from "../../wire/exchange.js";
import { succeeded } from "../../wire/status.js";
import type { Check } from "../check/check.js";

/** An update whose body must not be taken, and whether the record shows it. */
interface Odd {
  readonly exchange: Answered;
  readonly isDone: boolean;
}

/**
 * Judges that an update has no effect.
 * @param record what it would change
 * @param body what its body is, in words
 */
export function judgeNoEffect(t: Check, { exchange, isDone }: Odd, record: string, body: string): void {
  const { status } = exchange.answer;
  t.saw("bodies");
  if (isDone) {
    const received = `status ${status}, and the ${record} was changed`;
    t.breach(exchange, `${body} has no effect`, received);
  } else if (succeeded(exchange))
    t.observe(`A ${record} update by ${body} was answered with ${status} and had no effect.`);
}
