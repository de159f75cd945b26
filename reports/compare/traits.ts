import { findOperation } from "../../helpers/contract/operations.js";
import type { Exchange } from "../../helpers/wire/exchange.js";
import { isObject, type Raw } from "../../helpers/wire/raw.js";
import { csvForms } from "./csv-forms.js";
import { formsOf } from "./forms.js";

/** What can differ between services that both keep the contract. */
export type Aspect = "status" | "member" | "form" | "header" | "order" | "limit";

/** How a service behaves at one place. */
export interface Trait {
  readonly aspect: Aspect;
  /** What is looked at, wherever it stands: a member's name, a header. */
  readonly what: string;
  /** Where: an operation, a path in its answers. */
  readonly place: string;
  /** All that was seen there. */
  readonly seen: Set<string>;
}

/** How a service behaves. */
export interface Traits {
  /** By aspect and place. */
  readonly all: ReadonlyMap<string, Trait>;
  /** Places at which objects with members were seen. */
  readonly objects: ReadonlySet<string>;
}

/** Headers that say nothing of a service's habits. */
const PASSING: ReadonlySet<string> = new Set([
  "connection",
  "content-length",
  "content-type",
  "date",
  "keep-alive",
  "retry-after",
  "transfer-encoding",
]);
/** Answers that come of the network, or of how fast was asked. */
const TRANSIENT: ReadonlySet<number> = new Set([429, 502, 503, 504]);
/** The member of an error that repeats what was sent. */
const ECHO = "field_value";
/** Nested deeper, nothing is looked at. */
const DEEPEST = 12;

/** Traits as they are gathered. */
interface Gathered {
  readonly all: Map<string, Trait>;
  /** How many objects were seen at a place. */
  readonly objects: Map<string, number>;
  /** How many of them had a member. */
  readonly members: Map<Trait, number>;
  /** Most items of a page where more were there and asked for, by list. */
  readonly longest: Map<string, number>;
}

/** What a service did, as far as its contract leaves it open; a function of what was recorded alone. */
export function traitsOf(exchanges: Iterable<Exchange>): Traits {
  const traits: Gathered = { all: new Map(), objects: new Map(), members: new Map(), longest: new Map() };
  for (const exchange of exchanges) {
    if (wasRateLimited(exchange)) note(traits, "limit", "any answer", "requests", "429 at some rate");
    if (exchange.answer === null || TRANSIENT.has(exchange.answer.status)) continue;
    gather(exchange, exchange.answer, traits);
  }
  for (const [name, items] of traits.longest) {
    note(traits, "limit", name, "items of a page", `at most ${items}`);
  }
  for (const [trait, count] of traits.members) {
    if (count < (traits.objects.get(trait.place) ?? 0)) trait.seen.add("missing from some");
  }
  return { all: traits.all, objects: new Set(traits.objects.keys()) };
}

/** Whether 429 came, also where asking again settled it. */
function wasRateLimited({ answer, retried = [] }: Exchange): boolean {
  return answer?.status === 429 || retried.includes("STATUS_429");
}

function gather(
  exchange: Exchange,
  { status, headers, body }: NonNullable<Exchange["answer"]>,
  traits: Gathered,
): void {
  const { operation, check, request } = exchange;
  const name = nameOf(exchange);
  note(traits, "status", check, name, String(status));
  for (const header of Object.keys(headers)) {
    if (!PASSING.has(header)) note(traits, "header", "any answer", header, "there");
  }
  const place = status < 400 ? `${name} ${status}` : `error ${status}`;
  note(traits, "header", place, "content-type", headers["content-type"] ?? "none");
  if (body.kind === "text" && status < 400) gatherText(body.text, place, traits);
  if (body.kind !== "json") return;
  walk(body.value, place, "the body", traits, status >= 400, new URL(request.url).origin);
  if (!isObject(body.value)) return;
  if (status >= 400) gatherErrorId(body.value.request_id, headers, place, traits);
  else if (operation !== null) gatherPage(body.value, request.url, name, traits);
}

/** What is no JSON and has commas is a file of comma-separated values. */
function gatherText(text: string, place: string, traits: Gathered): void {
  if (!text.includes(",")) return;
  for (const [what, form] of csvForms(text)) note(traits, "form", place, what, form);
}

/** Whether an error body carries the id that a header has too. */
function gatherErrorId(
  id: unknown,
  headers: Readonly<Record<string, string>>,
  place: string,
  traits: Gathered,
): void {
  if (typeof id !== "string") return;
  const isHeaders = Object.values(headers).includes(id);
  note(traits, "form", place, "request_id", isHeaders ? "the id of a header" : "in no header");
}

/** "GET /v1/labels/{label_id}"; of a request outside of the contract its method. */
function nameOf({ operation, request }: Exchange): string {
  const known = operation === null ? null : findOperation(operation);
  return known === null ? `${request.method} of no operation` : `${known.method} ${known.path}`;
}

/** Members and forms of a decoded body, items of an array together. */
function walk(
  value: unknown,
  place: string,
  what: string,
  traits: Gathered,
  isError: boolean,
  origin: string,
): void {
  if (place.split("/").length > DEEPEST) return;
  const literal = isError && what !== ECHO;
  for (const form of formsOf(value, { literal, origin })) note(traits, "form", place, what, form);
  if (Array.isArray(value)) {
    for (const item of value) walk(item, `${place}/*`, what, traits, isError, origin);
  } else if (isObject(value)) {
    add(traits.objects, place);
    for (const [name, inner] of Object.entries(value)) {
      add(traits.members, note(traits, "member", place, name, "there"));
      walk(inner, `${place}/${name}`, name, traits, isError, origin);
    }
  }
}

/** Links, order and greatest size of the pages of a list. */
function gatherPage(body: Raw, url: string, name: string, traits: Gathered): void {
  for (const said of parametersOfLinks(body.links, new URL(url))) {
    note(traits, "form", name, "parameters of links", said);
  }
  const items = Object.values(body).find(Array.isArray);
  if (items === undefined) return;
  const { searchParams } = new URL(url);
  const asked = Number(searchParams.get("page_size") ?? "");
  const total = typeof body.total === "number" ? body.total : 0;
  const isFirst = (searchParams.get("page") ?? "1") === "1";
  if (isFirst && asked > items.length && total > items.length) {
    traits.longest.set(name, Math.max(items.length, traits.longest.get(name) ?? 0));
  }
  const order = orderOf(items);
  if (order !== null) {
    note(
      traits,
      "order",
      `${name} sort_dir=${searchParams.get("sort_dir") ?? "none"}`,
      "items of a page",
      order,
    );
  }
}

/** What became of the parameters of a list in its links; which page is meant is no habit. */
function parametersOfLinks(links: unknown, asked: URL): string[] {
  const hrefs = Object.values(isObject(links) ? links : {}).flatMap((link) =>
    isObject(link) && typeof link.href === "string" && URL.canParse(link.href, asked.href) ? [link.href] : [],
  );
  return hrefs.flatMap((href) => {
    const { searchParams } = new URL(href, asked);
    const kept = [...asked.searchParams].filter(([name]) => name !== "page");
    const added = [...searchParams.keys()].some((name) => name !== "page" && !asked.searchParams.has(name));
    return [
      ...kept.map(([name, value]) =>
        !searchParams.has(name)
          ? "left out"
          : searchParams.get(name) === value
            ? "as asked"
            : "written otherwise",
      ),
      ...(added ? ["others added"] : []),
    ];
  });
}

/** By created_at; null where that says nothing. */
function orderOf(items: readonly unknown[]): string | null {
  const times = items.map((item) => (isObject(item) ? Date.parse(String(item.created_at)) : Number.NaN));
  if (times.length < 2 || times.some(Number.isNaN)) return null;
  const steps = times.slice(1).map((time, at) => Math.sign(time - (times[at] ?? time)));
  if (steps.every((step) => step === 0)) return null;
  if (steps.every((step) => step >= 0)) return "oldest first";
  return steps.every((step) => step <= 0) ? "newest first" : "by something else than created_at";
}

function note(traits: Gathered, aspect: Aspect, place: string, what: string, seen: string): Trait {
  const key = `${aspect} ${place} ${what}`;
  const trait = traits.all.get(key) ?? { aspect, what, place, seen: new Set() };
  traits.all.set(key, trait);
  trait.seen.add(seen);
  return trait;
}

function add<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
