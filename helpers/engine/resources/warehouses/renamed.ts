import type { Item } from "../../../wire/decode.js";
import type { Check } from "../../check/check.js";
import { awaitEffect } from "../eventually.js";
import { aWhileAfter } from "../later.js";
import type { Life } from "./life.js";
import { listWarehouses, membersOf, readWarehouse } from "./record.js";
import { intentOf, isRestored, restorationOf } from "./restoration.js";

/**
 * Updates the warehouse once more, to a name that was never sent, and puts it back: the listed warehouses that bear that
 * name a while after.
 */
export async function renamedWith(t: Check, { id, original, bodies }: Life): Promise<readonly Item[]> {
  const [restored] = bodies.toReversed();
  const restoration = restorationOf(id, original);
  if (restored === undefined || restoration === null) return [];
  const entry = t.session.ledger.changing(intentOf(t, id), restoration);
  const name = `${restored.name}, ${t.settings.run}`;
  const put = (body: unknown) =>
    t.ask({ operation: "v1UpdateWarehouse", path: { warehouse_id: id }, body, removal: "use" });
  await put({ ...restored, name });
  await aWhileAfter(t, "v1UpdateWarehouse");
  const list = await listWarehouses(t);
  await put(restoration.bodies[0]);
  const shown = await awaitEffect(
    t,
    () => readWarehouse(t, id),
    (each) => each === null || isRestored(restoration, each),
  );
  if (isRestored(restoration, shown)) t.session.ledger.removed(entry);
  return list?.items.filter((item) => item.id !== id && membersOf(item.raw).name === name) ?? [];
}
