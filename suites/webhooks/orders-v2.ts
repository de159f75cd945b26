import fc from "fast-check";
import type { RuleId } from "../../helpers/contract/generated/types.js";
import { webhooksV2 } from "../../helpers/engine/check/arbitraries/bodies.js";
import { type Answered, type Check, given } from "../../helpers/engine/check/check.js";
import { playOrders } from "../../helpers/engine/check/sequences.js";
import { idsIn, type OpenList } from "../../helpers/engine/lists/open-list.js";
import type { Own } from "../../helpers/engine/resources/created.js";
import { awaitEffect } from "../../helpers/engine/resources/eventually.js";
import { ownUrl } from "../../helpers/engine/resources/webhooks.js";
import { finding } from "../../helpers/oracles/finding.js";
import {
  WEBHOOK_MEMBERS,
  type WebhookHeader,
  type WebhookMember,
  type WebhookSent,
  webhookDifferences,
} from "../../helpers/oracles/webhooks.js";
import type { Exchange, Finding } from "../../helpers/wire/exchange.js";
import { renderIds, renderValue } from "../../helpers/wire/message.js";
import { succeeded } from "../../helpers/wire/status.js";
import { births, createWebhook, itemOf, readWebhook, removeWebhook, storedSays } from "./life-v2.js";
import { listWebhooks } from "./listing.js";

/** `which` picks one of our webhooks, counted round; where there is none, one is created instead. */
type Command =
  | { readonly do: "create"; readonly sent: WebhookSent }
  | { readonly do: "update"; readonly which: number; readonly sent: WebhookSent }
  | { readonly do: "delete"; readonly which: number };

interface Alive {
  readonly own: Own;
  readonly sent: WebhookSent;
  /** Headers that it had before its last update. */
  readonly former: readonly WebhookHeader[];
}

/** What the target should hold of ours. */
interface Model {
  readonly alive: Map<string, Alive>;
  readonly dead: Set<string>;
}

const CREATED: Readonly<Record<WebhookMember, RuleId>> = {
  name: "webhooks.v2.create.name",
  url: "webhooks.v2.create.url",
  event: "webhooks.v2.create.event",
  headers: "webhooks.v2.create.headers",
  store_id: "webhooks.v2.create.store_id",
};
const UPDATED: Readonly<Record<WebhookMember, RuleId>> = {
  name: "webhooks.v2.put.name",
  url: "webhooks.v2.put.url",
  event: "webhooks.v2.put.event-unchanged",
  headers: "webhooks.v2.put.headers",
  store_id: "webhooks.v2.put.store-unchanged",
};
/** Where this is broken the command has no effect that could be judged. */
const ACCEPTED: Readonly<Record<Command["do"], RuleId>> = {
  create: "webhooks.v2.create.object",
  update: "webhooks.v2.put.accepted",
  delete: "webhooks.v2.delete.accepted",
};
/** The rule that is broken when a command changes or loses a webhook that it does not name. */
const OTHERS: Readonly<Record<Command["do"], RuleId>> = {
  create: "webhooks.v2.create.listed",
  update: "webhooks.v2.put.only-that-one",
  delete: "webhooks.v2.delete.only-that-one",
};

/** Random sequences of creations, updates and deletions, looked at after every step. Needs webhooks of our own. */
export const ordersV2 = given(async (t) => {
  const { born } = await t.given(births);
  const [first] = born;
  if (first === undefined)
    return t.inconclusive("no webhook could be created; see webhooks.v2.create.object");
  return playOrders<Command>(t, {
    name: "webhooks.v2 in random order",
    runs: { quick: 0, standard: 1, thorough: 12 },
    command: commands(first.sent.store_id ?? null),
    play: (sequence, done) => play(t, { sequence, usual: first.sent }, done),
    show: showCommand,
  });
});

function commands(store: number | null): fc.Arbitrary<Command> {
  const body = webhooksV2(store);
  const which = fc.nat({ max: 2 });
  return fc.oneof(
    { weight: 2, arbitrary: body.map((sent) => ({ do: "create" as const, sent })) },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant("update" as const),
        which,
        sent: fc
          .record({ body, bare: fc.boolean() })
          .map(({ body: { name, url, headers }, bare }) => ({ name, url, headers: bare ? [] : headers })),
      }),
    },
    { weight: 3, arbitrary: fc.record({ do: fc.constant("delete" as const), which }) },
  );
}

async function play(
  t: Check,
  { sequence, usual }: { sequence: readonly Command[]; usual: WebhookSent },
  done: (command: Command) => void,
): Promise<readonly Finding[]> {
  const model: Model = { alive: new Map(), dead: new Set() };
  const broken = new Set(t.session.findings.map(({ rule }) => rule));
  const read = new Set<string>();
  let last: Compared | null = null;
  try {
    for (const [at, drawn] of sequence.entries()) {
      const command: Command = model.alive.size === 0 ? { do: "create", sent: usual } : drawn;
      if (broken.has(ACCEPTED[command.do])) continue;
      const step = await act(t, model, command, at);
      if (step === null) continue;
      done(command);
      last = await compare(t, model, command, step);
      if (last.findings.length > 0) return last.findings.slice(0, 1);
      if (last.read) read.add(last.id);
    }
    return last === null ? [] : await compareUnread(t, model, read, last.list);
  } finally {
    for (const [id, { own }] of model.alive) await removeWebhook(t, { id, own });
  }
}

interface Step {
  readonly id: string;
  readonly answer: Answered;
}

/** Does a command to the target and to the model; null where it could not be done, which other checks judge. */
async function act(t: Check, model: Model, command: Command, at: number): Promise<Step | null> {
  if (command.do === "create") {
    // The place in the sequence keeps addresses apart: a target may refuse one that it has.
    const sent = {
      ...command.sent,
      url: `${ownUrl(t, `orders/${at}`)}/${new URL(command.sent.url ?? "").host}`,
    };
    const { own, created } = await createWebhook(t, null, sent);
    if (own === null) return null;
    model.alive.set(own.id, { own, sent, former: [] });
    return { id: own.id, answer: created };
  }
  const ids = [...model.alive.keys()];
  const id = ids[command.which % Math.max(1, ids.length)];
  const webhook = id === undefined ? undefined : model.alive.get(id);
  if (id === undefined || webhook === undefined) return null;
  if (command.do === "delete") {
    const answer = await removeWebhook(t, { id, own: webhook.own });
    if (!succeeded(answer)) return null;
    model.alive.delete(id);
    model.dead.add(id);
    return { id, answer };
  }
  const answer = await t.ask({ operation: "v2UpdateWebhook", path: { webhook_id: id }, body: command.sent });
  if (!succeeded(answer)) return null;
  const former = webhook.sent.headers ?? [];
  model.alive.set(id, { own: webhook.own, sent: { ...webhook.sent, ...command.sent }, former });
  return { id, answer };
}

/** What the list, and the webhook by id, showed after a command. */
interface Compared extends Step {
  readonly findings: readonly Finding[];
  readonly list: OpenList;
  /** Whether the webhook was read by id. */
  readonly read: boolean;
}

/**
 * List, by-id read and model agree after a command; the rule that does not hold is the one to blame. A new webhook
 * is in the list; by id it is read once it was changed or removed, or in the end.
 */
async function compare(t: Check, model: Model, command: Command, step: Step): Promise<Compared> {
  const { id, answer } = step;
  const list = await awaitEffect(
    () => listWebhooks(t, "v2ListWebhooks"),
    (reading) => judgeList(model, command, id, { list: reading, answer }).length === 0,
  );
  const listed = judgeList(model, command, id, { list, answer });
  const dead = model.dead.has(id);
  const lost = listed.length > 0 && (dead || itemOf(list, id) === null);
  const isNew = listed.length === 0 && command.do === "create";
  if (lost || isNew) return { ...step, findings: listed, list, read: false };
  const unequal = await compareById(t, { ...step, list, dead });
  // Where the two readings differ it is that which is broken, not what one of them says.
  return { ...step, findings: unequal.length > 0 ? unequal : listed, list, read: true };
}

/** Those that were created and never read by id, beside the last list. */
async function compareUnread(
  t: Check,
  model: Model,
  read: ReadonlySet<string>,
  list: OpenList,
): Promise<readonly Finding[]> {
  for (const [id, { own }] of model.alive) {
    if (read.has(id)) continue;
    const findings = await compareById(t, { id, answer: own.created, list, dead: false });
    if (findings.length > 0) return findings.slice(0, 1);
  }
  return [];
}

/** The webhook by id is as in the list, or gone. */
async function compareById(
  t: Check,
  { id, answer, list, dead }: Step & { readonly list: OpenList; readonly dead: boolean },
): Promise<readonly Finding[]> {
  const byId = await awaitEffect(
    () => readWebhook(t, id),
    ({ raw }) => (raw === null) === dead,
  );
  const blame = (rule: RuleId) => ({ rule, exchanges: [byId.exchange, answer, ...list.exchanges] });
  if (dead) {
    if (byId.raw === null) return [];
    const documented = `webhook ${id} is gone after its deletion`;
    return [finding(blame("webhooks.v2.delete.gone"), { documented, received: "still readable by id" })];
  }
  const item = itemOf(list, id);
  if (item === null) return [];
  if (byId.raw === null)
    return [
      finding(blame("webhooks.v2.get.equals"), {
        documented: `webhook ${id}, which is listed`,
        received: `status ${byId.exchange.answer.status}`,
      }),
    ];
  return webhookDifferences(item, byId.raw).map((claim) =>
    finding(blame("webhooks.v2.get.equals"), { ...claim, documented: `${claim.documented}, as in the list` }),
  );
}

function judgeList(
  { alive, dead }: Model,
  command: Command,
  touched: string,
  { list, answer }: { list: OpenList; answer: Exchange },
): readonly Finding[] {
  const ids = idsIn(list);
  const exchanges = [answer, ...list.exchanges];
  const still = [...dead].filter((id) => ids.includes(id));
  if (still.length > 0) {
    const documented = "a deleted webhook is gone";
    return [
      finding(
        { rule: "webhooks.v2.delete.gone", exchanges },
        { documented, received: `listed: ${renderIds(still)}` },
      ),
    ];
  }
  for (const [id, { sent, former }] of alive) {
    const item = itemOf(list, id);
    const others =
      id === touched && command.do === "create" ? "webhooks.v2.create.listed" : OTHERS[command.do];
    if (item === null)
      return [
        finding(
          { rule: others, exchanges },
          { documented: `webhook ${id} is listed`, received: renderIds(ids) },
        ),
      ];
    const wrong = WEBHOOK_MEMBERS.find(
      (member) => sent[member] !== undefined && storedSays(member, { sent, former }, [item]) === "no",
    );
    if (wrong === undefined) continue;
    const own = command.do === "create" ? CREATED[wrong] : UPDATED[wrong];
    return [
      finding(
        { rule: id === touched ? own : others, exchanges },
        {
          documented: `webhook ${id} has ${wrong} ${renderValue(sent[wrong])}`,
          received: renderValue(item[wrong]),
        },
      ),
    ];
  }
  return [];
}

function showCommand(command: Command): string {
  switch (command.do) {
    case "create":
      return `create ${renderValue(command.sent)}`;
    case "update":
      return `update no. ${command.which + 1} to ${renderValue(command.sent)}`;
    case "delete":
      return `delete no. ${command.which + 1}`;
  }
}
