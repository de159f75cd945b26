import type { SortDir } from "../../../contract/lists.js";
import { tallyOf } from "../../../oracles/lists/walk-laws.js";
import type { Findings } from "../../../wire/exchange.js";
import type { Check } from "../../check/check.js";
import { Unsettled } from "../../check/steady.js";
import type { Reading } from "./reading.js";
import { DIRECTIONS, walkable, walkRoute } from "./walkable.js";

/** From so many walks on, the rule of a list's partition judges both directions and the default. */
const ALL_WAYS = 3;

/**
 * Where a walk in one direction lacks items, and counts only those that it holds, pages in that direction break many
 * rules: that of the list's partition alone reports it.
 * @throws Inconclusive for the breach of another rule on such a page
 */
export async function leavingLoss(t: Check, reading: Reading, findings: Findings): Promise<Findings> {
  const { list, items, whole } = reading;
  const [first] = findings;
  if (first === undefined || first.rule === list.rules.partition) return findings;
  const isJudged =
    t.budget("lists.walks.by-creation") >= ALL_WAYS && whole && walkable(t, reading) === reading;
  if (!isJudged) return findings;
  const dir = directionIn(first.request);
  const pages = (await walkRoute(t, reading, dir === undefined ? {} : { dir, by: "created_at" })) ?? [];
  const { size: held } = tallyOf(pages);
  if (held >= items.length || pages.length === 0 || pages.some(({ total }) => total !== held))
    return findings;
  const words = dir === undefined ? "without sort_dir" : `under sort_dir=${dir}`;
  throw new Unsettled(
    `${words} the list counts ${held} of its ${items.length} ${list.name}; see ${list.rules.partition}`,
  );
}

/** The direction that a request asks for; undefined if it leaves that to the default. */
function directionIn(request: string): SortDir | undefined {
  return DIRECTIONS.find((dir) => new RegExp(`[?&]sort_dir=${dir}(&|$)`).test(request));
}
