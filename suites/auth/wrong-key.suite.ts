import { describe } from "vitest";
import type { OperationId, RuleId } from "../../helpers/contract/generated/types.js";
import { IMPROBABLE_ID } from "../../helpers/contract/lists.js";
import type { Generation } from "../../helpers/contract/model.js";
import { operation } from "../../helpers/contract/operations.js";
import type { Check } from "../../helpers/engine/check/check.js";
import { given, givenEach } from "../../helpers/engine/check/given.js";
import { byHarm, harmlessCall, keyedOperations } from "../../helpers/engine/operations/key-calls.js";
import { callsWithoutKey } from "../../helpers/engine/operations/keyless-calls.js";
import { workingRead, workingReads } from "../../helpers/engine/operations/plain-reads.js";
import { answeredOnce, askOnce } from "../../helpers/engine/operations/probe.js";
import {
  type TellWrongKey,
  tellKeyFirst,
  tellKeyInAnyOrder,
} from "../../helpers/engine/operations/wrong-key-calls.js";
import { rule } from "../../helpers/engine/vitest/rule.js";
import { judgeWrongKey } from "../../helpers/oracles/answers/auth.js";
import { WRONG_KEYS_IN, type WrongKey, wrongKey } from "../../helpers/target/messages/wrong-key.js";
import { SPENT } from "../../helpers/target/settings/settings.js";
import type { Answered, Finding } from "../../helpers/wire/exchange.js";
import { requestLine } from "../../helpers/wire/message.js";
import { ifReadable } from "../../helpers/wire/outcome.js";
import { isSuccess, succeeded } from "../../helpers/wire/status.js";

/** The rule that judges a made-up key at a working read. */
const MADE_UP: Readonly<Record<Generation, RuleId>> = { v1: "auth.key.wrong.v1", v2: "auth.key.wrong.v2" };

/** A kind of wrong key at a read that succeeds with the right key. */
interface Tried {
  readonly kind: WrongKey;
  readonly read: OperationId;
  readonly exchange: Answered;
}

/**
 * Sends wrong keys of several kinds: the made-up key to the working read, the others in turn to it and further reads,
 * which then need no call of their own.
 */
const kindsTried = givenEach(async (t, generation: Generation): Promise<readonly Tried[]> => {
  const kinds = WRONG_KEYS_IN[generation]
    .filter((kind) => wrongKey(kind, t.settings) !== null)
    .slice(0, t.budget(`auth.wrong-key.kinds.${generation}`));
  const reads = await workingReads(t, generation, kinds.length);
  const trials = kinds.map((kind, at) => ({
    kind,
    read: (reads[at % reads.length] ?? reads[0]).ask.operation,
  }));
  const tell = async ({ kind, read }: Omit<Tried, "exchange">): Promise<readonly Tried[]> => {
    const exchange = await askWithWrongKey(t, read, kind);
    return exchange === null ? [] : [{ kind, read, exchange }];
  };
  // A target that accepts the made-up key, the first kind, accepts any key: one finding is enough.
  const madeUp = (await Promise.all(trials.slice(0, 1).map(tell))).flat();
  if (madeUp.some(({ exchange }) => succeeded(exchange))) return madeUp;
  return [...madeUp, ...(await Promise.all(trials.slice(1).map(tell))).flat()];
});

/** The made-up key is sent to every operation, so its answers are shared. */
async function askWithWrongKey(t: Check, id: OperationId, kind: WrongKey): Promise<Answered | null> {
  const call = await harmlessCall(t, operation(id));
  return askOnce(t, { ...call, key: "wrong", ...(kind !== "made-up" && { wrongKey: kind }) });
}

async function judgeKinds(t: Check, generation: Generation): Promise<void> {
  for (const { kind, read, exchange } of await t.given(kindsTried(generation))) {
    t.saw("wrong keys");
    const findings = judgeWrongKey({ rule: t.rule, exchange });
    if (findings.length > 0 && kind !== "made-up" && (await isAlike(t, read, exchange))) continue;
    if (findings.length > 0) await needsRightKey(t, generation);
    t.find(findings.map((breach) => ({ ...breach, smallest: `key: ${kind}` })));
  }
}

/** After several wrong keys, a target may lock this client out: then what it answers says nothing about keys. */
async function needsRightKey(t: Check, generation: Generation): Promise<void> {
  const { ask } = await workingRead(t, generation);
  const { answer } = await t.ask(ask);
  if (!isSuccess(answer.status))
    t.inconclusive(
      `after several wrong keys, the right one is answered with ${answer.status} too; lift this lock for the run, or run again with --skip 'auth.*'`,
    );
}

/** Whether a read answers the made-up key alike: then the kind of key is not to blame. */
async function isAlike(t: Check, read: OperationId, { answer }: Answered): Promise<boolean> {
  return (await askWithWrongKey(t, read, "made-up"))?.answer.status === answer.status;
}

/**
 * Lists of v2 that refused a call without a key: they check keys, so below thorough a wrong one is tried elsewhere, unless
 * such a list answered a wrong key of some kind in another way.
 */
async function keylessLists(t: Check, generation: Generation): Promise<readonly OperationId[]> {
  if (generation === "v1" || t.affords("auth.wrong-key.every-list")) return [];
  const calls = await t.given(callsWithoutKey(generation));
  const tried = await t.given(kindsTried(generation));
  const odd = tried.filter(({ exchange }) => exchange.answer.status !== 401).map(({ read }) => read);
  return calls
    .filter(
      ({ operation: { pathParams }, exchange }) => pathParams.length === 0 && exchange.answer.status === 401,
    )
    .map(({ operation: { id } }) => id)
    .filter((id) => !odd.includes(id));
}

/**
 * Sends a wrong key to the operations of a generation.
 * @param judged a status that another rule already reports where every operation answers with it
 * @returns how many operations gave a usable answer, the findings, and how many answers were left to the other rule
 */
async function tryOperations(
  t: Check,
  generation: Generation,
  tell: TellWrongKey,
  judged: number | null = null,
): Promise<{ readonly operations: number; readonly findings: readonly Finding[]; readonly spared: number }> {
  const tried = await t.given(kindsTried(generation));
  const done = new Set([
    ...tried.filter(({ exchange }) => exchange.answer.status === 401).map(({ read }) => read),
    ...(await keylessLists(t, generation)),
  ]);
  const chosen = keyedOperations(t, generation).slice(0, t.budget("auth.wrong-key"));
  const told = await byHarm(
    t,
    chosen.filter(({ id }) => !done.has(id)),
    (operation) => tell(t, operation),
    (each) => each.succeeded,
  );
  const all = told.flatMap((each) => each.findings);
  const operations = done.size + told.filter((each) => each.told).length;
  // Where no operation checks keys, each one answers as it would with the right key.
  const isOpen = judged !== null && isSuccess(judged) && all.length === operations;
  const findings = isOpen ? [] : all.filter(({ received }) => received !== `status ${judged}`);
  if (findings.length > 0) await needsRightKey(t, generation);
  t.find(findings);
  return { operations, findings, spared: all.length - findings.length };
}

/** An unknown shipment with a wrong key: shows whether the target checks keys before ids. */
const unknownShipment = given((t) =>
  t.ask({ operation: "v1GetShipment", path: { shipment_id: IMPROBABLE_ID }, key: "wrong" }),
);

/** The status of a working read with a made-up key; null where there is no such read. */
const plainRefusal = givenEach(async (t, generation: Generation) => {
  const read = await ifReadable(workingRead(t, generation));
  if (read === null) return null;
  return (await askWithWrongKey(t, read.ask.operation, "made-up"))?.answer.status ?? null;
});

describe("Authentication", () => {
  rule(
    "auth.key.wrong.v1",
    "sends wrong keys of several kinds, one of them to every operation",
    async (t) => {
      await judgeKinds(t, "v1");
      // v1 leaves open whether key or id is checked first, and a single call does not show it.
      const keyFirst = (await t.given(unknownShipment)).answer.status === 401;
      const tell = keyFirst ? tellKeyFirst : tellKeyInAnyOrder;
      t.saw("operations", (await tryOperations(t, "v1", tell)).operations);
    },
  );

  rule("auth.key.wrong.v2", "sends wrong keys of several kinds to a read that succeeds", async (t) => {
    await judgeKinds(t, "v2");
  });

  rule("auth.key.expired", "sends expired and deactivated keys to reads that succeed", async (t) => {
    const named = SPENT.filter((kind) => t.settings.spentKeys[kind] !== undefined);
    if (named.length === 0)
      t.notApplicable(
        "no expired or deactivated key is named: keys.expired or keys.deactivated in the configuration",
      );
    const { generations } = t.settings;
    const alike = new Set<Generation>();
    for (const [at, kind] of named.entries()) {
      const inTurn = [...generations.slice(at % generations.length), ...generations];
      for (const generation of new Set(inTurn.slice(0, t.budget("auth.spent-keys")))) {
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
    const rules = [...alike].map((generation) => MADE_UP[generation]);
    if (rules.length > 0) t.inconclusive(`a made-up key is answered alike; see ${rules.join(" and ")}`);
  });

  rule.fromStandard(
    "auth.order",
    "sends a wrong key for an unknown and for an existing shipment",
    async (t) => {
      const [shipment_id] = await t.census.ids("shipment_id");
      if (shipment_id === undefined) {
        return t.inconclusive("needs an existing shipment; create one or point at an account with some");
      }
      const existing = await answeredOnce(t, {
        operation: "v1GetShipment",
        path: { shipment_id },
        key: "wrong",
      });
      if (existing.answer.status !== 401) {
        return t.inconclusive(
          `${requestLine(existing)} with a wrong key is not answered with 401 (${existing.answer.status}), so there is no order to judge`,
        );
      }
      t.saw("shipments");
      const unknown = await t.given(unknownShipment);
      if (unknown.answer.status === 401) return;
      t.breach(
        unknown,
        "status 401 to an invalid key, whether or not the id exists",
        `status ${unknown.answer.status} for an unknown id, 401 for an existing one`,
      );
    },
  );
});

describe("v2 endpoints", () => {
  rule("auth.key.wrong.every-operation.v2", "sends a wrong key to the v2 operations", async (t) => {
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
  });
});
