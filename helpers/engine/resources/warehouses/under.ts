import { labels } from "../../../contract/lists.js";
import type { Page } from "../../../wire/decode.js";
import { ifReadable } from "../../../wire/outcome.js";
import type { Check } from "../../check/check.js";
import { accepted, askPage } from "../../lists/asking/pages.js";

/** The first of the labels under a warehouse, with their total; null if the list cannot be read. */
export function labelsUnder(t: Check, warehouse_id: string): Promise<Page | null> {
  return ifReadable(askPage(t, labels, { warehouse_id, page_size: 1 }).then((read) => accepted(t, read)));
}
