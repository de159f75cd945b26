import { isNewlyLike, type MemberName } from "../../../oracles/warehouses/likeness.js";
import { type Members, membersOf } from "../../../oracles/warehouses/record.js";
import { idsOf, itemOf } from "../../../wire/decode.js";
import { renderIds, renderValue } from "../../../wire/message.js";
import type { Raw } from "../../../wire/raw.js";
import type { Check } from "../../check/check.js";
import { given } from "../../check/given.js";
import type { OpenList } from "../../lists/open/list.js";
import { polling } from "../eventually.js";
import { aWhileAfter, lookingAgain } from "../later.js";
import { awaitList, type Late } from "./late.js";
import { type Life, life, renamedWith } from "./life.js";
import { listWarehouses, needsShown, readWarehouse } from "./record.js";
import { updateWarehouse } from "./updates.js";

interface Later {
  readonly lived: Life;
  readonly before: OpenList;
  readonly now: OpenList;
}

/** The warehouse that was changed and put back, and all warehouses later; null where nothing was changed. */
const later = given(async (t): Promise<Later | null> => {
  needsShown(t);
  const lived = await t.tryGiven(life);
  if (lived === null || lived.listBefore === null) return null;
  await aWhileAfter(t, "v1UpdateWarehouse");
  const now = await listWarehouses(t);
  return now === null ? null : { lived, before: lived.listBefore, now };
});

/**
 * The restored value stays. Another client may have read the warehouse while it was changed, and written that value
 * back after us. So the run restores it once more before it reports a breach.
 */
async function judgePutBack(t: Check, { lived, now: list }: Later, member: keyof Members): Promise<void> {
  const { id, bodies, original, atLast } = lived;
  const own = itemOf(list, id);
  if (own === null || original === null || atLast === null) return;
  const [due, back, now] = [original, atLast, membersOf(own)].map((each) => signOf(each[member]));
  // What the run set before; another one is another client's.
  const made = bodies.slice(0, -1).map((each) => signOf(each[member]));
  if (due === undefined || back !== due || now === undefined) return;
  t.saw("warehouses put back before");
  if (now === due || !made.includes(now)) return;
  const isBackAgain = async () => {
    const byId = await polling(t, () => readWarehouse(t, id)).until(
      (shown) => shown === null || signOf(shown[member]) !== now,
    );
    return byId !== null && signOf(byId[member]) === now;
  };
  if (!(await isBackAgain())) return judgeListed(t, lived, member);
  const body = bodies.at(-1);
  await updateWarehouse(t, id, body, "use");
  await aWhileAfter(t, "v1UpdateWarehouse");
  if (!(await isBackAgain())) return;
  const documented = `warehouse ${id} keeps the ${wordsOf(member)} ${renderValue(due)}, put back earlier in the run`;
  t.breach(list.exchanges, documented, renderValue(now));
}

/** What the list still shows although the warehouse by id shows what was put back. */
const stillListed = given(async (t): Promise<readonly Late[]> => {
  const { lived } = (await t.given(later)) ?? {};
  const sent = lived?.bodies.at(-1);
  if (lived === undefined || sent === undefined) return [];
  const update = { id: lived.id, sent, former: lived.bodies.slice(0, -1), both: null };
  const { late } = await awaitList(t, update, await readWarehouse(t, lived.id));
  return late;
});

/** The list shows what was put back, as the warehouse by id does. */
async function judgeListed(t: Check, { id, original }: Life, member: MemberName): Promise<void> {
  const late = (await t.given(stillListed)).find(({ members }) => members.includes(member));
  if (late === undefined) return;
  const documented = `the list shows the ${wordsOf(member)} of warehouse ${id} that was put back, as it shows by id: ${renderValue(original?.[member])}`;
  const received = `still the one from before it was put back: ${renderValue(late.shown[member])}`;
  t.breach(late.exchanges, documented, received);
}

/** "origin address" */
function wordsOf(member: keyof Members): string {
  return member.replace("_", " ");
}

/** A value that identifies a member: the name itself, or the street of an address. */
function signOf(value: string | Raw | null): string | undefined {
  const sign = typeof value === "string" ? value : value?.address_line1;
  return typeof sign === "string" ? sign : undefined;
}

/** No other warehouse took on what was sent to the changed one. */
async function judgeOthers(t: Check, { lived, before, now }: Later): Promise<void> {
  const like = (bodies: Life["bodies"]) =>
    now.items.filter((item) => {
      const was = itemOf(before, item.id);
      if (item.id === lived.id || was === null) return false;
      return bodies.some((body) => isNewlyLike(body, was, item.raw));
    });
  t.saw("other warehouses later on", now.items.length - 1);
  const madeUp = like(lived.bodies.slice(0, -1));
  const restored = like(lived.bodies.slice(-1));
  // Two warehouses may have one name: another client may have given this one its own name back.
  const touched = madeUp.length > 0 || restored.length === 0 ? madeUp : await renamedWith(t, lived);
  if (touched.length === 0) return;
  const documented = `only warehouse ${lived.id} was changed earlier in the run`;
  t.breach(now.exchanges, documented, `changed later on: ${renderIds(idsOf(touched))}`);
}

/** Judges that no other warehouse took on what was sent to the changed one. */
export const judgeBeside = lookingAgain(later, judgeOthers);

/** Judges that a member of the warehouse keeps the value that was put back. */
export function staysPutBack(member: keyof Members): (t: Check) => Promise<void> {
  return lookingAgain(later, (t, looked) => judgePutBack(t, looked, member));
}
