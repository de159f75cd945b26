import { escapeStep, isObject } from "../../contract/json.js";
import type { Change } from "../../wire/changes.js";
import type { Raw } from "../../wire/raw.js";

/** Members of a line for the ordered quantity, which no service computes. */
const ORDERED = /^(ordered_)?(quantity|qty)(_ordered)?$/;

/** The lines of an order with the first line's quantity raised by one and the last line's by two. */
interface OneMore {
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

/**
 * The lines of an order with the first line once more, and the quantities of `oneMore`: whether a service replaces
 * lines, merges them or adds them up, it shows. Under their member; empty if it shows no lines.
 */
export function otherLines(record: Raw): Raw {
  const more = oneMore(record);
  for (const [member, lines] of Object.entries(record))
    if (Array.isArray(lines) && isObject(lines[0]))
      return { [member]: [lines[0], ...(more?.member === member ? more.lines : lines)] };
  return {};
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

/** The member that showed lines before, and shows none any more; null if there is no such member. */
export function emptiedLines(before: Raw, after: Raw): string | null {
  const member = oneMore(before)?.member ?? "";
  const now = after[member];
  return Array.isArray(now) && now.length === 0 ? member : null;
}

/** Names of the ids of other records that changed on an order. */
export function movedIds(before: Raw, after: Raw): readonly string[] {
  return Object.keys(before).filter((name) => {
    const [old, now] = [before[name], after[name]];
    return name.endsWith("_id") && typeof old === "string" && typeof now === "string" && old !== now;
  });
}

/** Where an order shows another supplier or warehouse than before, or other quantities in its lines. */
export function otherCargo(before: Raw, after: Raw): readonly Change[] {
  const more = oneMore(before);
  const lines = more !== null && keepsNumbers(more, before, after) === false ? [more.member] : [];
  const places = ["supplier_id", "warehouse_id"].filter(
    (name) => typeof before[name] === "string" && name in after && after[name] !== before[name],
  );
  return [...lines, ...places].map((name) => ({
    pointer: `/${escapeStep(name)}`,
    before: before[name],
    after: after[name],
  }));
}

function numbersIn(lines: unknown, number: string): readonly string[] | null {
  if (!Array.isArray(lines) || !lines.every(isObject)) return null;
  return lines.map((line) => String(line[number])).toSorted();
}
