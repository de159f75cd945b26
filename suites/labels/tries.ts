import { LABEL_MEMBERS } from "../../helpers/contract/lists.js";
import type { Check } from "../../helpers/engine/check/check.js";
import type { Sieve } from "../../helpers/engine/lists/filtering.js";
import type { ListQuery } from "../../helpers/engine/lists/pages.js";
import { valuesOf } from "../../helpers/engine/lists/reading.js";
import { byMember } from "../../helpers/oracles/filters.js";
import type { Item } from "../../helpers/wire/decode.js";

// Which filtered lists are looked at. Checks that ask for the same ones share the pages.

export type Parameter = keyof typeof LABEL_MEMBERS;
export const PARAMETERS = [
  "label_status",
  "carrier_id",
  "service_code",
  "tracking_number",
  "batch_id",
] as const satisfies readonly Parameter[];

/** Values tried of one filter on one page each, and of the statuses. */
const MOST_VALUES = { quick: 1, standard: 2, thorough: 25 } as const;
const MOST_STATUSES = { quick: 1, standard: 4, thorough: 4 } as const;
/** Pages that the longest of these lists is cut into. */
export const CUT = 2;

/** Under which a filter must work too. */
export const BY_CHANGE: ListQuery = { sort_dir: "asc", sort_by: "modified_at" };

/** Which list to ask for, and into how many pages to cut what it holds. */
export interface Try {
  readonly sieve: Sieve;
  readonly pages: number;
  readonly sort: ListQuery;
}

/**
 * Rare values first, since they show surplus best; the most frequent one that not all labels have is walked in
 * several pages. Only what some labels have and others have not can tell whether the filter works.
 */
export function triesOf(t: Check, items: readonly Item[], parameter: Parameter): readonly Try[] {
  const { effort } = t.settings;
  const values = valuesOf(items, LABEL_MEMBERS[parameter]).filter(([, held]) => held < items.length);
  const most = values.findLast(([, held]) => held > 1);
  const tried = values
    .filter((value) => value !== most)
    .slice(0, (parameter === "label_status" ? MOST_STATUSES : MOST_VALUES)[effort]);
  const byChange = effort !== "quick" && parameter === sortedByChange(items);
  const single = tried.map(([value], at) => ({
    sieve: memberSieve(parameter, value),
    pages: 1,
    sort: at === 0 && byChange ? BY_CHANGE : at % 2 === 0 ? {} : { sort_dir: "asc" },
  }));
  const cut =
    most === undefined
      ? []
      : [{ sieve: memberSieve(parameter, most[0]), pages: CUT, sort: { sort_dir: "desc" } }];
  return effort === "quick" && single.length > 0 ? single : [...single, ...cut];
}

/** The filter of which one value is asked for in order of modification: the first that tells labels apart. */
function sortedByChange(items: readonly Item[]): Parameter | undefined {
  return PARAMETERS.find((parameter) => valuesOf(items, LABEL_MEMBERS[parameter]).length > 1);
}

export function memberSieve(parameter: Parameter, value: string): Sieve {
  return { query: { [parameter]: value }, filter: byMember(LABEL_MEMBERS[parameter], value, parameter) };
}
