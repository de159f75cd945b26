import { all, changeEach } from "../bends.js";
import type { Bend } from "../service/behaviours.js";
import type { JsonObject } from "../service/records.js";
import { createdBetweenSeconds, shipmentShows } from "../view-bends.js";
import type { Habit } from "./habit.js";

/** Rewrites every object of an answer, the inner ones first. */
const saying =
  (change: (json: JsonObject) => JsonObject): Bend =>
  (does) => ({ say: (json, about) => changeEach(does.say(json, about), change) });

const OWN_TIMESTAMPS = new Set(["created_at", "modified_at", "voided_at", "ship_date"]);

/** Writes the service's own timestamps in another way; those of reports keep their offset. */
const timing = (write: (at: number, usual: string) => string): Bend =>
  saying((json) =>
    Object.fromEntries(
      Object.entries(json).map(([name, value]) => {
        const at = OWN_TIMESTAMPS.has(name) && typeof value === "string" ? Date.parse(value) : Number.NaN;
        return [name, Number.isNaN(at) ? value : write(at, String(value))];
      }),
    ),
  );

/** The same instant at +02:00; a time on an even whole second has no fraction. */
function withOffset(at: number): string {
  const local = new Date(at + 2 * 3_600_000).toISOString().slice(0, -1);
  const digits = at % 2000 === 0 ? local.slice(0, -4) : `${local}000`;
  return `${digits}+02:00`;
}

/** What every stored time has below its milliseconds; only the microseconds are shown. */
const KEPT_NS = 123_600n;

/** The digits of a time below its milliseconds, in nanoseconds. */
function belowMilliseconds(time: string): bigint {
  const digits = /\.\d{3}(\d+)/.exec(time)?.[1] ?? "";
  return BigInt(digits.padEnd(6, "0").slice(0, 6));
}

/** These times of a record as `20250301T100000Z`. */
const basic = (view: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(names.map((name) => [name, String(view[name]).replace(/[-:]/g, "")]));

/** A text that differs each time. */
const stamp = () => performance.now().toString(36);

/** A link to a file with a signature; anything else as it is. */
function signed(value: unknown): unknown {
  if (typeof value !== "string" || !/^https?:.*\/downloads?\//.test(value)) return value;
  return `${value}${value.includes("?") ? "&" : "?"}signature=${stamp()}`;
}

/** Changes address objects. */
const addressing = (change: (address: JsonObject) => JsonObject): Bend =>
  saying((json) => ("country_code" in json && "address_line1" in json ? change(json) : json));

export const habits: readonly Habit[] = [
  {
    id: "shipment-created-cut-off-by-id",
    section: "Conventions",
    sentence: "The by-id form of a shipment cuts created_at off to the second.",
    bend: createdBetweenSeconds(Math.floor),
  },
  {
    id: "shipment-times-basic-by-id",
    section: "Conventions",
    sentence: "The by-id form of a shipment writes its times in the basic form of ISO 8601.",
    bend: shipmentShows((view, _shipment, form) =>
      form === "by-id" ? { ...view, ...basic(view, ["created_at", "modified_at", "ship_date"]) } : view,
    ),
  },
  {
    id: "packages-without-by-id-members",
    section: "Conventions",
    sentence: "The packages of a shipment have neither package_code nor label_messages.",
    bend: saying((json) => {
      const { package_code, label_messages, ...rest } = json;
      return "insured_value" in json && "weight" in json ? rest : json;
    }),
  },
  {
    id: "keys-reversed",
    section: "Conventions",
    sentence: "The members of objects are in reverse order.",
    bend: saying((json) => Object.fromEntries(Object.entries(json).reverse())),
  },
  {
    id: "extra-null-members",
    section: "Conventions",
    sentence: "Every object that is not empty has one more member, which is null.",
    bend: saying((json) => (Object.keys(json).length === 0 ? json : { x_remark: null, ...json })),
  },
  {
    id: "extra-numbers",
    section: "Conventions",
    sentence: "Every object that is not empty has one more member, which is a number.",
    bend: saying((json) => (Object.keys(json).length === 0 ? json : { ...json, x_revision: 7.5 })),
  },
  {
    id: "extra-members-of-each-answer",
    section: "Conventions",
    sentence: "Every object that is not empty has one more member, which differs in each answer.",
    bend: saying((json) => (Object.keys(json).length === 0 ? json : { ...json, x_served_at: stamp() })),
  },
  {
    id: "download-links-signed",
    section: "Conventions",
    sentence: "Links to files have a signature, which differs in each answer.",
    bend: saying((json) =>
      Object.fromEntries(Object.entries(json).map(([name, value]) => [name, signed(value)])),
    ),
  },
  {
    id: "timestamps-with-offset",
    section: "Conventions",
    sentence: "Timestamps have the offset +02:00, with six digits of fraction or none.",
    bend: timing(withOffset),
  },
  {
    id: "timestamps-seven-digits",
    section: "Conventions",
    sentence: "Timestamps have seven digits of fraction.",
    bend: timing((_, usual) => usual.replace(/\.(\d{3})(?!\d)/, ".$10000")),
  },
  {
    id: "timestamps-in-seconds",
    section: "Conventions",
    sentence: "Timestamps show whole seconds; milliseconds are kept, and bounds are compared with them.",
    bend: timing((_, usual) => usual.replace(/\.\d+/, "")),
  },
  {
    id: "timestamps-in-minutes",
    section: "Conventions",
    sentence: "Timestamps show whole minutes; seconds are kept, and bounds are compared with them.",
    bend: timing((_, usual) => usual.replace(/:\d\d\.\d+/, "")),
  },
  {
    id: "timestamps-to-microseconds",
    section: "Conventions",
    sentence: "Timestamps show microseconds; nanoseconds are kept, and bounds are compared with them.",
    bend: all(
      timing((_, usual) => usual.replace(/\.(\d{3})\d*/, ".$1123")),
      (does) => ({
        condition: (asked, condition) => {
          const usual = does.condition(asked, condition);
          if (usual?.bound === undefined) return usual;
          const { key, at } = usual.bound;
          const bound = BigInt(at) * 1_000_000n + belowMilliseconds(usual.value);
          return {
            ...usual,
            holds: (item) => {
              const kept = BigInt(item[key]) * 1_000_000n + KEPT_NS;
              return usual.name.endsWith("_start") ? kept >= bound : kept <= bound;
            },
          };
        },
      }),
    ),
  },
  {
    id: "timestamps-without-zone",
    section: "Conventions",
    sentence: "Timestamps other than those of reports have no zone: they are in UTC.",
    bend: timing((at, usual) => (usual.endsWith("Z") ? new Date(at).toISOString().slice(0, -1) : usual)),
  },
  {
    id: "address-line2-null",
    section: "Address object",
    sentence: "An address without a second line has null for it.",
    bend: addressing((address) =>
      address.address_line2 === "" ? { ...address, address_line2: null } : address,
    ),
  },
  {
    id: "address-line2-absent",
    section: "Address object",
    sentence: "An address without a second line leaves the member out.",
    bend: addressing(({ address_line2: line, ...address }) =>
      line === "" ? address : { ...address, address_line2: line },
    ),
  },
  {
    id: "address-email-absent",
    section: "Address object",
    sentence: "No address has an email.",
    bend: addressing(({ email: _, ...address }) => address),
  },
  {
    id: "country-lower-case",
    section: "Address object",
    sentence: "Country codes are written in lower case.",
    bend: addressing((address) => ({ ...address, country_code: String(address.country_code).toLowerCase() })),
  },
  {
    id: "currency-upper-case",
    section: "Conventions",
    sentence: "Currencies are written in upper case.",
    bend: saying((json) =>
      typeof json.currency === "string" ? { ...json, currency: json.currency.toUpperCase() } : json,
    ),
  },
];
