import { ifReadable } from "../../../wire/outcome.js";
import type { Check } from "../../check/check.js";

/**
 * Whether a batch can be read by its id. One that cannot, as it may be once it is archived, is unknown to the target: a
 * list may refuse it.
 */
export async function isReadable(t: Check, batch_id: string): Promise<boolean> {
  const read = await ifReadable(t.ask({ operation: "v1GetBatch", path: { batch_id } }));
  return read?.answer.status === 200;
}
