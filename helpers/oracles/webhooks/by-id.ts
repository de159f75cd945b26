import { itemOf } from "../../wire/decode.js";
import type { Answered, Exchange, Findings } from "../../wire/exchange.js";
import { objectOf, type Raw } from "../../wire/raw.js";
import { succeeded } from "../../wire/status.js";
import { finding, findingOf } from "../finding.js";
import { isInUse, type ReadList } from "./lists.js";
import { isGone, webhookDifferences } from "./webhooks.js";

/** A webhook read by its id; `raw` is null when none came. */
export interface SeenWebhook {
  readonly exchange: Answered;
  readonly raw: Raw | null;
}

/** The webhook in a successful answer, or null. */
export function recordIn(exchange: Answered): Raw | null {
  return succeeded(exchange) ? objectOf(exchange.answer) : null;
}

/**
 * A listed webhook, read by its id, is as in the list.
 * @param write what was done to it before, if anything
 */
export function asListed(
  id: string,
  list: Pick<ReadList, "items" | "exchanges">,
  { exchange, raw }: SeenWebhook,
  ...write: readonly Exchange[]
): Findings {
  const item = itemOf(list, id);
  if (item === null) return [];
  const blame = {
    rule: "webhooks.v2.get.equals",
    exchanges: [exchange, ...write, ...list.exchanges],
  } as const;
  if (raw === null)
    return [finding(blame, `webhook ${id}, which is listed`, `status ${exchange.answer.status}`)];
  return webhookDifferences(item, raw).map((claim) =>
    findingOf(blame, { ...claim, documented: `${claim.documented}, as in the list` }),
  );
}

/**
 * A deleted webhook is gone from the list and by its id. It may stay in both as one that is out of use.
 * @param seen the readings after its deletion; null for none
 */
export function stillThere(
  rule: string,
  { id, answer }: { readonly id: string; readonly answer: Answered },
  { list, byId }: { readonly list: ReadList | null; readonly byId: SeenWebhook | null },
): Findings {
  const isListed = isInUse(list, id);
  const where = [isListed ? "listed" : null, byId === null ? null : traceOf(byId)].filter(
    (each) => each !== null,
  );
  if (where.length === 0) return [];
  const exchanges = [
    ...(isListed ? (list?.exchanges ?? []) : []),
    ...(byId === null ? [] : [byId.exchange]),
    answer,
  ];
  const documented = `webhook ${id} is gone after its deletion`;
  return [finding({ rule, exchanges }, documented, `still ${where.join(" and ")}`)];
}

/** How a deleted webhook that is read by its id is still there; null if it is not. */
function traceOf({ raw, exchange }: SeenWebhook): string | null {
  if (!isGone(raw)) return "readable by id";
  const isServed = raw === null && succeeded(exchange);
  return isServed ? `answered with ${exchange.answer.status} by its id, not with 404` : null;
}
