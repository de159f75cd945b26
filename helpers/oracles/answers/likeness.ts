import { isObject } from "../../contract/json.js";
import { percentDecoded } from "../../contract/text.js";
import type { Answer, Answered, Body, Exchange } from "../../wire/exchange.js";
import { objectOf, textOf } from "../../wire/raw.js";

/** Shorter words of a path occur in too many texts to be removed. */
const SHORTEST_WORD = 3;
const SHORTEST_HEADER_VALUE = 8;
/** How many characters of a text are read where many are compared. */
const LONGEST = 4_000;

const UUID = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/gi;
/** Parts that differ between requests although the answer is the same. */
const VOLATILE = [
  UUID,
  /\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?([.,]\d+)?(Z|[+-]\d\d:?\d\d)?/gi,
  /\b(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]{10,}/gi,
  /\d+/g,
];

/**
 * Whether two answers say the same about two addresses, apart from what the requests put into them (path, ids) and what
 * is always unique (request ids, times, numbers).
 */
export function alike(left: Answered, right: Answered): boolean {
  if (left.answer.status !== right.answer.status || mediaOf(left) !== mediaOf(right)) return false;
  // Remove the words of both paths from both texts: a word such as "errors" may also be a member's name.
  const words = [...wordsOf(left), ...wordsOf(right)].sort((one, other) => other.length - one.length);
  return bareText(left, words) === bareText(right, words);
}

/** Status and member names only: what can be compared if no two answers are alike. */
export function sameOutline(left: Answered, right: Answered): boolean {
  return outlineOf(left) === outlineOf(right);
}

/** Whether the body claims to have the form of the error body. */
export function hasErrorBody({ answer }: Answered): boolean {
  return Array.isArray(objectOf(answer)?.errors);
}

/**
 * Whether a record was looked up and not found: a 404 with the documented error, which a missing path need not have.
 */
export function isNotFound(exchange: Answered): boolean {
  return exchange.answer.status === 404 && hasErrorBody(exchange);
}

function mediaOf({ answer }: Answered): string {
  return answer.headers["content-type"]?.split(";", 1)[0]?.trim().toLowerCase() ?? "";
}

function wordsOf({ request }: Answered): readonly string[] {
  const path = new URL(request.url).pathname;
  const words = [path, ...path.split("/")].flatMap((word) => [word, percentDecoded(word)]);
  return words.filter((word) => word.length >= SHORTEST_WORD);
}

function bareText({ answer: { body, headers } }: Answered, words: readonly string[]): string {
  const text = headOf(body);
  const ownValues = Object.values(headers).filter((value) => value.length >= SHORTEST_HEADER_VALUE);
  const plain = withoutIds(text, words);
  const bare = [...ownValues, ...words].reduce((rest, word) => rest.replaceAll(word, "#"), plain);
  return VOLATILE.reduce((rest, pattern) => rest.replace(pattern, "#"), bare).replace(/#+/g, "#");
}

/**
 * The text of an answer without what its own request put into it, such as path and ids, and without numbers: so that it
 * can be looked up among many others.
 */
export function withoutOwnWords({ url, method }: Exchange["request"], { body }: Answer): string {
  const { pathname, search } = new URL(url);
  const segments = pathname.split("/").filter((segment) => segment.length >= SHORTEST_WORD);
  return [pathname + search, pathname, ...segments, method]
    .reduce(
      (rest, word) => rest.replaceAll(word, "#"),
      withoutIds(headOf(body).slice(0, LONGEST), [pathname]),
    )
    .replace(UUID, "#")
    .replace(/\d+/g, "#")
    .replace(/(?:#[/\s:.-]*)+/g, "#");
}

/** The text of a body, or the beginning of one that is none. */
function headOf(body: Body): string {
  return body.kind === "binary" ? body.head : textOf(body);
}

/**
 * A text without the ids of requests in it, before words are removed: a word such as "add" may be part of an id. An id
 * that is part of a word is left, to be removed with it.
 */
function withoutIds(text: string, words: readonly string[]): string {
  return text.replace(UUID, (id) => (words.some((word) => word.includes(id)) ? id : "#"));
}

function outlineOf({ answer: { status, body } }: Answered): string {
  const shape = body.kind === "json" ? [...new Set(namesIn(body.value))].sort().join() : body.kind;
  return `${status} ${shape}`;
}

function* namesIn(value: unknown): Generator<string> {
  if (Array.isArray(value)) for (const item of value) yield* namesIn(item);
  if (!isObject(value)) return;
  for (const [name, member] of Object.entries(value)) {
    yield name;
    yield* namesIn(member);
  }
}
