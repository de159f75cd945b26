import { before, changeAt, hiding, on, showing } from "../bends.js";
import { ok } from "../service/answer.js";
import { invalidValue, unknownId } from "../service/problem.js";
import { servicesView } from "../service/views/carrier.js";
import type { Fault } from "./fault.js";

const DRY_ICE = { name: "dry_ice", default_value: "True", description: "" };

export const faults: readonly Fault[] = [
  {
    id: "carrier-option-default-null",
    rule: "carrier.option.field.default_value.present",
    sentence: "An option without default has null for it.",
    bend: (does) => ({
      carrierOptionView: (option) => {
        const view = does.carrierOptionView(option);
        return view.default_value === "" ? { ...view, default_value: null } : view;
      },
    }),
  },
  {
    id: "carrier-services-bare-array",
    rule: "carriers.services.array",
    sentence: "The v1 services of a carrier come as a bare array.",
    bend: showing("v1ListCarrierServices", ({ services }) => services),
  },
  {
    id: "carrier-services-missing-when-few",
    rule: "carriers.services.array",
    sentence: "A carrier with one or two services gives an empty object in v1.",
    bend: showing("v1ListCarrierServices", (json) =>
      Array.isArray(json.services) && json.services.length > 2 ? json : {},
    ),
  },
  {
    id: "carrier-options-bare-array",
    rule: "carriers.options.array",
    sentence: "The v1 options of a carrier come as a bare array.",
    bend: showing("v1ListCarrierOptions", ({ options }) => options),
  },
  {
    id: "carrier-options-named-advanced",
    rule: "carriers.options.array",
    sentence: "The v1 options of a carrier are in advanced_options.",
    bend: showing("v1ListCarrierOptions", ({ options }) => ({ advanced_options: options })),
  },
  {
    id: "carrier-services-refused",
    rule: "carriers.services.array",
    sentence: "The services of each carrier are refused with 400 in v1.",
    bend: before("v1ListCarrierServices", (call) => {
      const { id } = call.find(call.world.carriers, "carrier_id");
      throw invalidValue("carrier_id", id, "This carrier has no services.");
    }),
  },
  {
    id: "carrier-options-unknown-and-list-missing",
    rule: "carriers.options.array",
    sentence: "The options of each carrier are answered with 404 in v1, and so is its list of carriers.",
    bend: before(["v1ListCarrierOptions", "v1ListCarriers"], (call) => {
      throw unknownId("carrier_id", call.incoming.params.carrier_id ?? "all");
    }),
  },
  {
    id: "carrier-option-boolean-capitalized",
    rule: "carrier.option.field.default_value.boolean",
    sentence: "Carriers have an option of their own, a boolean that is True.",
    bend: showing("v1ListCarrierOptions", (json) =>
      Array.isArray(json.options) ? { options: [...json.options, DRY_ICE] } : json,
    ),
  },
  {
    id: "carrier-services-of-first",
    rule: "carriers.services.same-carrier",
    sentence: "Every carrier has the services of the first one.",
    bend: on("v1ListCarrierServices", (call, next) => {
      const answer = next(call);
      const [first] = call.world.carriers.ordered();
      return first ? ok({ services: servicesView(first) }) : answer;
    }),
  },
  {
    id: "carrier-options-all-alike",
    rule: "carriers.options.differ",
    sentence: "Every carrier has the options of the first one.",
    bend: on("v1ListCarrierOptions", (call, next) => {
      const [first] = call.world.carriers.ordered();
      call.find(call.world.carriers, "carrier_id");
      return first ? next(call.with({ params: { carrier_id: first.id } })) : next(call);
    }),
  },
  {
    id: "carrier-options-bare-of-one",
    rule: "carriers.options.array",
    sentence: "The options of the fourth carrier come as a bare array.",
    bend: showing("v1ListCarrierOptions", (json, call) => {
      const fourth = call.world.carriers.ordered()[3];
      return call.param("carrier_id") === fourth?.id ? json.options : json;
    }),
  },
  {
    id: "carrier-services-null-of-last",
    rule: "carriers.services.array",
    sentence: "The services of the last carrier are null.",
    bend: showing("v1ListCarrierServices", (json, call) => {
      const last = call.world.carriers.ordered().at(-1);
      return call.param("carrier_id") === last?.id ? { services: null } : json;
    }),
  },
  {
    id: "carrier-list-ids-of-accounts",
    rule: "carriers.id-from-list",
    sentence: "The ids of the v1 carrier list are unknown elsewhere.",
    bend: showing("v1ListCarriers", (json) =>
      changeAt(json, ["carriers", "*", "carrier_id"], (id) => `${id}0`),
    ),
  },
  {
    id: "carrier-options-unknown-of-one",
    rule: "carriers.id-from-list",
    sentence: "The options of the third carrier are answered with 404.",
    bend: hiding("v1ListCarrierOptions", (id, { world }) => world.carriers.ordered()[2]?.id === id),
  },
];
