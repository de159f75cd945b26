import { type Generation, type OperationId, operation } from "../contract/operations.js";
import { operationInScope } from "../contract/scope.js";
import { requestLine } from "../oracles/message.js";
import type { Answered, Ask, Check } from "./check.js";
import { askOnce, succeeded } from "./probe.js";

/** Reads that need no id, the best described first. */
const READS: Readonly<Record<Generation, readonly OperationId[]>> = {
  v1: ["v1ListLabels", "v1ListShipments", "v1ListAdjustmentReports", "v1ListCarriers"],
  v2: ["v2ListWebhooks", "v2ListShipments", "v2ListLabels", "v2ListBatches", "v2ListCarriers"],
};
const QUERY = { page: 1, page_size: 1 } as const;

/** A read that was tried with the right key. */
export interface Read {
  readonly ask: Ask & { readonly operation: OperationId };
  readonly answer: Answered;
}

/** The reads of a generation in scope with their answers, up to the first that succeeds. */
export async function triedReads(t: Check, generation: Generation): Promise<readonly Read[]> {
  const tried: Read[] = [];
  for (const id of READS[generation].filter((each) => operationInScope(each, t.settings))) {
    const ask = operation(id).paged ? { operation: id, query: QUERY } : { operation: id };
    const answer = await askOnce(t, ask);
    if (answer === null) continue;
    tried.push({ ask, answer });
    if (succeeded(answer)) break;
  }
  return tried;
}

/**
 * A read that succeeds with the right key.
 * @throws Inconclusive when there is none
 */
export async function workingRead(t: Check, generation: Generation): Promise<Read> {
  const tried = await triedReads(t, generation);
  const working = tried.find(({ answer }) => succeeded(answer));
  if (working !== undefined) return working;
  const said = tried
    .map(({ answer }) => `${requestLine(answer)} answered ${answer.answer.status}`)
    .join(", ");
  const hint = t.settings.apiKey === null ? `; no key was given in ${t.settings.keyEnv}` : "";
  return t.inconclusive(
    `no read of ${generation} succeeds with the right key (${said || "no answer"})${hint}`,
  );
}
