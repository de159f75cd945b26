import { leastHarmFirst } from "../../contract/conduct.js";
import { isObject } from "../../contract/json.js";
import { IMPROBABLE_ID } from "../../contract/lists.js";
import type { Operation } from "../../contract/model.js";
import { operationsOf } from "../../contract/scope.js";
import { hasErrorBody, isNotFound } from "../../oracles/answers/likeness.js";
import { isCarriedOut, NO_SUCH_RECORD } from "../../oracles/exchange/unknown-ids.js";
import { membersOf } from "../../oracles/warehouses/record.js";
import type { Restoration } from "../../target/ledger/ledger.js";
import { certainlyUnknownIds, madeUpPath } from "../../target/messages/made-up.js";
import { idsOf } from "../../wire/decode.js";
import type { Answered, Exchange } from "../../wire/exchange.js";
import { requestLine } from "../../wire/message.js";
import { Inconclusive } from "../../wire/outcome.js";
import { isFailure, succeeded } from "../../wire/status.js";
import type { Ask } from "../check/ask.js";
import type { Check } from "../check/check.js";
import { given } from "../check/given.js";
import { rotated } from "../check/seed.js";
import { askOnce, tryAsk } from "../operations/probe.js";
import { idsIn, unknownRecords } from "../operations/unknown-records.js";
import { isFixture } from "./fixtures.js";
import { sampleBody, sampleText } from "./sample-bodies.js";
import { restorationOf } from "./warehouses/bodies.js";
import { firstWarehouses, listWarehouses } from "./warehouses/record.js";
import { updateWarehouse } from "./warehouses/updates.js";

/** The deletions that are tried at this effort. */
function deletionsOf(t: Check): readonly Operation[] {
  return operationsOf("error.404.v2.delete", t.settings).slice(0, t.budget("errors.unknown-ids.deletions"));
}

/** The changes that are tried: the rule lists first the operations about which the contract says most. */
function changesOf(t: Check): readonly Operation[] {
  const changes = operationsOf("error.404.v2.change", t.settings);
  return leastHarmFirst(changes.slice(0, t.budget("errors.unknown-ids.changes")));
}

/** What puts the warehouses back that the run may change. */
async function restorations(t: Check): Promise<readonly Restoration[]> {
  const { items = [] } = (await firstWarehouses(t)) ?? {};
  return items
    .filter(({ id }) => isFixture(t, id))
    .flatMap(({ id, raw }) => restorationOf(id, { ...membersOf(raw), record: raw }) ?? []);
}

/** The update of a warehouse that does not exist. */
interface UnknownWarehouse {
  readonly exchange: Answered;
  /** A warehouse that shows the name in it; null if none does. */
  readonly renamed: { readonly id: string; readonly exchanges: readonly Exchange[] } | null;
}

/**
 * An update of a warehouse that does not exist, whose body names one that does; if that is refused for another reason,
 * one whose body names the same, and one with a shorter id.
 */
const unknownWarehouse = given(async (t): Promise<UnknownWarehouse> => {
  const exchange = await updateUnknown(t);
  return { exchange, renamed: await renamedWarehouse(t) };
});

async function updateUnknown(t: Check): Promise<Answered> {
  const [sample] = await t.census.ids("warehouse_id");
  const sampled = await sampleBody(t, "v1UpdateWarehouse");
  const known = (await restorations(t))[0]?.bodies[0];
  const update = async (warehouse_id: string, whole: unknown = null): Promise<Answered> => {
    const body = whole ?? (isObject(sampled) ? { ...sampled, warehouse_id } : sampled);
    const ask: Ask = { operation: "v1UpdateWarehouse", path: { warehouse_id }, body, intent: "id" };
    const exchange = await tryAsk(t, ask);
    if (exchange !== null) return exchange;
    throw (
      t.session.conduct.whyNot(ask) ??
      new Inconclusive("the update got no answer; run again when the target is stable")
    );
  };
  const [first = IMPROBABLE_ID, shorter] = certainlyUnknownIds("warehouse_id", sample, t.settings.seed);
  const name = sampleText(t, "v1UpdateWarehouse");
  const named = isObject(known) ? await update(first, { ...known, name }) : null;
  if (named !== null && (succeeded(named) || isNotFound(named))) return named;
  const exchange = await update(first);
  return shorter === undefined || succeeded(exchange) || isNotFound(exchange) ? exchange : update(shorter);
}

/** A warehouse that has the name which was sent to one that does not exist; the run puts back those that it may change. */
async function renamedWarehouse(t: Check): Promise<UnknownWarehouse["renamed"]> {
  const list = await listWarehouses(t);
  const text = sampleText(t, "v1UpdateWarehouse");
  const renamed = idsOf(list?.items.filter(({ raw }) => membersOf(raw).name === text) ?? []);
  const [first] = renamed;
  if (first === undefined) return null;
  for (const { path, bodies } of await restorations(t)) {
    const id = path.warehouse_id ?? "";
    if (renamed.includes(id)) await updateWarehouse(t, id, bodies[0], "use");
  }
  return { id: first, exchanges: list?.exchanges ?? [] };
}

/**
 * Changes or deletes unknown records. Only a success counts against the target: a refusal may be about the id's form,
 * and changes nothing. If no refusal says that there is no such record, shorter ids are tried.
 */
async function judgeChanges(
  t: Check,
  changes: readonly Operation[],
  further: readonly Ask[] = [],
): Promise<void> {
  const asks = [...(await Promise.all(changes.map((change) => unknownChanges(t, change)))), further];
  for (const round of [0, 1]) {
    const tried = asks.flatMap((each) => each[round] ?? []);
    const told = await Promise.all(tried.map(async (ask) => judgeNoSuccess(t, await askOnce(t, ask))));
    if (told.includes(true)) return;
  }
}

/** Changes of unknown records, with a body that gives no reason to refuse them. */
async function unknownChanges(t: Check, change: Operation): Promise<readonly Ask[]> {
  const paths = await unknownRecords(t, change);
  const body = change.takesBody ? { body: await sampleBody(t, change.id) } : {};
  return paths.map((path) => ({ operation: change.id, path, ...body, intent: "id" }));
}

/** Returns whether the answer shows what becomes of an unknown record. */
function judgeNoSuccess(t: Check, exchange: Answered | null): boolean {
  if (exchange === null) return false;
  const isDone = isCarriedOut(exchange.answer);
  if (!isDone && !isNotFound(exchange)) return false;
  t.saw("unknown ids");
  if (isDone) t.breach(exchange, NO_SUCH_RECORD, `status ${exchange.answer.status}`);
  return true;
}

/** A deletion of what would stand below a record that does not exist, another one for each seed. */
function deletionBelowUnknown({ settings }: Check, deletions: readonly Operation[]): readonly Ask[] {
  const nested = deletions.filter((each) => idsIn(each).length > 1);
  return rotated(nested, settings.seed)
    .slice(0, 1)
    .map((each) => ({ operation: each.id, path: madeUpPath(each), intent: "id" }));
}

/** Judges that a deletion of an unknown record of each family does not succeed. */
export async function judgeDeletions(t: Check): Promise<void> {
  t.needsWrites("sends deletions, though only of unknown records");
  const deletions = deletionsOf(t);
  await judgeChanges(t, deletions, deletionBelowUnknown(t, deletions));
}

/** Judges that a change of an unknown record of each family does not succeed. */
export async function judgeUpdates(t: Check): Promise<void> {
  t.needsWrites("sends changes, though only of unknown records");
  await judgeChanges(t, changesOf(t));
}

/** Judges that no change or deletion of an unknown record causes a 5xx. */
export async function judgeNoFailure(t: Check): Promise<void> {
  t.needsWrites("sends changes, though only of unknown records");
  const sent = [...deletionsOf(t), ...changesOf(t)];
  const first = (await Promise.all(sent.map((change) => unknownChanges(t, change)))).flatMap(
    ([ask = []]) => ask,
  );
  const warehouse = t.inScope("v1UpdateWarehouse") ? await t.tryGiven(unknownWarehouse) : null;
  const answers = await Promise.all(first.map((ask) => askOnce(t, ask)));
  for (const exchange of [warehouse?.exchange ?? null, ...answers]) {
    if (exchange === null) continue;
    t.saw("unknown ids");
    const { status } = exchange.answer;
    if (isFailure(status))
      return t.breach(exchange, "status 404 to an id that does not exist, not a 5xx", `status ${status}`);
  }
}

/** Judges that the update of an unknown warehouse, with a full body, does not succeed. */
export async function judgeUnknownWarehouse(t: Check): Promise<void> {
  t.needsWrites("sends an update, though only of an unknown warehouse");
  const { exchange, renamed } = await t.given(unknownWarehouse);
  const { status } = exchange.answer;
  if (succeeded(exchange)) {
    t.saw("unknown ids");
    t.expect(exchange, "an update of a warehouse that does not exist").status(404);
  } else if (renamed !== null) {
    t.saw("unknown ids");
    const documented = `an update of a warehouse that does not exist, answered with ${status}, changes none`;
    t.breach([...renamed.exchanges, exchange], documented, `warehouse ${renamed.id} has the name in it`);
  } else if (status >= 500) {
    t.inconclusive(`${requestLine(exchange)} was answered with ${status}; see status.unknown-id-no-5xx`);
  } else if (status !== 404) {
    t.inconclusive(
      `${requestLine(exchange)} was refused with ${status}, which may be about the body or about the id`,
    );
  } else if (!hasErrorBody(exchange)) {
    t.inconclusive("the 404 has no error body, so it may mean that the path does not exist");
  } else t.saw("unknown ids");
}
