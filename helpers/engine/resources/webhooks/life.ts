import type { Generation } from "../../../contract/model.js";
import type { WebhookSent } from "../../../oracles/webhooks/webhooks.js";
import { itemOf } from "../../../wire/decode.js";
import type { Answered } from "../../../wire/exchange.js";
import { Inconclusive } from "../../../wire/outcome.js";
import { succeeded } from "../../../wire/status.js";
import type { Check, Given } from "../../check/check.js";
import { given } from "../../check/given.js";
import type { OpenList } from "../../lists/open/list.js";
import type { Own } from "../created.js";
import { excuseOf } from "./addresses.js";
import { createWebhooks, type Made } from "./creating.js";
import { V1, V2, type WebhookGeneration } from "./generations.js";
import { readUntil, type SeenWebhook } from "./reading.js";

/** A creation that succeeded. */
export interface Born {
  readonly id: string;
  readonly own: Own;
  readonly sent: WebhookSent;
  readonly created: Answered;
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
export const creations: Readonly<Record<Generation, Given<Creations>>> = {
  v1: given((t) => createAll(t, V1)),
  v2: given((t) => createAll(t, V2)),
};

async function createAll(t: Check, generation: WebhookGeneration): Promise<Creations> {
  const { list: before } = await t.given(generation.first);
  const { made, after } = await createWebhooks(t, generation, generation.wanted(t, before), before);
  const all = made.flatMap(({ own, sent, created }) => (own === null ? [] : [{ own, sent, created }]));
  const alike = new Set(all.map(({ own: { id } }) => id)).size < all.length;
  const born = await Promise.all(
    (alike ? [] : all).map(async (each) => {
      const { id } = each.own;
      return { id, ...each, byId: await readUntil(t, generation, id, ({ raw }) => raw !== null) };
    }),
  );
  const failed = made.flatMap(({ own, created, refused }) =>
    own === null ? [...refused, created] : refused,
  );
  return { made, before, after, born, twins: alike ? all.map(({ created }) => created) : [], failed };
}

/** Why nothing can be said about webhooks of our own: what excuses the refusal of one, or rules that judge that. */
export function nothingOfOurs(
  t: Check,
  generation: WebhookGeneration,
  { failed }: Pick<Creations, "failed">,
): Inconclusive {
  const excused = failed.find((refusal) => generation.isExcused(refusal));
  if (excused !== undefined) return excuseOf(t, excused);
  const { version } = generation;
  const rule = version === "v1" ? "webhooks.v1.create.accepted" : "webhooks.v2.create.object";
  return new Inconclusive(
    `no webhook could be created and found; see ${rule} and webhooks.${version}.create.listed`,
  );
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
