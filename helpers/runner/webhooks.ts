import type { OperationId } from "../contract/operations.js";
import { isObject } from "../oracles/decode.js";
import { findIds, objectsIn } from "../oracles/search.js";
import type { Removal } from "../target/ledger.js";
import type { Answered, Ask, Check } from "./check.js";
import { askOnce, succeeded } from "./probe.js";

type Generation = "v1" | "v2";

const OPERATIONS = {
  v1: { list: "v1ListWebhooks", create: "v1CreateWebhook", remove: "v1DeleteWebhook" },
  v2: { list: "v2ListWebhooks", create: "v2CreateWebhook", remove: "v2DeleteWebhook" },
} as const satisfies Record<Generation, Record<string, OperationId>>;

/** A webhook that may have come into being although its body was odd. */
export interface Attempt {
  readonly exchange: Answered;
  /** Ids under which the target holds it afterwards; empty when nothing came into being. */
  readonly ids: readonly string[];
}

/** Address of a webhook that no event can reach (RFC 2606); the same for the same seed. */
export function unreachableUrl(t: Check, word: string): string {
  return `https://plimsoll.invalid/${word}-${t.settings.seed}`;
}

/** Body that creates a webhook, as its generation documents it. */
export function webhookBody(generation: Generation, url: string): Readonly<Record<string, unknown>> {
  if (generation === "v1") return { url, event: "report_complete" };
  return { name: "plimsoll", event: "batch", url, headers: [{ key: "x-plimsoll", value: "plimsoll" }] };
}

/**
 * Tries to create a webhook by an unusual request and looks for it afterwards. Whatever came into being is
 * entered into the ledger and removed at the end of the run.
 * @throws Inconclusive when the target gave no answer, or no list of webhooks
 */
export async function attemptWebhook(
  t: Check,
  generation: Generation,
  url: string,
  request: Pick<Ask, "body" | "raw">,
): Promise<Attempt> {
  const { ledger, debts } = t.session;
  const operation = OPERATIONS[generation].create;
  // Left by an earlier run with the same seed; what this run makes comes after the first look at the list.
  const before = await webhooksAt(t, generation, url, askOnce);
  const entry = ledger.intend({ target: t.settings.url, operation, mark: url });
  const exchange = await t.ask({ operation, ...request, removal: "hold" });
  const listed = await webhooksAt(t, generation, url, (check, ask) => check.ask(ask));
  const named = succeeded(exchange) ? idsIn(exchange) : [];
  const ids = [...new Set([...named, ...listed])].filter((id) => !before.includes(id));
  for (const [at, id] of ids.entries()) {
    const removal: Removal = { operation: OPERATIONS[generation].remove, path: { webhook_id: id } };
    const own = at === 0 ? entry : ledger.intend({ target: t.settings.url, operation, mark: url });
    ledger.created(own, removal);
    debts.set(own, { entry: own, removal });
  }
  if (ids.length === 0) ledger.refused(entry);
  return { exchange, ids };
}

/** Ids of the webhooks that point to an address. */
async function webhooksAt(
  t: Check,
  generation: Generation,
  url: string,
  askFor: (t: Check, ask: Ask) => Promise<Answered | null>,
): Promise<readonly string[]> {
  const own = await askFor(t, { operation: OPERATIONS[generation].list });
  const other = generation === "v1" && t.settings.generations.includes("v2");
  const list =
    (own === null || !succeeded(own)) && other ? await askFor(t, { operation: OPERATIONS.v2.list }) : own;
  if (list === null || !succeeded(list) || list.answer.body.kind !== "json") {
    return t.inconclusive("the webhooks cannot be listed, so an effect would not be seen");
  }
  return objectsIn(list.answer.body.value)
    .filter((record) => record.url === url)
    .map((record) => record.webhook_id ?? record.id)
    .filter((id) => typeof id === "string" || typeof id === "number")
    .map(String);
}

function idsIn({ answer: { body } }: Answered): readonly string[] {
  return body.kind === "json" && isObject(body.value) ? findIds(body.value, "webhook_id") : [];
}
