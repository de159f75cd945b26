import { describe } from "vitest";
import type { Generation, Operation } from "../../helpers/contract/model.js";
import type { Check } from "../../helpers/engine/check/check.js";
import { givenEach } from "../../helpers/engine/check/given.js";
import { workingExchange } from "../../helpers/engine/operations/calls-so-far.js";
import { eachGeneration, harmlessCall, openOperations } from "../../helpers/engine/operations/key-calls.js";
import { askNarrowed, callsWithoutKey, type Keyless } from "../../helpers/engine/operations/keyless-calls.js";
import { triedReads, workingRead } from "../../helpers/engine/operations/plain-reads.js";
import { answeredOnce, askOnce } from "../../helpers/engine/operations/probe.js";
import { rule } from "../../helpers/engine/vitest/rule.js";
import { judgeMissingKey } from "../../helpers/oracles/answers/auth.js";
import type { Answered } from "../../helpers/wire/exchange.js";
import { requestLine } from "../../helpers/wire/message.js";
import { succeeded } from "../../helpers/wire/status.js";

/** The working read of a generation, sent without a key, and narrowed by every filter with an empty key. */
interface KeylessRead {
  readonly missing: Answered;
  readonly empty: Answered;
}

const keyless = givenEach(async (t, generation: Generation): Promise<KeylessRead> => {
  const { ask } = await workingRead(t, generation);
  // Shared with the calls of the operations without a key.
  const missing = await answeredOnce(t, { ...ask, key: "none" });
  const empty = await askNarrowed(t, { ...ask, key: "empty" });
  return { missing, empty: empty ?? (await answeredOnce(t, { ...ask, key: "empty" })) };
});

/** The other generation's spelling of the key header. */
const OTHER_SPELLING = { v1: "api-key", v2: "API-Key" } as const;

/** Judges a misplaced or empty key, but only in generations that refuse a missing key. */
async function whereKeyIsAsked(
  t: Check,
  use: "empty" | "query",
  judge: (generation: Generation) => Promise<void>,
): Promise<void> {
  const open: string[] = [];
  await eachGeneration(t, async (generation) => {
    const { missing } = await t.given(keyless(generation));
    if (succeeded(missing)) open.push(requestLine(missing));
    else await judge(generation);
  });
  if (open.length < t.settings.generations.length) return;
  const misplaced = { empty: "an empty key", query: "a key in the query" }[use];
  t.inconclusive(`${open.join(" and ")} succeed without any key, so ${misplaced} shows nothing`);
}

/**
 * Other lists, which the right key reads, that are refused as calls that lack something; 404 and the like may be about
 * the operation.
 */
function refusedLists(
  t: Check,
  calls: readonly Keyless[],
  { operation: read }: Answered,
): readonly Answered[] {
  return calls
    .filter(({ operation }) => isPlainRead(operation) && operation.id !== read)
    .filter(({ operation }) => workingExchange(t, operation) !== null)
    .map(({ exchange }) => exchange)
    .filter(({ answer }) => answer.status === 400 || answer.status === 403);
}

function isPlainRead({ method, pathParams }: Operation): boolean {
  return method === "GET" && pathParams.length === 0;
}

async function judgeWithoutKey(t: Check): Promise<void> {
  await eachGeneration(t, async (generation) => {
    const { missing } = await t.given(keyless(generation));
    const others = succeeded(missing) ? [] : await t.given(callsWithoutKey(generation));
    const calls = [...new Set([missing, ...others.map(({ exchange }) => exchange)])];
    t.saw("calls without a key", calls.length);
    t.find(calls.flatMap((exchange) => judgeMissingKey({ rule: t.rule, statusRule: null, exchange })));
  });
}

async function judgeStatus(t: Check): Promise<void> {
  await eachGeneration(t, async (generation) => {
    const { missing, empty } = await t.given(keyless(generation));
    const others = succeeded(missing) ? [] : await t.given(callsWithoutKey(generation));
    const refused = [missing, empty, ...refusedLists(t, others, missing)].filter(
      (exchange) => !succeeded(exchange),
    );
    t.saw("refusals", refused.length);
    t.find(refused.flatMap((exchange) => judgeMissingKey({ rule: t.rule, statusRule: t.rule, exchange })));
  });
}

async function judgeEmptyKey(t: Check): Promise<void> {
  await whereKeyIsAsked(t, "empty", async (generation) => {
    const { empty } = await t.given(keyless(generation));
    t.saw("calls");
    t.find(judgeMissingKey({ rule: t.rule, statusRule: null, exchange: empty }));
  });
}

async function judgeFiles(t: Check): Promise<void> {
  for (const operation of openOperations(t)) {
    const exchange = await askOnce(t, { ...(await harmlessCall(t, operation)), key: "none" });
    if (exchange === null) continue;
    t.saw("calls without a key");
    t.observe(`GET ${operation.path} without a key is answered with ${exchange.answer.status}.`);
  }
}

async function judgeKeyInQuery(t: Check): Promise<void> {
  if (t.settings.apiKey === null) return t.inconclusive(`needs a key in ${t.settings.keyEnv}`);
  const { keyInQuery } = t.settings;
  let accepted = false;
  await whereKeyIsAsked(t, "query", async (generation) => {
    const { ask } = await workingRead(t, generation);
    const exchange = await t.ask({
      ...ask,
      key: "query",
      ...(keyInQuery ? {} : { wrongKey: "made-up" }),
    });
    if (keyInQuery) t.saw("calls");
    const findings = judgeMissingKey({ rule: t.rule, statusRule: null, exchange });
    t.find(findings);
    accepted ||= findings.length > 0;
  });
  if (keyInQuery || accepted) return;
  t.inconclusive(
    `a made-up key in the query is refused; what the right one does there is tried only where this rule is named, since logs can keep it: --only '*' --only ${t.rule}`,
  );
}

async function judgeHeaderName(t: Check): Promise<void> {
  for (const generation of t.settings.generations) {
    const tried = await triedReads(t, generation);
    if (tried.some(({ answer }) => succeeded(answer))) {
      t.saw("reads");
      continue;
    }
    // Only a success shows that the key was accepted, and only a 401 that it was not.
    const refused = tried.find(({ answer }) => answer.answer.status === 401);
    if (refused === undefined) continue;
    const other = await t.ask({ ...refused.ask, keyHeader: OTHER_SPELLING[generation] });
    // The target refuses this key under either name.
    if (!succeeded(other)) continue;
    t.saw("reads");
    const received = `status 401; status ${other.answer.status} under ${OTHER_SPELLING[generation]}`;
    t.breach(refused.answer, `the key is accepted under the name that ${generation} documents`, received);
  }
}

async function judgeHeaderCase(t: Check): Promise<void> {
  if (t.settings.apiKey === null) return t.inconclusive(`needs a key in ${t.settings.keyEnv}`);
  await eachGeneration(t, async (generation) => {
    const { ask } = await workingRead(t, generation);
    const exchange = await t.ask({ ...ask, keyHeader: OTHER_SPELLING[generation] });
    t.saw("calls");
    if (succeeded(exchange)) return;
    const documented = `the key is accepted under ${OTHER_SPELLING[generation]}, as it is under the other spelling`;
    t.breach(exchange, documented, `status ${exchange.answer.status}`);
  });
}

// biome-ignore format: one rule a line
describe("Authentication", () => {
  rule("auth.key.missing", "calls operations without a key", judgeWithoutKey);
  rule("auth.key.missing.status", "calls reads without a key, one of them with an empty one too", judgeStatus);
  rule("auth.key.empty", "calls a read with an empty key", judgeEmptyKey);
  rule.fromThorough("auth.key.files", "asks for files without a key", judgeFiles);
  rule.fromStandard("auth.key.query-not-accepted", "puts the key into the query instead of the header", judgeKeyInQuery);
  rule("auth.header-name.documented", "reads with the key under its documented name", judgeHeaderName);
  rule.fromStandard("auth.header-name.case", "spells the key's header as the other generation does", judgeHeaderCase);
});
