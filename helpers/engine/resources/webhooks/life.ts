import type { SeenWebhook } from "../../../oracles/webhooks/by-id.js";
import type { WebhookSent } from "../../../oracles/webhooks/webhooks.js";
import { itemOf } from "../../../wire/decode.js";
import type { Answered } from "../../../wire/exchange.js";
import { Inconclusive } from "../../../wire/outcome.js";
import { succeeded } from "../../../wire/status.js";
import type { Check } from "../../check/check.js";
import type { OpenList } from "../../lists/open/list.js";
import type { Own } from "../created.js";
import { wantedBodies } from "./bodies.js";
import { createWebhooks, type Made } from "./creating.js";
import { excuseAmong } from "./excuses.js";
import { inEach, type WebhookGeneration } from "./generations.js";
import { firstList, readUntil } from "./reading.js";

/** A webhook of ours, as it was created. */
export interface Born extends Own {
  readonly sent: WebhookSent;
  /** Null in v1, which cannot read one by id. */
  readonly byId: SeenWebhook | null;
}

/** What came of the creations of a generation's webhooks. */
export interface Creations extends Made {
  readonly before: OpenList | null;
  readonly born: readonly Born[];
  /** Creations that were answered with another webhook's id; nothing can be said about them. */
  readonly twins: readonly Answered[];
  /** Creations that were refused, or whose answer does not identify the webhook. */
  readonly failed: readonly Answered[];
}

/** The webhooks that the checks of a generation use; a second one if there is no other besides the first. */
export const creations = inEach(async (t, generation): Promise<Creations> => {
  const { list: before } = await t.given(firstList[generation.version]);
  const { made, after } = await createWebhooks(t, generation, wantedBodies(t, generation, before), before);
  const all = made.flatMap(({ own, sent }) => (own === null ? [] : [{ ...own, sent }]));
  const alike = new Set(all.map(({ id }) => id)).size < all.length;
  const born = await Promise.all(
    (alike ? [] : all).map(async (own) => ({
      ...own,
      byId: await readUntil(t, generation, own.id, ({ raw }) => raw !== null),
    })),
  );
  const failed = made.flatMap(({ own, created, refused }) =>
    own === null ? [...refused, created] : refused,
  );
  return { made, before, after, born, twins: alike ? all.map(({ created }) => created) : [], failed };
});

/** Why nothing can be said about webhooks of our own: what excuses the refusal of one, or rules that judge that. */
export function nothingOfOurs(
  t: Check,
  generation: WebhookGeneration,
  { failed }: Pick<Creations, "failed">,
): Inconclusive {
  const { version } = generation;
  const rule = version === "v1" ? "webhooks.v1.create.accepted" : "webhooks.v2.create.object";
  const why = `no webhook could be created and found; see ${rule} and webhooks.${version}.create.listed`;
  return excuseAmong(t, generation, failed) ?? new Inconclusive(why);
}

/** Webhooks that exist after their creation, by id or in the list; others cannot be changed. */
export function kept({ born, after }: Creations): readonly Born[] {
  return born.filter(({ id, byId }) => byId?.raw !== null || after === null || itemOf(after, id) !== null);
}

/** Removes a webhook of ours, and tells the ledger if the target agreed. */
export async function removeWebhook(t: Check, { remove }: WebhookGeneration, own: Own): Promise<Answered> {
  const answer = await t.ask({ operation: remove, path: { webhook_id: own.id }, removal: "use" });
  if (succeeded(answer)) own.gone();
  return answer;
}
