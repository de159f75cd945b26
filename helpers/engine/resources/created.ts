import type { OperationId } from "../../contract/generated/types.js";
import { groupBy } from "../../contract/group-by.js";
import { BudgetExhausted, NothingMoreSent } from "../../target/client/budget.js";
import type { Debt, Removal } from "../../target/ledger/ledger.js";
import type { Answered } from "../../wire/exchange.js";
import { Inconclusive } from "../../wire/outcome.js";
import { objectOf } from "../../wire/raw.js";
import { is4xx, isSuccess } from "../../wire/status.js";
import type { Ask } from "../check/ask.js";
import type { Check } from "../check/check.js";
import type { Session } from "../check/session.js";

/** A resource that a check wants to create. */
interface Creation {
  readonly ask: Ask & { readonly operation: NonNullable<Ask["operation"]> };
  /** Text by which the resource can be found in a list if the answer never comes: a webhook's url. */
  readonly mark: string;
  /**
   * Member of the resource that holds the mark, the operation that reads it by its id, and the part of the mark that a
   * target keeps whatever it does to other characters.
   */
  readonly marked?: { readonly member: string; readonly reading: OperationId; readonly sign: string };
  /** The id that the target gave it; null if it cannot be found. */
  readonly idOf: (created: Answered) => Promise<string | null> | string | null;
  readonly removal: (id: string) => Removal;
}

/** A resource of our own on the target. */
export interface Own {
  readonly id: string;
  readonly created: Answered;
  /** Tells the ledger that the resource is gone: the check removed it, and the target confirmed that. */
  gone(): void;
}

/** How an attempt to create something ended. */
export interface CreationAttempt {
  readonly created: Answered;
  /** Null if the target refused, or if the id of what it created cannot be found. */
  readonly own: Own | null;
}

/**
 * Creates a resource. The ledger has it before the target does, and what no check removes is removed at the end of the
 * run.
 * @throws Inconclusive if nothing may be created, or no answer came
 */
export async function tryCreateOwn(t: Check, creation: Creation): Promise<CreationAttempt> {
  const { created, settle } = await beginOwn(t, creation);
  if (created.answer.status >= 400) return { created, own: null };
  const id = await creation.idOf(created);
  return { created, own: settle(id !== null && (await isAnothers(t, creation, created, id)) ? null : id) };
}

/** A creation that was answered; the ledger still needs the id. */
export interface Begun {
  readonly created: Answered;
  /** Tells the ledger the id of what was created; null if it cannot be found. */
  settle(id: string | null): Own | null;
}

/**
 * Like `tryCreateOwn`, for several creations whose ids are read from the list afterwards.
 * @throws Inconclusive if nothing may be created, or no answer came
 */
export async function beginOwn(t: Check, creation: Omit<Creation, "idOf">): Promise<Begun> {
  t.needsWrites("creates a resource of its own and removes it");
  const { ledger, debts } = t.session;
  const { operation } = creation.ask;
  // Look up the existing ids before anything of ours is there.
  const before = await idsBefore(t, creation.removal(""));
  const entry = ledger.intend({ target: t.settings.url, operation, mark: creation.mark });
  const created = await askToCreate(t, entry, creation.ask);
  if (is4xx(created.answer.status)) ledger.refused(entry);
  const gone = () => {
    if (debts.delete(entry)) ledger.removed(entry);
  };
  const settle = (id: string | null): Own | null => {
    if (id === null) {
      if (created.answer.status < 400) ledger.accepted(entry);
      return null;
    }
    // Whatever the creation answered: a resource that existed before belongs to another client and must not be removed.
    if (before.has(id)) {
      ledger.refused(entry);
      return null;
    }
    const removal = creation.removal(id);
    owe(t, entry, removal);
    return { id, created, gone };
  };
  return { created, settle };
}

/**
 * Sends the request that the ledger has an entry for. Where no budget was left for it, nothing can have been created.
 * @throws as `Check.ask`
 */
export async function askToCreate(t: Check, entry: string, ask: Ask): Promise<Answered> {
  try {
    return await t.ask({ ...ask, removal: "hold" });
  } catch (error) {
    if (error instanceof BudgetExhausted) t.session.ledger.refused(entry);
    throw error;
  }
}

/** Tells the ledger how to remove what was created, and removes it at the end of the run unless a check does. */
export function owe(t: Check, entry: string, removal: Removal): void {
  t.session.ledger.created(entry, removal);
  t.session.debts.set(entry, { entry, removal });
}

/**
 * Enters into the ledger what was found to be left by a request, and removes it at the end of the run.
 * @returns its entry
 */
export function oweFound(
  t: Check,
  { operation, mark }: { readonly operation: OperationId; readonly mark: string },
  removal: Removal,
): string {
  const entry = t.session.ledger.intend({ target: t.settings.url, operation, mark });
  owe(t, entry, removal);
  return entry;
}

/** Removes some of what is owed before the end of the run, where it could be in the way of other checks. */
export async function removeOwed({ session }: Check, entries: readonly string[]): Promise<void> {
  const owed = entries.flatMap((entry) => session.debts.get(entry) ?? []);
  await Promise.all(owed.map((debt) => removeOne(session, debt)));
}

/** Ids, of the kind that a removal takes, that the target showed before the run created anything. */
export async function idsBefore(t: Check, { path }: Removal): Promise<ReadonlySet<string>> {
  const shown = await Promise.all(Object.keys(path).map((parameter) => t.census.ids(parameter)));
  return new Set(shown.flat());
}

/** Whether the resource that a creation answered with carries another mark than ours. */
async function isAnothers(t: Check, creation: Creation, created: Answered, id: string): Promise<boolean> {
  if (creation.marked === undefined) return false;
  const { member, reading, sign } = creation.marked;
  const shown =
    objectOf(created.answer)?.[member] ??
    objectOf((await t.ask({ operation: reading, path: creation.removal(id).path })).answer)?.[member];
  return typeof shown === "string" && !shown.toLowerCase().includes(sign.toLowerCase());
}

/**
 * Removes what checks left, kind by kind (both generations together), latest kind first, so that what others depend on
 * goes last. What cannot be removed stays in the ledger and is reported.
 */
export async function removeOwn(session: Session): Promise<void> {
  const latestFirst = [...session.debts.values()].reverse();
  const kinds = groupBy(latestFirst, ({ removal }) => removal.operation.replace(/^v\d/, ""));
  for (const debts of kinds.values()) await Promise.all(debts.map((debt) => removeOne(session, debt)));
}

async function removeOne(session: Session, { entry, removal }: Debt): Promise<void> {
  const status = await statusOfRemoval(session, removal);
  // A 404 keeps the entry: the later cleanup knows how long to wait for replica lag.
  if (!isSuccess(status)) return;
  session.ledger.removed(entry);
  session.debts.delete(entry);
}

/** Status of the answer; 0 if there is none, if nothing more may be sent, or if the recording ends. */
async function statusOfRemoval(session: Session, removal: Removal): Promise<number> {
  try {
    const exchange = await session.send({ check: "clean-up", ...removal, removal: "use" });
    return exchange.answer?.status ?? 0;
  } catch (error) {
    if (error instanceof NothingMoreSent || error instanceof Inconclusive) return 0;
    throw error;
  }
}
