import type { Generation } from "../../contract/model.js";
import { generationOf } from "../../contract/operations.js";
import { ruleById } from "../../contract/rules.js";
import { inScope } from "../../contract/scope.js";
import type { Findings } from "../../wire/exchange.js";
import { Inconclusive } from "../../wire/outcome.js";
import { succeeded } from "../../wire/status.js";
import type { Check } from "../check/check.js";
import { refusedForSeller } from "../check/seller.js";
import { triedReads } from "./plain-reads.js";

/** The rule that reports a missing generation. */
const GENERATION_RULE = ruleById("versioning.generation-answers");

/**
 * Why findings say nothing of their rule: their whole generation is missing, or they rest on refusals of calls without
 * a seller. Otherwise null.
 */
export async function explained(t: Check, findings: Findings): Promise<Inconclusive | null> {
  const lost = await lostGeneration(t, findings);
  if (lost !== null) return new Inconclusive(`nothing of ${lost} answers; see ${GENERATION_RULE.id}`);
  const refusals = findings.map(({ exchanges }) => refusalAmong(t, exchanges));
  return refusals.includes(null) ? null : (refusals[0] ?? null);
}

/** The refusal of a call without a seller among exchanges; null if there is none. */
function refusalAmong(t: Check, exchanges: readonly number[]): Inconclusive | null {
  const refused = exchanges.map((index) => refusedForSeller(t.session.journal.load(index)));
  return refused.find((one) => one !== null) ?? null;
}

/**
 * The generation that does not answer at all, if every finding comes down to that; otherwise null. A breach that rests
 * on a 404 says nothing of its own rule if the rest of the generation is missing too.
 */
async function lostGeneration(t: Check, findings: Findings): Promise<Generation | null> {
  if (findings.length === 0 || t.rule === GENERATION_RULE.id || !inScope(GENERATION_RULE, t.settings))
    return null;
  const [first, ...others] = new Set(findings.map(({ operation }) => generationOf(operation)));
  if (first === undefined || first === null || others.length > 0) return null;
  const shown = findings.flatMap(({ exchanges }) => exchanges);
  const { journal } = t.session;
  if (!shown.every((index) => journal.load(index).answer?.status === 404)) return null;
  const tried = await triedReads(t, first);
  const lost = tried.length > 0 && tried.every(({ answer }) => answer.answer.status === 404);
  return lost && !worked(t, first) ? first : null;
}

/** Whether anything of a generation has succeeded so far. */
function worked(t: Check, generation: Generation): boolean {
  return t.session.journal.exchanges.some(
    (exchange) => succeeded(exchange) && generationOf(exchange.operation) === generation,
  );
}
