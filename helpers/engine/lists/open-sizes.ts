import { pageLength } from "../../oracles/envelope.js";
import type { Finding } from "../../wire/exchange.js";
import type { Check } from "../check/check.js";
import { askOpenPage } from "./open-asks.js";
import { BESIDE, dividing } from "./open-cuts.js";
import { sizeOf } from "./open-pages.js";
import type { OpenReading } from "./open-reading.js";

/** A page holds as many items as were asked for. */
export async function openSizes(t: Check, { list, sample }: OpenReading): Promise<readonly Finding[]> {
  const { total } = sample;
  if (total === null || total < 2)
    return t.inconclusive(
      `needs a list with total and more items than the page size; ${list.operation} shows total ${total}`,
    );
  t.saw("pages");
  if (list.below === undefined && total % sizeOf(sample) !== 0) {
    // Some mistakes show only if the last page is full, some only from page 3 on. The exchange oracles judge this page.
    await askOpenPage(t, list, { page: total > BESIDE ? BESIDE : 1, page_size: dividing(total) });
  }
  return pageLength({ rule: t.rule, page: sample });
}
