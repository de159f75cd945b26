import type { Operation } from "../../contract/model.js";
import type { Answered } from "../../wire/exchange.js";
import { findArray } from "../../wire/find-array.js";
import { isOutOfUse } from "../../wire/out-of-use.js";
import { jsonOf, objectOf, type Raw } from "../../wire/raw.js";
import { findIds, objectsIn } from "../../wire/search.js";
import { spread } from "../../wire/spread.js";
import { succeeded } from "../../wire/status.js";
import type { Check } from "../check/check.js";
import { inDrawnOrder } from "../check/seed.js";
import { askOnce } from "./probe.js";

/** A record that a page of a list shows. */
export interface ShownRecord {
  readonly id: string;
  readonly raw: Raw;
  /** The query of the page. */
  readonly query: Readonly<Record<string, string>>;
}

/** How many pages of a list are looked at for records, the first and the last of those that were asked for. */
const MOST_PAGES = 8;

/**
 * The records of a list by the pages that the run has read, each with its own id, not with those that it names further
 * inside. Asks for the last page where the run has read only one of several.
 */
export async function recordsShown(
  t: Check,
  list: Operation,
  parameter: string,
): Promise<readonly ShownRecord[]> {
  const first = await t.listed(list.id);
  const pages = objectOf(first.answer)?.pages;
  if (pagesRead(t, list).length < 2 && typeof pages === "number" && pages > 1)
    await askOnce(t, { operation: list.id, query: { page: pages } });
  const read = spread(pagesRead(t, list), MOST_PAGES).flatMap((index) => {
    const { answer, ...rest } = t.session.journal.load(index);
    return answer === null ? [] : [{ ...rest, answer }];
  });
  const shown = [first, ...read].flatMap((page) => recordsIn(page, parameter));
  return [...new Map(shown.map((record) => [record.id, record])).values()];
}

/** The pages of a list that the run has read, by their places in the journal. */
function pagesRead(t: Check, list: Operation): readonly number[] {
  return t.session.journal
    .outlinesOf(list.id)
    .filter(
      ({ request, answer }) => request.key === "right" && request.method === "GET" && answer?.status === 200,
    )
    .map(({ index }) => index);
}

/** The records on a page, without those out of use, which may be gone by their ids. */
export function recordsIn(page: Answered, parameter: string): readonly ShownRecord[] {
  if (!succeeded(page)) return [];
  const query = Object.fromEntries(new URL(page.request.url).searchParams);
  const items = findArray(jsonOf(page.answer), { id: parameter })?.items ?? [];
  return items.flatMap((raw) => {
    const [id] = findIds(raw, parameter);
    return id === undefined || isPutAway(raw, parameter, id) ? [] : [{ id, raw, query }];
  });
}

function isPutAway(raw: Raw, parameter: string, id: string): boolean {
  return findIds(objectsIn(raw).filter(isOutOfUse), parameter).includes(id);
}

/**
 * Records that a service may keep apart from others: the oldest, and one for each state or answer to a question that
 * records show, drawn from the seed. Only the first where all show the same.
 */
export function unlikeRecords<T extends Pick<ShownRecord, "id" | "raw">>(
  records: readonly T[],
  most: number,
  seed: number,
): readonly T[] {
  const drawn = inDrawnOrder(records, seed);
  const unlike = withNewSigns(drawn);
  if (unlike.length < 2) return records.slice(0, 1);
  const [oldest] = records
    .filter(({ raw }) => typeof raw.created_at === "string")
    .toSorted((one, other) => (String(one.raw.created_at) < String(other.raw.created_at) ? -1 : 1));
  return [...new Set([...(oldest === undefined ? [] : [oldest]), ...unlike])].slice(0, most);
}

/** The records that each show a state that those before them do not; then those that answer a question otherwise. */
function withNewSigns<T extends Pick<ShownRecord, "raw">>(records: readonly T[]): readonly T[] {
  const seen = new Set<string>();
  const isNew = (signs: readonly string[]) => {
    const size = seen.size;
    for (const sign of signs) seen.add(sign);
    return seen.size > size;
  };
  const ofStates = records.filter(({ raw }) => isNew(signsOf(raw, isState)));
  for (const { raw } of ofStates) isNew(signsOf(raw, isAnswer));
  return [...ofStates, ...records.filter(({ raw }) => isNew(signsOf(raw, isAnswer)))];
}

function isState(name: string, value: unknown): boolean {
  return name.endsWith("status") && typeof value === "string";
}

function isAnswer(_: string, value: unknown): boolean {
  return typeof value === "boolean";
}

/** The members of a record that say what it is. */
function signsOf(raw: Raw, isSign: (name: string, value: unknown) => boolean): readonly string[] {
  return Object.entries(raw).flatMap(([name, value]) =>
    isSign(name, value) ? [`${name} ${String(value)}`] : [],
  );
}
