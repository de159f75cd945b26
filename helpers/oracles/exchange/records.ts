import type { RuleId } from "../../contract/generated/types.js";
import { isObject } from "../../contract/json.js";
import { LISTS } from "../../contract/lists.js";
import { decodedPath } from "../../contract/operations.js";
import { decodePage } from "../../wire/decode.js";
import { parseInstant } from "../../wire/instant.js";
import { renderIds, renderValue } from "../../wire/message.js";
import { hrefIn, type Raw } from "../../wire/raw.js";
import { findArray } from "../../wire/search.js";
import { lastSegment } from "../../wire/segment.js";
import { broken, type Judgement, kept, merge, NOTHING } from "../judgement.js";
import { resolveHref } from "../lists/links.js";
import type { JudgedExchange } from "./context.js";

export const RECORD_RULES = {
  batchErrors: "batch.href.errors",
  batchLabels: "batch.href.labels",
  batchShipments: "batch.href.shipments",
  sameCarrier: "carriers.services.same-carrier",
  voided: "label.voided.consistent",
  webhookIds: "webhooks.v2.ids.unique",
} as const;

/** Judges a record across its members: statements that a schema cannot make. */
export function judgeRecord(judged: JudgedExchange): Judgement {
  if (judged.answer.status !== 200 || judged.answer.body.kind !== "json") return NOTHING;
  switch (judged.operation?.id) {
    case "v1GetBatch":
      return batchLinks(judged, judged.answer.body.value);
    case "v1ListBatches":
      return listedBatches(judged, judged.answer.body.value);
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

/** The batches of a list. It is open which links they show, but a link that names another batch is wrong. */
function listedBatches(judged: JudgedExchange, body: unknown): Judgement {
  const found = findArray(body);
  if (found === null) return NOTHING;
  const { findings } = merge(
    found.items.flatMap((batch, at) => linksOf(judged, batch, `${found.pointer}/${at}`).map(batchItems)),
  );
  return { findings, evidence: [] };
}

/** The links of a batch lead to its own records. */
function batchLinks(judged: JudgedExchange, batch: unknown): Judgement {
  return merge([...linksOf(judged, batch, "").map(batchItems), batchErrors(judged, batch)]);
}

function linksOf(judged: JudgedExchange, batch: unknown, pointer: string): readonly BatchLink[] {
  if (!isObject(batch) || typeof batch.batch_id !== "string") return [];
  const rest = { judged, ids: idsOf(judged, batch.batch_id), pointer };
  const { batch_labels_url: labels, batch_shipments_url: shipments } = batch;
  return [
    { ...rest, rule: RECORD_RULES.batchLabels, list: "labels", href: hrefIn(labels) },
    { ...rest, rule: RECORD_RULES.batchShipments, list: "shipments", href: hrefIn(shipments) },
  ];
}

/** The id that a batch shows, and the one it was read by; another rule judges whether they are equal. */
function idsOf(
  { exchange, operation }: JudgedExchange,
  shown: string,
): readonly [shown: string, ...asked: string[]] {
  if (operation?.id !== "v1GetBatch") return [shown];
  return [shown, lastSegment(exchange.request.url)];
}

/** A link from a batch to a list of its records. */
interface BatchLink {
  readonly judged: JudgedExchange;
  readonly ids: readonly [shown: string, ...asked: string[]];
  readonly rule: RuleId;
  readonly list: "labels" | "shipments";
  /** Of the batch in the body. */
  readonly pointer: string;
  readonly href: string | null;
}

/**
 * A link to a whole list, or one filtered by batch_id, names its own batch and narrows it no further. Other links have
 * to be followed.
 */
function batchItems({ judged: { exchange }, ids, rule, list, pointer, href }: BatchLink): Judgement {
  const target = href === null ? null : resolveHref(href, exchange.request.url);
  if (target?.pathname.replace(/\/+$/, "").endsWith(`/${list}`) !== true) return NOTHING;
  const named = target.searchParams.get("batch_id");
  const isInPath = ids.some((id) => decodedPath(target.pathname).split("/").includes(id));
  if (named === null && (target.search !== "" || isInPath)) return NOTHING;
  if (named !== null && ids.includes(named) && !isNarrowed(list, target)) return kept(rule);
  const place = `${pointer}/batch_${list}_url/href`;
  return broken(rule, exchange, `the ${list} of batch ${ids[0]}`, renderValue(href), place);
}

/** Whether a link has a filter that counts beside batch_id. */
function isNarrowed(list: BatchLink["list"], { searchParams }: URL): boolean {
  const { filters, ignored } = LISTS[list];
  const idle = ["batch_id", ...(ignored.batch_id ?? [])];
  return Object.entries(filters).some(([name, { values }]) => {
    const value = searchParams.get(name) ?? "";
    return !idle.includes(name) && (values === null ? value !== "" : values.includes(value));
  });
}

/** batch_errors_url leads to the errors of the batch that was asked for. */
function batchErrors(judged: JudgedExchange, batch: unknown): Judgement {
  const { exchange } = judged;
  if (!isObject(batch) || typeof batch.batch_id !== "string") return NOTHING;
  const href = hrefIn(batch.batch_errors_url);
  if (href === null) return NOTHING;
  const due = idsOf(judged, batch.batch_id).map((id) => `/v1/batches/${id}/errors`);
  const target = resolveHref(href, exchange.request.url);
  // A path may spell one id in several ways: a colon may be written as %3A.
  const path = target === null ? "" : decodedPath(target.pathname).replace(/\/+$/, "");
  if (due.some((each) => path.endsWith(each))) return kept(RECORD_RULES.batchErrors);
  const received = renderValue(href);
  return broken(RECORD_RULES.batchErrors, exchange, `the path ${due[0]}`, received, "/batch_errors_url/href");
}

function sameCarrier({ exchange }: JudgedExchange, body: unknown): Judgement {
  const asked = /\/carriers\/([^/]+)\/services/.exec(new URL(exchange.request.url).pathname)?.[1];
  const services = isObject(body) && Array.isArray(body.services) ? body.services.filter(isObject) : [];
  if (asked === undefined || services.length === 0) return NOTHING;
  const due = decodedPath(asked);
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
  const ids = (findArray(body)?.items ?? []).flatMap(({ webhook_id: id }) =>
    typeof id === "string" ? [id] : [],
  );
  if (ids.length < 2) return NOTHING;
  const twice = ids.filter((id, at) => ids.indexOf(id) !== at);
  if (twice.length === 0) return kept(RECORD_RULES.webhookIds);
  const received = `twice: ${renderIds(twice)}`;
  return broken(RECORD_RULES.webhookIds, exchange, "each webhook has a webhook_id of its own", received);
}
