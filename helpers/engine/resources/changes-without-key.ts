import { ARCHIVING, type ArchiveWay } from "../../contract/conduct.js";
import type { RuleId } from "../../contract/generated/types.js";
import { groupBy } from "../../contract/group-by.js";
import type { Generation, Operation } from "../../contract/model.js";
import { generationOf, operation } from "../../contract/operations.js";
import { judgeMissingKey, judgeWrongKey } from "../../oracles/answers/auth.js";
import { finding } from "../../oracles/finding.js";
import { statusOf } from "../../oracles/records/batches.js";
import type { Findings } from "../../wire/exchange.js";
import { ifReadable } from "../../wire/outcome.js";
import { succeeded } from "../../wire/status.js";
import type { Check } from "../check/check.js";
import { given, givenEach } from "../check/given.js";
import { eachGeneration } from "../operations/key-calls.js";
import { TRIED_ON_RECORDS } from "../operations/keyless-calls.js";
import { type Suspicion, suspicions } from "../operations/keyless-suspicions.js";
import { ARCHIVED } from "./batches/archiving.js";
import { readBatch } from "./batches/lists.js";
import { bystanders, shownEachTime } from "./batches/takes-others.js";
import { archive, openVictim } from "./batches/victims.js";
import { voiding } from "./labels/voiding.js";
import { bodyOf } from "./purchase-orders/bodies.js";
import { borrow } from "./purchase-orders/borrowed.js";
import { PUT, type Shape } from "./purchase-orders/changes.js";
import { draftTrial } from "./purchase-orders/draft.js";
import { withOrder } from "./purchase-orders/listed.js";
import { readOrder } from "./purchase-orders/reading.js";
import { cancelling } from "./shipments/cancelling.js";
import { tagging } from "./shipments/tagging.js";
import { intentOf, isRestored, restorationOf } from "./warehouses/bodies.js";
import { firstWarehouses, readWarehouse } from "./warehouses/record.js";
import { subjectIn } from "./warehouses/subject.js";
import { updateWarehouse } from "./warehouses/updates.js";
import { type LackingKey, strangeText } from "./webhooks/intrusions.js";
import { type TriedChange, triedBefore } from "./wrong-key-changes.js";

type Trial = (t: Check, key: LackingKey) => Promise<TriedChange>;

/** How to try each change on a record. @throws Inconclusive where there is no such record */
const TRIALS: Readonly<Record<(typeof TRIED_ON_RECORDS)[number], Trial>> = {
  v1ArchiveBatch: (t, key) => tryBatch(t, key, "v1ArchiveBatch"),
  v2ArchiveBatch: (t, key) => tryBatch(t, key, "v2ArchiveBatch"),
  v2UpdateBatch: (t, key) => tryBatch(t, key, "v2UpdateBatch"),
  v1UpdateWarehouse: tryWarehouse,
  v2UpdatePurchaseOrder: tryDraft,
};

/** Archives an open batch without the right key. What that does counts only if it comes back: others archive too. */
async function tryBatch(t: Check, key: LackingKey, way: ArchiveWay): Promise<TriedChange> {
  const name = `${key}-key-${way}`;
  const { exchange, harm } = await tryNewBatch(t, key, way, name);
  // Success tells by itself.
  const again =
    harm === null || succeeded(exchange)
      ? null
      : await shownEachTime(t, name, async (round) => {
          const made = await tryNewBatch(t, key, way, `${name}-${round}`);
          return made.harm === null ? null : made;
        });
  return again ?? { exchange, harm: null };
}

/** Archives an open batch without the right key; with it after that. */
async function tryNewBatch(t: Check, key: LackingKey, way: ArchiveWay, name: string): Promise<TriedChange> {
  const victim = await openVictim(t, name);
  const exchange = await t.ask(archivingBy(way, victim.id, key));
  const { raw, exchange: reading } = await readBatch(t, victim.id);
  const isArchived = statusOf(raw) === "archived";
  if (isArchived) victim.archived();
  else await archive(t, victim, way === "v1ArchiveBatch" ? way : "v2ArchiveBatch");
  // Another client may have archived a batch that is not ours; some archive even those that were just made.
  const isOurs = victim.isOwn && !(await t.given(bystanders)).takeOurs;
  const harm = isArchived && isOurs ? { shown: `batch ${victim.id} is archived`, reading } : null;
  return { exchange, harm };
}

/** Sends another name for a warehouse; where it could not be put back, the values that it has. */
async function tryWarehouse(t: Check, key: LackingKey): Promise<TriedChange> {
  const { id, original, body } = await subjectIn(t, await firstWarehouses(t));
  const restoration = restorationOf(id, original);
  const ask = { operation: "v1UpdateWarehouse", path: { warehouse_id: id }, key } as const;
  if (restoration === null) return { exchange: await t.ask({ ...ask, body }), harm: null };
  const name = strangeText(t, key);
  const entry = t.session.ledger.changing(intentOf(t, id), restoration);
  const exchange = await t.ask({ ...ask, body: { ...body, name } });
  const seen = await readWarehouse(t, id);
  const isChanged = seen?.name === name;
  if (isChanged || succeeded(exchange)) await updateWarehouse(t, id, restoration.bodies[0], "use");
  if (isRestored(restoration, isChanged ? await readWarehouse(t, id) : seen)) t.session.ledger.removed(entry);
  const shown = `warehouse ${id} has the name that was sent`;
  return { exchange, harm: isChanged && seen !== null ? { shown, reading: seen.exchange } : null };
}

/** A text of a draft that a PUT may change. */
const TEXT = "note_to_supplier";

async function tryDraft(t: Check, key: LackingKey): Promise<TriedChange> {
  const shape = (await t.tryGiven(draftTrial))?.shape ?? "record";
  return withOrder(t, "draft", 0, (id) => tryNote(t, id, shape, key));
}

/** Sends another note for a draft, which is put back at the end of the run if it is taken; else the values that it has. */
function tryNote(t: Check, id: string, shape: Shape, key: LackingKey): Promise<TriedChange> {
  return borrow(t, id, PUT, async (before) => {
    const text = strangeText(t, key);
    const isText = typeof before.record[TEXT] === "string";
    const body = bodyOf(t, PUT, shape, before, isText ? { [TEXT]: text } : {});
    const path = { purchase_order_id: id };
    const exchange = await t.ask({ operation: PUT.operation, path, body, key });
    const after = isText ? await readOrder(t, id) : before;
    const shown = `purchase order ${id} has the ${TEXT} that was sent`;
    const harm = after.record[TEXT] === text ? { shown, reading: after.exchange } : null;
    return { exchange, harm, steps: [] };
  });
}

/** Each trial once a run; null where there is no record for it. */
const tried = givenEach((t, id: keyof typeof TRIALS) => ifReadable(TRIALS[id](t, "none")));

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
    const calls: TriedChange[] = [];
    for (const id of trialsFor(suspicion.operation)) {
      const trial = await t.given(tried(id));
      if (trial !== null) calls.push(trial);
    }
    all.push({ suspicion, calls: calls.length, findings: calls.flatMap(breachesIn) });
  }
  return all;
});

function breachesIn({ exchange, harm }: TriedChange): Findings {
  const rule = "auth.key.missing";
  const open = judgeMissingKey({ rule, statusRule: null, exchange });
  return open.length > 0 ? open : harmIn(rule, { exchange, harm });
}

function harmIn(rule: RuleId, { exchange, harm }: TriedChange): Findings {
  if (harm === null) return [];
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

/** The request that archives a batch in one way, without the right key. */
function archivingBy(operation: ArchiveWay, batch_id: string, key: LackingKey) {
  const body = operation === "v2UpdateBatch" ? ARCHIVED : null;
  return { operation, path: { batch_id }, key, ...(body && { body }) };
}

/** Archives one batch with a wrong key in every way; where that shows, a batch for each way tells which one does it. */
const archivedWithWrongKey = given(async (t): Promise<readonly TriedChange[]> => {
  const ways = ARCHIVING.filter((way) => t.inScope(way));
  const victim = await openVictim(t, "wrong-key");
  const made: TriedChange[] = [];
  for (const way of ways)
    made.push({ exchange: await t.ask(archivingBy(way, victim.id, "wrong")), harm: null });
  const { raw } = await readBatch(t, victim.id);
  const isArchived = statusOf(raw) === "archived";
  if (isArchived) victim.archived();
  else await archive(t, victim, t.inScope("v1ArchiveBatch") ? "v1ArchiveBatch" : "v2ArchiveBatch");
  if (!isArchived || !victim.isOwn) return made;
  return Promise.all(ways.map((way) => tryBatch(t, "wrong", way)));
});

/** Archiving a batch with a wrong key in the ways of a generation is refused, and has no effect. */
export async function judgeArchivedWithWrongKey(t: Check, generation: Generation): Promise<void> {
  const archivings = (await t.tryGiven(archivedWithWrongKey)) ?? [];
  judgeTried(
    t,
    archivings.filter(({ exchange }) => generationOf(exchange.operation) === generation),
  );
}

/** A change of a record with a wrong key is refused, and has no effect. */
export async function judgeChangedWithWrongKey(t: Check, change: keyof typeof TRIALS): Promise<void> {
  const trial = t.inScope(change) ? await ifReadable(TRIALS[change](t, "wrong")) : null;
  judgeTried(t, trial === null ? [] : [trial]);
}

function judgeTried(t: Check, trials: readonly TriedChange[]): void {
  t.saw("changes of records with a wrong key", trials.length);
  // Another refusal may be about the record or the body, which v1 may look at first.
  const findings = trials.flatMap((trial) =>
    succeeded(trial.exchange)
      ? judgeWrongKey({ rule: t.rule, exchange: trial.exchange })
      : harmIn(t.rule, trial),
  );
  t.find(findings.slice(0, 1));
}

/** How often another client may have done what was asked for with a wrong key: cancelled a shipment, or voided a label. */
const BY_CHANCE = 1;

/**
 * What checks are about to do to shipments and labels is refused with a wrong key, and not done. A tag that nobody else
 * knows tells at once, any other change the second time.
 */
export async function judgeTriedBefore(t: Check): Promise<void> {
  for (const made of [cancelling, tagging, voiding]) await t.tryGiven<unknown>(made);
  const tried = await t.given(triedBefore);
  const open: string[] = [];
  for (const kind of groupBy(tried, ({ exchange }) => exchange.operation).values()) {
    t.saw("changes tried with a wrong key", kind.length);
    const harmed = kind.filter(({ exchange, harm }) => harm !== null && !succeeded(exchange));
    const isSure = harmed.length > BY_CHANCE || kind[0]?.exchange.operation === "v2AddShipmentTag";
    for (const { exchange, harm } of isSure ? harmed.slice(0, 1) : [])
      t.find(harmIn(t.rule, { exchange, harm }));
    if (!isSure) open.push(...harmed.flatMap(({ harm }) => harm?.shown ?? []));
    for (const { exchange } of kind.filter((each) => succeeded(each.exchange)).slice(0, 1))
      t.find(judgeWrongKey({ rule: t.rule, exchange }));
  }
  if (open.length > 0)
    t.inconclusive(
      `${open.join("; ")} after a call with a wrong key was refused; another client may have done that; run again`,
    );
}

/** Calls that were not carried out without a key are refused with the status that a wrong key gets. */
export async function judgeChangesRefused(t: Check): Promise<void> {
  await eachGeneration(t, async (generation) => {
    for (const { suspicion, findings } of await t.given(followed(generation))) {
      if (findings.length > 0) continue;
      const { withoutKey, withWrongKey } = suspicion;
      // A service may look for the record first, whatever the key is.
      if (withWrongKey.answer.status !== 401) continue;
      t.saw("calls without a key");
      const documented = "status 401 without a key, as with a wrong one";
      t.breach([withoutKey, withWrongKey], documented, `status ${withoutKey.answer.status}`);
    }
  });
}
