import type { OperationId } from "../../contract/generated/types.js";
import { afterwards, before, keptOver, onceDone, onceUntagged, remembering, shownAsFirst } from "../bends.js";
import { namedShipment } from "../named-records.js";
import type { Bend, Call } from "../service/behaviours.js";
import { invalidValue } from "../service/problem.js";
import type { Shipment } from "../service/records.js";
import type { Fault } from "./fault.js";

const ADDING = "v2AddShipmentTag";
const REMOVING = "v2RemoveShipmentTag";

/** Leaves a shipment with other tags than those that an operation leads to. */
const leavingTags =
  (
    id: OperationId,
    change: (tags: readonly string[], before: readonly string[], call: Call) => readonly string[],
  ): Bend =>
  (does) => ({
    tagShipment: (call, shipment, tags) =>
      does.tagShipment(call, shipment, call.operation.id === id ? change(tags, shipment.tags, call) : tags),
  });

/** Keeps a tag that is added in other letters. */
const addingAs = (write: (tag: string) => string): Bend =>
  leavingTags(ADDING, (tags, before) => tags.map((tag) => (before.includes(tag) ? tag : write(tag))));

const refusingTags = (id: OperationId): Bend =>
  before(id, (call) => {
    if (namedShipment(call)) throw invalidValue("tag_name", call.param("tag_name"), "The value is invalid.");
  });

/** Cancels another shipment with each. */
const cancellingToo =
  (otherOf: (all: readonly Shipment[], cancelled: Shipment) => Shipment | undefined): Bend =>
  (does) => ({
    cancelShipment: (call, shipment) => {
      does.cancelShipment(call, shipment);
      const other = otherOf(call.world.shipments.ordered(), shipment);
      if (other) other.status = "cancelled";
    },
  });

/** Shipments that are cancelled, and tags that are added and removed. */
export const faults: readonly Fault[] = [
  {
    id: "shipment-cancel-removes",
    rule: "v2.shipments.cancel",
    sentence: "A shipment that is cancelled is gone.",
    bend: (does) => ({
      cancelShipment: (call, shipment) => {
        does.cancelShipment(call, shipment);
        call.world.shipments.remove(shipment.id);
      },
    }),
  },
  {
    id: "shipment-cancel-refused",
    rule: "v2.shipments.cancel",
    sentence: "Each cancellation of a shipment is refused as invalid.",
    bend: () => ({
      cancelShipment: (_, { id }) => {
        throw invalidValue("shipment_id", id, "The value is invalid.");
      },
    }),
  },
  {
    id: "shipment-tag-refused",
    rule: "v2.shipments.tag-added",
    sentence: "Each tag that is added to a shipment is refused as invalid.",
    bend: refusingTags(ADDING),
  },
  {
    id: "shipment-tag-removal-refused",
    rule: "v2.shipments.tag-removed",
    sentence: "Each removal of a tag from a shipment is refused as invalid.",
    bend: refusingTags(REMOVING),
  },
  {
    id: "shipment-cancel-without-effect",
    rule: "v2.shipments.cancel",
    sentence: "Cancelling a shipment succeeds and changes nothing.",
    bend: () => ({ cancelShipment: () => {} }),
  },
  {
    id: "shipment-cancelled-read-from-cache",
    rule: "v2.shipments.cancel",
    sentence: "A shipment that was read by its id goes on showing there the state that it had then.",
    bend: shownAsFirst(["v1GetShipment", "v2GetShipment"], "shipment_status"),
  },
  {
    id: "shipment-read-in-v1-kept-over-cancel",
    rule: "v2.shipments.cancel",
    sentence: "A shipment that was read in v1 by its id is answered there as before after its cancellation.",
    bend: keptOver(["v1GetShipment"], ["v2CancelShipment"]),
  },
  {
    id: "shipment-read-in-v2-kept-over-cancel",
    rule: "v2.shipments.cancel",
    sentence: "A shipment that was read in v2 by its id is answered there as before after its cancellation.",
    bend: keptOver(["v2GetShipment"], ["v2CancelShipment"]),
  },
  {
    id: "shipment-read-in-v1-kept-over-tags",
    rule: "v2.shipments.tag-added",
    sentence: "A shipment that was read in v1 by its id is answered there as before after a tag was added.",
    bend: keptOver(["v1GetShipment"], [ADDING]),
  },
  {
    id: "shipment-read-in-v2-kept-over-tags",
    rule: "v2.shipments.tag-added",
    sentence: "A shipment that was read in v2 by its id is answered there as before after a tag was added.",
    bend: keptOver(["v2GetShipment"], [ADDING]),
  },
  {
    id: "shipment-cancel-takes-another",
    rule: "v2.shipments.cancel",
    sentence: "Cancelling a shipment cancels another one too.",
    bend: cancellingToo((all, { seq }) => all.find((other) => other.seq > seq && other.status === "pending")),
  },
  {
    id: "shipment-cancel-takes-the-one-before",
    rule: "v2.shipments.cancel",
    sentence: "Cancelling a shipment cancels the one before it too, whatever its state.",
    bend: cancellingToo((all, { seq }) => all.findLast((other) => other.seq < seq)),
  },
  {
    id: "shipment-cancel-takes-old-ones",
    rule: "v2.shipments.cancel",
    sentence: "Cancelling a shipment cancels the two oldest pending ones too.",
    bend: (does) => ({
      cancelShipment: (call, shipment) => {
        does.cancelShipment(call, shipment);
        const pending = call.world.shipments.ordered().filter(({ status }) => status === "pending");
        for (const other of pending.slice(0, 2)) other.status = "cancelled";
      },
    }),
  },
  {
    id: "shipment-cancel-clears-external-id",
    rule: "v2.shipments.cancel",
    sentence: "Cancelling a shipment takes its external id from it.",
    bend: (does) => ({
      cancelShipment: (call, shipment) => {
        does.cancelShipment(call, shipment);
        shipment.externalId = "";
      },
    }),
  },
  {
    id: "shipment-tag-clears-external-id",
    rule: "v2.shipments.tag-added",
    sentence: "A tag that is added to a shipment takes its external id from it.",
    bend: afterwards(ADDING, (call) => {
      const shipment = namedShipment(call);
      if (shipment) shipment.externalId = "";
    }),
  },
  {
    id: "shipment-tag-not-added",
    rule: "v2.shipments.tag-added",
    sentence: "Adding a tag succeeds and changes nothing.",
    bend: leavingTags(ADDING, (_, before) => before),
  },
  {
    id: "shipment-tag-added-alone",
    rule: "v2.shipments.tag-added",
    sentence: "A tag that is added to a shipment takes the place of its other tags.",
    bend: leavingTags(ADDING, (tags) => tags.slice(-1)),
  },
  {
    id: "shipment-tag-of-v2-not-in-v1",
    rule: "v2.shipments.tag-added",
    sentence: "A tag that was added in v2 does not show in v1.",
    bend: remembering((added) => (does) => ({
      handle: (call) => {
        if (call.operation.id === ADDING) added.add(`${call.param("shipment_id")} ${call.param("tag_name")}`);
        return does.handle(call);
      },
      shipmentView: (call, shipment, form) =>
        does.shipmentView(
          call,
          call.v1
            ? { ...shipment, tags: shipment.tags.filter((tag) => !added.has(`${shipment.id} ${tag}`)) }
            : shipment,
          form,
        ),
    })),
  },
  {
    id: "shipment-tag-removed-in-v2-shown-in-v1",
    rule: "v2.shipments.tag-removed",
    sentence: "In v1 a shipment by its id goes on showing a tag that was removed in v2.",
    bend: onceUntagged((removed) => (does) => ({
      shipmentView: (call, shipment, form) => {
        if (!call.v1 || form !== "by-id") return does.shipmentView(call, shipment, form);
        const lost = [...removed].flatMap((each) =>
          each.startsWith(`${shipment.id} `) ? [each.slice(shipment.id.length + 1)] : [],
        );
        const tags = [...new Set([...shipment.tags, ...lost])];
        return does.shipmentView(call, { ...shipment, tags }, form);
      },
    })),
  },
  {
    id: "shipment-tag-added-in-lower-case",
    rule: "v2.shipments.tag-added",
    sentence: "A tag that is added to a shipment is kept in lower case.",
    bend: addingAs((tag) => tag.toLowerCase()),
  },
  {
    id: "shipment-tags-kept-in-list",
    rule: "v2.shipments.tag-removed",
    sentence: "The v2 list goes on showing the tags that were removed from a shipment.",
    bend: onceUntagged((lost) => (does) => ({
      shipmentView: (call, shipment, form) => {
        const former = [...lost].filter((each) => each.startsWith(`${shipment.id} `));
        const tags = former.map((each) => each.slice(shipment.id.length + 1));
        const isList = call.operation.id === "v2ListShipments";
        return does.shipmentView(
          call,
          isList ? { ...shipment, tags: [...shipment.tags, ...tags] } : shipment,
          form,
        );
      },
    })),
  },
  {
    id: "shipment-cancelled-pending-in-list",
    rule: "v2.shipments.cancel",
    sentence: "The v2 list shows a cancelled shipment as pending, if it was pending before.",
    bend: onceDone("v2CancelShipment", "shipment_id", (done) => (does) => ({
      shipmentView: (call, shipment, form) => {
        const isStale = call.operation.id === "v2ListShipments" && done.has(shipment.id);
        return does.shipmentView(call, isStale ? { ...shipment, status: "pending" } : shipment, form);
      },
    })),
  },
  {
    id: "shipment-tag-added-encoded",
    rule: "v2.shipments.tag-added",
    sentence: "A tag that is added to a shipment is kept as it stands in the path, encoded.",
    bend: addingAs(encodeURIComponent),
  },
  {
    id: "shipment-tag-not-in-filter",
    rule: "shipments.filter.tag",
    sentence: "The v1 list under a tag lacks the shipments to which it was added.",
    bend: remembering((added) => (does) => ({
      tagShipment: (call, shipment, tags) => {
        const before = shipment.tags;
        does.tagShipment(call, shipment, tags);
        for (const tag of tags) if (!before.includes(tag)) added.add(`${shipment.id} ${tag}`);
      },
      condition: (asked, condition) => {
        const usual = does.condition(asked, condition);
        if (asked.word !== "shipments" || usual?.name !== "tag") return usual;
        return { ...usual, holds: (item) => usual.holds(item) && !added.has(`${item.id} ${usual.value}`) };
      },
    })),
  },
  {
    id: "shipment-tag-added-to-another",
    rule: "v2.shipments.tag-added",
    sentence: "A tag that is added to a shipment is added to another one too.",
    bend: afterwards(ADDING, (call) => {
      const seq = namedShipment(call)?.seq ?? 0;
      const other = call.world.shipments.ordered().find((each) => each.seq > seq);
      if (other) other.tags = [...other.tags, call.param("tag_name")];
    }),
  },
  {
    id: "shipment-tags-removed-by-prefix",
    rule: "v2.shipments.tag-removed",
    sentence: "Removing a tag of a shipment removes all of its tags that begin with it.",
    bend: leavingTags(REMOVING, (tags, _, call) =>
      tags.filter((tag) => !tag.startsWith(call.param("tag_name"))),
    ),
  },
  {
    id: "shipment-tags-all-removed",
    rule: "v2.shipments.tag-removed",
    sentence: "Removing one tag of a shipment removes them all.",
    bend: leavingTags(REMOVING, () => []),
  },
  {
    id: "shipment-tag-removed-everywhere",
    rule: "v2.shipments.tag-removed",
    sentence: "Removing a tag of a shipment removes it from all shipments.",
    bend: afterwards(REMOVING, (call) => {
      const name = call.param("tag_name");
      for (const other of call.world.shipments.ordered())
        other.tags = other.tags.filter((tag) => tag !== name);
    }),
  },
  {
    id: "shipment-tag-not-removed",
    rule: "v2.shipments.tag-removed",
    sentence: "Removing a tag succeeds and changes nothing.",
    bend: leavingTags(REMOVING, (_, before) => before),
  },
];
