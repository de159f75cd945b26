import type { RuleId } from "../../contract/generated/types.js";
import { isObject } from "../../contract/json.js";
import { LISTS } from "../../contract/lists.js";
import { percentDecoded } from "../../contract/text.js";
import { urlOf } from "../../contract/url.js";
import { findArray } from "../../wire/find-array.js";
import { renderValue } from "../../wire/message.js";
import { hrefIn } from "../../wire/raw.js";
import { lastSegment } from "../../wire/segment.js";
import { broken, type Judgement, kept, merge, NOTHING } from "../judgement.js";
import { boundOf } from "../lists/window-filter.js";
import type { JudgedExchange } from "./context.js";

export const BATCH_LINK_RULES = {
  errors: "batch.href.errors",
  labels: "batch.href.labels",
  shipments: "batch.href.shipments",
} as const;

/** Judges where the links of batches lead, by id and in a list. */
export function judgeBatchLinks(judged: JudgedExchange): Judgement {
  if (judged.answer.status !== 200 || judged.answer.body.kind !== "json") return NOTHING;
  const { value } = judged.answer.body;
  switch (judged.operation?.id) {
    case "v1GetBatch":
      return linksOfRecord(judged, value);
    case "v1ListBatches":
      return linksOfListed(judged, value);
    default:
      return NOTHING;
  }
}

/** The batches of a list. It is open which links they show, but a link that names another batch is wrong. */
function linksOfListed(judged: JudgedExchange, body: unknown): Judgement {
  const found = findArray(body, { id: "batch_id" });
  if (found === null) return NOTHING;
  const { findings } = merge(
    found.items.flatMap((batch, at) => linksOf(judged, batch, `${found.pointer}/${at}`).map(judgeItems)),
  );
  return { findings, evidence: [] };
}

/** The links of a batch lead to its own records. */
function linksOfRecord(judged: JudgedExchange, batch: unknown): Judgement {
  return merge([...linksOf(judged, batch, "").map(judgeItems), judgeErrors(judged, batch)]);
}

function linksOf(judged: JudgedExchange, batch: unknown, pointer: string): readonly BatchLink[] {
  if (!isObject(batch) || typeof batch.batch_id !== "string") return [];
  const rest = { judged, ids: namesOf(judged, batch.batch_id), pointer };
  const { batch_labels_url: labels, batch_shipments_url: shipments } = batch;
  return [
    { ...rest, rule: BATCH_LINK_RULES.labels, list: "labels", href: hrefIn(labels) },
    { ...rest, rule: BATCH_LINK_RULES.shipments, list: "shipments", href: hrefIn(shipments) },
  ];
}

/** The id that a batch shows, and the one it was read by; another rule judges whether they are equal. */
function namesOf(
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

/** The other of the two lists to which links of batches lead. */
const OTHER = { labels: "shipments", shipments: "labels" } as const;

/**
 * A link to a whole list, or one filtered by batch_id, names its own batch and narrows it no further. A link to the
 * other list is wrong, and any other one has to be followed.
 */
function judgeItems({ judged: { exchange }, ids, rule, list, pointer, href }: BatchLink): Judgement {
  const target = href === null ? null : urlOf(href, exchange.request.url);
  const path = target?.pathname.replace(/\/+$/, "");
  const place = `${pointer}/batch_${list}_url/href`;
  const wrong = () => broken(rule, exchange, `the ${list} of batch ${ids[0]}`, renderValue(href), place);
  if (path?.endsWith(`/v1/${OTHER[list]}`)) return wrong();
  if (target === null || !path?.endsWith(`/${list}`)) return NOTHING;
  const named = target.searchParams.get("batch_id");
  const isInPath = ids.some((id) => percentDecoded(target.pathname).split("/").includes(id));
  // What bounds leave of a list shows only when the link is followed.
  const isBounded = [...target.searchParams.keys()].some((name) => boundOf(name) !== null);
  if (isBounded || (named === null && (target.search !== "" || isInPath))) return NOTHING;
  if (named !== null && ids.includes(named) && !isNarrowed(list, target)) return kept(rule);
  return wrong();
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
function judgeErrors(judged: JudgedExchange, batch: unknown): Judgement {
  const { exchange } = judged;
  if (!isObject(batch) || typeof batch.batch_id !== "string") return NOTHING;
  const href = hrefIn(batch.batch_errors_url);
  if (href === null) return NOTHING;
  const due = namesOf(judged, batch.batch_id).map((id) => `/v1/batches/${id}/errors`);
  const target = urlOf(href, exchange.request.url);
  // A path may spell one id in several ways: a colon may be written as %3A.
  const path = target === null ? "" : percentDecoded(target.pathname).replace(/\/+$/, "");
  if (due.some((each) => path.endsWith(each))) return kept(BATCH_LINK_RULES.errors);
  const received = renderValue(href);
  return broken(BATCH_LINK_RULES.errors, exchange, `the path ${due[0]}`, received, "/batch_errors_url/href");
}
