import { describe } from "vitest";
import type { Generation } from "../../helpers/contract/model.js";
import type { Check } from "../../helpers/engine/check/check.js";
import { rotated } from "../../helpers/engine/check/seed.js";
import { workingRead } from "../../helpers/engine/operations/plain-reads.js";
import { answeredOnce } from "../../helpers/engine/operations/probe.js";
import { tellKeyFirst, tellKeyInAnyOrder } from "../../helpers/engine/operations/wrong-key-calls.js";
import {
  judgeKinds,
  plainRefusal,
  tryOperations,
  unknownShipment,
} from "../../helpers/engine/operations/wrong-key-laws.js";
import { rule } from "../../helpers/engine/vitest/rule.js";
import { judgeWrongKey } from "../../helpers/oracles/answers/auth.js";
import { SPENT } from "../../helpers/target/settings/settings.js";
import { requestLine } from "../../helpers/wire/message.js";

async function judgeWrongInV1(t: Check): Promise<void> {
  await judgeKinds(t, "v1");
  // v1 leaves open whether key or id is checked first, and a single call does not show it.
  const keyFirst = (await t.given(unknownShipment)).answer.status === 401;
  const tell = keyFirst ? tellKeyFirst : tellKeyInAnyOrder;
  t.saw("operations", (await tryOperations(t, "v1", tell)).operations);
}

async function judgeSpent(t: Check): Promise<void> {
  const named = SPENT.filter((kind) => t.settings.spentKeys[kind] !== undefined);
  if (named.length === 0)
    t.notApplicable(
      "no expired or deactivated key is named: keys.expired or keys.deactivated in the configuration",
    );
  const { generations } = t.settings;
  const alike = new Set<Generation>();
  for (const [at, kind] of named.entries()) {
    for (const generation of rotated(generations, at + 1).slice(0, t.budget("auth.spent-keys"))) {
      const { ask } = await workingRead(t, generation);
      const exchange = await t.ask({ ...ask, key: "wrong", wrongKey: kind });
      const findings = judgeWrongKey({ rule: t.rule, exchange });
      // If the target answers every wrong key this way, spent keys show nothing new.
      const isAlike =
        findings.length > 0 && (await t.given(plainRefusal(generation))) === exchange.answer.status;
      if (isAlike) alike.add(generation);
      else t.find(findings);
      t.saw(`${kind} keys`);
    }
  }
  const rules = [...alike].map((generation) => `auth.key.wrong.${generation}`);
  if (rules.length > 0) t.inconclusive(`a made-up key gets the same answer; see ${rules.join(" and ")}`);
}

async function judgeOrder(t: Check): Promise<void> {
  const [shipment_id] = await t.census.ids("shipment_id");
  if (shipment_id === undefined)
    return t.inconclusive("needs an existing shipment; create one or point at an account with some");
  const ask = { operation: "v1GetShipment", path: { shipment_id }, key: "wrong" } as const;
  const existing = await answeredOnce(t, ask);
  if (existing.answer.status !== 401)
    return t.inconclusive(
      `${requestLine(existing)} with a wrong key is not answered with 401 (${existing.answer.status}), so there is no order to judge`,
    );
  t.saw("shipments");
  const unknown = await t.given(unknownShipment);
  if (unknown.answer.status === 401) return;
  const received = `status ${unknown.answer.status} for an unknown id, 401 for an existing one`;
  t.breach(unknown, "status 401 to an invalid key, whether or not the id exists", received);
}

async function judgeEveryOperation(t: Check): Promise<void> {
  // If every operation gives a wrong key the same wrong answer, auth.key.wrong.v2 reports it.
  const status = await t.given(plainRefusal("v2"));
  const { operations, findings, spared } = await tryOperations(t, "v2", tellKeyFirst, status);
  if (findings.length === 0 && spared > 0)
    return t.inconclusive(
      `${spared} of ${operations} operations answer a wrong key with ${status}, the breach that auth.key.wrong.v2 reports; judged once that is fixed`,
    );
  if (findings.length === 0 && !t.mayWrite("own"))
    return t.inconclusive(
      `only the reads were tried (${operations}): a run that may change nothing sends no wrong key to operations that could; needs --writes own`,
      "--writes own",
    );
  t.saw("operations", operations);
}

// biome-ignore format: one rule a line
describe("Authentication", () => {
  rule("auth.key.wrong.v1", "sends wrong keys of several kinds, one of them to every operation", judgeWrongInV1);
  rule("auth.key.wrong.v2", "sends wrong keys of several kinds to a read that succeeds", (t) => judgeKinds(t, "v2"));
  rule("auth.key.expired", "sends expired and deactivated keys to reads that succeed", judgeSpent);
  rule.fromStandard("auth.order", "sends a wrong key for an unknown and for an existing shipment", judgeOrder);
});

// biome-ignore format: one rule a line
describe("v2 endpoints", () => {
  rule("auth.key.wrong.every-operation.v2", "sends a wrong key to the v2 operations", judgeEveryOperation);
});
