import { changeEach } from "../bends.js";
import type { Bend } from "../service/behaviours.js";
import type { JsonObject } from "../service/records.js";
import type { Fault } from "./fault.js";

/** Writes every object of an answer in another way, the inner ones first. */
const writing =
  (change: (json: JsonObject) => JsonObject): Bend =>
  (does) => ({ say: (json, about) => changeEach(does.say(json, about), change) });

/** Writes the members of every object in another way; undefined leaves one out. */
const writingEach = (change: (value: unknown, name: string) => unknown): Bend =>
  writing((json) =>
    Object.fromEntries(
      Object.entries(json)
        .map(([name, value]) => [name, change(value, name)])
        .filter(([, value]) => value !== undefined),
    ),
  );

/** Writes the values of some members in another way, whatever record has them. */
const spelling = (names: readonly string[], spell: (value: string) => string): Bend =>
  writingEach((value, name) => (names.includes(name) && typeof value === "string" ? spell(value) : value));

const capitalised = (value: string): string => value.charAt(0).toUpperCase() + value.slice(1);

/** How every answer is written, whichever record it shows. */
export const faults: readonly Fault[] = [
  {
    id: "null-members-left-out",
    rule: "label.field.voided_at",
    sentence: "No answer has members that are null.",
    blame: "each member has a rule of its own",
    bend: writingEach((value) => value ?? undefined),
  },
  {
    id: "null-members-empty-text",
    rule: "label.field.voided_at",
    sentence: "Every answer has an empty text for null.",
    blame: "each member has a rule of its own",
    bend: writingEach((value) => value ?? ""),
  },
  {
    id: "statuses-capitalised",
    rule: "shipment.field.shipment_status",
    sentence: "The states of shipments, labels and batches are written with a capital.",
    blame: "each member has a rule of its own",
    bend: spelling(["status", "shipment_status"], capitalised),
  },
  {
    id: "shipment-status-in-capitals",
    rule: "shipment.field.shipment_status",
    sentence: "The states of shipments are written in capitals.",
    bend: spelling(["shipment_status"], (value) => value.toUpperCase()),
  },
];
