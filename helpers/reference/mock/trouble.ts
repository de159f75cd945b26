import { METHODS } from "node:http";
import { isObject } from "../../contract/json.js";
import type { Operation } from "../../contract/model.js";
import { nearWords } from "../../contract/nearest.js";
import { matchOperation, operations } from "../../contract/operations.js";
import { matchesGlob } from "../../contract/rules.js";

const WORDS = ["reset", "hang", "truncate", "slow", "latency"] as const;

/**
 * What happens to a request on its way. A number: an answer with that error status, such as 429 or 503, instead of the
 * usual one. `reset`: the connection is lost. `hang`: no answer ever comes. `truncate`: the connection is lost in the
 * middle of the body. `slow`: the body comes bit by bit over `ms`. `latency`: the answer is `ms` late.
 */
export type TroubleKind = number | (typeof WORDS)[number];

/** Trouble of the network, for testing clients: which requests meet it, and how many of them. */
export interface Trouble {
  readonly kind: TroubleKind;
  /** Glob of operation ids or path templates, such as "v1List*" or "/v1/labels*". @defaultValue all */
  readonly operation?: string;
  /** @defaultValue all */
  readonly method?: string;
  /** Matching requests that pass before it begins. @defaultValue 0 */
  readonly after?: number;
  /** Requests affected before it ends. @defaultValue all */
  readonly times?: number;
  /** Share of the matching requests that are affected, drawn by the service's seed. @defaultValue 1 */
  readonly chance?: number;
  /** Milliseconds of `latency` and `slow`. @defaultValue 1000 */
  readonly ms?: number;
  /** Up to this many milliseconds more, drawn by the service's seed. @defaultValue 0 */
  readonly jitter?: number;
  /** Seconds in Retry-After. @defaultValue 1 with 429, otherwise no such header */
  readonly retryAfter?: number;
}

/** Invalid trouble, and what is wrong with it. */
export class WrongTrouble extends Error {}

/** Longest time that a timer can wait. */
export const LONGEST_MS = 2_147_483_647;

/** Upper limits of the numbers. */
const NUMBERS = { after: 1e9, times: 1e9, chance: 1, ms: LONGEST_MS, jitter: LONGEST_MS, retryAfter: 86_400 };
type NumberName = keyof typeof NUMBERS;
const MEMBERS = ["kind", "operation", "method", ...Object.keys(NUMBERS)];

const isNumberName = (name: string): name is NumberName => Object.hasOwn(NUMBERS, name);

/**
 * Reads trouble from a text such as "429 v1ListLabels times=2 retryAfter=3", or from an object with the same members.
 * @throws WrongTrouble with one line
 */
export function readTrouble(given: unknown): Trouble {
  const members = typeof given === "string" ? membersOf(given) : given;
  if (!isObject(members)) throw new WrongTrouble("trouble is a text or an object with a kind");
  const unknown = Object.keys(members).find((name) => !MEMBERS.includes(name));
  if (unknown !== undefined) {
    throw new WrongTrouble(`trouble has no "${unknown}"${nearWords(unknown, MEMBERS)}`);
  }
  const { operation, method } = members;
  return {
    kind: readKind(members.kind),
    ...(operation === undefined ? {} : { operation: readOperation(operation) }),
    ...(method === undefined ? {} : { method: readMethod(method) }),
    ...Object.fromEntries(
      Object.keys(NUMBERS).flatMap((name) =>
        isNumberName(name) && members[name] !== undefined ? [[name, readNumber(name, members[name])]] : [],
      ),
    ),
  };
}

/** The members in a text: a kind, optionally an operation, and "name=value" for the others. */
function membersOf(text: string): Record<string, unknown> {
  const [kind = "", ...words] = text.trim().split(/\s+/);
  const pairs = words.map((word, index): [string, string] => {
    const [name = "", value] = word.split("=", 2);
    if (value !== undefined) return [name, value];
    if (index === 0) return ["operation", word];
    throw new WrongTrouble(
      `"${word}" is not of the form name=value; the names are ${MEMBERS.slice(1).join(", ")}`,
    );
  });
  return { kind, ...Object.fromEntries(pairs) };
}

function readKind(kind: unknown): TroubleKind {
  const status = Number(kind);
  if (Number.isInteger(status) && status >= 400 && status <= 599) return status;
  const word = WORDS.find((known) => known === kind);
  if (word !== undefined) return word;
  const near = nearWords(String(kind), WORDS);
  throw new WrongTrouble(
    `"${kind}" is not a kind of trouble: a status of 400 to 599, ${WORDS.join(", ")}${near}`,
  );
}

/** A glob that matches an operation. @throws WrongTrouble if it matches none */
export function readOperation(glob: unknown): string {
  const text = String(glob);
  if (operations.some((operation) => isMeant(operation, text))) return text;
  const near = nearWords(
    text,
    operations.map(({ id }) => id),
  );
  throw new WrongTrouble(`no operation is called "${text}"${near}`);
}

function readMethod(given: unknown): string {
  const method = String(given).toUpperCase();
  if (METHODS.includes(method)) return method;
  throw new WrongTrouble(`there is no method "${given}"${nearWords(method, METHODS)}`);
}

function readNumber(name: NumberName, given: unknown): number {
  const value = typeof given === "string" && given.trim() !== "" ? Number(given) : given;
  const most = NUMBERS[name];
  const whole = name === "chance" || Number.isInteger(value);
  if (typeof value === "number" && value >= 0 && value <= most && whole) return value;
  throw new WrongTrouble(
    `${name} is ${name === "chance" ? "a" : "a whole"} number from 0 to ${most}; got ${given}`,
  );
}

/** The operation that a request calls: HEAD is answered as GET is. Null outside the contract. */
export function operationOf(method: string, path: string): Operation | null {
  return matchOperation(method === "HEAD" ? "GET" : method, path)?.operation ?? null;
}

/** Whether a glob matches an operation: by its id, or by its path if the glob begins with a slash. */
export const isMeant = (
  { id, path }: { readonly id: string; readonly path: string },
  glob: string,
): boolean => matchesGlob(glob.startsWith("/") ? path : id, glob);
