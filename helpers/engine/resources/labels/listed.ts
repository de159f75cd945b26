import type { Item } from "../../../wire/decode.js";
import { jsonOf } from "../../../wire/raw.js";
import { deepIncludesId } from "../../../wire/search.js";
import { succeeded } from "../../../wire/status.js";
import type { Check } from "../../check/check.js";
import { trackingOf } from "./voidable.js";

/**
 * Whether a label is still listed, asked for by its tracking number: another client may have removed it. True if that
 * cannot be told.
 */
export async function isStillListed(t: Check, { id, raw }: Item): Promise<boolean> {
  const tracking_number = trackingOf(raw);
  if (tracking_number === "") return true;
  const now = await t.ask({ operation: "v1ListLabels", query: { tracking_number } });
  return !succeeded(now) || deepIncludesId(jsonOf(now.answer), id);
}
