import type { Check } from "./check.js";
import type { Session } from "./session.js";

/**
 * A reading that several checks of one run share: made by the first that asks, once a run.
 * Errors are shared too, so that each of these checks ends inconclusive for the same reason.
 */
export function shared<T>(make: (check: Check) => Promise<T>): (check: Check) => Promise<T> {
  const made = new WeakMap<Session, Promise<T>>();
  return (check) => {
    const had = made.get(check.session);
    if (had !== undefined) return had;
    const fresh = make(check);
    made.set(check.session, fresh);
    return fresh;
  };
}
