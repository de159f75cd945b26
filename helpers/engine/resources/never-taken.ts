import { toldBy } from "../../oracles/answers/refusal.js";
import type { Answered } from "../../wire/exchange.js";
import type { Check } from "../check/check.js";

/** An action that was tried on one record after the other until one took it. */
interface Tries {
  /** Null if none did. */
  readonly made: object | null;
  /** Refusals as invalid that give no ground; see `isGroundless`. */
  readonly groundless: readonly Answered[];
}

/** Reports an action that was refused as invalid on each of several records, without a ground. Whether it was. */
export function breachNeverTaken(t: Check, documented: string, { made, groundless }: Tries): boolean {
  const isNever = made === null && groundless.length > 1;
  if (isNever) breachRefused(t, documented, groundless);
  return isNever;
}

/** Reports refusals, in the words of the first. */
export function breachRefused(t: Check, documented: string, refused: readonly Answered[]): void {
  const [first] = refused;
  if (first !== undefined) t.breach(refused, documented, toldBy(first.answer));
}
