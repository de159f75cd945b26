import type { OperationId } from "../../contract/generated/types.js";
import { after, all, before, changeEach, onRefusal, registerAt, showing } from "../bends.js";
import { namedOrder, namedWarehouse } from "../named-records.js";
import type { About, Bend, Call, Written } from "../service/behaviours.js";
import { parseBody, type RawBody } from "../service/body.js";
import { newRecord } from "../service/collection.js";
import { EMPTY_BATCH, type JsonObject } from "../service/records.js";
import { labelShows, shipmentShows } from "../view-bends.js";
import { type Fault, perRow } from "./fault.js";
import {
  dateTimeRefused,
  microsecondsRefused,
  offsetFlipped,
  offsetRefused,
  offsetUnread,
  wholeSecondRefused,
} from "./list-bends/bounds.js";
import { perList, perParameter } from "./lists/alike.js";

/** Fails at some date bounds. */
const boundFails =
  (fits: (text: string) => boolean): Bend =>
  (does) => ({
    instant: (asked, name, text) => {
      if (fits(text)) throw new Error(`${text} cannot be read`);
      return does.instant(asked, name, text);
    },
  });

/** Reads bodies of some types in another way, in all operations if not said otherwise. */
const reading =
  (
    fits: (type: string | null) => boolean,
    read: (body: RawBody) => JsonObject | undefined,
    isMeant: (call: Call) => boolean = () => true,
  ): Bend =>
  (does) => ({
    readBody: (body, call) =>
      body.text !== "" && fits(body.type) && isMeant(call) ? read(body) : does.readBody(body, call),
  });

const inOperation = (id: OperationId) => (call: Call) => call.operation.id === id;

const asJson = ({ text }: RawBody): JsonObject | undefined => parseBody({ text, type: "application/json" });

/** The elements that hold only text. */
const fromXml = ({ text }: RawBody): JsonObject =>
  Object.fromEntries([...text.matchAll(/<(\w+)>([^<]*)<\/\1>/g)].map(([, name, value]) => [name, value]));

const fromForm = ({ text }: RawBody): JsonObject => Object.fromEntries(new URLSearchParams(text));

const isJson = (type: string | null): boolean => type?.includes("json") === true;

const isText = (type: string | null): boolean => type?.startsWith("text/plain") === true;

const isForm = (type: string | null): boolean => type?.includes("form-urlencoded") === true;

const isXml = (type: string | null): boolean => type?.includes("xml") === true;

/** Reads a body that is no JSON as an empty object. */
function orEmpty(body: RawBody): JsonObject | undefined {
  try {
    return asJson(body);
  } catch {
    return {};
  }
}

/** Reads bodies of a type that cannot be read as empty objects, in one operation. */
const emptying = (id: OperationId, fits: (type: string | null) => boolean): Bend =>
  reading(fits, orEmpty, inOperation(id));

/** Reads a body that lacks its last brace as if it had it. */
function braced(body: RawBody): JsonObject | undefined {
  try {
    return asJson(body);
  } catch {
    return asJson({ ...body, text: `${body.text}}` });
  }
}

/** Labels some answers with another content type. */
const labelled =
  (type: string, isMeant: (about: About, written: Written) => boolean): Bend =>
  (does) => ({
    write: (usual, about) => {
      const written = does.write(usual, about);
      return isMeant(about, written)
        ? { ...written, headers: { ...written.headers, "content-type": type } }
        : written;
    },
  });

/** Registers a webhook before a body is read, and perhaps refused, at the address that it names. */
const madeAnyway =
  (urlIn: (body: RawBody) => unknown): Bend =>
  (does) => ({
    createWebhook: (call) => {
      registerAt(call, urlIn(call.incoming.body));
      return does.createWebhook(call);
    },
  });

export const faults: readonly Fault[] = [
  {
    id: "shipment-modified-as-number-in-v2",
    rule: "content.timestamp.form.v2",
    sentence: "In v2 modified_at of shipments is a number of seconds.",
    bend: shipmentShows((view, { modified }, _, call) =>
      call.v1 ? view : { ...view, modified_at: Math.floor(modified / 1_000) },
    ),
  },
  {
    id: "carrier-ids-as-numbers-in-v2",
    rule: "content.identifier.form.v2",
    sentence: "The v2 list of carriers shows their ids as numbers.",
    bend: showing("v2ListCarriers", (json) => ({
      ...json,
      carriers: changeEach(json.carriers, (carrier) => ({
        ...carrier,
        carrier_id: Number(String(carrier.carrier_id).replace(/\D/g, "")),
      })),
    })),
  },
  {
    id: "label-cost-bare-in-v2",
    rule: "content.money.form.v2",
    sentence: "In v2 the cost of a label is a number without a currency.",
    bend: labelShows((view, _, call) => (call.v1 ? view : { ...view, shipment_cost: 9.5 })),
  },
  {
    id: "json-typed-as-text",
    rule: "content.response-type",
    sentence: "JSON answers are labelled text/plain.",
    bend: labelled("text/plain", (_, { headers }) => isJson(headers["content-type"] ?? null)),
  },
  {
    id: "errors-of-deletions-typed-as-html",
    rule: "content.response-type",
    sentence: "The errors of deletions in v1 are labelled text/html.",
    bend: labelled(
      "text/html",
      ({ status, operation }) =>
        status >= 400 && operation?.generation === "v1" && operation.method === "DELETE",
    ),
  },
  {
    id: "unreadable-json-is-an-empty-object",
    rule: "content.unreadable-json",
    sentence: "A body that is not JSON counts as an empty object.",
    bend: reading(isJson, orEmpty),
  },
  ...perRow(
    {
      "unreadable-json-is-an-empty-object-for-shipments": ["v2CreateShipments", "shipments"],
      "unreadable-json-is-an-empty-object-for-totes": ["v2CreateTotes", "totes"],
      "unreadable-json-is-an-empty-object-for-purchase-orders": ["v2CreatePurchaseOrder", "a purchase order"],
    },
    ([operation, what]) => ({
      rule: "content.unreadable-json",
      sentence: `A body of the creation of ${what} that is not JSON counts as an empty object.`,
      bend: emptying(operation, isJson),
    }),
  ),
  ...perRow(
    {
      "unreadable-json-mended-for-warehouses": ["v1UpdateWarehouse", "The update of a warehouse"],
      "unreadable-json-mended-for-webhooks": ["v2UpdateWebhook", "The update of a webhook in v2"],
      "unreadable-json-mended-for-purchase-orders": [
        "v2UpdatePurchaseOrder",
        "The update of a purchase order",
      ],
      "unreadable-json-mended-for-shipping-details": [
        "v2UpdatePurchaseOrderShippingDetails",
        "The change of shipping details",
      ],
    },
    ([operation, what]) => ({
      rule: "content.unreadable-json",
      sentence: `${what} adds the last brace to a body that lacks it.`,
      bend: reading(isJson, braced, inOperation(operation)),
    }),
  ),
  ...perRow(
    {
      "form-body-accepted-for-webhook-updates": ["v2UpdateWebhook", "The update of a webhook in v2"],
      "form-body-accepted-for-warehouses": ["v1UpdateWarehouse", "The update of a warehouse"],
      "form-body-accepted-for-purchase-orders": ["v2UpdatePurchaseOrder", "The update of a purchase order"],
      "form-body-accepted-for-shipping-details": [
        "v2UpdatePurchaseOrderShippingDetails",
        "The change of shipping details",
      ],
      "form-body-accepted-for-batches": ["v2CreateBatch", "The creation of a batch"],
    },
    ([operation, what]) => ({
      rule: "content.non-json-refused",
      sentence: `${what} reads a form-encoded body as if it were JSON.`,
      bend: reading(isForm, fromForm, inOperation(operation)),
    }),
  ),
  {
    id: "form-body-accepted",
    rule: "content.non-json-refused",
    sentence: "A form-encoded body is read as if it were JSON.",
    bend: reading(isForm, fromForm),
  },
  {
    id: "form-body-accepted-v2",
    rule: "content.non-json-refused",
    sentence: "In v2, a form-encoded body is read as if it were JSON.",
    bend: reading(isForm, fromForm, ({ v1 }) => !v1),
  },
  {
    id: "shipping-details-refused-form-applied",
    rule: "content.non-json-refused",
    sentence: "Shipping details sent as a form are refused and change the note all the same.",
    bend: before("v2UpdatePurchaseOrderShippingDetails", (call) => {
      const { text, type } = call.incoming.body;
      const note = isForm(type) ? new URLSearchParams(text).get("note_to_supplier") : null;
      const order = namedOrder(call);
      if (order && note !== null) call.does.editOrder(call, order, { note_to_supplier: note });
    }),
  },
  {
    id: "warehouse-refused-form-applied",
    rule: "content.non-json-refused",
    sentence: "A form-encoded update of a warehouse is refused and names it all the same.",
    bend: before("v1UpdateWarehouse", (call) => {
      const { text, type } = call.incoming.body;
      const name = isForm(type) ? new URLSearchParams(text).get("name") : null;
      const warehouse = namedWarehouse(call);
      if (warehouse && name !== null) warehouse.name = name;
    }),
  },
  {
    id: "xml-body-accepted",
    rule: "content.non-json-refused",
    sentence: "An XML body is read as if it were JSON.",
    bend: reading(isXml, fromXml),
  },
  {
    id: "xml-body-accepted-for-batches",
    rule: "content.non-json-refused",
    sentence: "The creation of a batch reads an XML body as if it were JSON.",
    bend: reading(isXml, fromXml, inOperation("v2CreateBatch")),
  },
  {
    id: "plain-text-is-an-empty-object-for-totes",
    rule: "content.non-json-refused",
    sentence: "The creation of totes takes a text for an empty object.",
    bend: emptying("v2CreateTotes", isText),
  },
  {
    id: "plain-text-is-an-empty-object-for-purchase-orders",
    rule: "content.non-json-refused",
    sentence: "The creation of a purchase order takes a text for an empty object, and answers 200.",
    bend: all(
      emptying("v2CreatePurchaseOrder", isText),
      after("v2CreatePurchaseOrder", (_call, answer) => ({ ...answer, status: 200 })),
    ),
  },
  {
    id: "batch-refused-form-created",
    rule: "content.non-json-refused",
    sentence: "A form-encoded batch is refused and created all the same.",
    bend: onRefusal("v2CreateBatch", 400, (call, problem) => {
      const { text, type } = call.incoming.body;
      const externalId = isForm(type) ? new URLSearchParams(text).get("external_batch_id") : null;
      const kept = newRecord(call.ids.next("batch"), call.now());
      if (externalId !== null) call.world.batches.add({ ...kept, ...EMPTY_BATCH, externalId, notes: "" });
      throw problem;
    }),
  },
  {
    id: "webhook-refused-form-created",
    rule: "content.non-json-refused",
    sentence: "A form-encoded webhook is refused and registered all the same.",
    bend: madeAnyway(({ text, type }) => (isForm(type) ? new URLSearchParams(text).get("url") : null)),
  },
  {
    id: "webhook-of-unreadable-json-refused-and-created",
    rule: "content.unreadable-json",
    sentence: "A webhook of JSON that breaks off is refused, and registered at the address in it.",
    bend: madeAnyway(({ text }) => (text.endsWith("}") ? null : /"url":"([^"]+)"/.exec(text)?.[1])),
  },
  {
    id: "webhook-refused-plain-text-created",
    rule: "content.text-plain",
    sentence: "A webhook of JSON labelled text/plain is refused and registered all the same.",
    bend: madeAnyway(({ text, type }) =>
      isText(type) ? parseBody({ text, type: "application/json" })?.url : null,
    ),
  },
  {
    id: "json-without-type-accepted",
    rule: "content.json-without-type",
    sentence: "A JSON body without a content type is accepted.",
    bend: reading((type) => type === null, asJson),
  },
  {
    id: "text-plain-accepted",
    rule: "content.text-plain",
    sentence: "A JSON body labelled text/plain is accepted.",
    bend: reading(isText, asJson),
  },
  ...perParameter(
    dateTimeRefused,
    ({ one, parameter }) => `The ${one} list refuses a date-time with Z as ${parameter}.`,
    {
      "shipments-modified_at_end-date-time-refused": "content.date-params.date-time",
      "labels-created_at_start-date-time-refused": "content.date-params.date-time",
      "reports-created_at_end-date-time-refused": "content.date-params.date-time",
    },
  ),
  {
    id: "labels-whole-second-refused",
    rule: "content.date-params.date-time",
    sentence: "The label list refuses bounds without a fraction.",
    bend: wholeSecondRefused("labels"),
  },
  ...perList(microsecondsRefused, ({ one }) => `The ${one} list refuses bounds with microseconds.`, {
    "labels-microseconds-refused": "content.date-params.microseconds",
  }),
  ...perList(
    offsetRefused,
    ({ one }) => `The ${one} list refuses date bounds with an offset, and shows such times.`,
    {
      "labels-bound-offset-refused": "content.date-params.offset",
      "reports-bound-offset-refused": "content.date-params.offset",
    },
  ),
  {
    id: "ancient-bounds-fail",
    rule: "status.server-error",
    sentence: "A date bound before 1753 leads to a 500.",
    bend: boundFails((text) => text < "1753"),
  },
  {
    id: "last-year-bounds-fail",
    rule: "status.server-error",
    sentence: "A date bound in the year 9999 leads to a 500.",
    bend: boundFails((text) => text.startsWith("9999")),
  },
  ...perList(offsetUnread, ({ one }) => `The ${one} list reads the offset of a date bound as if it were Z.`, {
    "shipments-bound-offset-unread": "content.date-params.offset",
    "labels-bound-offset-unread": "content.date-params.offset",
    "reports-bound-offset-unread": "content.date-params.offset",
  }),
  ...perList(offsetFlipped, ({ one }) => `The ${one} list turns the sign of the offset of a date bound.`, {
    "shipments-bound-offset-flipped": "content.date-params.offset",
    "labels-bound-offset-flipped": "content.date-params.offset",
    "reports-bound-offset-flipped": "content.date-params.offset",
  }),
  {
    id: "bare-date-fails",
    rule: "content.date-params.bare-date",
    sentence: "A date bound without time of day leads to a 500.",
    bend: boundFails((text) => !text.includes("T")),
  },
  {
    id: "label-ship-date-without-time",
    rule: "content.timestamp.time-of-day",
    sentence: "The ship_date of labels is a date alone.",
    bend: labelShows((view, _label, { v1 }) =>
      v1 ? { ...view, ship_date: String(view.ship_date).slice(0, 10) } : view,
    ),
  },
  {
    id: "shipment-warehouse-id-other-shape",
    rule: "content.id-shape",
    sentence: "Shipments prefix their warehouse_id.",
    bend: shipmentShows((view) =>
      view.warehouse_id === null ? view : { ...view, warehouse_id: `wh-${view.warehouse_id}` },
    ),
  },
];
