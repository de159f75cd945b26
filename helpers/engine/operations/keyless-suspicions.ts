import type { Generation, Operation } from "../../contract/model.js";
import type { Answered } from "../../wire/exchange.js";
import { isSuccess, succeeded } from "../../wire/status.js";
import type { Check } from "../check/check.js";
import { givenEach } from "../check/given.js";
import { callsWithoutKey, type Keyless, keylessCall } from "./keyless-calls.js";
import { workingRead } from "./plain-reads.js";
import { answeredOnce, askOnce } from "./probe.js";
import { isNotThere, wrongCall } from "./wrong-key-calls.js";

/**
 * A call of a change or of a record whose refusal without a key is not about that: nothing shows whether a key is
 * checked.
 */
export interface Suspicion {
  readonly operation: Operation;
  readonly withoutKey: Answered;
  readonly withWrongKey: Answered;
}

/** The changes and reads by id that are refused without a key for another reason. Once a run. */
export const suspicions = givenEach(async (t, generation: Generation): Promise<readonly Suspicion[]> => {
  const calls = (await t.given(callsWithoutKey(generation))).filter(
    ({ operation: { method, pathParams }, exchange: { answer } }) =>
      (method !== "GET" || pathParams.length > 0) && answer.status !== 401 && !isSuccess(answer.status),
  );
  if (calls.length === 0) return [];
  const { ask } = await workingRead(t, generation);
  // Where every missing key is refused so, that is the target's way to refuse it.
  const usual = (await answeredOnce(t, { ...ask, key: "none" })).answer.status;
  const others = calls.filter(({ exchange }) => exchange.answer.status !== usual);
  const told = await Promise.all(others.map((call) => suspicionOf(t, call)));
  return told.filter((one) => one !== null);
});

async function suspicionOf(t: Check, { operation, exchange }: Keyless): Promise<Suspicion | null> {
  const call = await keylessCall(t, operation);
  const withWrongKey = await askOnce(t, wrongCall(operation, call));
  if (withWrongKey === null || succeeded(withWrongKey)) return null;
  // A target may check keys before it looks whether there is such an operation.
  if (await isNotThere(t, operation, { ...call, key: "none" }, exchange)) return null;
  return { operation, withoutKey: exchange, withWrongKey };
}
