import { describe } from "vitest";
import type { Check } from "../../helpers/engine/check/check.js";
import { breachNeverTaken, breachRefused } from "../../helpers/engine/resources/never-taken.js";
import { cancelling, firstCancellation } from "../../helpers/engine/resources/shipments/cancelling.js";
import type { SeenShipment } from "../../helpers/engine/resources/shipments/reading.js";
import { firstTag, missingTags, tagging } from "../../helpers/engine/resources/shipments/tagging.js";
import { rule } from "../../helpers/engine/vitest/rule.js";
import { isAccepted } from "../../helpers/oracles/answers/acceptance.js";
import { isGroundless, toldBy } from "../../helpers/oracles/answers/refusal.js";
import { emptiedBeside } from "../../helpers/oracles/records/forms.js";
import { renderIds, renderValue } from "../../helpers/wire/message.js";
import { hasTag, tagsOf } from "../../helpers/wire/tags.js";

async function judgeTags(
  t: Check,
  shipment: SeenShipment,
  due: readonly string[],
  again: Parameters<typeof missingTags>[3],
): Promise<void> {
  const missing = await missingTags(t, shipment, due, again);
  const { record, exchange } = shipment;
  if (missing.length > 0)
    t.breach(exchange, `the shipment shows tag ${renderIds(missing)}`, `tags ${renderIds(tagsOf(record))}`);
}

/** A tag empties no other member of a shipment. Its state may change by what other clients do. */
function judgeLeft(t: Check, id: string, before: SeenShipment, after: SeenShipment): void {
  if (before.exchange.operation !== after.exchange.operation) return;
  const lost = emptiedBeside(["tags"], before.record, after.record);
  if (lost.length === 0) return;
  const documented = `a tag leaves the other members of shipment ${id} as they were`;
  t.breach([after.exchange, before.exchange], documented, `empty now: ${lost.join(", ")}`);
}

describe("v2 endpoints: shipments", { meta: { changes: ["shipments"] } }, () => {
  rule("v2.shipments.tag-added", "adds a tag to a shipment and reads it", async (t) => {
    const first = await t.given(firstTag);
    if (breachNeverTaken(t, "a tag of the account can be added to a shipment", first)) return;
    const { id, tag, kept, others, untagged, withTag, inV1 } = await t.given(tagging);
    t.saw("tags added");
    const due = [tag, ...(kept === null ? [] : [kept]), ...others];
    await judgeTags(t, withTag, due, (again) => again.withTag);
    judgeLeft(t, id, untagged, withTag);
    // If neither generation shows it, report it once. Whether the v1 list finds it is the filter's matter.
    if (inV1 === null || !hasTag(withTag.record, tag)) return;
    const { record, exchange } = inV1;
    if (record !== null) return judgeTags(t, { record, exchange }, [tag], (again) => again.inV1);
    t.breach(exchange, `the list of shipments with tag ${tag} holds ${id}`, "not in it");
  });

  rule("v2.shipments.tag-removed", "removes the tag again and reads the shipment", async (t) => {
    const { tag, kept: further, others, withTag, removal } = await t.given(tagging);
    if (removal === null) return t.inconclusive(`the tag ${tag} never showed; see v2.shipments.tag-added`);
    const { removed, without } = removal;
    if (isGroundless(removed))
      return breachRefused(t, `tag ${tag}, which the shipment shows, can be removed`, [removed]);
    if (!isAccepted(removed))
      t.inconclusive(`removing tag ${tag} was answered with ${toldBy(removed.answer)}`);
    t.saw("tags removed");
    const shown = tagsOf(without.record);
    if (shown.includes(tag))
      t.breach(without.exchange, `the shipment no longer shows tag ${tag}`, `tags ${renderIds(shown)}`);
    // Tags lost when ours was added are not the removal's fault.
    const kept = tagsOf(withTag.record);
    const due = [...others, ...(further === null ? [] : [further])].filter((name) => kept.includes(name));
    await judgeTags(t, without, due, ({ later }) => later);
  });

  rule.fromStandard("v2.shipments.cancel", "cancels a pending shipment and reads it", async (t) => {
    const first = await t.given(firstCancellation);
    if (breachNeverTaken(t, "a pending shipment can be cancelled", first)) return;
    const { shown } = await t.given(cancelling);
    t.saw("shipments cancelled");
    if (shown.record === null)
      return void t.expect(shown.exchange, "a cancelled shipment can be read").status(200);
    const status = shown.record.shipment_status;
    if (status !== "cancelled")
      t.breach(
        shown.exchange,
        "shipment_status cancelled after the accepted cancellation",
        renderValue(status),
      );
  });
});
