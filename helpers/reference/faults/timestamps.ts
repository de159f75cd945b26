import type { JsonObject } from "../service/records.js";

/** A record whose created_at is shown without a fraction of zeros. */
export const withoutFraction = (view: JsonObject): JsonObject => ({
  ...view,
  created_at: String(view.created_at).replace(".000", ""),
});
