import { describe } from "vitest";
import type { Check } from "../../helpers/engine/check/check.js";
import { rule } from "../../helpers/engine/check/rule.js";
import { tryAsk } from "../../helpers/engine/operations/probe.js";
import { idOf, listedShipments } from "../../helpers/engine/resources/shipments/reading.js";
import { jsonOf, objectOf } from "../../helpers/wire/raw.js";
import { findIds, objectsIn } from "../../helpers/wire/search.js";
import { isPlainSegment, PLAIN_CHARACTERS } from "../../helpers/wire/segment.js";
import { succeeded } from "../../helpers/wire/status.js";

/** External ids that only one listed shipment has and that any service accepts in a path. */
async function externalIds(t: Check): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const twice = new Set<string>();
  for (const record of await t.given(listedShipments)) {
    const external = record.external_shipment_id;
    if (!isPlainSegment(external)) continue;
    if (found.has(external) && found.get(external) !== idOf(record)) twice.add(external);
    found.set(external, idOf(record));
  }
  for (const external of twice) found.delete(external);
  return found;
}

/** The first, the last and some between: exposes a service that always answers with the same one. */
function spread<T>(items: readonly T[], amount: number): readonly T[] {
  const step = Math.max(1, (items.length - 1) / Math.max(1, amount - 1));
  return items.filter((_, at) => Math.round(Math.round(at / step) * step) === at).slice(0, amount);
}

describe("v2 endpoints: shipments", () => {
  rule.fromStandard(
    "v2.shipments.by-external-id",
    "asks for listed shipments by their external ids",
    async (t) => {
      const known = [...(await externalIds(t))];
      if (known.length === 0)
        t.inconclusive(`needs a v2 shipment with an external_shipment_id of its own, in ${PLAIN_CHARACTERS}`);
      for (const [external, id] of spread(known, t.budget("v2.external-ids"))) {
        await judgeByExternalId(t, external, id);
      }
    },
  );

  rule.fromStandard(
    "v2.shipments.labels-shape",
    "asks for the labels of a listed shipment",
    async (t: Check) => {
      const [shipment] = await t.given(listedShipments);
      if (shipment === undefined) return t.inconclusive("needs a v2 shipment");
      const path = { shipment_id: idOf(shipment) };
      const { answer } = await t.askOk({ operation: "v2ListShipmentLabels", path });
      t.saw("shipments");
      const names = Object.keys(objectOf(answer) ?? {}).join(", ") || answer.body.kind;
      t.observe(`The labels of a v2 shipment are answered with ${names}.`);
    },
  );
});

/** The answer for an external id is the shipment that shows this external id in the list. */
async function judgeByExternalId(t: Check, external: string, id: string): Promise<void> {
  const path = { external_shipment_id: external };
  const exchange = await t.ask({ operation: "v2GetShipmentByExternalId", path });
  const { status } = exchange.answer;
  if (status === 401 || status === 403 || status === 405 || status >= 500) return;
  t.saw("external ids");
  const answered = status === 200 ? jsonOf(exchange.answer) : null;
  const [shown] = findIds(answered, "shipment_id");
  if (shown === id) return;
  // A shipment on a page that was not read may have the same external id.
  if (objectsIn(answered).some((one) => one.external_shipment_id === external)) return;
  if (!(await stillShows(t, id, external))) return;
  const received = shown === undefined ? `status ${status} without a shipment_id` : shown;
  t.breach(exchange, `shipment ${id}, which shows this external id in the list`, received);
}

/** Whether the shipment still has this external id: another client may have changed it since it was listed. */
async function stillShows(t: Check, shipment_id: string, external: string): Promise<boolean> {
  const exchange = await tryAsk(t, { operation: "v2GetShipment", path: { shipment_id } });
  if (exchange === null || !succeeded(exchange) || exchange.answer.body.kind !== "json") return false;
  const shown = objectsIn(exchange.answer.body.value).flatMap((one) => one.external_shipment_id ?? []);
  return shown.length === 0 || shown.includes(external);
}
