import type { Answered } from "../../wire/exchange.js";
import { succeeded } from "../../wire/status.js";
import type { Check } from "../check/check.js";

/** An update whose body is a form, and whether the record shows it. */
interface Formed {
  readonly exchange: Answered;
  readonly isDone: boolean;
}

/** Judges that an update by a form has no effect. @param record what it would change */
export function judgeForm(t: Check, { exchange, isDone }: Formed, record: string): void {
  const { status } = exchange.answer;
  t.saw("bodies");
  if (isDone) {
    const received = `status ${status}, and the ${record} was changed`;
    t.breach(exchange, "a form-encoded body has no effect", received);
  } else if (succeeded(exchange))
    t.observe(`A ${record} update sent as a form was answered with ${status} and had no effect.`);
}
