import { isObject } from "../contract/json.js";
import type { Raw } from "./raw.js";
import { spread } from "./spread.js";

/** A text or number with more values than this among the records does not tell kinds of records apart. */
const FEW = 8;

/**
 * What tells kinds of records apart: which members are missing, empty, true or false, how many entries a list has, and
 * words that many records share, such as a country. One set for each record.
 */
export function traitsOf(records: readonly Raw[]): readonly ReadonlySet<string>[] {
  const leaves = records.map((record) => leavesOf(record, ""));
  const words = new Map<string, Set<unknown>>();
  for (const { path, value } of leaves.flat()) {
    const known = words.get(path) ?? new Set();
    words.set(path, known.size > FEW ? known : known.add(value));
  }
  const members = [...new Set(records.flatMap((record) => Object.keys(record)))];
  return leaves.map((own, at) => {
    const shown = own.filter(({ path, value }) => isEmpty(value) || (words.get(path)?.size ?? 0) <= FEW);
    const missing = members.filter((name) => !(name in (records[at] ?? {})));
    return new Set([
      ...shown.map(({ path, value }) => `${path}=${JSON.stringify(value)}`),
      ...missing.map((name) => `/${name} missing`),
    ]);
  });
}

interface Leaf {
  readonly path: string;
  readonly value: unknown;
}

function leavesOf(value: unknown, path: string): readonly Leaf[] {
  if (Array.isArray(value)) {
    const length = { path: `${path}#`, value: Math.min(value.length, 3) };
    return [length, ...value.flatMap((entry) => leavesOf(entry, `${path}/*`))];
  }
  if (!isObject(value)) return [{ path, value }];
  return Object.entries(value).flatMap(([name, member]) => leavesOf(member, `${path}/${name}`));
}

const isEmpty = (value: unknown): boolean => value === null || value === "";

/** How many records of a group are compared. */
const COMPARED = 300;

/**
 * Some items of each group, as different from each other as possible: each one shows something new in most members, so
 * that a rare word counts as much as a whole address, and has most traits that none before it has. The last one of a
 * group is the emptiest, because services tend to fail on missing members. Among equals, each group picks at other
 * places of its list.
 * @param most how many of one group
 * @param all how many of all groups
 */
export function varied<T extends { readonly raw: Raw }>(
  groups: readonly (readonly T[])[],
  most: number,
  all: number,
): readonly T[] {
  const compared = groups.map((items) => spread(items, COMPARED));
  const flat = compared.flat();
  const traits = new Map(
    traitsOf(flat.map(({ raw }) => raw)).map((own, at) => [flat[at], [...own]] as const),
  );
  const seen = new Set<string>();
  const chosen = new Set<T>();
  const turns = Array.from({ length: most }, (_, round) => {
    const isLast = round > 0 && round === most - 1;
    const turn = compared.map((items, nth) => ({ items, isLast, nth: nth + round * groups.length }));
    // Back and forth, so that the limit does not always leave out the last groups.
    return round % 2 === 0 ? turn : turn.toReversed();
  });
  for (const { items, isLast, nth } of turns.flat().slice(0, all)) {
    const place = (nth / (most * groups.length)) * items.length;
    const rankOf = (item: T, at: number): Rank => {
      const own = traits.get(item) ?? [];
      const fresh = own.filter((trait) => !seen.has(trait));
      const members = new Set(fresh.map(memberOf)).size;
      return [isLast ? own.filter(isEmptiness).length : 0, members, fresh.length, -Math.abs(at - place)];
    };
    const ranked = items.map((item, at) => ({ item, rank: rankOf(item, at) }));
    const best = ranked
      .filter(({ item }) => !chosen.has(item))
      .toSorted((one, other) => compareRanks(other.rank, one.rank))[0]?.item;
    if (best === undefined) continue;
    chosen.add(best);
    for (const trait of traits.get(best) ?? []) seen.add(trait);
  }
  return [...chosen];
}

/**
 * How empty an item is, if that counts, in how many members it shows something new, how many new traits it has, and how
 * near it is to a place in its list.
 */
type Rank = readonly [empty: number, members: number, fresh: number, near: number];

/** The member of the record itself that a trait is about. How many entries a list has counts beside what is in them. */
const memberOf = (trait: string): string => /^\/[^/#= ]*#?/.exec(trait)?.[0] ?? trait;

/** Whether a trait says that a member of the record itself is empty or missing. */
const isEmptiness = (trait: string): boolean => /^\/[^/]+(?:=null|=""|#=0| missing)$/.test(trait);

/** The first number in which two ranks differ decides. */
function compareRanks(one: Rank, other: Rank): number {
  return one[0] - other[0] || one[1] - other[1] || one[2] - other[2] || one[3] - other[3];
}
