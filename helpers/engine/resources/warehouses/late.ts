import { lateMembers, type MemberName } from "../../../oracles/warehouses/likeness.js";
import type { Members, SentMembers } from "../../../oracles/warehouses/record.js";
import type { Answered } from "../../../wire/exchange.js";
import type { Check } from "../../check/check.js";
import type { OpenList } from "../../lists/open/list.js";
import { awaitEffect } from "../eventually.js";
import { listedMembers, listWarehouses, readWarehouse, type SeenWarehouse } from "./record.js";

/** One place that goes on showing members as they were before an update, while another shows them as they were sent. */
export interface Late {
  readonly place: "by id" | "in the list";
  /** Of several, the rule about the first one reports it. */
  readonly members: readonly MemberName[];
  readonly exchanges: readonly Answered[];
}

/** An update of a warehouse, and what the warehouse was before. */
interface Update {
  readonly id: string;
  readonly sent: SentMembers;
  readonly former: readonly Members[];
}

/** What v2 does not show by id although it lists it, after a wait for it by id was in vain. */
export async function lateById(t: Check, { id, sent, former }: Update): Promise<readonly Late[]> {
  const list = await listWarehouses(t);
  // Another client may have put the former values back meanwhile.
  const byId = await readWarehouse(t, id);
  if (list === null || byId === null) return [];
  const members = lateMembers(sent, byId, listedMembers(list, id), former);
  return [{ place: "by id", members, exchanges: [byId.exchange, ...list.exchanges] }];
}

/** The list once it shows what v2 shows by id, or at the end of patience; and what it does not. */
export async function awaitList(
  t: Check,
  { id, sent, former }: Update,
  byId: SeenWarehouse | null,
): Promise<{ readonly list: OpenList | null; readonly late: readonly Late[] }> {
  const lateIn = (list: OpenList | null, shown: SeenWarehouse | null) =>
    shown === null ? [] : lateMembers(sent, listedMembers(list, id), shown, former);
  const list = await awaitEffect(
    t,
    () => listWarehouses(t),
    (each) => lateIn(each, byId).length === 0,
  );
  if (list === null || lateIn(list, byId).length === 0) return { list, late: [] };
  // Another client may have put the former values back meanwhile; then the warehouse by id shows them too.
  const members = lateIn(list, await readWarehouse(t, id));
  return { list, late: [{ place: "in the list", members, exchanges: list.exchanges }] };
}
