import type { RuleId } from "../../contract/generated/types.js";
import { type Item, idsOf, itemOf } from "../../wire/decode.js";
import type { Answered, Exchange, Findings } from "../../wire/exchange.js";
import { renderIds, renderValue } from "../../wire/message.js";
import type { Raw } from "../../wire/raw.js";
import { finding, findingOf } from "../finding.js";
import { isInUse } from "./lists.js";
import {
  isGone,
  storedSays,
  WEBHOOK_MEMBERS,
  type WebhookHeader,
  type WebhookMember,
  type WebhookSent,
  webhookDifferences,
} from "./webhooks.js";

// What the target shows after each move of a random sequence, beside a model of what it should hold.

export type WebhookMove = "create" | "update" | "delete";

/** The rule to blame for each thing that can go wrong. */
export interface WebhookBlames {
  /** If this is broken, a move has no effect to judge. */
  readonly accepted: Readonly<Record<WebhookMove, RuleId>>;
  /** A member that is not as sent, after a move that sent it; null if lists need not show members. */
  readonly members: Readonly<Record<"create" | "update", Partial<Record<WebhookMember, RuleId>>>> | null;
  readonly listed: RuleId;
  readonly gone: RuleId;
  /** A webhook that the move does not name is lost or changed. */
  readonly others: Readonly<Record<WebhookMove, RuleId>>;
  readonly reused: RuleId | null;
}

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

/** The answer to a move, and the webhook that it was about. */
export interface WebhookStep {
  readonly kind: WebhookMove;
  readonly id: string;
  readonly answer: Answered;
}

/** A list of webhooks as it was read. */
interface ReadList {
  readonly whole: boolean;
  readonly items: readonly Item[];
  readonly exchanges: readonly Exchange[];
}

/** The list after a move: no id comes again, deleted webhooks are gone, and all others are there, as sent. */
export function listAfter(
  { alive, dead }: WebhookModel,
  step: WebhookStep,
  list: ReadList,
  blames: WebhookBlames,
): Findings {
  const { kind, id: touched, answer } = step;
  const { gone, listed, others, reused } = blames;
  const ids = idsOf(list.items);
  const exchanges = [answer, ...list.exchanges];
  const say = (rule: RuleId, documented: string, received: string) => [
    finding({ rule, exchanges }, documented, received),
  ];
  if (reused !== null && kind === "create" && dead.has(touched))
    return say(reused, "a new webhook gets an id that none had before", touched);
  const still = [...dead].filter((id) => isInUse(list, id) && !alive.has(id));
  if (still.length > 0) return say(gone, "a deleted webhook is gone", `listed: ${renderIds(still)}`);
  // Others may be on a page that was not read.
  const due = list.whole ? alive : [...alive].filter(([id]) => ids.includes(id));
  for (const [id, webhook] of due) {
    const item = itemOf(list, id);
    const isNew = id === touched && kind === "create";
    if (item === null) return say(isNew ? listed : others[kind], dueOf(step, id), withoutIt(id, ids));
    const wrong = blames.members === null ? undefined : wrongMember(webhook, item);
    if (wrong === undefined) continue;
    const documented = `webhook ${id} has ${wrong} ${renderValue(webhook.sent[wrong])}`;
    return say(ruleOf(wrong, step, id, blames), documented, renderValue(item[wrong]));
  }
  return [];
}

/** What the list must show of a webhook after a move. */
function dueOf({ kind, id: touched }: WebhookStep, id: string): string {
  if (kind !== "create") return `the list still holds ${id} after the ${NOUNS[kind]} of ${touched}`;
  const gain = `the list has gained ${touched}`;
  return id === touched ? gain : `${gain} and still holds ${id}`;
}

function withoutIt(id: string, ids: readonly string[]): string {
  return `without ${id}: ${ids.length > 0 ? renderIds(ids) : "an empty list"}`;
}

const NOUNS = { update: "update", delete: "deletion" } as const;

/** A webhook read by id. Its record is null if none came. */
interface ById {
  readonly exchange: Answered;
  readonly raw: Raw | null;
}

/** A deleted webhook is gone by id too. */
export function goneAfter(
  { id, answer }: Omit<WebhookStep, "kind">,
  list: ReadList,
  { exchange, raw }: ById,
  { gone }: WebhookBlames,
): Findings {
  if (isGone(raw)) return [];
  const blame = { rule: gone, exchanges: [exchange, answer, ...list.exchanges] };
  const documented = `webhook ${id} is gone after its deletion`;
  return [finding(blame, documented, "still readable by id")];
}

/** A webhook by id is as in the list. */
export function byIdAfter(
  { id, answer }: Omit<WebhookStep, "kind">,
  list: ReadList,
  { exchange, raw }: ById,
): Findings {
  const item = itemOf(list, id);
  if (item === null) return [];
  const claims =
    raw === null
      ? [{ documented: `webhook ${id}`, received: `status ${exchange.answer.status}` }]
      : webhookDifferences(item, raw);
  const blame = { rule: "webhooks.v2.get.equals", exchanges: [exchange, answer, ...list.exchanges] } as const;
  return claims.map((claim) =>
    findingOf(blame, { ...claim, documented: `${claim.documented}, as in the list` }),
  );
}

/** The rule that a wrong member breaks: the member's own for the webhook that the move changed, if there is one. */
function ruleOf(
  member: WebhookMember,
  { kind, id: touched }: WebhookStep,
  id: string,
  { members, others }: WebhookBlames,
): RuleId {
  const own = members?.[kind === "create" ? "create" : "update"][member];
  return id === touched && own !== undefined ? own : others[kind];
}

function wrongMember({ sent, former }: AliveWebhook, item: Raw): WebhookMember | undefined {
  return WEBHOOK_MEMBERS.find(
    (member) => sent[member] !== undefined && storedSays(member, { sent, former }, [item]) === "no",
  );
}
