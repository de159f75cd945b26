import { closeSync, openSync, readFileSync, readSync } from "node:fs";
import { JSONParser } from "@streamparser/json";
import { hasMembers } from "../../contract/json.js";
import { member } from "./har-values.js";

/** Bytes read at a time: entries that are read but not yet judged take memory. */
const CHUNK = 64 * 1024;
/**
 * Bytes of a text that are collected before they become a string: bodies are full of escapes, each of which is a piece.
 */
const STRING_BYTES = 256 * 1024;
const ENTRIES = "entries";
/** Name of our members: HAR asks for an underscore. */
export const OWN = "_plimsoll";
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** An entry of a HAR file, or the member in which we keep what HAR has no place for. */
type HarPart = { readonly entry: unknown } | { readonly own: unknown };

/** The entries of a HAR file one by one; see `harParts`. */
export function* harEntries(file: string): Generator<unknown> {
  for (const part of harParts(file)) if ("entry" in part) yield part.entry;
}

/**
 * What a HAR file holds, one by one, so that a file of any length takes little memory.
 * @throws the error of the file system; SyntaxError if it is not JSON, TypeError if it is not a HAR file
 */
export function* harParts(file: string): Generator<HarPart> {
  let found: HarPart[] = [];
  let any = false;
  const parser = new JSONParser({
    paths: [`$.log.${ENTRIES}.*`, `$.log.${OWN}`],
    keepStack: false,
    stringBufferSize: STRING_BYTES,
  });
  parser.onValue = ({ key, value }) => {
    found.push(key === OWN ? { own: value } : { entry: value });
  };
  for (const chunk of chunksOf(file)) {
    feed(parser, chunk);
    any ||= found.length > 0;
    yield* found;
    found = [];
  }
  if (!parser.isEnded) throw new SyntaxError("It ends too early.");
  if (!any) throwUnlessHar(file);
}

function feed(parser: JSONParser, chunk: Uint8Array): void {
  try {
    parser.write(chunk);
  } catch (error) {
    throw new SyntaxError("It is not JSON.", { cause: error });
  }
}

/** The bytes of a file; every chunk reuses the same buffer. */
function* chunksOf(file: string): Generator<Uint8Array> {
  const handle = openSync(file, "r");
  const buffer = Buffer.alloc(CHUNK);
  try {
    for (let first = true; ; first = false) {
      const read = buffer.subarray(0, readSync(handle, buffer));
      if (read.length === 0) return;
      yield first && read.subarray(0, 3).equals(BYTE_ORDER_MARK) ? read.subarray(3) : read;
    }
  } finally {
    closeSync(handle);
  }
}

/** A file without entries is short; it may begin with a byte order mark. */
function throwUnlessHar(file: string): void {
  const har: unknown = JSON.parse(readFileSync(file, "utf8").replace(/^\ufeff/, ""));
  if (!hasMembers(har) || !Array.isArray(member(member(har, "log"), ENTRIES)))
    throw new TypeError("it is not a HAR file: log.entries is missing.");
}
