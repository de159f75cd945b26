import fc from "fast-check";
import type { RuleId } from "../../helpers/contract/generated/types.js";
import { type Answered, type Check, given } from "../../helpers/engine/check/check.js";
import { playOrders } from "../../helpers/engine/check/sequences.js";
import { idsIn, type OpenList } from "../../helpers/engine/lists/open-list.js";
import type { Own } from "../../helpers/engine/resources/created.js";
import { ownUrl } from "../../helpers/engine/resources/webhooks.js";
import { finding } from "../../helpers/oracles/finding.js";
import type { Finding } from "../../helpers/wire/exchange.js";
import { renderIds } from "../../helpers/wire/message.js";
import { ifReadable } from "../../helpers/wire/outcome.js";
import { succeeded } from "../../helpers/wire/status.js";
import { createWebhook, listUntil, removal, removeWebhook } from "./life-v1.js";

/** `which` picks one of our webhooks, counted round; where there is none, one is created instead. */
type Command = { readonly do: "create" } | { readonly do: "delete"; readonly which: number };

/** What the target should hold of ours. */
interface Model {
  readonly alive: Map<string, Own>;
  readonly dead: Set<string>;
}

/** Random sequences of creations and deletions; the list is compared with the model after every step. */
export const ordersV1 = given((t) =>
  playOrders<Command>(t, {
    name: "webhooks.v1 in random order",
    runs: { quick: 0, standard: 1, thorough: 12 },
    command: fc.oneof<fc.Arbitrary<Command>[]>(
      fc.constant({ do: "create" as const }),
      fc.record({ do: fc.constant("delete" as const), which: fc.nat({ max: 2 }) }),
    ),
    play: (sequence, done) => play(t, sequence, done),
    show: (command) => (command.do === "create" ? "create" : `delete no. ${command.which + 1}`),
  }),
);

async function play(
  t: Check,
  sequence: readonly Command[],
  done: (command: Command) => void,
): Promise<readonly Finding[]> {
  // The one that the plain checks deleted counts too: its id may not come again.
  const gone = await ifReadable(t.given(removal));
  const model: Model = { alive: new Map(), dead: new Set(gone?.again == null ? [] : [gone.id]) };
  let list = gone?.after ?? (await listUntil(t, () => true));
  try {
    for (const [at, drawn] of sequence.entries()) {
      const command: Command = model.alive.size === 0 ? { do: "create" } : drawn;
      const step = await act(t, { model, list, command, url: ownUrl(t, `v1/orders/${at}`) });
      if (step === null) continue;
      done(command);
      const holds = (reading: OpenList) => judge(model, command, step.answer, reading).length === 0;
      list = step.list !== null && holds(step.list) ? step.list : await listUntil(t, holds);
      const findings = judge(model, command, step.answer, list);
      if (findings.length > 0) return findings;
    }
    return [];
  } finally {
    for (const own of model.alive.values()) await removeWebhook(t, own);
  }
}

/** What a command was answered, and the list where it was read on the way. */
interface Step {
  readonly answer: Answered;
  readonly list: OpenList | null;
}

/** Does a command to the target and to the model; null where it could not be done, which other checks judge. */
async function act(
  t: Check,
  { model, list, command, url }: { model: Model; list: OpenList; command: Command; url: string },
): Promise<Step | null> {
  if (command.do === "create") {
    const { own, created, after } = await createWebhook(t, url, list);
    if (own === null) return null;
    model.alive.set(own.id, own);
    return { answer: created, list: after };
  }
  const webhooks = [...model.alive.values()];
  const own = webhooks[command.which % Math.max(1, webhooks.length)];
  if (own === undefined) return null;
  const answer = await removeWebhook(t, own);
  if (!succeeded(answer)) return null;
  model.alive.delete(own.id);
  model.dead.add(own.id);
  return { answer, list: null };
}

function judge(
  { alive, dead }: Model,
  command: Command,
  answer: Answered,
  list: OpenList,
): readonly Finding[] {
  const ids = idsIn(list);
  const exchanges = [answer, ...list.exchanges];
  const breach = (rule: RuleId, documented: string, wrong: readonly string[]) =>
    wrong.length === 0 ? [] : [finding({ rule, exchanges }, { documented, received: renderIds(wrong) })];
  const loser = command.do === "create" ? "webhooks.v1.create.listed" : "webhooks.v1.delete.only-that-one";
  return [
    ...breach(
      "webhooks.v1.ids-not-reused",
      "a new webhook gets an id that none had before",
      [...alive.keys()].filter((id) => dead.has(id)),
    ),
    ...breach(
      "webhooks.v1.delete.gone",
      "no deleted webhook is listed",
      [...dead].filter((id) => ids.includes(id) && !alive.has(id)),
    ),
    ...breach(
      loser,
      "no webhook is missing",
      [...alive.keys()].filter((id) => !ids.includes(id)),
    ),
  ].slice(0, 1);
}
