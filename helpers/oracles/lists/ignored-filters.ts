import type { Item, Page } from "../../wire/decode.js";
import type { Finding } from "../../wire/exchange.js";
import { finding } from "../finding.js";
import { sameSet } from "./sets.js";

/** The pages of one list, as far as they were read. */
interface Walk {
  readonly pages: readonly Page[];
  readonly items: readonly Item[];
  readonly whole: boolean;
}

/** A list with filters that must be ignored, and the same list without them, cut at the same place. */
interface IgnoredClaim {
  readonly rule: string;
  readonly documented: string;
  readonly beside: Walk;
  readonly alone: Walk;
}

/** Equivalence: the same items come with the filters as without them. */
export function sameItemsBeside({ beside, alone, ...claim }: IgnoredClaim): Finding[] {
  return sameSet({
    ...claim,
    exchanges: exchangesOf(beside, alone),
    expected: comparable(alone),
    actual: comparable(beside),
  });
}

/** A filter that is applied after all gives a lower total; other rules judge any other wrong total. */
export function fewerCounted({ rule, beside, alone }: IgnoredClaim): Finding[] {
  const [due, came] = [alone.pages[0]?.total ?? null, beside.pages[0]?.total ?? null];
  if (due === null || came === null || came >= due) return [];
  const documented = `total ${due}, as with batch_id alone`;
  return [finding({ rule, exchanges: exchangesOf(beside, alone) }, documented, `total ${came}`, "/total")];
}

function exchangesOf(...walks: readonly Walk[]) {
  return walks.flatMap(({ pages }) => pages.map(({ exchange }) => exchange));
}

/** Ids that two walks cut at the same place must share. For an incomplete walk, without its last time (ties). */
function comparable({ items, whole }: Walk): readonly string[] {
  const last = items.at(-1)?.raw.created_at;
  return items.filter(({ raw }) => whole || raw.created_at !== last).map(({ id }) => id);
}
