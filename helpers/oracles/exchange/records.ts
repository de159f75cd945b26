import { isObject } from "../../contract/json.js";
import { percentDecoded } from "../../contract/text.js";
import { decodePage } from "../../wire/decode.js";
import { findArray } from "../../wire/find-array.js";
import { parseInstant } from "../../wire/instant.js";
import { renderIds, renderValue } from "../../wire/message.js";
import type { Raw } from "../../wire/raw.js";
import { broken, type Judgement, kept, NOTHING } from "../judgement.js";
import type { JudgedExchange } from "./context.js";

export const RECORD_RULES = {
  sameCarrier: "carriers.services.same-carrier",
  voided: "label.voided.consistent",
  webhookIds: "webhooks.v2.ids.unique",
} as const;

/** Judges records across their members: statements that a schema cannot make. */
export function judgeRecord(judged: JudgedExchange): Judgement {
  if (judged.answer.status !== 200 || judged.answer.body.kind !== "json") return NOTHING;
  switch (judged.operation?.id) {
    case "v1ListCarrierServices":
      return sameCarrier(judged, judged.answer.body.value);
    case "v1ListLabels":
      return voided(judged);
    case "v2ListWebhooks":
      return webhookIds(judged, judged.answer.body.value);
    default:
      return NOTHING;
  }
}

function sameCarrier({ exchange }: JudgedExchange, body: unknown): Judgement {
  const asked = /\/carriers\/([^/]+)\/services/.exec(new URL(exchange.request.url).pathname)?.[1];
  const services = isObject(body) && Array.isArray(body.services) ? body.services.filter(isObject) : [];
  if (asked === undefined || services.length === 0) return NOTHING;
  const due = percentDecoded(asked);
  const at = services.findIndex(({ carrier_id: id }) => typeof id === "string" && id !== due);
  if (at < 0) return kept(RECORD_RULES.sameCarrier);
  const documented = `carrier_id ${due}, the carrier asked for`;
  const received = renderValue(services[at]?.carrier_id);
  return broken(RECORD_RULES.sameCarrier, exchange, documented, received, `/services/${at}/carrier_id`);
}

function voided({ exchange }: JudgedExchange): Judgement {
  const page = decodePage(exchange, "labels");
  if (page.kind !== "page" || page.items.length === 0) return NOTHING;
  const odd = page.items.filter(({ raw }) => saysBoth(raw));
  const [first] = odd;
  if (first === undefined) return kept(RECORD_RULES.voided);
  const { status, voided: flag, voided_at: at } = first.raw;
  return broken(
    RECORD_RULES.voided,
    exchange,
    "the voided flag is set exactly where the status is voided, and only there is a time of voiding",
    `${renderIds(odd.map((item) => item.id))}; ${first.id} has ${renderValue({ status, voided: flag, voided_at: at })}`,
    `/labels/${page.items.indexOf(first)}/voided`,
  );
}

/** Whether a label says both that it is voided and that it is not. */
function saysBoth({ status, voided: flag, voided_at: at }: Raw): boolean {
  if (typeof flag !== "boolean" || typeof status !== "string") return false;
  const isVoided = status === "voided";
  return flag !== isVoided || (!isVoided && parseInstant(String(at)) !== null);
}

function webhookIds({ exchange }: JudgedExchange, body: unknown): Judgement {
  const ids = (findArray(body, { id: "webhook_id" })?.items ?? []).flatMap(({ webhook_id: id }) =>
    typeof id === "string" ? [id] : [],
  );
  if (ids.length < 2) return NOTHING;
  const twice = ids.filter((id, at) => ids.indexOf(id) !== at);
  if (twice.length === 0) return kept(RECORD_RULES.webhookIds);
  const received = `twice: ${renderIds(twice)}`;
  return broken(RECORD_RULES.webhookIds, exchange, "each webhook has a webhook_id of its own", received);
}
