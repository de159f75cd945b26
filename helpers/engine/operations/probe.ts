import { isUnwell } from "../../wire/status.js";
import { type Answered, type Ask, type Check, given } from "../check/check.js";

const asked = given(async () => new Map<string, Promise<Answered | null>>());

/** The answer to a request; null where the target was not well enough to give one. */
export async function tryAsk(t: Check, ask: Ask): Promise<Answered | null> {
  const exchange = await t.send(ask);
  const { answer } = exchange;
  return answer === null || isUnwell(answer.status) ? null : { ...exchange, answer };
}

/** As `tryAsk`, but each different request is sent once a run, whichever check asks first. */
export async function askOnce(t: Check, ask: Ask): Promise<Answered | null> {
  const known = await t.given(asked);
  const name = JSON.stringify(ask);
  const made = known.get(name) ?? tryAsk(t, ask);
  known.set(name, made);
  return made;
}
