import { ORDER_STATUSES, type OrderStatus } from "../contract/purchase-orders.js";
import { type Change, shows } from "../wire/changes.js";
import type { Answer, Body, Exchange } from "../wire/exchange.js";
import { isObject, jsonOf, type Raw } from "../wire/raw.js";
import { escapePointer, isId, objectsIn } from "../wire/search.js";
import { isSuccess } from "../wire/status.js";
import { isAboutTheCaller } from "./refusal.js";

const ID_MEMBER = "purchase_order_id";
/** The contract does not name the status member; these are tried in order. */
const STATUS_MEMBERS = ["status", "purchase_order_status"] as const;

/** A purchase order, as far as it can be recognised in a body whose shape the contract leaves open. */
export interface Order {
  readonly id: string;
  /** Null if no member shows a documented status. */
  readonly status: OrderStatus | null;
  readonly record: Raw;
}

/**
 * All purchase orders in a body, each id once: objects with purchase_order_id; where there are none, the outermost
 * ones with id and a documented status.
 */
export function ordersIn(body: unknown): readonly Order[] {
  const named = objectsIn(body).filter((record) => isId(record[ID_MEMBER]));
  const [member, records] = named.length > 0 ? [ID_MEMBER, named] : ["id", withStatus(body)];
  const orders = new Map<string, Order>();
  for (const record of records) {
    const id = String(record[member]);
    if (!orders.has(id)) orders.set(id, { id, status: statusOf(record), record });
  }
  return [...orders.values()];
}

/** The outermost objects with an id and the status of an order: what stands inside, such as lines, may have both too. */
function withStatus(value: unknown): readonly Raw[] {
  if (isObject(value) && isId(value.id) && statusOf(value) !== null) return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(withStatus);
}

/** The order in the answer to a read by id: the object with its id, otherwise the body itself. */
export function orderIn(body: unknown, id: string): Order | null {
  const known = ordersIn(body).find((order) => order.id === id);
  if (known !== undefined) return known;
  return isObject(body) ? { id, status: statusOf(body), record: body } : null;
}

/** The status that a record shows, or null. */
export function statusOf(record: Raw): OrderStatus | null {
  const shown = STATUS_MEMBERS.map((member) => record[member]);
  return ORDER_STATUSES.find((status) => shown.includes(status)) ?? null;
}

/** Name of the member that shows the status; `status` if none does. */
export function statusMember(record: Raw): string {
  return STATUS_MEMBERS.find((member) => typeof record[member] === "string") ?? "status";
}

/** Free texts are stored unchanged; a service may normalise anything else. */
const FREE_TEXT: readonly string[] = ["note_to_supplier", "reference_number"];

/**
 * Whether a field does not show what was sent: it shows the old value, nothing, what was sent for another field or, for
 * a free text, another text. Null if the order does not show the field at all.
 */
export function notApplied(field: string, values: Raw, before: Raw, after: Raw): boolean | null {
  const [old, now] = [before[field], after[field]];
  if (old === undefined && now === undefined) return null;
  if (shows(values[field], now)) return false;
  const formers = [old, ...Object.values(values)];
  return (
    now === undefined || now === null || formers.some((each) => shows(each, now)) || FREE_TEXT.includes(field)
  );
}

/** Members of a line for the ordered quantity, which no service computes. */
const ORDERED = /^(ordered_)?(quantity|qty)(_ordered)?$/;

/** The lines of an order with the first line's quantity raised by one and the last line's by two. */
export interface OneMore {
  /** Member of the order that holds the lines. */
  readonly member: string;
  /** Member of a line with the ordered quantity. */
  readonly number: string;
  /** The first line's new quantity. */
  readonly sent: number;
  /** The last line's new quantity; null if there is only one line, or if it shows no quantity. */
  readonly last: number | null;
  readonly lines: readonly unknown[];
}

/** Higher quantities for the first and last line; null if the order shows no line with a quantity. */
export function oneMore(record: Raw): OneMore | null {
  for (const [member, lines] of Object.entries(record)) {
    const first: unknown = Array.isArray(lines) ? lines[0] : null;
    if (!Array.isArray(lines) || !isObject(first)) continue;
    const number = Object.keys(first).find((name) => ORDERED.test(name) && Number.isInteger(first[name]));
    if (number === undefined) continue;
    const sent = Number(first[number]) + 1;
    const rest: readonly unknown[] = lines.slice(1);
    const end = rest.at(-1);
    const last = isObject(end) && Number.isInteger(end[number]) ? Number(end[number]) + 2 : null;
    const changed =
      isObject(end) && last !== null ? [...rest.slice(0, -1), { ...end, [number]: last }] : rest;
    return { member, number, sent, last, lines: [{ ...first, [number]: sent }, ...changed] };
  }
  return null;
}

/** Whether the lines of an order show the same quantities as before, in any order; null if the lines cannot be read. */
export function keepsNumbers({ member, number }: OneMore, before: Raw, after: Raw): boolean | null {
  const [old, now] = [numbersIn(before[member], number), numbersIn(after[member], number)];
  return old === null || now === null ? null : JSON.stringify(old) === JSON.stringify(now);
}

/** Whether the first line shows what was sent, and all other lines what they showed before. */
export function keepsLast({ member, number, lines, last }: OneMore, before: Raw, after: Raw): boolean {
  const old = before[member];
  const now = numbersIn(after[member], number);
  if (last === null || now === null || !Array.isArray(old)) return false;
  const firstAlone = numbersIn([lines[0], ...old.slice(1)], number);
  return JSON.stringify(now) === JSON.stringify(firstAlone);
}

/**
 * The member whose lines were sent back unchanged but of which only some are left. Null if all or none are left: lines
 * may have another form in a body than in an answer.
 */
export function dropsLines(before: Raw, after: Raw): string | null {
  const member = oneMore(before)?.member ?? "";
  const [old, now] = [before[member], after[member]];
  if (!Array.isArray(old) || !Array.isArray(now) || now.length === 0 || now.length >= old.length) return null;
  const texts = old.map((line) => JSON.stringify(line));
  return now.every((line) => texts.includes(JSON.stringify(line))) ? member : null;
}

/** Where an order shows another supplier or warehouse than before, or other quantities in its lines. */
export function otherCargo(before: Raw, after: Raw): readonly Change[] {
  const more = oneMore(before);
  const lines = more !== null && keepsNumbers(more, before, after) === false ? [more.member] : [];
  const places = ["supplier_id", "warehouse_id"].filter(
    (name) => typeof before[name] === "string" && name in after && after[name] !== before[name],
  );
  return [...lines, ...places].map((name) => ({
    pointer: `/${escapePointer(name)}`,
    before: before[name],
    after: after[name],
  }));
}

function numbersIn(lines: unknown, number: string): readonly string[] | null {
  if (!Array.isArray(lines) || !lines.every(isObject)) return null;
  return lines.map((line) => String(line[number])).toSorted();
}

/** The outcome of a request that would change something. */
export type Outcome = "accepted" | "refused" | "unclear";

/** 4xx statuses about the key, the path or the rate rather than the request. */
const NO_REFUSAL: ReadonlySet<number> = new Set([401, 404, 405, 429]);

/**
 * A 2xx is an acceptance; a 4xx is a refusal unless it is about the key, the path or the rate; a 207 counts by its
 * parts.
 */
export function outcomeOf({ status, body }: Answer): Outcome {
  if (status === 207) return partsRefused(body) ? "refused" : "accepted";
  if (isSuccess(status)) return "accepted";
  return status >= 400 && status < 500 && !NO_REFUSAL.has(status) ? "refused" : "unclear";
}

function partsRefused(body: Body): boolean {
  if (body.kind !== "json") return false;
  const statuses = ["status", "status_code"].flatMap((name) =>
    objectsIn(body.value).map((part) => Number(part[name])),
  );
  return statuses.some((status) => status >= 400 && status < 600);
}

/**
 * Whether a refusal is about the state of the order rather than about the guessed body: a 409, or an error that is no
 * validation error or that names the status.
 */
export function isAboutState(answer: Answer): boolean {
  if (answer.status === 409) return true;
  if (isAboutTheCaller(answer)) return false;
  const errors = errorsAnywhere(answer);
  const namesStatus = errors.some(
    ({ error_code: code, field_name: name }) =>
      code === "invalid_status" || STATUS_MEMBERS.some((member) => member === name),
  );
  return namesStatus || (errors.length > 0 && errors.every(({ error_type: type }) => type !== "validation"));
}

/** Whether a refusal is only about the state of the order: neither about a value nor about another order. */
export function deniesState(answer: Answer): boolean {
  const names = errorsAnywhere(answer).map(({ error_code: code }) => String(code));
  if (names.some((code) => code.endsWith("conflict"))) return false;
  return answer.status === 409 || names.includes("invalid_status");
}

/** Whether a refusal names exactly this field. */
export function deniesField(answer: Answer, field: string): boolean {
  const errors = errorsAnywhere(answer);
  return errors.length > 0 && errors.every(({ field_name: name }) => name === field);
}

/** The errors of an answer, anywhere in its body. */
function errorsAnywhere(answer: Answer): readonly Raw[] {
  return objectsIn(jsonOf(answer)).filter((value) => "error_code" in value || "error_type" in value);
}

/** What a document operation delivered; "other" is a success that is neither a PDF nor an address. */
export type Delivered = "pdf" | "address" | "other" | "nothing";

/** What an answer delivers. */
export function deliveredBy(answer: Answer): Delivered {
  if (answer.status !== 200) return "nothing";
  // The PDF mark need not be at the very start.
  if (startOf(answer.body).includes("%PDF")) return "pdf";
  const address = /"(https?:\/\/|\/)[^"]+"/.test(JSON.stringify(jsonOf(answer)) ?? "");
  return address ? "address" : "other";
}

function startOf(body: Body): string {
  if (body.kind === "binary") return body.head;
  return body.kind === "text" || body.kind === "unreadable" ? body.text.slice(0, 64) : "";
}

/** Whether the refusal of a word shows that the service read it: it mentions the word or its member. */
export function speaksOf(exchange: Exchange, word: string, member: string): boolean {
  const body = exchange.answer?.body;
  if (body?.kind !== "json") return false;
  if (body.text.includes(word)) return true;
  return objectsIn(body.value).some(({ field_name: name }) => name === member);
}
