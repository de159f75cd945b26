import { isRefusal, toldBy } from "../../../oracles/answers/refusal.js";
import { isAboutTheWarehouse } from "../../../oracles/warehouses/refusals.js";
import type { Restoration } from "../../../target/ledger/ledger.js";
import type { Page } from "../../../wire/decode.js";
import type { Check } from "../../check/check.js";
import type { OpenList } from "../../lists/open/list.js";
import { namedFixtures } from "../fixtures.js";
import { furtherOf, intentOf, isRestored, restorationOf } from "./bodies.js";
import { readWarehouse } from "./record.js";
import { type Subject, subjectsIn } from "./subject.js";
import { labelsUnder } from "./under.js";
import { type First, Updates, updateWarehouse } from "./updates.js";

/** A warehouse that was sent its first update. */
export interface Begun extends First {
  readonly subject: Subject;
  readonly updates: Updates;
  /** Null if nobody knows what it was. */
  readonly restoration: Restoration | null;
  /** Its labels before that; null if they were not counted. */
  readonly labels: Page | null;
  /** Tells the ledger that the warehouse is as it was. */
  readonly isBack: () => void;
}

/** How many further warehouses are tried where one refuses to be changed. */
const MOST_OTHERS = 2;

/**
 * Sends a warehouse its first update. Another one where that is refused because of the warehouse itself; and where what
 * its addresses hold besides the documented members could not be put back, unless it is named as a fixture.
 * @param except a warehouse that is left alone
 * @returns the first of those that refused, if no other is accepted
 * @throws Inconclusive if there is no warehouse that may be changed
 */
export async function beginUpdates(t: Check, list: OpenList | null, except?: string): Promise<Begun> {
  const refused: Begun[] = [];
  let reason = "";
  let tried = 0;
  for await (const subject of subjectsIn(t, list)) {
    if (subject.id === except) continue;
    if (tried++ > MOST_OTHERS) break;
    const whyNot = await whyNotRestorable(t, subject);
    if (whyNot !== null) {
      reason ||= whyNot;
      continue;
    }
    const begun = await begin(t, subject, list);
    if (!isAboutTheWarehouse(begun.answer)) {
      await leave(t, refused);
      return begun;
    }
    refused.push(begun);
  }
  const [first, ...others] = refused;
  await leave(t, others);
  return first ?? t.inconclusive(reason, "--fixture warehouse=ID");
}

async function begin(t: Check, subject: Subject, list: OpenList | null): Promise<Begun> {
  const { id, original } = subject;
  const others = (list?.items ?? []).flatMap((item) => (item.id === id ? [] : [item.raw]));
  const updates = new Updates(t, subject, others);
  const restoration = restorationOf(id, original);
  const { ledger } = t.session;
  const entry = restoration === null ? null : ledger.changing(intentOf(t, id), restoration);
  const labels = t.affords("warehouses.labels") ? await labelsUnder(t, id) : null;
  const first = await updates.putFirst();
  const isBack = () => {
    if (entry !== null) ledger.removed(entry);
  };
  return { subject, updates, restoration, labels, ...first, isBack };
}

/** Leaves warehouses alone that refused to be changed, if they are as they were; otherwise the ledger restores them. */
async function leave(t: Check, refused: readonly Begun[]): Promise<void> {
  for (const { subject, restoration, isBack } of refused)
    if (restoration !== null && isRestored(restoration, await readWarehouse(t, subject.id))) isBack();
}

/**
 * Why the run could not put back what the addresses of a warehouse hold besides the documented members; null if it
 * could. Tries it with the addresses as they are, before an update without these members loses them.
 */
async function whyNotRestorable(t: Check, { id, original }: Subject): Promise<string | null> {
  const further = original === null ? [] : furtherOf(original);
  const [whole] = restorationOf(id, original)?.bodies ?? [];
  if (further.length === 0 || whole === undefined) return null;
  if (namedFixtures(t, "warehouse").includes(id)) return null;
  const { answer } = await updateWarehouse(t, id, whole, "hold");
  if (!isRefusal(answer)) return null;
  return (
    `the addresses of warehouse ${id} show ${further.join(", ")} too, which an update may lose for good: with ` +
    `them as they are, PUT was answered with ${toldBy(answer)}. Name one that may lose them as fixture warehouse`
  );
}
