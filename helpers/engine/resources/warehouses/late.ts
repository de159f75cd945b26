import { lateMembers, type MemberName } from "../../../oracles/warehouses/likeness.js";
import type { Members, SentMembers } from "../../../oracles/warehouses/record.js";
import type { Answered } from "../../../wire/exchange.js";
import type { Check } from "../../check/check.js";
import type { OpenList } from "../../lists/open/list.js";
import { polling } from "../eventually.js";
import { listedMembers, listWarehouses, readWarehouse, type SeenWarehouse } from "./record.js";

/**
 * One place that still shows members as they were before an update, or spoilt, while another shows them as they were
 * sent.
 */
export interface Late {
  readonly place: "by id" | "in the list";
  readonly members: readonly MemberName[];
  /** What it shows instead. */
  readonly shown: Members;
  readonly exchanges: readonly Answered[];
}

/** An update of a warehouse, and what the warehouse was before. */
export interface Update {
  readonly id: string;
  readonly sent: SentMembers;
  readonly former: readonly Members[];
  /** What list and reading by id showed before; null if that is not known. */
  readonly both: readonly [Members, Members] | null;
}

/**
 * What v2 does not show by id although it lists it, after two waits for it by id brought nothing; nothing
 * where reads are known to lag.
 */
export function stillLateById(t: Check, update: Update): Promise<readonly Late[]> {
  if (t.session.lag.isSeen) return Promise.resolve([]);
  const isShown = (late: readonly Late[]) => late.every(({ members }) => members.length === 0);
  return polling(t, () => lateById(t, update)).until(isShown);
}

async function lateById(t: Check, { id, sent, former }: Update): Promise<readonly Late[]> {
  const list = await listWarehouses(t);
  // Another client may have put the former values back meanwhile.
  const byId = await readWarehouse(t, id);
  if (list === null || byId === null) return [];
  const members = lateMembers(sent, byId, listedMembers(list, id), former);
  return [{ place: "by id", members, shown: byId, exchanges: [byId.exchange, ...list.exchanges] }];
}

/** The list once it shows what v2 shows by id, or at the end of patience; and what it does not. */
export async function awaitList(
  t: Check,
  { id, sent, former, both }: Update,
  byId: SeenWarehouse | null,
): Promise<{ readonly list: OpenList | null; readonly late: readonly Late[] }> {
  const lateIn = (list: OpenList | null, shown: SeenWarehouse | null) =>
    shown === null ? [] : lateMembers(sent, listedMembers(list, id), shown, former, both);
  const list = await polling(t, () => listWarehouses(t)).until((each) => lateIn(each, byId).length === 0);
  if (list === null || lateIn(list, byId).length === 0) return { list, late: [] };
  // Another client may have put the former values back meanwhile; then the warehouse by id shows them too.
  const members = lateIn(list, await readWarehouse(t, id));
  const shown = listedMembers(list, id);
  return { list, late: [{ place: "in the list", members, shown, exchanges: list.exchanges }] };
}
