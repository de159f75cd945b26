import { escapeStep, isObject } from "../contract/json.js";
import type { Raw } from "./raw.js";

/** The limit of a deep search, so that no body can make it slow. */
const MOST_NODES = 200_000;

/** A value inside a JSON value. */
export interface Node {
  readonly value: unknown;
  /** Member name that holds the value; inside an array, that of the array. */
  readonly name: string;
  readonly pointer: string;
  readonly depth: number;
  /** Whether it is inside an array. */
  readonly isInside: boolean;
}

/** Whether a member may be the same as one of the contract, spelled otherwise: `batchId` is like `batch_id`. */
export function isLikeName(name: string, documented: string): boolean {
  return plain(name) === plain(documented);
}

function plain(name: string): string {
  return name.replaceAll(/[-_]/g, "").toLowerCase();
}

/**
 * All distinct ids (strings, or numbers as text) under members called `member`, anywhere in the value: `batchId` counts
 * as `batch_id`, since the contract does not show how most payloads of v2 spell it.
 */
export function findIds(value: unknown, member: string): readonly string[] {
  const wanted = plain(member);
  const ids = new Set<string>();
  for (const node of walk(value)) {
    if (isId(node.value) && plain(node.name) === wanted) ids.add(String(node.value));
  }
  return [...ids];
}

/** All strings anywhere in the value, outermost first. */
export function stringsIn(value: unknown): readonly string[] {
  return placedStringsIn(value).map(({ text }) => text);
}

/** The same with the JSON Pointer of each. */
export function placedStringsIn(
  value: unknown,
): readonly { readonly pointer: string; readonly text: string }[] {
  return [...walk(value)].flatMap(({ value: text, pointer }) =>
    typeof text === "string" ? [{ pointer, text }] : [],
  );
}

/** All objects anywhere in the value, outermost first. */
export function objectsIn(value: unknown): readonly Raw[] {
  return [...walk(value)].map((node) => node.value).filter(isObject);
}

/** A record with its JSON Pointer. */
export interface PlacedRecord {
  readonly pointer: string;
  readonly raw: Raw;
}

/** The records that show an id in a member, outermost first: the body itself or inside wrappers, but in no array. */
export function recordsWithId(body: unknown, member: string, id: string): readonly PlacedRecord[] {
  return [...walk(body)].flatMap(({ value, pointer, isInside }) =>
    isObject(value) && !isInside && value[member] === id ? [{ pointer, raw: value }] : [],
  );
}

/** Whether an id occurs anywhere in the value. Numbers count only under a member that ends in "id". */
export function deepIncludesId(value: unknown, id: string): boolean {
  for (const node of walk(value)) {
    if (node.value === id) return true;
    if (typeof node.value === "number" && node.name.endsWith("id") && String(node.value) === id) return true;
  }
  return false;
}

/** Whether a value may be an id. */
export function isId(value: unknown): value is string | number {
  return typeof value === "string" || typeof value === "number";
}

/** Breadth first, so that the outermost match comes first. */
export function* walk(root: unknown): Generator<Node> {
  const queue: Node[] = [{ value: root, name: "", pointer: "", depth: 0, isInside: false }];
  for (let at = 0; at < queue.length && at < MOST_NODES; at++) {
    const node = queue[at];
    if (node === undefined) return;
    yield node;
    if (typeof node.value !== "object" || node.value === null) continue;
    const inArray = Array.isArray(node.value);
    for (const [key, value] of Object.entries(node.value)) {
      const name = inArray ? node.name : key;
      const pointer = `${node.pointer}/${escapeStep(key)}`;
      queue.push({ value, name, pointer, depth: node.depth + 1, isInside: inArray || node.isInside });
    }
  }
}
