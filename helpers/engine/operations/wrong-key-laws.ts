import type { OperationId } from "../../contract/generated/types.js";
import { IMPROBABLE_ID } from "../../contract/lists.js";
import type { Generation, Operation } from "../../contract/model.js";
import { operation } from "../../contract/operations.js";
import { judgeWrongKey } from "../../oracles/answers/auth.js";
import { WRONG_KEYS, type WrongKey, wrongKey } from "../../target/messages/wrong-key.js";
import type { Answered, Findings } from "../../wire/exchange.js";
import { ifReadable } from "../../wire/outcome.js";
import { isSuccess, succeeded } from "../../wire/status.js";
import type { Check } from "../check/check.js";
import { given, givenEach } from "../check/given.js";
import { byHarm, keyedOperations, repeatedCall } from "./key-calls.js";
import { callsWithoutKey, standsAlone } from "./keyless-calls.js";
import { workingRead, workingReads } from "./plain-reads.js";
import { askOnce } from "./probe.js";
import type { TellWrongKey } from "./wrong-key-calls.js";

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
  const kinds = WRONG_KEYS.filter((kind) => wrongKey(kind, t.settings) !== null).slice(
    0,
    t.budget("auth.wrong-key.kinds"),
  );
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
  const call = await repeatedCall(t, operation(id));
  return askOnce(t, { ...call, key: "wrong", ...(kind !== "made-up" && { wrongKey: kind }) });
}

/** Judges the kinds of wrong keys at reads that succeed with the right one. */
export async function judgeKinds(t: Check, generation: Generation): Promise<void> {
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
 * such a list answered a wrong key of some kind in another way. Those that stand alone are called without a key in every
 * run, so they get a wrong one too.
 */
async function keylessLists(t: Check, generation: Generation): Promise<readonly OperationId[]> {
  if (generation === "v1" || t.affords("auth.wrong-key.every-list")) return [];
  const calls = await t.given(callsWithoutKey(generation));
  const tried = await t.given(kindsTried(generation));
  const odd = tried.filter(({ exchange }) => exchange.answer.status !== 401).map(({ read }) => read);
  const isList = ({ method, pathParams }: Operation) => method === "GET" && pathParams.length === 0;
  return calls
    .filter(({ operation }) => isList(operation) && !standsAlone(operation))
    .filter(({ exchange }) => exchange.answer.status === 401)
    .map(({ operation: { id } }) => id)
    .filter((id) => !odd.includes(id));
}

/**
 * Sends a wrong key to the operations of a generation.
 * @param judged a status that another rule already reports where every operation answers with it
 * @returns how many operations gave a usable answer, the findings, and how many answers were left to the other rule
 */
export async function tryOperations(
  t: Check,
  generation: Generation,
  tell: TellWrongKey,
  judged: number | null = null,
): Promise<{ readonly operations: number; readonly findings: Findings; readonly spared: number }> {
  const tried = await t.given(kindsTried(generation));
  // A refusal that shows something of the account is looked at like that of any other operation.
  const isRefused = ({ exchange }: Tried) =>
    exchange.answer.status === 401 && judgeWrongKey({ rule: t.rule, exchange }).length === 0;
  const done = new Set([
    ...tried.filter(isRefused).map(({ read }) => read),
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
export const unknownShipment = given((t) =>
  t.ask({ operation: "v1GetShipment", path: { shipment_id: IMPROBABLE_ID }, key: "wrong" }),
);

/** The status of a working read with a made-up key; null where there is no such read. */
export const plainRefusal = givenEach(async (t, generation: Generation) => {
  const read = await ifReadable(workingRead(t, generation));
  if (read === null) return null;
  return (await askWithWrongKey(t, read.ask.operation, "made-up"))?.answer.status ?? null;
});
