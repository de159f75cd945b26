import { isObject } from "../../contract/json.js";
import { before, changeMember, on, remembering, showing } from "../bends.js";
import { type Answer, file, ok } from "../service/answer.js";
import type { Bend, ShipmentForm } from "../service/behaviours.js";
import { invalidValue, unknownId } from "../service/problem.js";
import type { JsonObject, Label, Shipment } from "../service/records.js";
import { timestamp } from "../service/views/time.js";
import { labelShows, shipmentShows } from "../view-bends.js";
import type { Fault } from "./fault.js";
import { isSeventh } from "./list-bends/filters.js";

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

const labelFiles = (change: (ending: string | undefined, path: string) => Answer | undefined): Bend =>
  on(["v1DownloadFile", "v2DownloadFile"], (call, next) => {
    const answer = next(call);
    const path = call.v1
      ? call.param("path")
      : `${call.param("dir")}/${call.param("subdir")}/${call.param("filename")}`;
    return (path.startsWith("labels/") ? change(path.split(".").at(-1), path) : undefined) ?? answer;
  });

export const faults: readonly Fault[] = [
  {
    id: "shipment-by-id-created-later",
    rule: "shipment.list-by-id.identity",
    sentence: "The by-id form shows created_at one second later than the list.",
    bend: byIdShows(({ created }) => ({ created_at: timestamp(created + 1000) })),
  },
  {
    id: "shipment-cancelled-unknown-by-id",
    rule: "v1.records.by-id",
    sentence: "Cancelled shipments are listed in v1, but unknown by their ids.",
    bend: before("v1GetShipment", (call) => {
      const id = call.param("shipment_id");
      if (call.world.shipments.get(id)?.status === "cancelled") throw unknownId("shipment_id", id);
    }),
  },
  {
    id: "shipment-pending-refused-by-id",
    rule: "v1.records.by-id",
    sentence: "Pending shipments are listed in v1, but refused with 400 by their ids.",
    bend: before("v1GetShipment", (call) => {
      const id = call.param("shipment_id");
      if (call.world.shipments.get(id)?.status === "pending")
        throw invalidValue("shipment_id", id, "This is no id.");
    }),
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
    id: "shipment-by-id-confirmation-differs",
    rule: "shipment.list-by-id.rest",
    sentence: "The by-id form shows another confirmation than the list.",
    bend: byIdShows(() => ({ confirmation: "adult signature" })),
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
    rule: "shipment.field.packages.package_code",
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
    id: "label-tracking-number-null-at-first",
    rule: "label.field.tracking_number.present",
    sentence: "The tracking number of a processing label is null in v1.",
    bend: labelShows((view, { status }, { v1 }) =>
      v1 && status === "processing" ? { ...view, tracking_number: null } : view,
    ),
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
    bend: on("v2GetShipmentByExternalId", (call, next) => {
      const [first] = call.world.shipments.ordered();
      return first ? ok(call.does.shipmentView(call, first, "by-id")) : next(call);
    }),
  },
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
    id: "shipment-cancel-without-effect",
    rule: "v2.shipments.cancel",
    sentence: "Cancelling a shipment succeeds and changes nothing.",
    bend: () => ({ cancelShipment: () => {} }),
  },
  {
    id: "shipment-cancel-takes-another",
    rule: "v2.shipments.cancel",
    sentence: "Cancelling a shipment cancels another one too.",
    bend: (does) => ({
      cancelShipment: (call, shipment) => {
        does.cancelShipment(call, shipment);
        const other = call.world.shipments
          .ordered()
          .find(({ seq, status }) => seq > shipment.seq && status === "pending");
        if (other) other.status = "cancelled";
      },
    }),
  },
  {
    id: "shipment-tag-not-added",
    rule: "v2.shipments.tag-added",
    sentence: "Adding a tag succeeds and changes nothing.",
    bend: (does) => ({
      tagShipment: (call, shipment, tags) => {
        if (tags.length < shipment.tags.length) does.tagShipment(call, shipment, tags);
      },
    }),
  },
  {
    id: "shipment-tag-added-alone",
    rule: "v2.shipments.tag-added",
    sentence: "A tag that is added to a shipment takes the place of its other tags.",
    bend: (does) => ({
      tagShipment: (call, shipment, tags) =>
        does.tagShipment(call, shipment, tags.length > shipment.tags.length ? tags.slice(-1) : tags),
    }),
  },
  {
    id: "shipment-tag-of-v2-not-in-v1",
    rule: "v2.shipments.tag-added",
    sentence: "A tag that was added in v2 does not show in v1.",
    bend: remembering((added) => (does) => ({
      handle: (call) => {
        if (call.operation.id === "v2AddShipmentTag")
          added.add(`${call.param("shipment_id")} ${call.param("tag_name")}`);
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
    id: "shipment-tag-added-in-lower-case",
    rule: "v2.shipments.tag-added",
    sentence: "A tag that is added to a shipment is kept in lower case.",
    bend: (does) => ({
      tagShipment: (call, shipment, tags) =>
        does.tagShipment(
          call,
          shipment,
          tags.map((tag) => (shipment.tags.includes(tag) ? tag : tag.toLowerCase())),
        ),
    }),
  },
  {
    id: "shipment-tag-not-in-filter",
    rule: "v2.shipments.tag-added",
    sentence: "The v1 list under a tag lacks the shipments to which it was added.",
    bend: remembering((added) => (does) => ({
      tagShipment: (call, shipment, tags) => {
        does.tagShipment(call, shipment, tags);
        added.add(`${shipment.id} ${tags.at(-1)}`);
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
    bend: (does) => ({
      tagShipment: (call, shipment, tags) => {
        does.tagShipment(call, shipment, tags);
        const other = call.world.shipments.ordered().find(({ seq }) => seq > shipment.seq);
        const tag = tags.at(-1);
        if (other && tag !== undefined && tags.length > 0 && call.operation.id === "v2AddShipmentTag")
          other.tags = [...other.tags, tag];
      },
    }),
  },
  {
    id: "shipment-tags-removed-by-prefix",
    rule: "v2.shipments.tag-removed",
    sentence: "Removing a tag of a shipment removes all of its tags that begin with it.",
    bend: (does) => ({
      tagShipment: (call, shipment, tags) => {
        const name = call.param("tag_name");
        const isRemoval = call.operation.id === "v2RemoveShipmentTag";
        does.tagShipment(call, shipment, isRemoval ? tags.filter((tag) => !tag.startsWith(name)) : tags);
      },
    }),
  },
  {
    id: "shipment-tags-all-removed",
    rule: "v2.shipments.tag-removed",
    sentence: "Removing one tag of a shipment removes them all.",
    bend: (does) => ({
      tagShipment: (call, shipment, tags) =>
        does.tagShipment(call, shipment, tags.length < shipment.tags.length ? [] : tags),
    }),
  },
  {
    id: "shipment-tag-not-removed",
    rule: "v2.shipments.tag-removed",
    sentence: "Removing a tag succeeds and changes nothing.",
    bend: (does) => ({
      tagShipment: (call, shipment, tags) => {
        if (tags.length > shipment.tags.length) does.tagShipment(call, shipment, tags);
      },
    }),
  },
  {
    id: "label-voided-flag-off",
    rule: "label.voided.consistent",
    sentence: "Voided labels have their voided flag off in v1.",
    bend: labelShows((view, { status }, { v1 }) =>
      v1 && status === "voided" ? { ...view, voided: false } : view,
    ),
  },
  {
    id: "label-voided-at-epoch",
    rule: "label.voided.consistent",
    sentence: "Labels that were never voided show the year 1970 as the time of voiding in v1.",
    bend: labelShows((view, { voidedAt }, { v1 }) =>
      v1 && voidedAt === null ? { ...view, voided_at: timestamp(0) } : view,
    ),
  },
  {
    id: "label-void-takes-next",
    rule: "label.void.only-that-one",
    sentence: "Voiding a label voids the next one too.",
    bend: (does) => ({
      voidLabel: (call, label) => {
        const next = call.world.labels.ordered().find(({ seq }) => seq > label.seq);
        does.voidLabel(call, label);
        if (!next) return;
        Object.assign(next, { status: "voided", voidedAt: call.now() } satisfies Partial<Label>);
        call.world.labels.touch(next, call.now());
      },
    }),
  },
  {
    id: "label-void-fails-nearest",
    rule: "label.void.only-that-one",
    sentence: "Voiding a label puts the completed one next to it into status error.",
    bend: (does) => ({
      voidLabel: (call, label) => {
        const away = ({ seq }: Label) => Math.abs(seq - label.seq);
        const [other] = call.world.labels
          .ordered()
          .filter((each) => each !== label && each.status === "completed")
          .toSorted((left, right) => away(left) - away(right));
        does.voidLabel(call, label);
        if (!other) return;
        other.status = "error";
        call.world.labels.touch(other, call.now());
      },
    }),
  },
  {
    id: "label-void-without-effect",
    rule: "label.void.flag",
    sentence: "Voiding a label succeeds and changes nothing.",
    bend: () => ({ voidLabel: () => {} }),
  },
  {
    id: "label-void-hides-label",
    rule: "label.void.flag",
    sentence: "A label that is voided vanishes from the list.",
    bend: () => ({ voidLabel: (call, label) => void call.world.labels.remove(label.id) }),
  },
  {
    id: "v2-label-status-unknown",
    rule: "label.states.v2",
    sentence: "A processing label shows in_progress in v2.",
    bend: labelShows((view, { status }, { v1 }) =>
      !v1 && status === "processing" ? { ...view, status: "in_progress" } : view,
    ),
  },
  {
    id: "label-download-zpl-404",
    rule: "label.download.delivers",
    sentence: "The zpl files of labels are not found.",
    bend: labelFiles((ending, path) => {
      if (ending === "zpl") throw unknownId("path", path);
      return undefined;
    }),
  },
  {
    id: "label-download-empty",
    rule: "label.download.delivers",
    sentence: "Label files are empty.",
    bend: labelFiles(() => file("application/pdf", "")),
  },
  {
    id: "label-download-as-json",
    rule: "label.download.delivers",
    sentence: "Label files come as text inside JSON.",
    bend: labelFiles(() => file("application/json", '{"file":"JVBERi0xLjQK"}')),
  },
  {
    id: "shipment-shows-only-the-tag-asked-for",
    rule: "shipment.list-by-id.rest",
    sentence: "Under a tag the shipment list shows no other tags of its shipments.",
    bend: shipmentShows((view, _shipment, form, { v1, query }) =>
      v1 && form === "list" && query.tag !== undefined ? { ...view, tags: [{ name: query.tag }] } : view,
    ),
  },
  {
    id: "label-download-as-page",
    rule: "label.download.delivers",
    sentence: "Label files are a web page that asks for a login.",
    bend: labelFiles(() => file("text/html", "<!doctype html><title>Sign in</title>")),
  },
  {
    id: "label-download-png-as-pdf",
    rule: "label.download.delivers",
    sentence: "The png files of labels are PDFs.",
    bend: labelFiles((ending) => (ending === "png" ? file("application/pdf", "%PDF-1.4\n") : undefined)),
  },
  {
    id: "label-download-pdf-in-base64",
    rule: "label.download.delivers",
    sentence: "The pdf files of labels are written in base64.",
    bend: labelFiles((ending) =>
      ending === "pdf" ? file("application/pdf", Buffer.from("%PDF-1.4\n").toString("base64")) : undefined,
    ),
  },
  {
    id: "label-download-png-as-gif",
    rule: "label.download.delivers",
    sentence: "The png files of labels are GIFs.",
    bend: labelFiles((ending) => (ending === "png" ? file("image/gif", "GIF89a") : undefined)),
  },
  {
    id: "rate-read-costs-more",
    rule: "v2.rates.roundtrip",
    sentence: "A rate read by its id costs more than it was quoted.",
    bend: showing("v2GetRate", (rate) => ({ ...rate, shipping_amount: { currency: "usd", amount: 999 } })),
  },
  {
    id: "quote-read-loses-rates",
    rule: "v2.quotes.roundtrip",
    sentence: "A quote read by its id has no rates.",
    bend: showing("v2GetCheckoutRateQuote", (quote) => ({ ...quote, rates: [] })),
  },
];
