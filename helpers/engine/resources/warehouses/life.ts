import { isShown } from "../../../oracles/warehouses/likeness.js";
import { INDICATOR, membersOf, returnIndicator } from "../../../oracles/warehouses/record.js";
import type { Item, Page } from "../../../wire/decode.js";
import type { Answered } from "../../../wire/exchange.js";
import { requestLine } from "../../../wire/message.js";
import { ifReadable } from "../../../wire/outcome.js";
import { succeeded } from "../../../wire/status.js";
import type { Check } from "../../check/check.js";
import { given } from "../../check/given.js";
import type { OpenList } from "../../lists/open/list.js";
import { BRIEF, PATIENCE, polling } from "../eventually.js";
import { aWhileAfter } from "../later.js";
import { type OddDone, type OddUpdate, sendOdd } from "../odd-bodies.js";
import { onceUnlocked } from "../unlocked.js";
import { type Alone, changeEachAlone } from "./alone.js";
import { type Begun, beginUpdates } from "./beginning.js";
import { intentOf, isRestored, restorationOf, type WarehouseBody } from "./bodies.js";
import { awaitList, type Late, stillLateById, type Update } from "./late.js";
import {
  firstWarehouses,
  listedMembers,
  listWarehouses,
  readWarehouse,
  type SeenWarehouse,
} from "./record.js";
import { type Repeated, type Updates, updateWarehouse } from "./updates.js";

/** One warehouse that was changed, looked at and restored. Null members were left out at effort quick. */
export interface Life {
  readonly id: string;
  /** Null if v2 does not show it; then only statuses can be judged. */
  readonly original: SeenWarehouse | null;
  /** The last accepted body, or the first one if none was accepted. */
  readonly sent: WarehouseBody;
  /** All accepted bodies; the last one restores the warehouse. */
  readonly bodies: readonly WarehouseBody[];
  /** The answer to the first update. */
  readonly answer: Answered;
  /** The answer to a second update, with other addresses under the same name. */
  readonly second: Answered | null;
  /** The answer to the update with the indicator on the return address, if that had one before. */
  readonly withIndicator: Answered | null;
  /** The answer to the update without the indicator, sent once more if it was refused and the one with it was not. */
  readonly withoutIndicator: Answered | null;
  readonly withoutId: Answered | null;
  readonly wrongTypes: readonly { readonly name: string; readonly exchange: Answered }[];
  /** Updates by bodies that must not be taken, and whether they had an effect. */
  readonly odd: readonly OddDone[];
  readonly after: SeenWarehouse | null;
  /** Updates of one member alone. */
  readonly alone: readonly Alone[];
  readonly listBefore: OpenList | null;
  readonly listAfter: OpenList | null;
  readonly restored: Answered;
  /** Whether the target took all that was put back, not the former name alone. */
  readonly isWhole: boolean;
  readonly atLast: SeenWarehouse | null;
  /** Its labels before the first update; null if they were not counted. */
  readonly labels: Page | null;
  /** Null unless one update alone was accepted, and all after it were refused. */
  readonly repeated: Repeated | null;
  /** What the list, or the warehouse by id, still shows as before, while the other one shows it as sent. */
  readonly late: readonly Late[];
  /** The refusal of an update without second lines of addresses, where the same one with them was accepted. */
  readonly refused: Answered | null;
  /** Whether another client changes the warehouse all the time. */
  readonly isRestless: boolean;
  /** Whether each update showed only once another one followed it. */
  readonly isBehind: boolean;
}

/** Where an update showed only once it was sent again, so long that it can be no lag, in milliseconds. */
const LONG: readonly number[] = [...PATIENCE, 10_000];

/** Changes that are each wrong in one type; the second one in its last member alone, after a new name. */
const WRONG = [{ name: 12_345 }, { name: "Plimsoll in part", return_address: "11 Plimsoll Quay" }] as const;

/**
 * Changes a warehouse, looks at it, and restores it whatever happens in between. The ledger knows how it was before the
 * first request leaves; what is not restored stays there and is tried again at the end of the run.
 */
export const life = given(async (t): Promise<Life> => {
  const list = await firstWarehouses(t);
  const lived = await live(t, await beginUpdates(t, list), list);
  if (!isDisturbed(lived)) return lived;
  // Another client changes this one all the time, but perhaps not the next one.
  const later = await listWarehouses(t);
  const other = await ifReadable(beginUpdates(t, later, lived.id));
  const next = other && (await live(t, other, later));
  return next === null || isDisturbed(next) ? lived : next;
});

function isDisturbed({ isRestless, alone }: Life): boolean {
  return isRestless || alone.some((each) => each.isRestless);
}

async function live(t: Check, begun: Begun, listBefore: OpenList | null): Promise<Life> {
  const { subject, updates, restoration, labels } = begun;
  const { id, original } = subject;
  const seen = await lookAtChanges(t, begun, listBefore).then(
    (changes) => ({ changes }),
    (error: unknown) => ({ error }),
  );
  const isLate = "changes" in seen && seen.changes.isRepeated;
  const back = await updates.restore(restoration, isLate ? LONG : PATIENCE);
  const { exchange: restored, shown: atLast, isWhole } = back;
  const left = atLast === null || back.isRestless ? atLast : await updates.restoreExchanged(atLast);
  if (restoration !== null && isRestored(restoration, left)) begun.isBack();
  if ("error" in seen) throw seen.error;
  const repeated = await updates.repeatOnly();
  const isRestless = seen.changes.isRestless || back.isRestless;
  const isBehind = isLate && back.isRepeated;
  const { bodies } = updates;
  return {
    id,
    original,
    listBefore,
    labels,
    bodies,
    ...seen.changes,
    restored,
    isWhole,
    atLast,
    repeated,
    isRestless,
    isBehind,
  };
}

/** Sends all updates but the first one and the one that restores the warehouse, and looks at their effects. */
async function lookAtChanges(t: Check, begun: Begun, listBefore: OpenList | null) {
  const { subject, updates, answer, refused } = begun;
  const { id, original } = subject;
  const { change, unshown, ...changed } = await changeAgain(t, begun, listBefore);
  const { sent, after, isRepeated } = changed;
  const isOver = !t.affords("warehouses.further-updates") && succeeded(answer);
  const further = isOver ? NONE : await sendFurther(t, original, updates, { answer, sent });
  const isNamed = after?.name === sent.name;
  // Behind the others, since they would change the name; whatever they change is put back with the rest.
  const update = { operation: "v1UpdateWarehouse", path: { warehouse_id: id }, removal: "hold" } as const;
  const bodyWith = (name: string) => ({ ...sent, name });
  const asked = isNamed && succeeded(answer) ? await sendOdd(t, update, sent.name, bodyWith) : [];
  // Behind those that must be refused, so that the list shows whether one was applied nevertheless.
  const { list: listAfter, late } = await awaitList(t, change, isNamed ? after : null);
  const odd: OddDone[] = [];
  for (const one of asked) odd.push({ ...one, isDone: await hadEffect(t, id, one, listAfter) });
  const isTaken = after !== null && succeeded(answer) && isShown(sent, after) && !isRepeated;
  // Behind the list, since it would show them.
  const alone = isTaken ? await changeEachAlone(t, updates, sent) : [];
  return { answer, refused, ...changed, ...further, odd, listAfter, late: [...unshown, ...late], alone };
}

/** Sends a second update, and repeats what was accepted last until the warehouse shows it. */
async function changeAgain(
  t: Check,
  { subject: { id, original }, updates, answer, sent: taken }: Begun,
  listBefore: OpenList | null,
) {
  const { second, sent } = await onceUnlocked(t, ["v1UpdateWarehouse"], async () => {
    const put = await updates.putAgain(answer, taken);
    return { ...put, exchange: put.second ?? answer };
  });
  const earlier = updates.bodies.filter((body) => body !== sent);
  const listed = listedMembers(listBefore, id);
  const former = [listed, ...(original === null ? [] : [original]), ...earlier];
  const change: Update = { id, sent, former, both: original && [listed, original] };
  let unshown: readonly Late[] = [];
  const { shown, isRestless, isRepeated } = await updates.putUntil(
    async (round) => {
      if (round === 0) return answer;
      if (round === 1) unshown = await stillLateById(t, change);
      return updates.put(sent);
    },
    (seen) => !succeeded(answer) || isShown(sent, seen),
  );
  return { second, sent, change, unshown, after: shown, isRestless, isRepeated };
}

type Further = Pick<Life, "withIndicator" | "withoutIndicator" | "withoutId" | "wrongTypes">;

const NONE: Further = { withIndicator: null, withoutIndicator: null, withoutId: null, wrongTypes: [] };

/** Sends updates in other forms, of which some must be refused. */
async function sendFurther(
  t: Check,
  original: SeenWarehouse | null,
  updates: Updates,
  { answer, sent }: Pick<Life, "answer" | "sent">,
): Promise<Further> {
  const indicator = original === null ? null : returnIndicator(original);
  const return_address = { ...sent.return_address, [INDICATOR]: indicator };
  // Only if there was one before: a target that merges would keep it, and nothing could remove it.
  const withIndicator = indicator === null ? null : await updates.put({ ...sent, return_address });
  // The warehouse may have refused the first one for a reason of its own, which is past.
  const isDue = withIndicator !== null && succeeded(withIndicator) && !succeeded(answer);
  const withoutIndicator = isDue
    ? await onceUnlocked(t, ["v1UpdateWarehouse"], () => updates.put(sent))
    : null;
  const { warehouse_id: _, ...anonymous } = sent;
  const withoutId = t.affords("warehouses.without-id") ? await updates.put(anonymous) : null;
  const wrongTypes: Further["wrongTypes"][number][] = [];
  for (const wrong of WRONG.slice(0, t.budget("warehouses.wrong-types")))
    wrongTypes.push({ name: String(wrong.name), exchange: await updates.put({ ...sent, ...wrong }) });
  // What was taken would hide whether the list shows what was sent before.
  if (wrongTypes.some(({ exchange }) => succeeded(exchange))) await updates.put(sent);
  return { withIndicator, withoutIndicator, withoutId, wrongTypes };
}

/**
 * Updates the warehouse once more, to a name that was never sent, and puts it back: the listed warehouses that bear
 * that name a while after.
 */
export async function renamedWith(t: Check, { id, original, bodies }: Life): Promise<readonly Item[]> {
  const [restored] = bodies.toReversed();
  const restoration = restorationOf(id, original);
  if (restored === undefined || restoration === null) return [];
  const entry = t.session.ledger.changing(intentOf(t, id), restoration);
  const name = `${restored.name}, ${t.settings.run}`;
  await updateWarehouse(t, id, { ...restored, name }, "use");
  await aWhileAfter(t, "v1UpdateWarehouse");
  const list = await listWarehouses(t);
  await updateWarehouse(t, id, restoration.bodies[0], "use");
  const shown = await polling(t, () => readWarehouse(t, id)).until(
    (each) => each === null || isRestored(restoration, each),
  );
  if (isRestored(restoration, shown)) t.session.ledger.removed(entry);
  return list?.items.filter((item) => item.id !== id && membersOf(item.raw).name === name) ?? [];
}

/** Whether the list, read afterwards, or the warehouse itself shows the name sent in the odd body. */
async function hadEffect(
  t: Check,
  id: string,
  { exchange, name, writing }: OddUpdate,
  after: OpenList | null,
): Promise<boolean> {
  const isListed = listedMembers(after, id).name === name;
  const isDone = isListed || (succeeded(exchange) && (await showsSoon(t, id, name)));
  if (isDone) t.session.conduct.tell(`${requestLine(exchange)} changed a warehouse by ${writing.body}`);
  return isDone;
}

async function showsSoon(t: Check, id: string, name: string): Promise<boolean> {
  const isShown = (shown: { readonly name: string | null } | null) => shown?.name === name;
  return isShown(await polling(t, () => readWarehouse(t, id)).until(isShown, BRIEF));
}
