import { isShown, type MemberName } from "../../../oracles/warehouses/likeness.js";
import type { Answered } from "../../../wire/exchange.js";
import { succeeded } from "../../../wire/status.js";
import type { Check } from "../../check/check.js";
import { rotated } from "../../check/seed.js";
import { changedAlone, type WarehouseBody } from "./bodies.js";
import type { SeenWarehouse } from "./record.js";
import type { Updates } from "./updates.js";

/** An accepted update that changes one member of a warehouse alone, and what the warehouse shows afterwards. */
export interface Alone {
  readonly member: MemberName;
  readonly sent: WarehouseBody;
  readonly exchange: Answered;
  readonly shown: SeenWarehouse | null;
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
    const { sent, answer } = await putAlone(updates, former, member);
    if (!succeeded(answer)) continue;
    const put = await updates.putUntil(
      (round) => (round === 0 ? answer : updates.put(sent)),
      (shown) => isShown(sent, shown),
    );
    done.push({ member, sent, ...put });
    former = sent;
  }
  return done;
}

/** Changes one member, to an address of another warehouse if a made-up street is refused. */
async function putAlone(updates: Updates, former: WarehouseBody, member: MemberName) {
  const sent = changedAlone(former, member);
  const answer = await updates.putBody(sent);
  if (succeeded(answer) || member === "name") return { sent, answer };
  const known = updates.withKnown(former, member);
  if (known[member].address_line1 === former[member].address_line1) return { sent, answer };
  return { sent: known, answer: await updates.putBody(known) };
}
