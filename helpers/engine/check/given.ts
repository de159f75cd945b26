import { memo } from "../../contract/memo.js";
import type { Check, Given } from "./check.js";
import type { Session } from "./session.js";

/**
 * Declares a set-up that several checks share: `await t.given(archivedBatch)`. It is made once a run, by the first
 * check that asks for it, and lives as long as the run's session. Its errors are shared too, so all these checks end
 * inconclusive for the same reason.
 */
export function given<T>(make: (check: Check) => Promise<T>): Given<T> {
  const made = new WeakMap<Session, Promise<T>>();
  return { of: (check) => memo(made, check.session, () => make(check)) };
}

/** Like `given`, once for each of several things: `await t.given(longList(labels))`. */
export function givenEach<K, T>(make: (check: Check, of: K) => Promise<T>): (of: K) => Given<T> {
  const made = given(async () => new Map<K, Promise<T>>());
  return (of) => ({ of: async (check) => memo(await made.of(check), of, () => make(check, of)) });
}
