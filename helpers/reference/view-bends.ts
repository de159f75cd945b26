import { all } from "./bends.js";
import type { Bend, Call, ShipmentForm } from "./service/behaviours.js";
import type {
  Batch,
  JsonObject,
  Label,
  PurchaseOrder,
  Report,
  Shipment,
  Warehouse,
  Webhook,
} from "./service/records.js";
import { timestamp } from "./service/views/time.js";

// Bends of how records are shown.

export const batchShows =
  (change: (view: JsonObject, batch: Batch, call: Call) => JsonObject): Bend =>
  (does) => ({ batchView: (call, batch) => change(does.batchView(call, batch), batch, call) });

export const labelShows =
  (change: (view: JsonObject, label: Label, call: Call) => JsonObject): Bend =>
  (does) => ({ labelView: (call, label) => change(does.labelView(call, label), label, call) });

export const orderShows =
  (change: (view: JsonObject, order: PurchaseOrder, call: Call) => JsonObject): Bend =>
  (does) => ({
    purchaseOrderView: (call, order) => change(does.purchaseOrderView(call, order), order, call),
  });

export const reportShows =
  (change: (view: JsonObject, report: Report, call: Call) => JsonObject): Bend =>
  (does) => ({ reportItemView: (call, report) => change(does.reportItemView(call, report), report, call) });

export const warehouseShows =
  (change: (view: JsonObject, warehouse: Warehouse, call: Call) => JsonObject): Bend =>
  (does) => ({
    warehouseView: (call, warehouse) => change(does.warehouseView(call, warehouse), warehouse, call),
  });

export const webhookShows =
  (change: (view: JsonObject, webhook: Webhook, call: Call) => JsonObject): Bend =>
  (does) => ({ webhookView: (call, webhook) => change(does.webhookView(call, webhook), webhook, call) });

export const shipmentShows =
  (change: (view: JsonObject, shipment: Shipment, form: ShipmentForm, call: Call) => JsonObject): Bend =>
  (does) => ({
    shipmentView: (call, shipment, form) =>
      change(does.shipmentView(call, shipment, form), shipment, form, call),
  });

/** How long after a whole second shipments were created. */
const PAST_SECOND = 703;

const SECOND = 1_000;

/** Shipments were created between two seconds; the by-id form rounds that to one of them, and prints no fraction. */
export const createdBetweenSeconds = (round: (seconds: number) => number): Bend =>
  all(
    shipmentShows((view, { created }, form) => {
      const at = created + PAST_SECOND;
      const whole = timestamp(round(at / SECOND) * SECOND).replace(".000", "");
      return { ...view, created_at: form === "by-id" ? whole : timestamp(at) };
    }),
    (does) => ({
      instant: (asked, name, text) => {
        const isOfCreation = asked.word.endsWith("shipments") && name.startsWith("created_at");
        return does.instant(asked, name, text) - (isOfCreation ? PAST_SECOND : 0);
      },
    }),
  );

/** Every other label of the newer half was changed after all others, which labels do not show. */
export const labelsOfOwnChange: Bend = (does) => ({
  slice: (listing, items, request) => {
    if (listing.word !== "labels" || request.key !== "modified") return does.slice(listing, items, request);
    const isChanged = (at: number) => at > items.length / 2 && at % 2 === 0;
    const ranked = [...items.filter((_, at) => !isChanged(at)), ...items.filter((_, at) => isChanged(at))];
    return does.slice(listing, ranked, request);
  },
});

/** How long ago the labels of one load were created, in milliseconds. */
export const LOADED_AGO = 7_200_000;

/** All labels but those of the last two hours were created in one moment, as one load of data does. */
export const labelsOfOneLoad: Bend = (does) => {
  let loaded: number | null = null;
  const createdOf = (call: Call, created: number) => {
    loaded ??= call.now() - LOADED_AGO;
    return Math.max(created, loaded);
  };
  return {
    labelView: (call, label) => ({
      ...does.labelView(call, label),
      created_at: timestamp(createdOf(call, label.created)),
    }),
    condition: (asked, usual) => {
      const condition = does.condition(asked, usual);
      const { bound, name } = usual;
      if (condition === null || bound?.key !== "created" || !asked.word.endsWith("labels")) return condition;
      return {
        ...condition,
        holds: ({ created }) => {
          const at = createdOf(asked.call, created);
          return name.endsWith("_start") ? at >= bound.at : at <= bound.at;
        },
      };
    },
  };
};

/** Leaves the rows of most reports out: few nights had adjustments. */
export const mostReportsEmpty: Bend = (does) => ({
  reportLines: (report) => {
    const all = does.reportLines(report);
    return report.seq % 16 === 9 ? all : all.slice(0, 1);
  },
});
