import { isObject } from "../../contract/json.js";
import { all, changeMember, hiding, on, remembering } from "../bends.js";
import { ok } from "../service/answer.js";
import type { Bend, ShipmentForm } from "../service/behaviours.js";
import { invalidValue, Problem } from "../service/problem.js";
import type { JsonObject, Shipment } from "../service/records.js";
import { timestamp } from "../service/views/time.js";
import { createdBetweenSeconds, shipmentShows } from "../view-bends.js";
import type { Fault } from "./fault.js";
import { isSeventh } from "./list-bends/filters.js";

const HOUR = 3_600_000;

/** What v1 shows by id. */
const byIdShows = (members: (shipment: Shipment) => JsonObject): Bend =>
  shipmentShows((view, shipment, form, { v1 }) =>
    v1 && form === "by-id" ? { ...view, ...members(shipment) } : view,
  );

const OTHER_KEY: Readonly<Record<string, string>> = { unit: "units", units: "unit" };

/** The same object with its unit key spelled as the other form does. */
const respelled = (value: unknown): unknown =>
  isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([key, member]) => [OTHER_KEY[key] ?? key, member]))
    : value;

const respelledIn = (form: ShipmentForm, member: "weight" | "dimensions"): Bend =>
  shipmentShows((view, _shipment, shown) =>
    shown === form ? changeMember(view, ["packages", "*", member], respelled) : view,
  );

/** Packages of which only the first has a kind. */
const firstNamed = (packages: unknown): unknown[] =>
  Array.isArray(packages)
    ? packages.map((each, at) => (at > 0 && isObject(each) ? { ...each, package_code: undefined } : each))
    : [];

const withoutInsuredValue = (packages: unknown): unknown[] =>
  Array.isArray(packages)
    ? packages.map((each) => (isObject(each) ? { ...each, insured_value: undefined } : each))
    : [];

/** Names the unit in both spellings. */
const both = (value: unknown): unknown => {
  const { unit, units = unit } = isObject(value) ? value : {};
  return isObject(value) ? { ...value, unit: units, units } : value;
};

/** The shipment that is found by an external id. */
const byExternalId = (choose: (all: readonly Shipment[], wanted: string) => Shipment | undefined): Bend =>
  on("v2GetShipmentByExternalId", (call, next) => {
    const shipment = choose(call.world.shipments.ordered(), call.param("external_shipment_id"));
    return shipment ? ok(call.does.shipmentView(call, shipment, "by-id")) : next(call);
  });

/** How shipments are shown, in the list and by id. */
export const faults: readonly Fault[] = [
  {
    id: "shipment-by-id-created-later",
    rule: "shipment.list-by-id.identity",
    sentence: "The by-id form shows created_at one second later than the list.",
    bend: byIdShows(({ created }) => ({ created_at: timestamp(created + 1000) })),
  },
  {
    id: "shipment-by-id-created-rounded-up",
    rule: "shipment.list-by-id.identity",
    sentence: "The by-id form rounds created_at to the second, also up to the next one.",
    bend: createdBetweenSeconds(Math.round),
  },
  {
    id: "shipment-listed-created-hours-earlier",
    rule: "shipment.list-by-id.identity",
    sentence: "The list of v1 shows created_at five hours too early, as if it were local time.",
    blame: "windows and slices are judged by the times that the list shows",
    bend: shipmentShows((view, { created }, form, { v1 }) =>
      v1 && form === "list" ? { ...view, created_at: timestamp(created - 5 * HOUR) } : view,
    ),
  },
  {
    id: "shipment-cancelled-unknown-by-id",
    rule: "v1.records.by-id",
    sentence: "Cancelled shipments are listed in v1, but unknown by their ids.",
    bend: hiding("v1GetShipment", (id, { world }) => world.shipments.get(id)?.status === "cancelled"),
  },
  {
    id: "shipment-of-long-id-unknown-by-id",
    rule: "v1.records.by-id",
    sentence: "One shipment has a long id, by which v1 does not find it.",
    bend: all(
      (does) => ({
        idText: (kind, number) =>
          kind === "shipment" && number % 100 === 31 ? `se-1234567890${number}` : does.idText(kind, number),
      }),
      hiding("v1GetShipment", (id) => id.length > "se-1234567890".length),
    ),
  },
  {
    id: "cancelled-shipments-refuse-key",
    rule: "v1.records.by-id",
    sentence: "Cancelled shipments are listed in v1, but refused with 401 by their ids.",
    bend: hiding(
      "v1GetShipment",
      (id, { world }) => world.shipments.get(id)?.status === "cancelled",
      () =>
        new Problem(401, { type: "security", code: "unauthorized", message: "That is not for this key." }),
    ),
  },
  {
    id: "shipment-pending-refused-by-id",
    rule: "v1.records.by-id",
    sentence: "Pending shipments are listed in v1, but refused with 400 by their ids.",
    bend: hiding(
      "v1GetShipment",
      (id, { world }) => world.shipments.get(id)?.status === "pending",
      (parameter, id) => invalidValue(parameter, id, "This is no id."),
    ),
  },
  {
    id: "shipment-by-id-status-differs-for-some",
    rule: "shipment.list-by-id.identity",
    sentence: "One shipment in seven shows another status by id than in the list.",
    bend: byIdShows(({ id, status }) =>
      isSeventh(id) ? { shipment_status: status === "cancelled" ? "pending" : "cancelled" } : {},
    ),
  },
  {
    id: "shipment-by-id-status-differs-with-two-packages",
    rule: "shipment.list-by-id.identity",
    sentence: "Purchased shipments of two packages show the status processing by id.",
    bend: byIdShows(({ status, parcels }) =>
      status === "label_purchased" && parcels.length > 1 ? { shipment_status: "processing" } : {},
    ),
  },
  {
    id: "shipment-by-id-modified-now-in-another-status",
    rule: "shipment.list-by-id.identity",
    sentence: "The by-id form shows processing shipments as pending, and every one as modified right now.",
    bend: byIdShows(({ status }) => ({
      modified_at: timestamp(Date.now()),
      ...(status === "processing" && { shipment_status: "pending" }),
    })),
  },
  {
    id: "shipment-by-id-pending-after-cancellation",
    rule: "shipment.list-by-id.identity",
    sentence:
      "A shipment that is cancelled is listed as such, but by its id v1 goes on showing it as pending.",
    bend: (does) => {
      const cancelled = new Set<string>();
      return {
        ...byIdShows(({ id }) => (cancelled.has(id) ? { shipment_status: "pending" } : {}))(does),
        cancelShipment: (call, shipment) => {
          cancelled.add(shipment.id);
          does.cancelShipment(call, shipment);
        },
      };
    },
  },
  {
    id: "shipment-by-id-confirmation-differs",
    rule: "shipment.list-by-id.rest",
    sentence: "The by-id form shows another confirmation than the list.",
    bend: byIdShows(() => ({ confirmation: "adult signature" })),
  },
  {
    id: "shipment-by-id-without-service",
    rule: "shipment.list-by-id.rest",
    sentence: "The by-id form leaves out the service that was chosen, unless the label was purchased.",
    bend: byIdShows(({ status }) => (status === "label_purchased" ? {} : { service_code: undefined })),
  },
  {
    id: "v2-shipment-status-unknown",
    rule: "shipment.states.v2",
    sentence: "A processing shipment shows in_progress in v2.",
    bend: shipmentShows((view, { status }, form, { v1 }) =>
      !v1 && form === "by-id" && status === "processing" ? { ...view, shipment_status: "in_progress" } : view,
    ),
  },
  {
    id: "shipment-by-id-further-packages-unnamed",
    rule: "shipment.field.packages.by-id-members",
    sentence: "The by-id form names the kind of the first package alone.",
    bend: shipmentShows((view, _, form, { v1 }) =>
      v1 && form === "by-id" ? { ...view, packages: firstNamed(view.packages) } : view,
    ),
  },
  {
    id: "shipment-by-id-insured-value-missing-when-insured",
    rule: "shipment.field.packages.insured_value",
    sentence: "The by-id form lacks insured_value where the carrier insures.",
    bend: shipmentShows((view, { insuranceProvider }, form, { v1 }) =>
      v1 && form === "by-id" && insuranceProvider === "carrier"
        ? { ...view, packages: withoutInsuredValue(view.packages) }
        : view,
    ),
  },
  {
    id: "shipment-by-id-tags-as-words-from-three",
    rule: "shipment.field.tags",
    sentence: "The by-id form shows three tags or more as texts.",
    bend: byIdShows(({ tags }) => (tags.length < 3 ? {} : { tags: [...tags] })),
  },
  {
    id: "shipment-by-id-weight-unit-key",
    rule: "shipment.field.packages.weight.unit",
    sentence: "The by-id form spells the unit key of the package weight units.",
    bend: respelledIn("by-id", "weight"),
  },
  {
    id: "shipment-by-id-dimensions-unit-key",
    rule: "shipment.field.packages.dimensions.unit",
    sentence: "The by-id form spells the unit key of the dimensions units.",
    bend: respelledIn("by-id", "dimensions"),
  },
  {
    id: "shipment-list-weight-unit-key",
    rule: "shipment.field.packages.weight.units",
    sentence: "The list form spells the unit key of the package weight unit.",
    bend: respelledIn("list", "weight"),
  },
  {
    id: "shipment-list-dimensions-unit-key",
    rule: "shipment.field.packages.dimensions.units",
    sentence: "The list form spells the unit key of the dimensions unit.",
    bend: respelledIn("list", "dimensions"),
  },
  {
    id: "shipment-weight-both-unit-keys",
    rule: "shipment.field.packages.weight.alias",
    sentence: "Package weights name their unit in both spellings.",
    bend: shipmentShows((view) => changeMember(view, ["packages", "*", "weight"], both)),
  },
  {
    id: "shipment-dimensions-both-unit-keys",
    rule: "shipment.field.packages.dimensions.alias",
    sentence: "Dimensions name their unit in both spellings.",
    bend: shipmentShows((view) => changeMember(view, ["packages", "*", "dimensions"], both)),
  },
  {
    id: "shipment-total-weight-unit-key",
    rule: "shipment.field.total_weight.spelling",
    sentence: "The total_weight spells its unit key as the other form does.",
    bend: shipmentShows((view) => changeMember(view, ["total_weight"], respelled)),
  },
  {
    id: "shipment-by-external-id-answers-first",
    rule: "v2.shipments.by-external-id",
    sentence: "Any external id leads to the first shipment.",
    bend: byExternalId(([first]) => first),
  },
  {
    id: "shipment-by-worded-external-id-answers-first",
    rule: "v2.shipments.by-external-id",
    sentence:
      "All external ids hold blanks and letters with accents, and any of them leads to the first shipment.",
    bend: all(
      remembering((done) => (does) => ({
        handle: (call) => {
          if (!done.has("named"))
            for (const shipment of call.world.shipments.ordered())
              shipment.externalId = `Büro ${shipment.seq}`;
          done.add("named");
          return does.handle(call);
        },
      })),
      byExternalId(([first]) => first),
    ),
  },
  {
    id: "shipment-by-external-id-by-part",
    rule: "v2.shipments.by-external-id",
    sentence: "A shipment asked for by its external id is the first one whose external id contains it.",
    bend: byExternalId((all, wanted) => all.find(({ externalId }) => externalId.includes(wanted))),
  },
  {
    id: "shipment-shows-only-the-tag-asked-for",
    rule: "shipment.list-by-id.rest",
    sentence: "Under a tag the shipment list shows no other tags of its shipments.",
    bend: shipmentShows((view, _shipment, form, { v1, query }) =>
      v1 && form === "list" && query.tag !== undefined ? { ...view, tags: [{ name: query.tag }] } : view,
    ),
  },
];
