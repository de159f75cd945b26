import { describe } from "vitest";
import type { Operation } from "../../helpers/contract/model.js";
import { operationsOf } from "../../helpers/contract/scope.js";
import type { Check } from "../../helpers/engine/check/check.js";
import { given } from "../../helpers/engine/check/given.js";
import { inDrawnOrder } from "../../helpers/engine/check/seed.js";
import { askOnce } from "../../helpers/engine/operations/probe.js";
import { rule } from "../../helpers/engine/vitest/rule.js";
import type { Answered } from "../../helpers/wire/exchange.js";
import { isFailure, succeeded } from "../../helpers/wire/status.js";

/** Answers to PATCH on list paths that answer GET, of both generations. */
const patched = given(async (t: Check): Promise<readonly Answered[]> => {
  t.needsWrites("sends a method that could have an effect");
  const lists = operationsOf("status.405-patch", t.settings);
  const shuffled = inDrawnOrder(lists, t.settings.seed);
  const firstOfEach = (["v1", "v2"] as const).flatMap(
    (generation) => shuffled.find((one) => one.generation === generation) ?? [],
  );
  const chosen = [...new Set([...firstOfEach, ...shuffled])].slice(0, t.budget("status.patch"));
  const answers = await Promise.all(chosen.map((each) => patch(t, each)));
  return answers.filter((answer) => answer !== null);
});

async function patch(t: Check, { id }: Operation): Promise<Answered | null> {
  const answer = await askOnce(t, { operation: id, path: {}, method: "PATCH" });
  if (answer?.answer.status === 405) return answer;
  const control = await askOnce(t, { operation: id });
  if (control === null || !succeeded(control)) return null;
  return answer;
}

async function judgePatchStatus(t: Check): Promise<void> {
  for (const exchange of await t.given(patched)) {
    const { status } = exchange.answer;
    if (status >= 500) continue;
    t.saw("list paths");
    if (status !== 405)
      t.breach(exchange, "status 405 to a method that the path does not support", `status ${status}`);
  }
}

async function judgePatchFailure(t: Check): Promise<void> {
  for (const exchange of await t.given(patched)) {
    const { status } = exchange.answer;
    t.saw("list paths");
    if (isFailure(status)) t.breach(exchange, "a refusal of the method, not a failure", `status ${status}`);
  }
}

// biome-ignore format: one rule a line
describe("Status codes", () => {
  rule("status.405-patch", "sends PATCH, which no operation uses, to list paths", judgePatchStatus);
  rule("status.405-no-5xx", "sends PATCH, which no operation uses, to list paths", judgePatchFailure);
});
