import { escapeStep, isObject } from "../contract/json.js";
import type { Raw } from "./raw.js";

/** Limits of a deep search, so that no body can make it slow. */
const MOST_NODES = 200_000;
const DEEPEST_ARRAY = 3;

/** An array of objects inside a body of unknown shape. */
interface FoundArray {
  /** JSON Pointer of the array, "" if the body itself is the array. */
  readonly pointer: string;
  readonly items: readonly Raw[];
}

interface Node {
  readonly value: unknown;
  /** Member name that holds the value; inside an array, that of the array. */
  readonly name: string;
  readonly pointer: string;
  readonly depth: number;
}

/** How to tell a list from other arrays in its body. */
interface ArrayHint {
  /** The member that its objects have. */
  readonly id?: string;
  /** The name that it likely has. */
  readonly name?: string;
  /**
   * True if the body counts no items: then objects next to an empty array belong to something else, such as notices.
   */
  readonly isEmpty?: boolean;
}

/**
 * Finds the list in a body whose shape the contract leaves open. Of the arrays of objects, outermost first: the one
 * whose objects have the member, otherwise the one with the name, otherwise the first that may be it; failing that, an
 * empty array. Null if there is none.
 */
export function findArray(body: unknown, hint: ArrayHint = {}): FoundArray | null {
  const arrays: (FoundArray & { readonly name: string })[] = [];
  for (const { value, name, pointer, depth } of walk(body)) {
    if (depth > DEEPEST_ARRAY) break;
    if (Array.isArray(value) && value.every(isObject)) arrays.push({ pointer, name, items: value });
  }
  const filled = arrays.filter(({ items }) => items.length > 0);
  const { id, name, isEmpty = false } = hint;
  const found =
    filled.find(({ items }) => id !== undefined && items.every((item) => id in item)) ??
    arrays.find((array) => array.name === name) ??
    (isEmpty ? arrays.find(({ items }) => items.length === 0) : undefined) ??
    filled[0] ??
    arrays[0];
  return found === undefined ? null : { pointer: found.pointer, items: found.items };
}

/**
 * All distinct ids (strings, or numbers as text) under members called `member`, anywhere in the value: `batchId` counts
 * as `batch_id`, since the contract does not show how most payloads of v2 spell it.
 */
export function findIds(value: unknown, member: string): readonly string[] {
  const name = new RegExp(`^${member.replaceAll("_", "[-_]?")}$`, "i");
  const ids = new Set<string>();
  for (const node of walk(value)) {
    if (isId(node.value) && name.test(node.name)) ids.add(String(node.value));
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
function* walk(root: unknown): Generator<Node> {
  const queue: Node[] = [{ value: root, name: "", pointer: "", depth: 0 }];
  for (let at = 0; at < queue.length && at < MOST_NODES; at++) {
    const node = queue[at];
    if (node === undefined) return;
    yield node;
    if (typeof node.value !== "object" || node.value === null) continue;
    const inArray = Array.isArray(node.value);
    for (const [key, value] of Object.entries(node.value)) {
      const name = inArray ? node.name : key;
      queue.push({ value, name, pointer: `${node.pointer}/${escapeStep(key)}`, depth: node.depth + 1 });
    }
  }
}
