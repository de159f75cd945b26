import { isObject } from "../contract/json.js";
import type { Raw } from "./raw.js";
import { isLikeName, walk } from "./search.js";

const DEEPEST = 3;
/** Names that lists of any kind have. */
const COMMON = [
  "data",
  "items",
  "result",
  "results",
  "records",
  "content",
  "entries",
  "elements",
  "list",
  "rows",
  "values",
];

/** An array of objects inside a body of unknown shape. */
interface FoundArray {
  /** JSON Pointer of the array, "" if the body itself is the array. */
  readonly pointer: string;
  readonly items: readonly Raw[];
  /** False if another array of the body may be the list just as well. */
  readonly isSure: boolean;
}

/** How to tell a list from other arrays in its body. */
interface ArrayHint {
  /** The member that its objects have. */
  readonly id?: string;
  /** The name that it likely has. */
  readonly name?: string;
  /** How many items the body counts; null if it does not say. */
  readonly total?: number | null;
}

interface Candidate extends Omit<FoundArray, "isSure"> {
  readonly name: string;
  readonly isInside: boolean;
}

/**
 * Finds the list in a body whose shape the contract leaves open. Of the arrays of objects: those whose objects have the
 * member; otherwise the one with the name, or with a name that lists of any kind have; otherwise any. Of these rather one
 * with items: an empty one may be the list on a page past the last, where another array beside it has some. Among
 * several, the name decides, and then which is as long as the body counts. An array inside another counts only if its
 * objects have the member; several may be the sections of one list. Null if there is none.
 */
export function findArray(body: unknown, { id, name = "", total = null }: ArrayHint = {}): FoundArray | null {
  const arrays = candidatesIn(body);
  const outer = arrays.filter(({ isInside }) => !isInside);
  const isNamed = (one: Candidate) => isLikeName(one.name, name);
  const isCommon = (one: Candidate) => COMMON.includes(one.name);
  const isFilled = ({ items }: Candidate) => items.length > 0;
  const isCounted = ({ items }: Candidate) => items.length === total;
  const mayBeList = (one: Candidate) => isFilled(one) || total === null || total === 0;
  const choose = (some: readonly Candidate[]): FoundArray | null => {
    const [first, ...others] = some;
    if (first === undefined) return null;
    const telling = [some.filter(isNamed), some.filter(isCommon), some.filter(isCounted)].find(
      ({ length }) => length === 1,
    );
    const { pointer, items } = telling?.[0] ?? first;
    return { pointer, items, isSure: others.length === 0 || telling !== undefined };
  };
  const identified = (some: readonly Candidate[]) =>
    some.filter((one) => isFilled(one) && id !== undefined && one.items.every((item) => has(item, id)));
  const known =
    choose(identified(outer)) ??
    choose(identified(arrays)) ??
    choose(outer.filter((one) => isNamed(one) && mayBeList(one))) ??
    choose(outer.filter((one) => isCommon(one) && mayBeList(one))) ??
    choose(total === 0 ? outer.filter((one) => !isFilled(one)) : []);
  if (known !== null) return known;
  const guess = choose(outer.filter(isFilled)) ?? choose(outer);
  if (guess === null || guess.items.length === 0) return guess;
  const isPastLast = outer.some((one) => !isFilled(one) && (isNamed(one) || isCommon(one)));
  return { ...guess, isSure: guess.isSure && !isPastLast && !guess.items.some(hasSection) };
}

/** Whether an entry may be a section of the list: it holds objects of its own. */
function hasSection(entry: Raw): boolean {
  return candidatesIn(entry).some(({ items }) => items.length > 0);
}

function has(item: Raw, id: string): boolean {
  return id in item || Object.keys(item).some((name) => isLikeName(name, id));
}

/** The arrays of objects in a body, outermost first. */
function candidatesIn(body: unknown): readonly Candidate[] {
  const found: Candidate[] = [];
  for (const { value, name, pointer, depth, isInside } of walk(body)) {
    if (depth > DEEPEST) break;
    if (Array.isArray(value) && value.every(isObject)) found.push({ pointer, name, items: value, isInside });
  }
  return found;
}
