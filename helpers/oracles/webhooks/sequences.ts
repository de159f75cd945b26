import type { RuleId } from "../../contract/generated/types.js";
import type { Generation } from "../../contract/model.js";
import { idsOf, itemOf } from "../../wire/decode.js";
import type { Answered, Findings } from "../../wire/exchange.js";
import { renderIds, renderValue } from "../../wire/message.js";
import type { Raw } from "../../wire/raw.js";
import { finding } from "../finding.js";
import { BLAMES, type WebhookMove } from "./blames.js";
import { isInUse, type ReadList } from "./lists.js";
import {
  storedSays,
  WEBHOOK_MEMBERS,
  type WebhookHeader,
  type WebhookMember,
  type WebhookSent,
} from "./webhooks.js";

/** A webhook that should exist. */
export interface AliveWebhook {
  readonly sent: WebhookSent;
  /** Headers before its last update. */
  readonly former: readonly WebhookHeader[];
}

/** What the target should hold of our webhooks, and the ids that it should no longer. */
interface WebhookModel {
  readonly alive: ReadonlyMap<string, AliveWebhook>;
  readonly dead: ReadonlySet<string>;
}

/** A move of a random sequence: its answer, and the webhook that it was about. */
export interface WebhookStep {
  readonly kind: WebhookMove;
  readonly id: string;
  readonly answer: Answered;
}

/** The list after a move: no id comes again, deleted webhooks are gone, and all others are there, as sent. */
export function listAfter(
  { alive, dead }: WebhookModel,
  step: WebhookStep,
  list: ReadList,
  generation: Generation,
): Findings {
  const { kind, id: moved, answer } = step;
  const { gone, reused, showsMembers, ...moves } = BLAMES[generation];
  const { others, members } = moves[kind];
  const ids = idsOf(list.items);
  const say = (rule: RuleId, documented: string, received: string) => [
    finding({ rule, exchanges: [answer, ...list.exchanges] }, documented, received),
  ];
  if (reused !== null && kind === "create" && dead.has(moved))
    return say(reused, "a new webhook gets an id that none had before", moved);
  const still = [...dead].filter((id) => isInUse(list, id) && !alive.has(id));
  if (still.length > 0) return say(gone, "a deleted webhook is gone", `listed: ${renderIds(still)}`);
  // Others may be on a page that was not read.
  const due = list.whole ? alive : [...alive].filter(([id]) => ids.includes(id));
  for (const [id, webhook] of due) {
    const item = itemOf(list, id);
    if (item === null) return say(others, dueOf(step, id), withoutIt(id, ids));
    const wrong = showsMembers ? wrongMember(webhook, item) : undefined;
    if (wrong === undefined) continue;
    const rule = (id === moved ? members?.[wrong] : undefined) ?? others;
    const documented = `webhook ${id} has ${wrong} ${renderValue(webhook.sent[wrong])}`;
    return say(rule, documented, renderValue(item[wrong]));
  }
  return [];
}

/** What the list must show of a webhook after a move. */
function dueOf({ kind, id: moved }: WebhookStep, id: string): string {
  if (kind !== "create") return `the list still holds ${id} after the ${NOUNS[kind]} of ${moved}`;
  const gain = `the list has gained ${moved}`;
  return id === moved ? gain : `${gain} and still holds ${id}`;
}

function withoutIt(id: string, ids: readonly string[]): string {
  return `without ${id}: ${ids.length > 0 ? renderIds(ids) : "an empty list"}`;
}

const NOUNS = { update: "update", delete: "deletion" } as const;

function wrongMember({ sent, former }: AliveWebhook, item: Raw): WebhookMember | undefined {
  return WEBHOOK_MEMBERS.find(
    (member) => sent[member] !== undefined && storedSays(member, { sent, former }, [item]) === "no",
  );
}
