import { toldBy } from "../../../oracles/answers/refusal.js";
import {
  addressDifferences,
  differences,
  isNewlyLike,
  isShown,
  lostMembers,
  type MemberName,
} from "../../../oracles/warehouses/likeness.js";
import type { Members, WhichAddress } from "../../../oracles/warehouses/record.js";
import { type Item, idsOf, itemOf } from "../../../wire/decode.js";
import type { Answered } from "../../../wire/exchange.js";
import { renderIds, renderValue } from "../../../wire/message.js";
import { isOutOfUse } from "../../../wire/out-of-use.js";
import type { Raw } from "../../../wire/raw.js";
import { jsonOf } from "../../../wire/raw.js";
import { findIds } from "../../../wire/search.js";
import { succeeded } from "../../../wire/status.js";
import { cameBack } from "../../check/again.js";
import type { Check } from "../../check/check.js";
import type { OpenList } from "../../lists/open/list.js";
import { polling } from "../eventually.js";
import { type Life, life } from "./life.js";
import { listWarehouses, needsShown, readWarehouse, type SeenWarehouse } from "./record.js";
import { updateWarehouse } from "./updates.js";

/** Judges that v2 shows the name as an update sent it, by id and in the list. */
export async function judgeName(t: Check): Promise<void> {
  const lived = await t.given(life);
  const { id, sent, answer, original, after, isRestless } = lived;
  needsEffect(t, answer);
  needsMember(t, original, "name");
  if (original === null || after === null || after.name === null)
    return t.inconclusive(`v2 shows no name of warehouse ${id}`);
  t.saw("warehouses");
  if (after.name === sent.name) {
    judgeLate(t, lived, "name");
    return judgeAlone(t, lived, "name");
  }
  if (isRestless) leftToOthers(t, id);
  const documented = `the updated warehouse shows the name ${renderValue(sent.name)}`;
  t.breach([after.exchange, answer], documented, renderValue(after.name));
}

/** Judges that v2 shows an address as an update sent it, and as the last one put it back. */
export async function judgeAddress(t: Check, which: WhichAddress): Promise<void> {
  const lived = await t.given(life);
  const { id, answer, second, original, after, isRestless } = lived;
  needsEffect(t, answer);
  needsMember(t, original, which);
  const sent = lived.sent[which];
  const shown = after?.[which] ?? null;
  if (after === null || shown === null)
    return t.inconclusive("v2 does not show this address of the warehouse");
  t.saw("addresses");
  const [member] = notAsSent(lived, which, sent, shown);
  if (member === undefined) {
    judgeLate(t, lived, which);
    judgeAlone(t, lived, which);
    return judgeAddressBack(t, lived, which);
  }
  if (isRestless) leftToOthers(t, id);
  if (tookOnlyFirst(lived))
    t.inconclusive("only the first update of the warehouse took effect; see warehouses.update.restores");
  const update = second !== null && succeeded(second) ? second : answer;
  const documented = `the updated address shows ${member} ${renderValue(sent[member])}`;
  t.breach([after.exchange, update], documented, renderValue(shown[member]), `/${which}/${member}`);
}

/** Judges that the list and the warehouse by id do not contradict each other on what an update sent. */
function judgeLate(t: Check, { id, sent, late, answer }: Life, member: MemberName): void {
  const one = late.find(({ members }) => members.includes(member));
  if (one === undefined) return;
  const elsewhere = one.place === "by id" ? "the list shows" : "it shows by id";
  const documented = `warehouse ${id} shows ${one.place} the ${member.replace("_", " ")} that was sent, as ${elsewhere}: ${renderValue(sent[member])}`;
  t.breach([...one.exchanges, answer], documented, one.shown[member]);
}

/** Judges that an update takes effect that changes one member alone. */
function judgeAlone(t: Check, { id, alone }: Life, member: MemberName): void {
  const one = alone.find((each) => each.member === member);
  if (one === undefined || one.shown === null || !succeeded(one.exchange)) return;
  t.saw("updates of one member alone");
  const { sent, shown, exchange, isRestless } = one;
  const [part] = differences(sent, shown, member);
  if (part === undefined) return;
  if (isRestless) leftToOthers(t, id);
  const valueIn = (members: Members) =>
    renderValue(member === "name" ? members.name : members[member]?.[part]);
  const documented = `an update that changes the ${member.replace("_", " ")} of warehouse ${id} alone takes effect: ${part} ${valueIn(sent)}`;
  t.breach([shown.exchange, exchange], documented, valueIn(shown));
}

/** Judges that an address is shown as it was put back, if the target took that. */
function judgeAddressBack(t: Check, lived: Life, which: WhichAddress): void {
  const { id, original, bodies, restored, isWhole, atLast, isRestless } = lived;
  const [sent, shown] = [bodies.at(-1)?.[which], atLast?.[which] ?? null];
  if (original === null || sent === undefined || atLast === null || shown === null || !isWhole) return;
  const [member] = notAsSent(lived, which, sent, shown);
  if (member === undefined) return;
  if (isRestless) leftToOthers(t, id);
  const documented = `the address that was put back shows ${member} ${renderValue(sent[member])}`;
  t.breach([atLast.exchange, restored], documented, renderValue(shown[member]), `/${which}/${member}`);
}

/** Members of an address that show something else than was sent, or are not shown any more. */
function notAsSent(lived: Life, which: WhichAddress, sent: Raw, shown: Raw): readonly string[] {
  const at = lived.bodies.findIndex((body) => body[which] === sent);
  const former = lived.bodies[at - 1] ?? lived.original;
  return [
    ...addressDifferences(sent, shown, former?.[which] ?? {}),
    ...lostMembers(lived, which, sent, shown),
  ];
}

/** Whether the first update shows, and neither the next one nor the one that puts the former values back. */
function tookOnlyFirst({ bodies, original, after, atLast }: Life): boolean {
  const [first, second, ...others] = bodies;
  if (first === undefined || second === undefined || others.length === 0) return false;
  if (after === null || atLast === null || original?.name === first.name) return false;
  return isShown(first, after) && !isShown(second, after) && isShown(first, atLast);
}

/** Judges that the former name shows again after it was put back. */
export async function judgeRestored(t: Check): Promise<void> {
  const lived = await t.given(life);
  const { id, sent, answer, original, after, restored, atLast, isRestless, isBehind } = lived;
  needsEffect(t, answer);
  needsMember(t, original, "name");
  if (original === null || after === null || atLast === null)
    return t.inconclusive(`v2 shows no name of warehouse ${id}`);
  if (after.name !== sent.name) t.inconclusive("the first update did not arrive; see warehouses.update.name");
  if (!succeeded(restored))
    t.inconclusive(`the former values were refused: ${toldBy(restored.answer)}, so they cannot show again`);
  t.saw("warehouses");
  // Where the list and the warehouse by id contradict each other, other rules say so.
  if (isBehind && lived.late.every(({ members }) => members.length === 0)) {
    const documented = `warehouse ${id} shows what was put back, without a further update`;
    return t.breach([restored, answer], documented, "each update showed only once it was sent again");
  }
  // A target may trim what it is sent, also where a name that it shows has blanks around it.
  if (atLast.name?.trim() === original.name?.trim()) return;
  if (isRestless) leftToOthers(t, id);
  const name = renderValue(original.name);
  const isOnlyFirst = tookOnlyFirst(lived);
  const documented = isOnlyFirst
    ? `an update after the first one takes effect too: the former name ${name}`
    : `the former name ${name}`;
  const words = isOnlyFirst
    ? ", as the first update set it; those after it were accepted and changed nothing"
    : "";
  const exchanges = [atLast.exchange, restored, ...(isOnlyFirst ? [answer] : [])];
  t.breach(exchanges, documented, `${renderValue(atLast.name)}${words}`);
}

/** Judges that the update of one warehouse changes no other. */
export async function judgeOthers(t: Check): Promise<void> {
  const lived = await t.given(life);
  const { id, sent, answer, listBefore, listAfter } = lived;
  needsEffect(t, answer);
  if (listBefore === null && !(await showsIds(t)))
    return t.notApplicable("v2 lists warehouses without a warehouse_id, which the contract leaves open");
  if (listBefore === null || listAfter === null)
    return t.inconclusive(
      "v2 lists warehouses, but not in an array of objects that each show a warehouse_id",
    );
  const others = listBefore.items.filter((item) => item.id !== id);
  if (others.length === 0) t.inconclusive("needs a second warehouse");
  t.saw("other warehouses", others.length);
  const changed = others.filter((item) => {
    const now = itemOf(listAfter, item.id);
    return now !== null && isNewlyLike(sent, item.raw, now);
  });
  const lost = listAfter.whole ? others.filter(({ id: other }) => itemOf(listAfter, other) === null) : [];
  const gone = changed.length > 0 ? [] : await goneByUpdates(t, lived, lost, others.length);
  const touched = [...changed, ...gone];
  if (touched.length === 0) return;
  const received = `changed too: ${renderIds(idsOf(touched))}`;
  t.breach([answer, ...listAfter.exchanges], `only warehouse ${id} is changed`, received);
}

/**
 * Those of the warehouses that the list lost which do not come back, as from a replica. Ones that were removed or put out
 * of use count only if further updates do that to others too, or if no other warehouse is left of several.
 * @param amount how many others there were
 * @throws Inconclusive if another client may have removed them
 */
async function goneByUpdates(
  t: Check,
  lived: Life,
  lost: readonly Item[],
  amount: number,
): Promise<readonly Item[]> {
  const gone = await notComingBack(t, lost);
  const shown = await Promise.all(gone.map(({ id }) => readWarehouse(t, id)));
  const isInUse = shown.some((now) => now !== null && !isOutOfUse(now.record));
  // Another client hardly removes all that there are.
  const areAllGone = gone.length === amount && amount >= SEVERAL;
  if (gone.length === 0 || isInUse || areAllGone || (await removesOthers(t, lived))) return gone;
  const ids = renderIds(idsOf(gone));
  return t.inconclusive(`vanished meanwhile: ${ids}; run again while no other client removes warehouses`);
}

/** How many other warehouses no other client removes all at once. */
const SEVERAL = 3;

async function notComingBack(t: Check, lost: readonly Item[]): Promise<readonly Item[]> {
  if (lost.length === 0) return [];
  const missing = (list: OpenList | null) => lost.filter(({ id }) => itemOf(list, id) === null);
  const last = await polling(t, () => listWarehouses(t)).untilNone(missing);
  return missing(last);
}

/** Whether the update that restored the warehouse, sent again, removes others each time. */
async function removesOthers(t: Check, { id, bodies }: Life): Promise<boolean> {
  const lostBy = async (act: () => Promise<unknown>) => {
    const before = await listWarehouses(t);
    await act();
    const after = await listWarehouses(t);
    if (before === null || after === null || !after.whole) return null;
    const missing = before.items.filter(({ id: other }) => other !== id && itemOf(after, other) === null);
    const lost = await notComingBack(t, missing);
    return lost.length === 0 ? null : lost;
  };
  const back = await cameBack(
    (calmMs) => lostBy(() => t.session.pause(calmMs)),
    () => lostBy(() => updateWarehouse(t, id, bodies.at(-1), "use")),
  );
  return back.kind === "each time";
}

/** Ends a check of a warehouse that another client changes all the time. */
function leftToOthers(t: Check, id: string): never {
  return t.inconclusive(
    `another client keeps changing warehouse ${id}; run again while none does, or name another as fixture warehouse`,
    "--fixture warehouse=ID",
  );
}

/** Whether v2 lists warehouses with their ids. */
async function showsIds(t: Check): Promise<boolean> {
  const { answer } = await t.listedOk("v2ListWarehouses");
  return findIds(jsonOf(answer), "warehouse_id").length > 0;
}

/** Ends a check of a member that v2 leaves out of a warehouse's record, whose members the contract leaves open. */
function needsMember(t: Check, shown: SeenWarehouse | null, member: keyof Members): void {
  if (shown !== null && shown[member] === null)
    t.notApplicable(
      `v2 shows no ${member.replace("_", " ")} of a warehouse, and the contract leaves open what it shows`,
    );
}

/** Ends a check unless the update succeeded, and v2, which alone shows its effect, is in scope. */
function needsEffect(t: Check, update: Answered): void {
  needsShown(t);
  t.expect(update).successOr("warehouses.update.status-204");
}
