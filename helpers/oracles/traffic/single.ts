import type { OperationId, RuleId } from "../../contract/generated/types.js";
import { DEFAULT_PAGE_SIZE, LISTS, OFFSET_LIMIT } from "../../contract/lists.js";
import { findOperation, matchOperation } from "../../contract/operations.js";
import { urlOf } from "../../contract/url.js";
import { idsOf } from "../../wire/decode.js";
import type { Exchange } from "../../wire/exchange.js";
import { renderIds, renderValue } from "../../wire/message.js";
import { objectOf, sentIn } from "../../wire/raw.js";
import { succeeded } from "../../wire/status.js";
import { finding } from "../finding.js";
import type { PageSeen } from "./readings.js";
import type { Tally } from "./tally.js";

// What a single exchange shows on its own; a run has checks for these.

/** Reads by id: the member of the answer that repeats the id of the path. */
const BY_ID: Partial<Record<OperationId, { readonly member: string; readonly rule: RuleId }>> = {
  v1GetShipment: { member: "shipment_id", rule: "shipment.list-by-id.identity" },
  v2GetWebhook: { member: "webhook_id", rule: "webhooks.v2.get.equals" },
};

/** Members of the request that the creation of a v2 webhook repeats. */
const REPEATED: Readonly<Record<string, RuleId>> = {
  name: "webhooks.v2.create.name",
  url: "webhooks.v2.create.url",
  event: "webhooks.v2.create.event",
  store_id: "webhooks.v2.create.store_id",
};

/** @param reading the page that the exchange shows, if it is one */
export function judgeSingle(exchange: Exchange, reading: PageSeen | null, tally: Tally): void {
  const operation = exchange.operation === null ? undefined : findOperation(exchange.operation)?.id;
  if (operation === undefined) return;
  if (operation === "v1ListShipments") judgeDefaultOffset(exchange, tally);
  if (reading !== null) judgePage(reading, tally);
  if (!succeeded(exchange)) return;
  tally.saw(`operation.${operation}`, "successes");
  judgeIdentity(exchange, operation, tally);
  if (operation === "v2CreateWebhook") judgeRepeated(exchange, tally);
}

function judgeIdentity(exchange: Exchange, operation: OperationId, tally: Tally): void {
  const due = BY_ID[operation];
  const record = objectOf(exchange.answer);
  if (due === undefined || record === null || exchange.answer?.status !== 200) return;
  const path = new URL(exchange.request.url).pathname.replace(/^.*?(?=\/v[12]\/)/, "");
  const asked = matchOperation("GET", path)?.params[due.member];
  const shown = record[due.member];
  // Another type of id breaks the record's schema.
  if (asked === undefined || typeof shown !== "string" || shown === asked) return;
  tally.find([
    finding(
      { rule: due.rule, exchanges: [exchange] },
      `the record that was asked for, ${asked}`,
      renderValue(shown),
      `/${due.member}`,
    ),
  ]);
}

function judgeRepeated(exchange: Exchange, tally: Tally): void {
  const sent = sentIn(exchange);
  const made = objectOf(exchange.answer);
  if (sent === null || made === null) return;
  for (const [member, rule] of Object.entries(REPEATED)) {
    if (!(member in sent) || !(member in made)) continue;
    tally.saw(rule, "webhooks created");
    if (wordsOf(sent[member]) === wordsOf(made[member])) continue;
    tally.find([
      finding(
        { rule, exchanges: [exchange] },
        `${member} as it was sent, ${renderValue(sent[member])}`,
        renderValue(made[member]),
        `/${member}`,
      ),
    ]);
  }
}

/** One address may be spelled in several ways. */
function wordsOf(value: unknown): string {
  return (typeof value === "string" ? urlOf(value)?.href : null) ?? JSON.stringify(value);
}

/** The offset limit counts 25 items a page if no size is given. */
function judgeDefaultOffset(exchange: Exchange, tally: Tally): void {
  const { searchParams } = new URL(exchange.request.url);
  const page = searchParams.get("page") ?? "";
  if (searchParams.has("page_size") || !/^[1-9]\d{2,8}$/.test(page)) return;
  const { answer } = exchange;
  if (Number(page) * DEFAULT_PAGE_SIZE <= OFFSET_LIMIT || answer === null) return;
  const rule: RuleId = "limits.offset.default-page-size";
  if (answer.status === 400) tally.saw(rule, "pages");
  if (!succeeded(exchange)) return;
  const documented = `status 400: page ${page} of the default size ${DEFAULT_PAGE_SIZE} is above the limit`;
  tally.find([finding({ rule, exchanges: [exchange] }, documented, `status ${answer.status}`)]);
}

/** No item occurs twice on a page, no page holds more than the total, and a filtered page no fewer than due. */
function judgePage({ list, page, asked, total, filters }: PageSeen, tally: Tally): void {
  const blame = { exchanges: [page.exchange] };
  const ids = idsOf(page.items);
  const twice = ids.filter((id, at) => ids.indexOf(id) < at);
  if (twice.length > 0) {
    tally.find([
      finding(
        { ...blame, rule: LISTS[list].rules.partition },
        "each item once on a page",
        `${renderIds(twice)} twice`,
      ),
    ]);
    return;
  }
  const rest = Math.max(0, total - (asked.page - 1) * asked.size);
  const received = `total ${total} and ${ids.length} on page ${asked.page}`;
  if (ids.length > total) {
    const documented = "a total not below the items on the page";
    tally.doubt(finding({ ...blame, rule: "paging.total.matches-items" }, documented, received, "/total"));
  } else if (filters !== "" && asked.size <= DEFAULT_PAGE_SIZE && ids.length < Math.min(asked.size, rest)) {
    const documented = "a total of the items that match, of which the page holds as many as fit";
    tally.doubt(finding({ ...blame, rule: LISTS[list].rules.total }, documented, received, "/total"));
  }
}
