import type { SeenWebhook } from "../../../oracles/webhooks/by-id.js";
import { succeeded } from "../../../wire/status.js";
import type { Check } from "../../check/check.js";
import { awaitEffect, BRIEF } from "../eventually.js";
import { type OddUpdate, sendOdd } from "../odd-bodies.js";
import { readWebhook } from "./reading.js";

/** An update whose body must not be taken, and whether the webhook shows it. */
export type OddlyUpdated = OddUpdate & { readonly isDone: boolean };

/** Updates a webhook by bodies that must not be taken, and reads it. @param last what it was last updated to */
export async function updateOddly(
  t: Check,
  webhook_id: string,
  last: { readonly name: string },
): Promise<readonly OddlyUpdated[]> {
  const update = { operation: "v2UpdateWebhook", path: { webhook_id } } as const;
  const asked = await sendOdd(t, update, last.name, (name) => ({ ...last, name }));
  if (asked.length === 0) return [];
  const isShown = ({ raw }: SeenWebhook) => asked.some(({ name }) => raw?.name === name);
  const patience = asked.some(({ exchange }) => succeeded(exchange)) ? BRIEF : [];
  const shown = await awaitEffect(t, () => readWebhook(t, webhook_id), isShown, patience);
  return asked.map((each) => ({ ...each, isDone: shown.raw?.name === each.name }));
}
