import type { RuleId } from "../../contract/generated/types.js";
import type { Generation } from "../../contract/model.js";
import type { WebhookMember } from "./webhooks.js";

export type WebhookMove = "create" | "update" | "delete";

/** What a kind of move can break. */
interface MoveBlames {
  /** If this is broken, the move has no effect to judge. */
  readonly accepted: RuleId;
  /** A webhook is lost, or one that the move does not name is changed. */
  readonly others: RuleId;
  /** A member of the moved webhook is not as sent. */
  readonly members?: Partial<Readonly<Record<WebhookMember, RuleId>>>;
}

interface WebhookBlames extends Readonly<Record<WebhookMove, MoveBlames>> {
  /** A deleted webhook is still there. */
  readonly gone: RuleId;
  /** A new webhook has the id of a deleted one; null where the document does not forbid that. */
  readonly reused: RuleId | null;
  /** Whether lists have to show the members of webhooks. */
  readonly showsMembers: boolean;
}

const V1_CREATE = {
  accepted: "webhooks.v1.create.accepted",
  others: "webhooks.v1.create.listed",
} as const;

/** The rules that random sequences blame. */
export const BLAMES: Readonly<Record<Generation, WebhookBlames>> = {
  v1: {
    create: V1_CREATE,
    // v1 has no update.
    update: V1_CREATE,
    delete: {
      accepted: "webhooks.v1.delete.status-204",
      others: "webhooks.v1.delete.only-that-one",
    },
    gone: "webhooks.v1.delete.gone",
    reused: "webhooks.v1.ids-not-reused",
    // The document does not say what the v1 list shows besides the id.
    showsMembers: false,
  },
  v2: {
    create: {
      accepted: "webhooks.v2.create.object",
      others: "webhooks.v2.create.listed",
      members: {
        name: "webhooks.v2.create.name",
        url: "webhooks.v2.create.url",
        event: "webhooks.v2.create.event",
        headers: "webhooks.v2.create.headers",
        store_id: "webhooks.v2.create.store_id",
      },
    },
    update: {
      accepted: "webhooks.v2.put.accepted",
      others: "webhooks.v2.put.only-that-one",
      members: {
        name: "webhooks.v2.put.name",
        url: "webhooks.v2.put.url",
        event: "webhooks.v2.put.event-unchanged",
        headers: "webhooks.v2.put.headers",
        store_id: "webhooks.v2.put.store-unchanged",
      },
    },
    delete: {
      accepted: "webhooks.v2.delete.accepted",
      others: "webhooks.v2.delete.only-that-one",
    },
    gone: "webhooks.v2.delete.gone",
    reused: null,
    showsMembers: true,
  },
};
