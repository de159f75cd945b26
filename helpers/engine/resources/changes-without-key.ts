import type { Generation, Operation } from "../../contract/model.js";
import { operation } from "../../contract/operations.js";
import { judgeMissingKey } from "../../oracles/answers/auth.js";
import { finding } from "../../oracles/finding.js";
import { statusOf } from "../../oracles/records/batches.js";
import type { Answered, Exchange, Findings } from "../../wire/exchange.js";
import { ifReadable } from "../../wire/outcome.js";
import type { Check } from "../check/check.js";
import { givenEach } from "../check/given.js";
import { eachGeneration } from "../operations/key-calls.js";
import { TRIED_ON_RECORDS } from "../operations/keyless-calls.js";
import { type Suspicion, suspicions } from "../operations/keyless-suspicions.js";
import { ARCHIVED } from "./batches/archiving.js";
import { readBatch } from "./batches/lists.js";
import { bystanders } from "./batches/takes-others.js";
import type { ArchiveWay } from "./batches/used.js";
import { archive, openVictim } from "./batches/victims.js";
import { bodyOf } from "./purchase-orders/bodies.js";
import { borrow } from "./purchase-orders/borrowed.js";
import { PUT } from "./purchase-orders/changes.js";
import { draftTrial } from "./purchase-orders/draft.js";
import { changeableOrder } from "./purchase-orders/listed.js";
import { restorationOf } from "./warehouses/bodies.js";
import { firstWarehouses } from "./warehouses/record.js";
import { subjectIn } from "./warehouses/subject.js";

/** A call without a key for a record of the run's own, or for a fixture with the values that it has. */
interface Tried {
  readonly exchange: Answered;
  /** What it changed although it was refused, and the reading that shows it. */
  readonly harm: { readonly shown: string; readonly reading: Exchange } | null;
}

type Trial = (t: Check) => Promise<Tried>;

/** How to try each change on a record. @throws Inconclusive where there is no such record */
const TRIALS: Readonly<Record<(typeof TRIED_ON_RECORDS)[number], Trial>> = {
  v1ArchiveBatch: (t) => tryBatch(t, "v1ArchiveBatch"),
  v2ArchiveBatch: (t) => tryBatch(t, "v2ArchiveBatch"),
  v2UpdateBatch: (t) => tryBatch(t, "v2UpdateBatch", ARCHIVED),
  v1UpdateWarehouse: tryWarehouse,
  v2UpdatePurchaseOrder: tryDraft,
};

/** Archives an open batch without a key; with the right one after that. */
async function tryBatch(t: Check, way: ArchiveWay, body?: object): Promise<Tried> {
  const victim = await openVictim(t, `without-key-${way}`);
  const ask = { operation: way, path: { batch_id: victim.id }, key: "none", ...(body && { body }) } as const;
  const exchange = await t.ask(ask);
  const { raw, exchange: reading } = await readBatch(t, victim.id);
  const isArchived = statusOf(raw) === "archived";
  if (isArchived) victim.archived();
  else await archive(t, victim, way === "v1ArchiveBatch" ? way : "v2ArchiveBatch");
  // Another client may have archived a batch that is not ours; some archive even those that were just made.
  const isOurs = victim.isOwn && !(await t.given(bystanders)).takeOurs;
  const harm = isArchived && isOurs ? { shown: `batch ${victim.id} is archived`, reading } : null;
  return { exchange, harm };
}

/** Sends the values that a warehouse has. */
async function tryWarehouse(t: Check): Promise<Tried> {
  const { id, original, body } = await subjectIn(t, await firstWarehouses(t));
  const same = restorationOf(id, original)?.bodies[0] ?? body;
  const path = { warehouse_id: id };
  const exchange = await t.ask({ operation: "v1UpdateWarehouse", path, body: same, key: "none" });
  return { exchange, harm: null };
}

/** Sends the values that a draft has. */
async function tryDraft(t: Check): Promise<Tried> {
  const shape = (await ifReadable(t.given(draftTrial)))?.shape ?? "record";
  const id = await changeableOrder(t, "draft", 0);
  return borrow(t, id, PUT, async (before) => {
    const path = { purchase_order_id: id };
    const body = bodyOf(t, PUT, shape, before, {});
    const exchange = await t.ask({ operation: PUT.operation, path, body, key: "none" });
    return { exchange, harm: null, steps: [] };
  });
}

/** Each trial once a run; null where there is no record for it. */
const tried = givenEach((t, id: keyof typeof TRIALS) => ifReadable(TRIALS[id](t)));

/** The trials that can tell: of the suspected change itself, or else of its kind. */
function trialsFor({ id, method, generation }: Operation): readonly (keyof typeof TRIALS)[] {
  const own = TRIED_ON_RECORDS.filter((each) => each === id);
  if (own.length > 0) return own;
  return TRIED_ON_RECORDS.filter((each) => {
    const other = operation(each);
    return other.method === method && other.generation === generation;
  });
}

/** A suspicion, and what calls without a key for records showed of it. */
interface Followed {
  readonly suspicion: Suspicion;
  readonly calls: number;
  readonly findings: Findings;
}

/** Follows up each suspicion of a generation. Once a run. */
const followed = givenEach(async (t, generation: Generation): Promise<readonly Followed[]> => {
  const all: Followed[] = [];
  for (const suspicion of await t.given(suspicions(generation))) {
    const calls: Tried[] = [];
    for (const id of trialsFor(suspicion.operation)) {
      const trial = await t.given(tried(id));
      if (trial !== null) calls.push(trial);
    }
    all.push({ suspicion, calls: calls.length, findings: calls.flatMap(breachesIn) });
  }
  return all;
});

function breachesIn({ exchange, harm }: Tried): Findings {
  const rule = "auth.key.missing";
  const open = judgeMissingKey({ rule, statusRule: null, exchange });
  if (open.length > 0 || harm === null) return open;
  const documented = `a call that is answered with ${exchange.answer.status} changes nothing`;
  return [finding({ rule, exchanges: [exchange, harm.reading] }, documented, harm.shown)];
}

/** Changes whose key seems to be checked only where there is one are not carried out without a key. */
export async function judgeChangesWithoutKey(t: Check): Promise<void> {
  await eachGeneration(t, async (generation) => {
    for (const { calls, findings } of await t.given(followed(generation))) {
      t.saw("changes of records without a key", calls);
      t.find(findings);
    }
  });
}

/** Changes that were not carried out without a key are refused with the status that a wrong key gets. */
export async function judgeChangesRefused(t: Check): Promise<void> {
  await eachGeneration(t, async (generation) => {
    for (const { suspicion, findings } of await t.given(followed(generation))) {
      if (findings.length > 0) continue;
      const { withoutKey, withWrongKey } = suspicion;
      t.saw("changes without a key");
      const documented = "status 401 without a key, as with a wrong one";
      t.breach([withoutKey, withWrongKey], documented, `status ${withoutKey.answer.status}`);
    }
  });
}
