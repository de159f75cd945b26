import { setTimeout as sleep } from "node:timers/promises";
import { findOperation, operationLine, operations } from "../../contract/operations.js";
import { shorten } from "../../contract/text.js";
import { renderValue } from "../../wire/message.js";
import { notAsBefore } from "../../wire/put-back.js";
import { jsonOf } from "../../wire/raw.js";
import { findIds, stringsIn } from "../../wire/search.js";
import { isSuccess } from "../../wire/status.js";
import { NothingMoreSent } from "../client/budget.js";
import type { Client } from "../client/client.js";
import type { Provision } from "../settings/provision-hook.js";
import {
  type Ledger,
  type Pending,
  type Provisioned,
  type Removal,
  type Restoration,
  UNREFUSED,
} from "./ledger.js";
import { ask, findMarked, Lists, listsBeside, parameterOf } from "./marked.js";
import { hookError, provisionTarget } from "./provision.js";

/** The outcome for one entry of the ledger. */
export interface Settled {
  readonly debt: Pending;
  /** A short description. */
  readonly what: string;
  /**
   * absent: it was never created, or was already gone. restored: it is as it was before the run. kept: it still exists
   * or is changed, or may be.
   */
  readonly became: "removed" | "absent" | "restored" | "kept";
  /** Why it was kept; empty otherwise. */
  readonly why: string;
}

/** What is needed to settle debts with a target. */
interface Creditor {
  readonly client: Client;
  readonly ledger: Ledger;
  /** Hooks that remove what provision hooks made. */
  readonly provision: Provision;
}

/** Milliseconds in which a target may still be creating a resource, or not show it yet. */
const LATE_MS = 3_000;
/** Milliseconds before each further look for a resource that the target said it created. */
const SHOWN_LATE_MS = [1_000, 2_000] as const;
/** Milliseconds after its creation from which on a resource is not waited for. */
const SHOWN_BY_MS = LATE_MS + SHOWN_LATE_MS[0] + SHOWN_LATE_MS[1];
/** Milliseconds before each reading of a restored resource, because of replica lag. */
const SHOWN_AFTER_MS = [0, 300, 1_000] as const;
/** From this length on, no other resource has the same mark by chance. */
const LEAST_MARK = 8;

/**
 * Removes what a run left, in the order given (latest first), and tells the ledger what is gone. What has to be searched
 * for comes last: where the lists are out of order, the rest is removed all the same.
 */
export async function settleDebts(creditor: Creditor, debts: readonly Pending[]): Promise<Settled[]> {
  const ends = new Map<Pending, End>();
  const end = async (debt: Pending, found: Found | End) => {
    const became = await settle(creditor, debt, found).catch(whyStopped);
    ends.set(debt, became);
    tell(creditor.ledger, debt, became);
  };
  for (const debt of debts.filter((each) => !isSearchedFor(each))) await end(debt, new Map());
  const searched = debts.filter(isSearchedFor);
  const found = await findUnknown(creditor.client, searched).catch(whyStopped);
  for (const debt of searched) await end(debt, found);
  return debts.flatMap((debt) => {
    const became = ends.get(debt);
    return became === undefined ? [] : [{ debt, what: nameOf(debt), ...became }];
  });
}

function tell(ledger: Ledger, { entry }: Pending, { became }: End): void {
  if (became === "removed" || became === "restored") ledger.removed(entry);
  if (became === "absent") ledger.refused(entry);
}

function isSearchedFor(debt: Pending): boolean {
  return whyNotLookedFor(debt) === null;
}

type End = Pick<Settled, "became" | "why">;

const REMOVED: End = { became: "removed", why: "" };
const RESTORED: End = { became: "restored", why: "" };
const ABSENT: End = { became: "absent", why: "" };
const kept = (why: string): End => ({ became: "kept", why });

/** Whatever goes wrong with one debt, the others are settled, and the run keeps its reports. */
function whyStopped(error: unknown): End {
  return kept(error instanceof NothingMoreSent ? error.message : `its clean-up failed: ${error}`);
}

function nameOf({ operation, mark, removal }: Pending): string {
  if (removal === null) return `${operationLine(operation)} ${shorten(mark)}`.trim();
  if ("hook" in removal) return `${operationLine(operation)} ${removal.id}`;
  return [operationLine(removal.operation), ...Object.values(removal.path)].join(" ");
}

async function settle(creditor: Creditor, debt: Pending, found: Found | End): Promise<End> {
  if (debt.removal === null) return settleUnknown(creditor.client, debt, found);
  if ("hook" in debt.removal) return settleProvisioned(creditor, debt.removal);
  return "former" in debt.removal
    ? settleChanged(creditor.client, debt.removal)
    : settleKnown(creditor.client, debt.removal, debt.at);
}

/** Restores a changed resource and reads it. */
async function settleChanged(client: Client, restoration: Restoration): Promise<End> {
  const { operation, path, bodies } = restoration;
  let rest = await remaining(client, restoration);
  for (const body of bodies) {
    if (rest === null) return RESTORED;
    await ask(client, { operation, path, body, removal: "use" });
    for (const pause of SHOWN_AFTER_MS) {
      await sleep(pause);
      rest = await remaining(client, restoration);
      if (rest === null) break;
    }
  }
  return rest === null ? RESTORED : kept(`it could not be put back: ${rest}`);
}

/** How it differs from its former state, in words: the first difference, and the members of the others; null if not. */
async function remaining(client: Client, { reading, path, former }: Restoration): Promise<string | null> {
  const { answer, trouble } = await ask(client, { operation: reading, path });
  if (answer?.status !== 200 || answer.body.kind !== "json")
    return `${operationLine(reading)} was answered with ${answer?.status ?? trouble}`;
  const [first, ...others] = notAsBefore(former, answer.body.value);
  if (first === undefined) return null;
  const further = others.map(({ pointer }) => pointer).join(", ");
  const difference = `${first.pointer} was ${renderValue(first.before)} and is ${renderValue(first.after)}`;
  return further === "" ? difference : `${difference}; others that differ: ${further}`;
}

async function settleProvisioned({ client, provision }: Creditor, { hook, id }: Provisioned): Promise<End> {
  const found = provision[hook];
  if (found === undefined) return kept("the configuration no longer has a provision hook of this kind");
  try {
    await found.remove(id, provisionTarget(client.settings));
    return REMOVED;
  } catch (error) {
    return kept(`its remove failed: ${hookError(error, client.settings)}`);
  }
}

async function settleKnown(client: Client, removal: Removal, at: string): Promise<End> {
  let exchange = await ask(client, { ...removal, removal: "use" });
  // A 404 may only mean that the resource does not show yet.
  if (exchange.answer?.status === 404 && msUntilShown(at) > 0) {
    await sleep(msUntilShown(at));
    exchange = await ask(client, { ...removal, removal: "use" });
  }
  const status = exchange.answer?.status ?? 0;
  if (isSuccess(status)) return REMOVED;
  if (status === 404 || (await isGone(client, removal))) return ABSENT;
  return kept(
    `${operationLine(removal.operation)} was answered with ${exchange.answer?.status ?? exchange.trouble}`,
  );
}

/** A refusal, or a missing answer, may mean that an earlier removal did arrive. */
async function isGone(client: Client, { operation, path }: Removal): Promise<boolean> {
  const remove = findOperation(operation);
  if (remove === null || remove.method !== "DELETE") return false;
  const reading = operations.find((each) => each.method === "GET" && each.path === remove.path);
  if (reading !== undefined) {
    const { answer } = await ask(client, { operation: reading.id, path });
    if (answer?.status === 404) return true;
    const archived = stringsIn(jsonOf(answer)).includes("archived");
    return answer?.status === 200 && archived;
  }
  const id = path[parameterOf(remove)];
  if (id === undefined || !remove.path.endsWith("}")) return false;
  const parent = remove.path.slice(0, remove.path.lastIndexOf("/"));
  for (const list of listsBeside({ ...remove, path: parent })) {
    const { answer } = await ask(client, { operation: list.id, path });
    if (answer?.status !== 200 || answer.body.kind !== "json") continue;
    return !findIds(answer.body.value, parameterOf(remove)).includes(id);
  }
  return false;
}

/** Milliseconds until a resource requested at that time must show if it exists; 0 if that is past. */
function msUntilShown(at: string): number {
  return Math.min(LATE_MS, Math.max(0, Date.parse(at) + LATE_MS - Date.now()));
}

/**
 * How to remove resources that are found by the mark of a debt without an id, by entry; null if no list can be read.
 */
type Found = ReadonlyMap<string, readonly Removal[] | null>;

/** Searches for all debts without an id together, so that replica lag is waited for once. */
async function findUnknown(client: Client, debts: readonly Pending[]): Promise<Found> {
  const found = new Map<string, readonly Removal[] | null>();
  let left = debts.filter((debt) => whyNotLookedFor(debt) === null);
  await sleep(Math.max(0, ...left.map(({ at }) => msUntilShown(at))));
  for (const pause of [0, ...SHOWN_LATE_MS]) {
    if (left.length === 0) break;
    await sleep(pause);
    const lists = new Lists(client);
    for (const { entry, operation, mark } of left) {
      const create = findOperation(operation);
      if (create !== null) found.set(entry, await findMarked(lists, create, mark));
    }
    left = left.filter(
      ({ entry, accepted, at }) =>
        accepted && found.get(entry)?.length === 0 && Date.now() - Date.parse(at) < SHOWN_BY_MS,
    );
  }
  return found;
}

/** Why a debt is not searched for by its mark; null if it is: there was no id, or the run ended before the answer. */
function whyNotLookedFor({ operation, mark, removal }: Pending): string | null {
  if (removal !== null) return "its id is known";
  if (operation.startsWith(UNREFUSED))
    return "it is not known how to undo it; plimsoll cleanup --forget removes it from the ledger";
  if (findOperation(operation) === null)
    return "its hook was interrupted, so it may have made something; plimsoll cleanup --forget removes it from the ledger";
  return mark.length < LEAST_MARK ? "it has no mark by which it could be found" : null;
}

async function settleUnknown(client: Client, debt: Pending, all: Found | End): Promise<End> {
  const { entry, at, accepted } = debt;
  const why = whyNotLookedFor(debt);
  if (why !== null) return kept(why);
  if ("became" in all) return all;
  const found = all.get(entry) ?? null;
  if (found === null) return kept("no list of this target that was read to its end shows whether it exists");
  if (found.length === 0 && accepted) return kept("it succeeded without an id, and no list shows it");
  let end = ABSENT;
  for (const removal of found) {
    end = await settleKnown(client, removal, at);
    if (end.became === "kept") return end;
  }
  return end;
}
