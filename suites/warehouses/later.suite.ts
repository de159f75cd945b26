import { describe } from "vitest";
import type { Check } from "../../helpers/engine/check/check.js";
import { given } from "../../helpers/engine/check/given.js";
import type { OpenList } from "../../helpers/engine/lists/open/list.js";
import { awaitEffect } from "../../helpers/engine/resources/eventually.js";
import { aWhileAfter, lookingAgain } from "../../helpers/engine/resources/later.js";
import { type Life, life, renamedWith } from "../../helpers/engine/resources/warehouses/life.js";
import { isNewlyLike } from "../../helpers/engine/resources/warehouses/likeness.js";
import {
  listWarehouses,
  membersOf,
  needsShown,
  readWarehouse,
} from "../../helpers/engine/resources/warehouses/record.js";
import { rule } from "../../helpers/engine/vitest/rule.js";
import { renderIds, renderValue } from "../../helpers/wire/message.js";
import { ifReadable } from "../../helpers/wire/outcome.js";
import type { Raw } from "../../helpers/wire/raw.js";

interface Later {
  readonly lived: Life;
  readonly before: OpenList;
  readonly now: OpenList;
}

/** The warehouse that was changed and put back, and all warehouses later; null where nothing was changed. */
const later = given(async (t): Promise<Later | null> => {
  needsShown(t);
  const lived = await ifReadable(t.given(life));
  if (lived === null || lived.listBefore === null) return null;
  await aWhileAfter(t, "v1UpdateWarehouse");
  const now = await listWarehouses(t);
  return now === null ? null : { lived, before: lived.listBefore, now };
});

/**
 * The restored value stays. Another client may have read the warehouse while it was changed, and written that value
 * back after us. So the run restores it once more before it reports a breach.
 */
async function judgePutBack(t: Check, { lived, now: list }: Later, member: "name" | "origin" | "returns") {
  const { id, sent, original, atLast } = lived;
  const own = list.items.find((item) => item.id === id);
  if (own === undefined || original === null || atLast === null) return;
  const madeUp = { name: sent.name, origin: sent.origin_address, returns: sent.return_address };
  const [due, made, back, now] = [original, madeUp, atLast, membersOf(own.raw)].map((each) =>
    signOf(each[member]),
  );
  if (due === undefined || back !== due || now === undefined) return;
  t.saw("warehouses put back before");
  if (now !== made || made === due) return;
  const isBackAgain = async () => {
    const byId = await awaitEffect(
      t,
      () => readWarehouse(t, id),
      (shown) => shown === null || signOf(shown[member]) !== made,
    );
    return byId !== null && signOf(byId[member]) === made;
  };
  if (!(await isBackAgain())) return;
  const body = lived.bodies.at(-1);
  await t.ask({ operation: "v1UpdateWarehouse", path: { warehouse_id: id }, body, removal: "use" });
  await aWhileAfter(t, "v1UpdateWarehouse");
  if (!(await isBackAgain())) return;
  const documented = `warehouse ${id} keeps ${renderValue(due)}, put back earlier in the run`;
  t.breach(list.exchanges, documented, renderValue(now));
}

/** A value that identifies a member: the name itself, or the street of an address. */
function signOf(value: string | Raw | null): string | undefined {
  const sign = typeof value === "string" ? value : value?.address_line1;
  return typeof sign === "string" ? sign : undefined;
}

/** No other warehouse took on what was sent to the changed one. */
async function judgeBeside(t: Check, { lived, before, now }: Later): Promise<void> {
  const like = (bodies: Life["bodies"]) =>
    now.items.filter((item) => {
      const was = before.items.find((each) => each.id === item.id);
      if (item.id === lived.id || was === undefined) return false;
      return bodies.some((body) => isNewlyLike(body, was.raw, item.raw));
    });
  t.saw("other warehouses later on", now.items.length - 1);
  const madeUp = like(lived.bodies.slice(0, -1));
  const restored = like(lived.bodies.slice(-1));
  // Two warehouses may have one name: another client may have given this one its own name back.
  const touched = madeUp.length > 0 || restored.length === 0 ? madeUp : await renamedWith(t, lived);
  if (touched.length === 0) return;
  const documented = `only warehouse ${lived.id} was changed earlier in the run`;
  t.breach(now.exchanges, documented, `changed later on: ${renderIds(touched.map((item) => item.id))}`);
}

const putBack = (member: "name" | "origin" | "returns") =>
  lookingAgain(later, (t, looked) => judgePutBack(t, looked, member));

// Near the end of the run, by one list: restored values last.
// biome-ignore format: one rule a line
describe("PUT /v1/warehouses/{warehouse_id}, later in the run", { meta: { changes: ["warehouses"] } }, () => {
  rule.fromStandard("warehouses.update.only-that-one", "lists all warehouses again", lookingAgain(later, judgeBeside));
  rule.fromStandard("warehouses.update.restores", "looks for the name put back", putBack("name"));
  rule.fromStandard("warehouses.update.origin-address", "looks for the address put back", putBack("origin"));
  rule.fromStandard("warehouses.update.return-address", "looks for the address put back", putBack("returns"));
});
