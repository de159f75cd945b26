import type { Generation } from "../../../contract/model.js";
import type { SeenWebhook } from "../../../oracles/webhooks/by-id.js";
import type { WebhookSent } from "../../../oracles/webhooks/webhooks.js";
import { itemOf } from "../../../wire/decode.js";
import type { Answered } from "../../../wire/exchange.js";
import { Inconclusive } from "../../../wire/outcome.js";
import { succeeded } from "../../../wire/status.js";
import type { Check } from "../../check/check.js";
import { givenEach } from "../../check/given.js";
import type { OpenList } from "../../lists/open/list.js";
import type { Own } from "../created.js";
import { onceUnlocked } from "../unlocked.js";
import { wantedBodies } from "./bodies.js";
import { createWebhooks, type Made } from "./creating.js";
import { excuseAmong } from "./excuses.js";
import { deletionOf, WRITES } from "./generations.js";
import { firstList, readUntil } from "./reading.js";

/** A webhook of ours, as it was created. */
export interface Born extends Own {
  readonly sent: WebhookSent;
  /** Null in v1, which cannot read one by id. */
  readonly byId: SeenWebhook | null;
}

/** What came of the creations of a generation's webhooks. */
interface Creations extends Made {
  readonly before: OpenList | null;
  readonly born: readonly Born[];
  /** Those that exist after their creation, by id or in the list; others cannot be changed. */
  readonly kept: readonly Born[];
  /** Creations that were answered with another webhook's id; nothing can be said about them. */
  readonly twins: readonly Answered[];
  /** Creations that were refused, or whose answer does not identify the webhook. */
  readonly failed: readonly Answered[];
}

/** The webhooks that the checks of a generation use; a second one if there is no other besides the first. */
export const creations = givenEach(async (t, version: Generation): Promise<Creations> => {
  const { list: before } = await t.given(firstList(version));
  const { made, after } = await createWebhooks(t, version, wantedBodies(t, version, before), before);
  const all = made.flatMap(({ own, sent }) => (own === null ? [] : [{ ...own, sent }]));
  const alike = new Set(all.map(({ id }) => id)).size < all.length;
  const born = await Promise.all(
    (alike ? [] : all).map(async (own) => ({
      ...own,
      byId: await readUntil(t, version, own.id, ({ raw }) => raw !== null),
    })),
  );
  const failed = made.flatMap(({ own, created, refused }) =>
    own === null ? [...refused, created] : refused,
  );
  const kept = born.filter(
    ({ id, byId }) => byId?.raw !== null || after === null || itemOf(after, id) !== null,
  );
  return { made, before, after, born, kept, twins: alike ? all.map(({ created }) => created) : [], failed };
});

/** The creations of a generation, with at least one webhook. @throws Inconclusive if there is none */
export async function bornOf(
  t: Check,
  version: Generation,
): Promise<Creations & { readonly born: readonly [Born, ...Born[]] }> {
  const made = await t.given(creations(version));
  const [first, ...others] = made.born;
  if (first === undefined) throw whyNoneOfOurs(t, version, made);
  return { ...made, born: [first, ...others] };
}

/** Why nothing can be said about webhooks of our own: what excuses the refusal of one, or rules that judge that. */
export function whyNoneOfOurs(
  t: Check,
  version: Generation,
  { failed }: Pick<Creations, "failed">,
): Inconclusive {
  const rule = version === "v1" ? "webhooks.v1.create.accepted" : "webhooks.v2.create.object";
  const why = `no webhook could be created and found; see ${rule} and webhooks.${version}.create.listed`;
  return excuseAmong(t, version, failed) ?? new Inconclusive(why);
}

/** Removes a webhook of ours, and tells the ledger if the target agreed. */
export async function removeWebhook(t: Check, version: Generation, own: Own): Promise<Answered> {
  const answer = await onceUnlocked(t, WRITES, () =>
    t.ask({ ...deletionOf(version, own.id), removal: "use" }),
  );
  if (succeeded(answer)) own.gone();
  return answer;
}
