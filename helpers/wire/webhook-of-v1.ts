import type { Raw } from "./raw.js";

/** Whether a webhook that v2 shows may have been made in v1, which takes a url and an event only. */
export function mayBeOfV1({ event, headers, store_id }: Raw): boolean {
  const hasHeaders = Array.isArray(headers) && headers.length > 0;
  return typeof event === "string" && !hasHeaders && typeof store_id !== "number";
}
