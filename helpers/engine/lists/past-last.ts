import { DEFAULT_PAGE_SIZE, type ListDeclaration, OFFSET_LIMIT } from "../../contract/lists.js";
import type { Finding } from "../../wire/exchange.js";
import { count, renderIds } from "../../wire/message.js";
import type { Check } from "../check/check.js";
import { valuesOf } from "./asked-filters.js";
import { judgeParts } from "./judge-list.js";
import { idsOf, type ListQuery, refusal } from "./pages.js";
import { type Reading, sharedSize } from "./reading.js";
import { walkable } from "./walkable.js";

/** A list without an offset limit has empty pages however far out. */
const FAR_BEYOND = 100_001;

/**
 * Judges that pages past the last are answered 200 without items: the next page, one farther out, and one under a
 * filter.
 */
export async function pastLast(t: Check, list: ListDeclaration): Promise<void> {
  const queries = QUERIES.slice(0, t.budget("lists.past-last"));
  t.find(
    await judgeParts(t, list, "every-member", queries, async (reading, queryOf) => {
      const { filters, ...held } = walkable(t, reading, OFFSET_LIMIT - 1_000);
      const query = queryOf(list, held);
      return query === null ? [] : judgePastLast(t, reading, { ...filters, ...query });
    }),
  );
}

type Held = Pick<Reading, "items" | "size">;

const QUERIES: readonly ((list: ListDeclaration, held: Held) => ListQuery | null)[] = [
  (_, held) => {
    const page_size = sharedSize(held);
    return {
      page_size,
      page: after(held.items.length, page_size, 1),
      sort_dir: "desc",
      sort_by: "created_at",
    };
  },
  (list, { items }) => fartherOut(list, items.length),
  (list, { items }) => {
    const [parameter = ""] = Object.keys(list.filters);
    const [rare] = valuesOf(list, items, parameter);
    if (rare === undefined) return null;
    const page_size = dividing(rare[1]);
    return { [parameter]: rare[0], page_size, page: after(rare[1], page_size, 1) };
  },
];

/** A page well past the last of a list with that many items. */
export function fartherOut({ offsetLimit }: ListDeclaration, held: number): ListQuery {
  const page = after(held, DEFAULT_PAGE_SIZE, 3);
  return offsetLimit === null ? { page: Math.max(FAR_BEYOND, page) } : { page, page_size: DEFAULT_PAGE_SIZE };
}

/** The largest usual size that fills the last page: there a miscount of pages shows. */
function dividing(held: number): number {
  let size = DEFAULT_PAGE_SIZE;
  while (held % size !== 0) size -= 1;
  return size;
}

function after(held: number, size: number, away: number): number {
  return Math.max(1, Math.ceil(held / size)) + away;
}

async function judgePastLast(t: Check, reading: Reading, query: ListQuery): Promise<readonly Finding[]> {
  const { list } = reading;
  const documented = `status 200 and no ${list.name} on page ${query.page}, which is past the last`;
  const read = await reading.ask(t, query);
  t.saw("pages past the last");
  if (read.kind === "refused") return [refusal(t, read, documented)];
  // Unknown items mean that the total was too small, which another rule judges.
  const held = new Set(idsOf(reading));
  if (read.items.length === 0 || idsOf(read).every((id) => !held.has(id))) return [];
  // The filter's own rule judges what the filter lets in.
  const [parameter = ""] = Object.keys(list.filters);
  const match = list.filters[parameter];
  const value = query[parameter];
  if (
    value !== undefined &&
    match?.by === "member" &&
    read.items.some(({ raw }) => raw[match.member] !== value)
  )
    return [];
  const received = `${count(read.items.length, "item")}: ${renderIds(idsOf(read))}`;
  return [t.finding(read.exchange, documented, received, `/${list.name}`)];
}
