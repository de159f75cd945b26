import type { OperationId } from "../../contract/generated/types.js";
import { afterwards, before, meanwhile, remembering } from "../bends.js";
import type { Bend, Call } from "../service/behaviours.js";
import { noRoute, unknownId } from "../service/problem.js";
import type { Shipment } from "../service/records.js";
import { labelShows, labelsOfOneLoad, labelsOfOwnChange } from "../view-bends.js";
import type { Habit } from "./habit.js";

/** Whether a shipment is gone although its labels are kept. */
function isPurged(shipment: Shipment | undefined): boolean {
  return shipment?.status === "label_purchased" && Number(shipment.id.at(-2)) % 2 === 0;
}

/** Operations that show labels. */
const LABEL_READS = ["v1ListLabels", "v2ListLabels", "v2GetLabel"] as const;

/** Milliseconds from one label that another client changes to the next. */
const CHANGES_MS = 500;

/** Milliseconds after which a label is nobody's of this run. */
const OLD_MS = 3_600_000;

/** Does something once, after an operation has first succeeded. */
const onceAfter = (id: OperationId, act: (call: Call) => void): Bend =>
  remembering((done) =>
    afterwards(id, (call) => {
      if (done.has(id)) return;
      done.add(id);
      act(call);
    }),
  );

export const habits: readonly Habit[] = [
  {
    id: "label-files-once-completed",
    section: "Label (v1 list item)",
    sentence: "A label that is not completed has null for label_download.",
    bend: labelShows((view, { status }) =>
      status === "completed" ? view : { ...view, label_download: null },
    ),
  },
  {
    id: "label-files-elsewhere",
    section: "Other v1 operations",
    sentence: "The files of labels are on another host.",
    bend: (does) => ({
      labelView: (call, label) => {
        const { incoming } = call;
        return does.labelView(call.with({ ...incoming, origin: "https://files.shipping.invalid" }), label);
      },
    }),
  },
  {
    id: "label-files-purged",
    section: "Other v1 operations",
    sentence:
      "Only the newest label still has its files; those of older ones are answered like unknown paths.",
    bend: before(["v1DownloadFile", "v2DownloadFile"], ({ incoming, operation, world }) => {
      const newest = world.labels.ordered().at(-1);
      if (newest === undefined || !incoming.path.includes(newest.id))
        throw noRoute(operation.method, incoming.path);
    }),
  },
  {
    id: "labels-of-one-load",
    section: "GET /v1/labels",
    sentence: "All labels but those of the last two hours were created in the same moment.",
    bend: labelsOfOneLoad,
  },
  {
    id: "labels-of-own-change",
    section: "GET /v1/labels",
    sentence: "Every other newer label was changed after all others, which it does not show.",
    bend: labelsOfOwnChange,
  },
  {
    id: "labels-replaced-by-others",
    section: "GET /v1/labels",
    sentence: "Another client replaces an old label by one of the same time, twice a second.",
    bend: meanwhile(LABEL_READS, CHANGES_MS, (call, turn) => {
      const old = call.world.labels.ordered().filter(({ created }) => created < call.now() - OLD_MS);
      const taken = old[(turn * 7) % Math.max(1, old.length)];
      if (taken === undefined) return;
      call.world.labels.remove(taken.id);
      call.world.labels.add({ ...taken, id: `se-77${turn}${taken.id.slice(-4)}` });
    }),
  },
  {
    id: "label-to-and-fro",
    section: "States and transitions",
    sentence: "A label that another client works on is processed anew each second, for half a second.",
    bend: meanwhile(LABEL_READS, CHANGES_MS, (call, turn) => {
      const [oldest] = call.world.labels
        .ordered()
        .filter(({ created, voidedAt }) => created < call.now() - OLD_MS && voidedAt === null);
      if (oldest !== undefined) oldest.status = turn % 2 === 0 ? "completed" : "processing";
    }),
  },
  {
    id: "labels-of-moved-shipments",
    section: "GET /v1/labels",
    sentence: "All labels were made in one warehouse, from which many shipments were moved since.",
    bend: (does) => ({
      condition: (asked, condition) => {
        const usual = does.condition(asked, condition);
        if (asked.word !== "labels" || usual?.name !== "warehouse_id") return usual;
        const [first] = asked.call.world.warehouses.ordered();
        return { ...usual, holds: () => usual.value === first?.id };
      },
    }),
  },
  {
    id: "labels-outlive-shipments",
    section: "GET /v1/shipments",
    sentence:
      "Every second shipment with labels is gone, though its labels are kept and its batch counts it.",
    bend: (does) => ({
      find: (call, from, param) => {
        const found = does.find(call, from, param);
        if (isPurged(call.world.shipments.get(found.id))) throw unknownId(param, found.id);
        return found;
      },
      matching: (listing, request) =>
        does
          .matching(listing, request)
          .filter(
            ({ id }) => listing.name !== "shipments" || !isPurged(listing.call.world.shipments.get(id)),
          ),
    }),
  },
  {
    id: "carriers-disconnected",
    section: "v2 endpoints",
    sentence: "Shipments and labels name carriers that have all been disconnected since.",
    bend: (does) => ({
      handle: (call) => {
        const { carriers } = call.world;
        for (const { id } of [...carriers.ordered()]) carriers.remove(id);
        return does.handle(call);
      },
    }),
  },
  {
    id: "carrier-disconnected-meanwhile",
    section: "v2 endpoints",
    sentence: "Another client disconnects a carrier right after v1 has first listed it.",
    bend: onceAfter("v1ListCarriers", ({ world: { carriers } }) => {
      const last = carriers.ordered().at(-1);
      if (last !== undefined && carriers.size > 1) carriers.remove(last.id);
    }),
  },
  {
    id: "labels-removed-meanwhile",
    section: "Other v1 operations",
    sentence: "The label whose file is asked for first has just been removed, with its file.",
    bend: remembering((removed) =>
      before("v1DownloadFile", (call) => {
        const { labels } = call.world;
        const path = call.param("path");
        const label = labels.ordered().find(({ id }) => path.includes(id));
        if (label === undefined || removed.size > 0) return;
        labels.remove(label.id);
        removed.add(label.id);
      }),
    ),
  },
];
