import fc from "fast-check";
import type { RuleId } from "../../helpers/contract/generated/types.js";
import { operationInScope } from "../../helpers/contract/scope.js";
import { type Answered, type Check, given } from "../../helpers/engine/check/check.js";
import { playOrders } from "../../helpers/engine/check/sequences.js";
import { idsIn, type OpenList } from "../../helpers/engine/lists/open-list.js";
import { awaitEffect } from "../../helpers/engine/resources/eventually.js";
import { finding } from "../../helpers/oracles/finding.js";
import type { Finding } from "../../helpers/wire/exchange.js";
import { renderIds } from "../../helpers/wire/message.js";
import { succeeded } from "../../helpers/wire/status.js";
import { listOpen, readBatch, statusOf } from "./lists.js";
import { judgeOthers, noteArchiving } from "./others.js";
import { createBatch, type Victim } from "./victims.js";

/** Archiving needs no body in these ways; which one PUT wants is not documented. */
const WAYS = ["v1ArchiveBatch", "v2ArchiveBatch"] as const;
type Way = (typeof WAYS)[number];

/** `which` picks one of the open batches of ours, counted round; where there is none, one is created instead. */
type Command =
  | { readonly do: "create" }
  | { readonly do: "archive"; readonly which: number; readonly way: Way };

/** The rule that is broken when a batch is not archived after one of the ways. */
const EFFECT: Readonly<Record<Way, RuleId>> = {
  v1ArchiveBatch: "batches.archive.by-id",
  v2ArchiveBatch: "batches.archive.delete.v2",
};

/** What the target should hold of ours. */
interface Model {
  readonly open: Map<string, Victim>;
  readonly archived: Set<string>;
}

/** Names of our batches in the sequences start here, above those of the single checks. */
const FIRST_NAME = 100;

/** Random sequences of creations and archivings by v1 and v2, looked at in v1 after every step. */
export const orders = given((t) =>
  playOrders<Command>(t, {
    name: "batches in random order",
    runs: { quick: 0, standard: 1, thorough: 8 },
    command: fc.oneof<fc.Arbitrary<Command>[]>(
      fc.constant({ do: "create" as const }),
      fc.record({
        do: fc.constant("archive" as const),
        which: fc.nat({ max: 2 }),
        way: fc.constantFrom(...WAYS),
      }),
    ),
    play: (sequence, done) => play(t, sequence, done),
    show: (command) =>
      command.do === "create" ? "create" : `archive no. ${command.which + 1} by ${command.way}`,
  }),
);

async function play(
  t: Check,
  sequence: readonly Command[],
  done: (command: Command) => void,
): Promise<readonly Finding[]> {
  const model: Model = { open: new Map(), archived: new Set() };
  // Where the list holds what it should not, it tells nothing of what left it.
  if (t.session.findings.some(({ rule }) => rule === ("batches.open.only" satisfies RuleId))) return [];
  try {
    for (const [at, drawn] of sequence.entries()) {
      const command: Command = model.open.size === 0 ? { do: "create" } : drawn;
      const step = await act(t, model, command, FIRST_NAME + at);
      if (step === null) continue;
      done(command);
      const findings = await compare(t, model, command, step);
      if (findings.length > 0) return findings.slice(0, 1);
    }
    return [];
  } finally {
    for (const victim of model.open.values()) await archive(t, victim, "v1ArchiveBatch");
  }
}

interface Step {
  readonly id: string;
  readonly answer: Answered;
}

/** Does a command to the target and to the model; null where it could not be done, which other checks judge. */
async function act(t: Check, model: Model, command: Command, name: number): Promise<Step | null> {
  if (command.do === "create") {
    const victim = await createBatch(t, name);
    if (statusOf(victim.before.raw) !== "open") return null;
    model.open.set(victim.id, victim);
    return { id: victim.id, answer: victim.before.exchange };
  }
  const open = [...model.open.values()];
  const victim = open[command.which % Math.max(1, open.length)];
  if (victim === undefined || !operationInScope(command.way, t.settings)) return null;
  const answer = await archive(t, victim, command.way);
  if (!succeeded(answer)) return null;
  model.open.delete(victim.id);
  model.archived.add(victim.id);
  return { id: victim.id, answer };
}

async function archive(t: Check, victim: Victim, way: Way): Promise<Answered> {
  const answer = await t.ask({ operation: way, path: { batch_id: victim.id }, removal: "use" });
  if (succeeded(answer)) victim.archived();
  await noteArchiving(t, answer);
  return answer;
}

/**
 * By-id read of what was archived, open list and model agree after a command; the rule that does not hold is the one
 * to blame. That a new batch is open is what the list shows.
 */
async function compare(
  t: Check,
  model: Model,
  command: Command,
  { id, answer }: Step,
): Promise<readonly Finding[]> {
  const isArchived = command.do === "archive";
  if (isArchived) {
    const byId = await awaitEffect(
      () => readBatch(t, id),
      ({ raw }) => statusOf(raw) !== "open",
    );
    const state = statusOf(byId.raw);
    if (state !== null && state !== "archived" && !isShownWrong(t, state))
      return [
        finding(
          { rule: EFFECT[command.way], exchanges: [byId.exchange, answer] },
          { documented: `batch ${id} is archived`, received: state },
        ),
      ];
  }
  const list = await awaitEffect(
    () => listOpen(t),
    (reading) => judgeList(model, { list: reading, answer, isArchived }).length === 0,
  );
  const findings = judgeList(model, { list, answer, isArchived });
  return findings.length > 0 ? findings : judgeOthers(t, list);
}

/** Whether archived batches are shown in a wrong state by id, whatever archived them: a breach that is told already. */
function isShownWrong(t: Check, state: string): boolean {
  return (
    state !== "open" &&
    t.session.findings.some(({ rule }) => rule === ("batches.archive.by-id" satisfies RuleId))
  );
}

function judgeList(
  { open, archived }: Model,
  { list, answer, isArchived }: { list: OpenList; answer: Answered; isArchived: boolean },
): readonly Finding[] {
  const ids = idsIn(list);
  const exchanges = [...list.exchanges, answer];
  const breach = (rule: RuleId, documented: string, wrong: readonly string[]) =>
    wrong.length === 0 ? [] : [finding({ rule, exchanges }, { documented, received: renderIds(wrong) })];
  return [
    ...breach(
      "batches.archive.leaves-open-listing",
      "no archived batch is in the open list",
      [...archived].filter((id) => ids.includes(id)),
    ),
    ...(list.whole
      ? breach(
          isArchived ? "batches.archive.only-that-one" : "batches.open.complete",
          "no open batch is missing in the open list",
          [...open.keys()].filter((id) => !ids.includes(id)),
        )
      : []),
  ];
}
