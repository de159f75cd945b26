import type { OperationId } from "../../contract/generated/types.js";
import type { Generation } from "../../contract/model.js";
import type { Answered } from "../../wire/exchange.js";
import { isUnwell } from "../../wire/health.js";
import { requestLine } from "../../wire/message.js";
import { succeeded } from "../../wire/status.js";
import type { Ask } from "../check/ask.js";
import type { Check } from "../check/check.js";

/** Reads that need no id, the best described first. */
const READS: Readonly<Record<Generation, readonly OperationId[]>> = {
  v1: ["v1ListLabels", "v1ListShipments", "v1ListAdjustmentReports", "v1ListCarriers"],
  v2: ["v2ListWebhooks", "v2ListShipments", "v2ListLabels", "v2ListBatches", "v2ListCarriers"],
};

/** A read that was tried with the right key. */
interface Read {
  readonly ask: Ask & { readonly operation: OperationId };
  readonly answer: Answered;
}

/** The reads of a generation in scope, with their answers, until enough succeed. */
export async function triedReads(t: Check, generation: Generation, enough = 1): Promise<readonly Read[]> {
  const tried: Read[] = [];
  for (const id of READS[generation].filter((each) => t.inScope(each))) {
    const exchange = await t.census.listed(id);
    const { answer } = exchange;
    if (answer === null || isUnwell(answer)) continue;
    tried.push({ ask: { operation: id }, answer: { ...exchange, answer } });
    if (tried.filter((read) => succeeded(read.answer)).length >= enough) break;
  }
  return tried;
}

/** A read that succeeds with the right key. @throws Inconclusive if there is none */
export async function workingRead(t: Check, generation: Generation): Promise<Read> {
  const [first] = await workingReads(t, generation, 1);
  return first;
}

/** Reads that succeed with the right key, at most so many. @throws Inconclusive if there is none */
export async function workingReads(
  t: Check,
  generation: Generation,
  most: number,
): Promise<readonly [Read, ...Read[]]> {
  const tried = await triedReads(t, generation, most);
  const [first, ...more] = tried.filter(({ answer }) => succeeded(answer));
  if (first !== undefined) return [first, ...more];
  const said = tried
    .map(({ answer }) => `${requestLine(answer)} answered with ${answer.answer.status}`)
    .join(", ");
  const hint = t.settings.apiKey === null ? `; no key was given in ${t.settings.keyEnv}` : "";
  return t.inconclusive(
    `no read of ${generation} succeeds with the right key (${said || "no answer"})${hint}`,
  );
}
