import { isUnwell } from "../../wire/status.js";
import type { Answered, Ask, Check } from "../check/check.js";
import type { Session } from "../check/session.js";

const asked = new WeakMap<Session, Map<string, Promise<Answered | null>>>();

/** The answer to a request; null where the target was not well enough to give one. */
export async function tryAsk(t: Check, ask: Ask): Promise<Answered | null> {
  const exchange = await t.send(ask);
  const { answer } = exchange;
  return answer === null || isUnwell(answer.status) ? null : { ...exchange, answer };
}

/** As `tryAsk`, but each different request is sent once a run, whichever check asks first. */
export function askOnce(t: Check, ask: Ask): Promise<Answered | null> {
  const known = asked.get(t.session) ?? new Map<string, Promise<Answered | null>>();
  asked.set(t.session, known);
  const name = JSON.stringify(ask);
  const made = known.get(name) ?? tryAsk(t, ask);
  known.set(name, made);
  return made;
}
