import { labels } from "../../../contract/lists.js";
import { ifReadable } from "../../../wire/outcome.js";
import type { Check } from "../../check/check.js";
import { type OnPage, readOnPage } from "../listed-under.js";

/** The first of the labels under a warehouse, with their total; null if the list cannot be read. */
export function labelsUnder(t: Check, warehouse_id: string): Promise<OnPage | null> {
  return ifReadable(
    readOnPage(t, { ...labels, page_size: 1 }, "", { warehouse_id, page_size: 1 }, () => true),
  );
}
