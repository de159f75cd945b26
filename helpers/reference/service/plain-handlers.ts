import { type Answer, created, noContent, ok } from "./answer.js";
import type { Call, Handler } from "./behaviours.js";
import { listAnswer } from "./paging.js";
import { conflict } from "./problem.js";
import type { JsonObject, Plain, PlainKind } from "./records.js";
import { makePlain } from "./seed/plain.js";
import { timestamp } from "./views/time.js";

/** A family of resources of which the contract names only the operations. */
export interface PlainFamily {
  readonly kind: PlainKind;
  /** Path parameter, and name of the id in the answers. */
  readonly idName: string;
  /** Name of the array in the list answer. */
  readonly listName: string;
  /** Members whose values must be unique: a second resource with the same value is a conflict. */
  readonly unique?: string;
}

export const plainView = ({ idName }: PlainFamily, { id, fields, created, modified }: Plain): JsonObject => ({
  [idName]: id,
  ...fields,
  created_at: timestamp(created),
  modified_at: timestamp(modified),
});

export const listPlain =
  (family: PlainFamily): Handler =>
  (call) =>
    listAnswer(call, {
      name: family.listName,
      from: call.world.plain[family.kind],
      view: (item) => plainView(family, item),
    });

const find = (call: Call, { kind, idName }: PlainFamily): Plain => call.find(call.world.plain[kind], idName);

export const getPlain =
  (family: PlainFamily): Handler =>
  (call) =>
    ok(plainView(family, find(call, family)));

/**
 * Throws 409 if one of the resources to be has the unique value of a stored one or of another one to be.
 * @param changed the stored resource that gets the fields, if it is not a new one
 */
export function checkUnique(
  { world }: Call,
  { kind, unique }: PlainFamily,
  all: readonly JsonObject[],
  changed?: Plain,
): void {
  if (unique === undefined) return;
  const others = world.plain[kind].ordered().filter((other) => other !== changed);
  const taken = new Set(others.map(({ fields }) => fields[unique]));
  for (const { [unique]: value } of all) {
    if (value === undefined) continue;
    if (taken.has(value)) throw conflict(`There is one with this ${unique} already.`, "identifier_conflict");
    taken.add(value);
  }
}

/** Stores a new resource with the given fields; a client cannot choose its id. */
export function addPlain(call: Call, family: PlainFamily, fields: JsonObject): JsonObject {
  const { [family.idName]: _, ...kept } = fields;
  checkUnique(call, family, [kept]);
  const all = call.world.plain[family.kind];
  return plainView(family, all.add(makePlain(call.ids.next("plain"), call.now(), kept)));
}

export const createPlain =
  (family: PlainFamily, extra: JsonObject = {}): Handler =>
  (call) =>
    created(addPlain(call, family, { ...extra, ...call.object() }));

export function changePlain(call: Call, family: PlainFamily, item: Plain, fields: JsonObject): Answer {
  const { [family.idName]: _, ...kept } = fields;
  checkUnique(call, family, [kept], item);
  item.fields = { ...item.fields, ...kept };
  call.world.plain[family.kind].touch(item, call.now());
  return ok(plainView(family, item));
}

export const updatePlain =
  (family: PlainFamily): Handler =>
  (call) => {
    const item = find(call, family);
    return changePlain(call, family, item, call.object());
  };

export const deletePlain =
  (family: PlainFamily): Handler =>
  (call) => {
    call.world.plain[family.kind].remove(find(call, family).id);
    return noContent();
  };
