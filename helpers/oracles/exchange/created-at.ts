import type { OperationId, RuleId } from "../../contract/generated/types.js";
import { listOf } from "../../contract/lists.js";
import { decodeItem, decodeOpenPage, decodePage, hasId, type Item } from "../../wire/decode.js";
import { mayBeSame } from "../../wire/instant.js";
import { renderValue } from "../../wire/message.js";
import { finding } from "../finding.js";
import { type Judgement, kept, looked, NOTHING } from "../judgement.js";
import type { Context, JudgedExchange } from "./context.js";

/** The rule for the time of creation of every record. */
export const CREATED_RULE: RuleId = "content.created-at.constant";

/** The member that identifies the record that a read by id shows. */
const BY_ID: Readonly<Partial<Record<OperationId, string>>> = {
  v1GetShipment: "shipment_id",
  v1GetBatch: "batch_id",
};

/** The contract does not show the items of the batch list, so that a batch has one form. */
const BATCHES: ReadonlySet<unknown> = new Set(["v1ListBatches", "v1GetBatch"]);

/** The times of so many records are remembered. */
const MOST_KEPT = 20_000;

/**
 * A record shows the same created_at each time that an operation shows it, whatever was done to it in between. The two
 * forms of a shipment have a rule of their own.
 */
export function judgeCreatedAt(judged: JudgedExchange, { memory: { created } }: Context): Judgement {
  const { exchange, operation } = judged;
  let again = 0;
  for (const { id, createdAt: at } of recordsIn(judged)) {
    if (at === null) continue;
    const key = `${BATCHES.has(operation?.id) ? "batch" : operation?.id} ${id}`;
    const before = created.get(key);
    if (before !== undefined) again += 1;
    else if (created.size < MOST_KEPT) created.set(key, { at, index: exchange.index });
    if (before === undefined || mayBeSame(before.at, at)) continue;
    const documented = `created_at of ${id} is ${before.at.text}, as it was shown before`;
    const blame = { rule: CREATED_RULE, exchanges: [exchange], earlier: [before.index] };
    return looked(CREATED_RULE, [finding(blame, documented, renderValue(at.text))]);
  }
  return again === 0 ? NOTHING : kept(CREATED_RULE);
}

function recordsIn({ exchange, answer, operation }: JudgedExchange): readonly Item[] {
  const list = operation === null ? null : listOf(operation.id);
  if (operation === null || answer.status !== 200 || answer.body.kind !== "json") return [];
  if (list !== null) {
    const page = decodePage(exchange, list.name);
    return page.kind === "page" ? page.items : [];
  }
  if (operation.id === "v1ListBatches") {
    const page = decodeOpenPage(exchange, "batch_id");
    return page.kind === "page" ? page.items.filter(hasId) : [];
  }
  const member = BY_ID[operation.id];
  const item = member === undefined ? null : decodeItem(answer.body.value, member);
  return item === null ? [] : [item];
}
