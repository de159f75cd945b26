import { memo } from "../../contract/memo.js";
import { deepIncludesId, objectsIn } from "../../wire/search.js";
import { isPlainSegment, isWorded } from "../../wire/segment.js";

/** A record and the id that a client gave it. */
export interface ExternalId {
  readonly id: string;
  readonly external: string;
}

interface Given {
  readonly id: string;
  readonly external: unknown;
}

/**
 * Those records whose external id no other record has, and which any service accepts in a path; where there are none,
 * those with blanks or letters of any language, which a path must escape.
 */
export function ownExternalIds(records: readonly Given[]): readonly ExternalId[] {
  const plain = ownAmong(records, isPlainSegment);
  return plain.length > 0 ? plain : ownAmong(records, isWorded);
}

function ownAmong(
  records: readonly Given[],
  fits: (external: unknown) => external is string,
): readonly ExternalId[] {
  const owners = new Map<string, Set<string>>();
  for (const { id, external } of records) if (fits(external)) memo(owners, external, () => new Set()).add(id);
  return [...owners].flatMap(([external, [id, ...others]]) =>
    id === undefined || others.length > 0 ? [] : [{ id, external }],
  );
}

/** Those with an external id that begins another one. */
export function beginningOthers(known: readonly ExternalId[]): readonly ExternalId[] {
  return known.filter(({ external }) =>
    known.some((other) => other.external !== external && other.external.startsWith(external)),
  );
}

/** One that begins another first, then the last and the first: a target may always answer with one of those. */
export function tellingFirst(known: readonly ExternalId[]): readonly ExternalId[] {
  const begins = beginningOthers(known).slice(0, 1);
  return [...new Set([...begins, ...known.slice(-1), ...known.slice(0, 1), ...known])];
}

/**
 * Whether the answer for an external id may be about the record that has it: it names the record, or one with the same
 * external id, which may be on a page that was not read.
 * @param member the member that holds the external id
 */
export function isAnswerFor(body: unknown, { id, external }: ExternalId, member: string): boolean {
  return deepIncludesId(body, id) || objectsIn(body).some((one) => one[member] === external);
}

/**
 * The external ids in an answer if none of them is the one asked for, apart from case; otherwise none.
 * @param member the member that holds the external id
 */
export function othersShown(body: unknown, external: string, member: string): readonly string[] {
  const shown = objectsIn(body).flatMap((one) => {
    const value = one[member];
    return typeof value === "string" ? [value] : [];
  });
  const isAsked = (one: string) => one.toLowerCase() === external.toLowerCase();
  return shown.some(isAsked) ? [] : shown;
}
