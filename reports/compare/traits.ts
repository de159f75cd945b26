import { isObject } from "../../helpers/contract/json.js";
import { findOperation } from "../../helpers/contract/operations.js";
import type { Exchange } from "../../helpers/wire/exchange.js";
import { isUnwell } from "../../helpers/wire/health.js";
import { gatherBody } from "./body-traits.js";
import { csvForms } from "./csv-forms.js";
import { Gathering } from "./gathering.js";
import { PageTraits } from "./page-traits.js";
import { ERROR, type Traits } from "./trait.js";

/** Headers that say nothing about a service's habits. */
const PASSING: ReadonlySet<string> = new Set([
  "connection",
  "content-length",
  "content-type",
  "date",
  "keep-alive",
  "retry-after",
  "transfer-encoding",
]);

/** The place of what any operation may show. */
const ANYWHERE = "any answer";

/** What a service did, as far as its contract leaves it open; depends only on the recording. */
export function habitsOf(exchanges: Iterable<Exchange>): Traits {
  const traits = new Gathering();
  const pages = new PageTraits(traits);
  for (const exchange of exchanges) {
    if (wasRateLimited(exchange))
      traits.note({ aspect: "limit", place: ANYWHERE, what: "requests" }, "429 at some rate");
    if (exchange.answer === null || isUnwell(exchange.answer)) continue;
    gather(exchange, exchange.answer, traits, pages);
  }
  pages.noteLimits();
  traits.sightMembers();
  return traits;
}

/** Whether a 429 came, even if a retry succeeded. */
function wasRateLimited({ answer, retried = [] }: Exchange): boolean {
  return answer?.status === 429 || retried.includes("STATUS_429");
}

function gather(
  exchange: Exchange,
  { status, headers, body }: NonNullable<Exchange["answer"]>,
  traits: Gathering,
  pages: PageTraits,
): void {
  const { operation, check, request } = exchange;
  const name = nameOf(exchange);
  const isError = status >= 400;
  traits.note({ aspect: "status", place: check, what: name }, String(status));
  for (const header of Object.keys(headers)) {
    if (!PASSING.has(header)) traits.note({ aspect: "header", place: ANYWHERE, what: header }, "there");
  }
  const place = isError ? `${ERROR}${status}` : `${name} ${status}`;
  traits.note({ aspect: "header", place, what: "content-type" }, headers["content-type"] ?? "none");
  if (body.kind === "text" && !isError) gatherText(body.text, place, traits);
  if (body.kind !== "json") return;
  const owner = isError ? `${check} ${name}` : request.url.replace(/\?.*/s, "");
  gatherBody(body.value, { place, owner }, { isError, base: baseOf(request.url), traits });
  if (isError) gatherErrorId(body.value, headers, place, traits);
  else if (operation !== null) pages.look(body.value, new URL(request.url), name);
}

/** Text with commas that is not JSON counts as comma-separated values. */
function gatherText(text: string, place: string, traits: Gathering): void {
  if (!text.includes(",")) return;
  for (const [what, form] of csvForms(text)) traits.note({ aspect: "form", place, what }, form);
}

/** Whether an error body repeats the id of a header. */
function gatherErrorId(
  body: unknown,
  headers: Readonly<Record<string, string>>,
  place: string,
  traits: Gathering,
): void {
  if (!isObject(body) || typeof body.request_id !== "string") return;
  const isHeaders = Object.values(headers).includes(body.request_id);
  const seen = isHeaders ? "the id of a header" : "in no header";
  traits.note({ aspect: "form", place, what: "id of an error" }, seen);
}

/** "GET /v1/labels/{label_id}"; for a request outside the contract, its method. */
function nameOf({ operation, request }: Exchange): string {
  const known = operation === null ? null : findOperation(operation);
  return known === null ? `${request.method} of no operation` : `${known.method} ${known.path}`;
}

function baseOf(url: string): string {
  return url.replace(/\/v\d\/.*/s, "");
}
