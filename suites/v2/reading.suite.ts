import { describe } from "vitest";
import type { Check } from "../../helpers/engine/check/check.js";
import { tryAsk } from "../../helpers/engine/operations/probe.js";
import { cutOf, judgeCutShort } from "../../helpers/engine/resources/cut-external-ids.js";
import { listedShipments } from "../../helpers/engine/resources/shipments/reading.js";
import { rule } from "../../helpers/engine/vitest/rule.js";
import { type ExternalId, isAnswerFor, ownExternalIds } from "../../helpers/oracles/records/external-ids.js";
import { shipmentIdOf } from "../../helpers/oracles/records/shipments-beside.js";
import type { Answered } from "../../helpers/wire/exchange.js";
import { jsonOf, objectOf } from "../../helpers/wire/raw.js";
import { findIds, objectsIn } from "../../helpers/wire/search.js";
import { PATH_CHARACTERS } from "../../helpers/wire/segment.js";
import { spread } from "../../helpers/wire/spread.js";
import { isBesideTheQuestion, succeeded } from "../../helpers/wire/status.js";

const MEMBER = "external_shipment_id";

describe("v2 endpoints: shipments", () => {
  rule.fromStandard(
    "v2.shipments.by-external-id",
    "asks for listed shipments by their external ids",
    async (t) => {
      const listed = await t.given(listedShipments);
      const known = ownExternalIds(listed.map((one) => ({ id: shipmentIdOf(one), external: one[MEMBER] })));
      if (known.length === 0)
        t.inconclusive(`needs a v2 shipment with an ${MEMBER} of its own, in ${PATH_CHARACTERS}`);
      for (const each of spread(known, t.budget("v2.external-ids"))) await judgeByExternalId(t, each);
      const cut = t.affords("v2.external-ids.cut") ? cutOf(known) : null;
      if (cut !== null) judgeCutShort(t, await lookUp(t, cut), cut, MEMBER);
    },
  );

  rule.fromThorough("v2.shipments.labels-shape", "asks for the labels of a listed shipment", async (t) => {
    const [shipment] = await t.given(listedShipments);
    if (shipment === undefined) return t.inconclusive("needs a v2 shipment");
    const path = { shipment_id: shipmentIdOf(shipment) };
    const { answer } = await t.askOk({ operation: "v2ListShipmentLabels", path });
    t.saw("shipments");
    const names = Object.keys(objectOf(answer) ?? {}).join(", ") || answer.body.kind;
    t.observe(`The labels of a v2 shipment are answered with ${names}.`);
  });
});

function lookUp(t: Check, external: string): Promise<Answered> {
  return t.ask({ operation: "v2GetShipmentByExternalId", path: { [MEMBER]: external } });
}

/** The answer for an external id is the shipment that shows this external id in the list. */
async function judgeByExternalId(t: Check, known: ExternalId): Promise<void> {
  const exchange = await lookUp(t, known.external);
  const { status } = exchange.answer;
  if (isBesideTheQuestion(status)) return;
  t.saw("external ids");
  const answered = status === 200 ? jsonOf(exchange.answer) : null;
  if (isAnswerFor(answered, known, MEMBER) || !(await stillShows(t, known))) return;
  const [shown = `status ${status} without a shipment_id`] = findIds(answered, "shipment_id");
  t.breach(exchange, `shipment ${known.id}, which shows this external id in the list`, shown);
}

/** Whether the shipment still has this external id: another client may have changed it since it was listed. */
async function stillShows(t: Check, { id: shipment_id, external }: ExternalId): Promise<boolean> {
  const exchange = await tryAsk(t, { operation: "v2GetShipment", path: { shipment_id } });
  const body = exchange !== null && succeeded(exchange) ? jsonOf(exchange.answer) : undefined;
  if (body === undefined) return false;
  const shown = objectsIn(body).flatMap((one) => one[MEMBER] ?? []);
  return shown.length === 0 || shown.includes(external);
}
