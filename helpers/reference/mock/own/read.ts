import { isObject } from "../../../contract/json.js";
import { nearWords } from "../../../contract/nearest.js";
import { findOperation } from "../../../contract/operations.js";
import type { Shared } from "../../service/behaviours.js";
import { objectsIn } from "../../service/body.js";
import { IncomingCall } from "../../service/call.js";
import { Snapshot } from "../state.js";
import { countBatches, OWN_KINDS } from "./kinds.js";

/** Own data that breaks the contract: one line for each wrong record. */
export class WrongRecords extends Error {
  constructor(readonly lines: readonly string[]) {
    super(
      `${lines.length === 1 ? "One record is" : `${lines.length} records are`} wrong:\n${lines.join("\n")}`,
    );
  }
}

/** How many mistakes of one record are reported; the rest mostly follows from them. */
const TOLD = 3;

/**
 * Adds records to what a service holds: all of them, or none if one is wrong.
 * @param records should be `OwnRecords`; from a file or a request it may be anything
 * @throws WrongRecords
 */
export function addRecords(shared: Shared, records: unknown): void {
  const lists = asRecords(records);
  const before = new Snapshot(shared);
  const lines = [
    ...Object.keys(lists).flatMap(unknownKind),
    ...Object.keys(OWN_KINDS).flatMap((kind) => addKind(shared, kind, lists[kind])),
  ];
  if (lines.length === 0) {
    countBatches(shared.world, objectsIn(lists, "batches"));
    return;
  }
  before.putBack(shared);
  throw new WrongRecords(lines);
}

/** Lists by the kind of their records. @throws WrongRecords for anything else */
export function asRecords(records: unknown): Readonly<Record<string, unknown>> {
  if (isObject(records)) return records;
  const kinds = Object.keys(OWN_KINDS).join(", ");
  throw new WrongRecords([`own data are lists of records by their kind: ${kinds}`]);
}

/** Members around the records of a list page that some service answered. */
const AROUND = ["total", "page", "pages", "links"];

function unknownKind(kind: string): string[] {
  if (Object.hasOwn(OWN_KINDS, kind) || AROUND.includes(kind)) return [];
  return [`${kind}: there are no such records${nearWords(kind, Object.keys(OWN_KINDS))}`];
}

function addKind(shared: Shared, kind: string, list: unknown): readonly string[] {
  const intake = OWN_KINDS[kind];
  if (intake === undefined || list === undefined || list === null) return [];
  if (!Array.isArray(list)) return [`${kind}: a list of records is needed`];
  const call = callOf(shared);
  return list.flatMap((json: unknown, index) => {
    const wrong = isObject(json) ? intake.add(call, json) : ["a record is an object"];
    if (wrong.length === 0) return [];
    const more = wrong.length > TOLD ? `; and ${wrong.length - TOLD} more` : "";
    const id = isObject(json) && typeof json[intake.idName] === "string" ? ` (${json[intake.idName]})` : "";
    return [`${kind}[${index}]${id}: ${wrong.slice(0, TOLD).join("; ")}${more}`];
  });
}

/** Readers and views need a call; no client made this one. */
function callOf(shared: Shared): IncomingCall {
  const operation = findOperation("v2CreateShipments");
  if (operation === null) throw new Error("The contract lacks v2CreateShipments.");
  const origin = "http://own.invalid";
  const body = { text: "", type: null };
  return new IncomingCall(shared, { operation, origin, path: "", params: {}, query: {}, body, accept: null });
}
