import { isObject } from "../../helpers/contract/json.js";
import { findOperation } from "../../helpers/contract/operations.js";
import type { Exchange } from "../../helpers/wire/exchange.js";
import type { Raw } from "../../helpers/wire/raw.js";
import { isUnwell } from "../../helpers/wire/status.js";
import { csvForms } from "./csv-forms.js";
import { formsOf } from "./forms.js";
import { orderOf } from "./order.js";

/** What can differ between services that both keep the contract. */
export type Aspect = "status" | "member" | "form" | "header" | "order" | "limit";

/** How a service behaves at one place. */
export interface Trait {
  readonly aspect: Aspect;
  /** The name of what is looked at: a member, a header. */
  readonly what: string;
  /** Where: an operation, a path in its answers. */
  readonly place: string;
  /** All values seen there. */
  readonly seen: Set<string>;
  /** For a member or a form: the records it was seen on. */
  readonly owners: Set<string>;
}

/** How a service behaves. */
export interface Traits {
  /** By aspect and place. */
  readonly all: ReadonlyMap<string, Trait>;
  /** The records whose objects with members were seen, by place. */
  readonly objects: ReadonlyMap<string, ReadonlySet<string>>;
  /** The records on which members and forms were seen at any place, by `subjectOf`. */
  readonly sightings: ReadonlyMap<string, Sightings>;
}

/** Records that show something, to distinguish a habit from data. */
interface Sightings {
  readonly all: Set<string>;
  /** By what was seen. */
  readonly by: Map<string, Set<string>>;
}

/** What a member or a form belongs to, at any place. Errors are separate for each status, and so are whole bodies. */
export function subjectOf({ aspect, place, what }: Pick<Trait, "aspect" | "place" | "what">): string {
  const isOwn = place.startsWith(ERROR) || what === BODY;
  return `${aspect} ${isOwn ? place : ""} ${what}`;
}

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
/** The member of an error that repeats what was sent. */
const ECHO = "field_value";
/** Prefix of the places of errors, which are grouped by status rather than operation. */
export const ERROR = "error ";
const BODY = "the body";
/** Do not look deeper than this. */
const DEEPEST = 12;

/** Traits while they are being gathered. */
interface Gathered {
  readonly all: Map<string, Trait>;
  /** The records whose objects were seen at a place. */
  readonly objects: Map<string, Set<string>>;
  readonly sightings: Map<string, Sightings>;
  /** Most items on a page of which more existed and were asked for, by list. */
  readonly longest: Map<string, number>;
}

/** What a service did, as far as its contract leaves it open; depends only on the recording. */
export function traitsOf(exchanges: Iterable<Exchange>): Traits {
  const traits: Gathered = {
    all: new Map(),
    objects: new Map(),
    sightings: new Map(),
    longest: new Map(),
  };
  for (const exchange of exchanges) {
    if (wasRateLimited(exchange)) note(traits, "limit", "any answer", "requests", "429 at some rate");
    if (exchange.answer === null || isUnwell(exchange.answer.status)) continue;
    gather(exchange, exchange.answer, traits);
  }
  for (const [name, items] of traits.longest) {
    note(traits, "limit", name, "items of a page", `at most ${items}`);
  }
  sightMembers(traits);
  return traits;
}

/** Notes which records have each member and which lack it. */
function sightMembers(traits: Gathered): void {
  for (const trait of [...traits.all.values()].filter(({ aspect }) => aspect === "member")) {
    for (const owner of traits.objects.get(trait.place) ?? []) {
      sight(traits, trait, trait.owners.has(owner) ? "there" : "missing from some", owner);
    }
  }
}

/** Whether a 429 came, even if a retry succeeded. */
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
  const place = status < 400 ? `${name} ${status}` : `${ERROR}${status}`;
  note(traits, "header", place, "content-type", headers["content-type"] ?? "none");
  if (body.kind === "text" && status < 400) gatherText(body.text, place, traits);
  if (body.kind !== "json") return;
  const known = { isError: status >= 400, base: baseOf(request.url), traits };
  walk(body.value, place, BODY, status >= 400 ? `${check} ${name}` : request.url.replace(/\?.*/s, ""), known);
  if (status < 400) {
    if (operation !== null) gatherPage(body.value, request.url, name, traits);
  } else if (isObject(body.value)) gatherErrorId(body.value.request_id, headers, place, traits);
}

/** Text with commas that is no JSON counts as comma-separated values. */
function gatherText(text: string, place: string, traits: Gathered): void {
  if (!text.includes(",")) return;
  for (const [what, form] of csvForms(text)) note(traits, "form", place, what, form);
}

/** Whether an error body repeats the id of a header. */
function gatherErrorId(
  id: unknown,
  headers: Readonly<Record<string, string>>,
  place: string,
  traits: Gathered,
): void {
  if (typeof id !== "string") return;
  const isHeaders = Object.values(headers).includes(id);
  note(traits, "form", place, "id of an error", isHeaders ? "the id of a header" : "in no header");
}

/** "GET /v1/labels/{label_id}"; for a request outside the contract, its method. */
function nameOf({ operation, request }: Exchange): string {
  const known = operation === null ? null : findOperation(operation);
  return known === null ? `${request.method} of no operation` : `${known.method} ${known.path}`;
}

/** What does not change while a body is walked. */
interface Known {
  readonly isError: boolean;
  /** Address up to the generation. */
  readonly base: string;
  readonly traits: Gathered;
}

function baseOf(url: string): string {
  return url.replace(/\/v\d\/.*/s, "");
}

/** Members and forms of a decoded body; items of an array count together. */
function walk(value: unknown, place: string, what: string, owner: string, known: Known): void {
  if (place.split("/").length > DEEPEST) return;
  const { isError, base, traits } = known;
  const literal = isError && what !== ECHO;
  for (const form of formsOf(value, { literal, base, what })) {
    sight(traits, note(traits, "form", place, what, form, owner), form, owner);
  }
  if (Array.isArray(value)) {
    for (const [at, item] of value.entries()) walk(item, `${place}/*`, what, `${owner}/${at}`, known);
  } else if (isObject(value)) {
    const self = idsOf(value) || owner;
    add(traits.objects, place, self);
    for (const [name, inner] of Object.entries(value)) {
      note(traits, "member", place, name, "there", self);
      walk(inner, `${place}/${name}`, name, self, known);
    }
  }
}

/** What identifies a record wherever it is shown; empty if it has no ids. */
function idsOf(record: Raw): string {
  return Object.entries(record)
    .filter(([name, value]) => name.endsWith("_id") && value !== null && name !== "request_id")
    .map(([, value]) => String(value))
    .join(" ");
}

/** Links, order and largest page size of a list. */
function gatherPage(body: unknown, url: string, name: string, traits: Gathered): void {
  const envelope = isObject(body) ? body : {};
  for (const said of parametersOfLinks(envelope.links, new URL(url))) {
    note(traits, "form", name, "parameters of links", said);
  }
  const items = Array.isArray(body) ? body : Object.values(envelope).find(Array.isArray);
  if (items === undefined) return;
  const { searchParams } = new URL(url);
  const asked = Number(searchParams.get("page_size") ?? "");
  const total = typeof envelope.total === "number" ? envelope.total : 0;
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

/** What the links of a list do with its parameters, except the page number, which is no habit. */
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

function note(
  traits: Gathered,
  aspect: Aspect,
  place: string,
  what: string,
  seen: string,
  owner?: string,
): Trait {
  const key = `${aspect} ${place} ${what}`;
  const trait = traits.all.get(key) ?? { aspect, what, place, seen: new Set(), owners: new Set() };
  traits.all.set(key, trait);
  trait.seen.add(seen);
  if (owner !== undefined) trait.owners.add(owner);
  return trait;
}

/** Notes that a record shows something. */
function sight(traits: Gathered, trait: Trait, seen: string, owner: string): void {
  trait.seen.add(seen);
  const subject = subjectOf(trait);
  const { all, by } = traits.sightings.get(subject) ?? { all: new Set(), by: new Map() };
  traits.sightings.set(subject, { all: all.add(owner), by });
  add(by, seen, owner);
}

function add<Key>(sets: Map<Key, Set<string>>, key: Key, owner: string): void {
  sets.set(key, (sets.get(key) ?? new Set()).add(owner));
}
