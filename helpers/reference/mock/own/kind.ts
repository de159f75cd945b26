import type { SchemaId } from "../../../contract/generated/types.js";
import { isObject } from "../../../contract/json.js";
import type { Call } from "../../service/behaviours.js";
import { optionalText } from "../../service/body.js";
import type { Collection, Kept } from "../../service/collection.js";
import { readDate } from "../../service/filters.js";
import { memberAt, plainBreaches } from "../../service/form.js";
import { Problem } from "../../service/problem.js";
import type { JsonObject, World } from "../../service/records.js";
import { misfits } from "./misfits.js";

/** How records of one kind are written and stored. */
interface OwnKind<T extends Kept> {
  /** Member that holds the id. */
  readonly idName: string;
  readonly from: (world: World) => Collection<T>;
  /** Makes a record, with usual values for what is missing. Throws a Problem. */
  readonly read: (call: Call, json: JsonObject) => T;
  /** The record as the contract shows it. */
  readonly view: (call: Call, record: T) => JsonObject;
  /** Schemas that a shown record must match; none where the contract leaves it open. */
  readonly schemas: readonly SchemaId[];
  /** Members that may be given besides those that are shown; null if any may. */
  readonly also: readonly string[] | null;
  /** Members of which the contract leaves open what they contain. @defaultValue none */
  readonly open?: readonly string[];
  /** Members that name records of other kinds; if empty or missing they name none. */
  readonly names: Readonly<Record<string, (world: World) => Collection<Kept>>>;
}

/** Adds records of one kind. */
export interface Intake {
  readonly idName: string;
  /** Adds a record to what the service holds; or returns what is wrong with it and adds nothing. */
  add(call: Call, json: JsonObject): readonly string[];
}

export const intake = <T extends Kept>(kind: OwnKind<T>): Intake => ({
  idName: kind.idName,
  add(call, json) {
    const given = json[kind.idName];
    if (given !== undefined && (typeof given !== "string" || given === "")) {
      return [`${kind.idName}: an id is a text; received ${JSON.stringify(given)}`];
    }
    const unnamed = unknownNames(kind, call, json);
    if (unnamed.length > 0) return unnamed;
    try {
      return checked(kind, call, json);
    } catch (error) {
      if (error instanceof Problem) return [problemWords(error)];
      throw error;
    }
  },
});

function problemWords({ message, detail: { field } }: Problem): string {
  return field?.value === undefined ? message : `${message.replace(/\.$/, "")}; received ${field.value}`;
}

function checked<T extends Kept>(kind: OwnKind<T>, call: Call, json: JsonObject): readonly string[] {
  const record = kind.read(call, json);
  const all = kind.from(call.world);
  if (all.get(record.id)) return [`${kind.idName}: there is one with this id already`];
  const shown = kind.view(call, record);
  const whole = merged(shown, json);
  const broken = kind.schemas.flatMap((id) => breaches(id, whole));
  const placeOf = (line: string) => line.slice(0, line.indexOf(":"));
  const told = new Set(broken.map(placeOf));
  const unfit = kind.also === null ? [] : misfits(shown, withoutOpen(kind, json), kind.also);
  const wrong = [...unfit.filter((line) => !told.has(placeOf(line))), ...broken];
  if (wrong.length > 0) return wrong;
  call.ids.take(record.id);
  all.add(record);
  return [];
}

function unknownNames<T extends Kept>({ names }: OwnKind<T>, { world }: Call, json: JsonObject) {
  return Object.entries(names).flatMap(([member, from]) => {
    const value = json[member];
    const ids = Array.isArray(value) ? value : [value];
    return ids
      .filter((id) => typeof id === "string" && id !== "" && !from(world).get(id))
      .map((id) => `${member}: there is no ${id}`);
  });
}

/** The record without the members of which the contract leaves open what they contain. */
function withoutOpen<T extends Kept>({ open = [] }: OwnKind<T>, json: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(json).filter(([name]) => !open.includes(name)));
}

/** Judges only what the contract says plainly: own data may have ids of another form. */
function breaches(schema: SchemaId, whole: JsonObject): readonly string[] {
  return plainBreaches(schema, whole).map(
    ({ pointer, documented, received }) =>
      `${memberAt(pointer)}: documented ${documented}; received ${received}`,
  );
}

/** The record as shown, with every member as it was given, so that the given values are judged. */
function merged(shown: JsonObject, given: JsonObject): JsonObject {
  const members = Object.entries(given).map(([name, value]) => [name, mergedValue(shown[name], value)]);
  return { ...shown, ...Object.fromEntries(members) };
}

function mergedValue(shown: unknown, given: unknown): unknown {
  if (isObject(shown) && isObject(given)) return merged(shown, given);
  if (Array.isArray(shown) && Array.isArray(given) && shown.length === given.length) {
    return given.map((item, index) => mergedValue(shown[index], item));
  }
  return given;
}

/** The instant of a member in epoch ms. Throws a Problem for anything but an ISO 8601 date or time. */
export function instantIn(json: JsonObject, name: string, otherwise: number): number {
  const text = optionalText(json, name);
  return text === undefined ? otherwise : readDate(name, text);
}

/** When a record was created and last changed, by its own members. */
export function timesIn(call: Call, json: JsonObject): Pick<Kept, "created" | "modified" | "seq"> {
  const created = instantIn(json, "created_at", call.now());
  return { created, modified: instantIn(json, "modified_at", created), seq: 0 };
}
