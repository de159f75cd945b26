import { isRefusal, refusesContent } from "../../../oracles/answers/refusal.js";
import { isShown, type MemberName } from "../../../oracles/warehouses/likeness.js";
import type { Answered } from "../../../wire/exchange.js";
import { succeeded } from "../../../wire/status.js";
import type { Check } from "../../check/check.js";
import { rotated } from "../../check/seed.js";
import { onceWorking } from "../unlocked.js";
import { changedAlone, type WarehouseBody } from "./bodies.js";
import type { SeenWarehouse } from "./record.js";
import type { Updates } from "./updates.js";

/** An update that changes one member of a warehouse alone, and what the warehouse shows afterwards. */
export interface Alone {
  readonly member: MemberName;
  readonly sent: WarehouseBody;
  readonly exchange: Answered;
  /** Null where the update was not accepted, too. */
  readonly shown: SeenWarehouse | null;
  /** The answer to the same with the other members changed, too, where the target refuses to keep them; otherwise null. */
  readonly instead: Answered | null;
  /** Whether another client changes the warehouse all the time. */
  readonly isRestless: boolean;
}

/** The members in the order in which seed 1 takes them. */
const MEMBERS: readonly MemberName[] = ["name", "return_address", "origin_address"];

/**
 * Changes some members, each alone and by a full body: a service may look for changes in one member only.
 * @param body what the warehouse shows
 */
export async function changeEachAlone(
  t: Check,
  updates: Updates,
  body: WarehouseBody,
): Promise<readonly Alone[]> {
  const done: Alone[] = [];
  let former = body;
  for (const member of rotated(MEMBERS, t.settings.seed).slice(0, t.budget("warehouses.members-alone"))) {
    const { sent, answer } = await putAlone(t, updates, former, member);
    if (!succeeded(answer)) {
      const instead = await putInstead(t, updates, former, { member, answer });
      done.push({ member, sent, exchange: answer, shown: null, instead, isRestless: false });
      former = updates.bodies.at(-1) ?? former;
      continue;
    }
    const put = await updates.putUntil(
      (round) => (round === 0 ? answer : updates.put(sent)),
      (shown) => isShown(sent, shown),
    );
    done.push({ member, sent, instead: null, ...put });
    former = sent;
  }
  return done;
}

/** Changes one member, to an address of another warehouse if a made-up street is refused. */
async function putAlone(t: Check, updates: Updates, former: WarehouseBody, member: MemberName) {
  const sent = changedAlone(former, member);
  const answer = await putTwice(t, updates, sent);
  if (succeeded(answer) || member === "name") return { sent, answer };
  const known = updates.withKnown(former, member);
  if (known[member].address_line1 === former[member].address_line1) return { sent, answer };
  return { sent: known, answer: await putTwice(t, updates, known) };
}

/** Sends a body; once more if it fails, or if the warehouse may be locked. */
function putTwice(t: Check, updates: Updates, body: WarehouseBody): Promise<Answered> {
  return onceWorking(t, ["v1UpdateWarehouse"], () => updates.putBody(body));
}

/** Where an update of one member alone is refused, before and after one of all of them that is accepted: the latter. */
async function putInstead(
  t: Check,
  updates: Updates,
  former: WarehouseBody,
  { member, answer }: { readonly member: MemberName; readonly answer: Answered },
): Promise<Answered | null> {
  if (!refusesContent(answer.answer)) return null;
  const sent = MEMBERS.reduce(changedAlone, former);
  const all = await updates.putBody(sent);
  if (!succeeded(all)) return null;
  const again = await putTwice(t, updates, { ...sent, [member]: former[member] });
  return isRefusal(again.answer) ? all : null;
}
