import { type ListDeclaration, OFFSET_LIMIT } from "../../contract/lists.js";
import { finding } from "../../oracles/finding.js";
import type { Finding } from "../../wire/exchange.js";
import { count, renderIds } from "../../wire/message.js";
import type { Check } from "../check/check.js";
import { idsOf, type ListQuery, refusal } from "./pages.js";
import { walkable } from "./part.js";
import { type Reading, sharedSize } from "./reading.js";
import { valuesOf } from "./sieves.js";
import { judgeList } from "./watching.js";

/** Pages past the last that are asked for. */
const PAST_LAST = { quick: 1, standard: 4, thorough: 5 } as const;
/** A list without offset limit has empty pages beyond it too. */
const FAR_BEHIND = 401;

/** Judges that pages past the last are answered 200 without items: the next one, one farther out, and far behind. */
export async function pastLast(t: Check, list: ListDeclaration): Promise<void> {
  t.find(
    await judgeList(
      t,
      list,
      async (reading) => {
        const { filters, items } = walkable(t, reading, OFFSET_LIMIT - 1_000);
        const page_size = sharedSize({ items, size: reading.size });
        const after = (size: number, away: number, held = items.length) =>
          Math.max(1, Math.ceil(held / size)) + away;
        const [parameter = ""] = Object.keys(list.filters);
        const [rare] = valuesOf(list, items, parameter);
        const queries: readonly ListQuery[] = [
          { ...filters, page_size, page: after(page_size, 1), sort_dir: "desc", sort_by: "created_at" },
          { ...filters, page_size: 25, page: after(25, 3) },
          ...(list.offsetLimit === null
            ? [{ ...filters, page_size: 25, page: Math.max(FAR_BEHIND, after(25, 4)) }]
            : []),
          ...(rare === undefined
            ? []
            : [{ ...filters, [parameter]: rare[0], page_size: 25, page: after(25, 1, rare[1]) }]),
          { ...filters, page_size, page: after(page_size, 1), sort_dir: "asc", sort_by: "created_at" },
        ];
        const asked = queries.slice(0, PAST_LAST[t.settings.effort]);
        return (await Promise.all(asked.map((query) => judgePastLast(t, reading, query)))).flat();
      },
      "every-member",
    ),
  );
}

async function judgePastLast(t: Check, reading: Reading, query: ListQuery): Promise<readonly Finding[]> {
  const { list } = reading;
  const documented = `status 200 and no ${list.name} on page ${query.page}, which is past the last`;
  const read = await reading.ask(t, query);
  t.saw("pages past the last");
  if (read.kind === "refused") return [refusal(t, read, documented)];
  // Items that no walk knows of are no repetition: the total was too small, which is judged elsewhere.
  const held = new Set(idsOf(reading));
  if (read.items.length === 0 || idsOf(read).every((id) => !held.has(id))) return [];
  // What a filter lets in is judged there.
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
  return [
    finding({ rule: t.rule, exchanges: [read.exchange] }, { documented, received, pointer: `/${list.name}` }),
  ];
}
