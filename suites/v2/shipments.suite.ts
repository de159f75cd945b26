import { describe } from "vitest";
import { type Answered, type Check, given } from "../../helpers/engine/check/check.js";
import { rule } from "../../helpers/engine/check/rule.js";
import { askOnce } from "../../helpers/engine/operations/probe.js";
import { awaitEffect } from "../../helpers/engine/resources/eventually.js";
import { renderIds, renderValue } from "../../helpers/wire/message.js";
import { objectsIn } from "../../helpers/wire/search.js";
import { succeeded } from "../../helpers/wire/status.js";
import {
  changeable,
  idOf,
  isAccepted,
  listedShipments,
  readShowing,
  readStill,
  type SeenShipment,
  tagsOf,
} from "./shipments.js";

/** Shipments that are tried before none counts as cancellable. */
const MOST_TRIED = 3;
/** Given to a shipment where the account has no tag that it lacks. */
const OWN_TAG = "plimsoll";

interface Tagging {
  readonly tag: string;
  /** Tags that the shipment had before, which neither step may touch. */
  readonly others: readonly string[];
  readonly added: Answered;
  readonly withTag: SeenShipment;
  /** Null where the tag never showed, so that there is nothing to remove. */
  readonly removal: { readonly removed: Answered; readonly without: SeenShipment } | null;
}

/** A tag that is added to a shipment and removed again. Once a run. */
const tagging = given(async (t): Promise<Tagging> => {
  const ids = await changeable(t, "taggable", ({ shipment_status: status }) => status !== "cancelled");
  // Beside a tag that it has already, one that is added or removed may do harm.
  const tagged = (await t.given(listedShipments)).filter((record) => tagsOf(record).length > 0).map(idOf);
  const id = ids.find((each) => tagged.includes(each)) ?? ids[0] ?? "";
  const others = tagsOf((await readShowing(t, id, "tags")).record);
  const tag = (await tagNames(t)).find((name) => !others.includes(name)) ?? OWN_TAG;
  const path = { shipment_id: id, tag_name: tag };
  const intent = { target: t.settings.url, operation: "v2AddShipmentTag", mark: tag } as const;
  const entry = t.session.ledger.changing(intent, { operation: "v2RemoveShipmentTag", path });
  const added = await t.ask({ operation: "v2AddShipmentTag", path, removal: "hold" });
  if (added.answer.status >= 400) t.session.ledger.refused(entry);
  if (!isAccepted(added))
    t.inconclusive(`adding tag ${tag} to shipment ${id} was answered ${added.answer.status}`);
  const has = ({ record }: SeenShipment) => tagsOf(record).includes(tag);
  const withTag = await awaitEffect(() => readShowing(t, id, "tags"), has);
  const removed = await t.ask({ operation: "v2RemoveShipmentTag", path, removal: "use" });
  if (!has(withTag)) {
    if (isAccepted(removed)) t.session.ledger.removed(entry);
    return { tag, others, added, withTag, removal: null };
  }
  const without = await awaitEffect(
    () => readShowing(t, id, "tags"),
    (shipment) => !has(shipment),
  );
  if (!has(without)) t.session.ledger.removed(entry);
  return { tag, others, added, withTag, removal: { removed, without } };
});

/** Names of the account's tags; a service may know no others. */
async function tagNames(t: Check): Promise<readonly string[]> {
  const list = await askOnce(t, { operation: "v2ListTags" });
  if (list === null || !succeeded(list) || list.answer.body.kind !== "json") return [];
  return objectsIn(list.answer.body.value)
    .map(({ name }) => name)
    .filter((name) => typeof name === "string" && /^[\w-]+$/.test(name))
    .map(String);
}

function judgeTags(t: Check, { record, exchange }: SeenShipment, due: readonly string[]): void {
  const shown = tagsOf(record);
  const missing = due.filter((name) => !shown.includes(name));
  if (missing.length > 0)
    t.breach(exchange, `the shipment shows tag ${renderIds(missing)}`, `tags ${renderIds(shown)}`);
}

describe("v2 endpoints: shipments", () => {
  rule("v2.shipments.tag-added", "adds a tag to a shipment and reads it", async (t) => {
    const { tag, others, withTag } = await t.given(tagging);
    t.saw("tags added");
    judgeTags(t, withTag, [tag, ...others]);
  });

  rule("v2.shipments.tag-removed", "removes the tag again and reads the shipment", async (t: Check) => {
    const { tag, others, withTag, removal } = await t.given(tagging);
    if (removal === null) return t.inconclusive(`the tag ${tag} never showed; see v2.shipments.tag-added`);
    const { removed, without } = removal;
    if (!isAccepted(removed)) t.inconclusive(`removing tag ${tag} was answered ${removed.answer.status}`);
    t.saw("tags removed");
    const shown = tagsOf(without.record);
    if (shown.includes(tag))
      t.breach(without.exchange, `the shipment shows no tag ${tag} any more`, `tags ${renderIds(shown)}`);
    // What the addition lost is no fault of the removal.
    const kept = tagsOf(withTag.record);
    judgeTags(
      t,
      without,
      others.filter((name) => kept.includes(name)),
    );
  });

  rule(
    "v2.shipments.cancel",
    "cancels a pending shipment and reads it",
    async (t: Check) => {
      const member = "shipment_status";
      const ids = await changeable(t, "cancellable", (record) => record[member] === "pending");
      const answers: number[] = [];
      // The last ones of the list, since the first one is tagged.
      for (const id of ids.toReversed().slice(0, MOST_TRIED)) {
        const cancelled = await t.ask({ operation: "v2CancelShipment", path: { shipment_id: id } });
        answers.push(cancelled.answer.status);
        if (!isAccepted(cancelled)) continue;
        const shown = await awaitEffect(
          () => readStill(t, id, member),
          (shipment) => shipment.record?.[member] === "cancelled",
        );
        t.saw("shipments cancelled");
        if (shown.record?.[member] === "cancelled") return;
        const received = shown.record === null ? "status 404" : renderValue(shown.record[member]);
        return t.breach(shown.exchange, `${member} cancelled after the accepted cancellation`, received);
      }
      t.inconclusive(
        `cancelling was answered ${answers.join(", ")}; name a shipment that may be cancelled as fixture shipment:cancellable`,
      );
    },
    { from: "standard" },
  );
});
