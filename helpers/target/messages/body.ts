import type { Body } from "../../wire/exchange.js";
import { isJsonType } from "../../wire/json-type.js";
import { decompress, TOO_LARGE } from "./decompress.js";

/** Deepest nesting of arrays and objects that is passed on; deeper answers would overflow the stack of any walk. */
export const MAX_DEPTH = 200;

/**
 * Most arrays and objects of one JSON body. A full page of 4 MB has some 70,000; a body of nothing else would take as
 * much memory and time as hundreds of megabytes.
 */
export const MOST_RECORDS = 100_000;
const TOO_MANY_RECORDS = `of more than ${MOST_RECORDS} arrays and objects`;

/** The brackets of longer texts are counted before parsing. */
const COUNTED_CHARS = 2 * MOST_RECORDS;
/** Characters kept of a body that could not be read. */
const KEPT_CHARS = 64 * 1024;
/** The content type that says nothing about the bytes. */
const UNSPECIFIC = "application/octet-stream";
/** Bytes kept of a binary body: enough for every magic number. */
const HEAD_BYTES = 64;

/** A body as bytes off the wire. */
interface WireBody {
  readonly bytes: Buffer;
  /** True if reading stopped at `limit`. */
  readonly cut: boolean;
}

/**
 * Decodes an answer's body as far as possible. Never throws: what cannot be read is `unreadable`.
 * @param headers names in lower case
 * @param limit bytes allowed before and after decompression
 */
export function decodeBody(wire: WireBody, headers: Readonly<Record<string, string>>, limit: number): Body {
  const tooLong = (when: string): Body => ({
    kind: "unreadable",
    why: `longer than ${limit} bytes${when}`,
    text: wire.bytes.toString("utf8", 0, KEPT_CHARS),
    byOurLimit: true,
  });
  if (wire.cut) return tooLong("");
  if (wire.bytes.length === 0) return { kind: "empty" };
  const plain = decompress(wire.bytes, headers["content-encoding"] ?? "", limit);
  if (plain === TOO_LARGE) return tooLong(" after decompression");
  if (typeof plain === "string") return unreadable(plain, wire.bytes);
  return fromBytes(plain, headers["content-type"] ?? "");
}

/** Body of these decompressed bytes under this content type. */
export function fromBytes(bytes: Buffer, contentType: string): Body {
  if (bytes.length === 0) return { kind: "empty" };
  const media = mediaType(contentType);
  if (isBinary(media)) return binary(bytes);
  // "octet-stream" says nothing about the bytes: they may be a report.
  if (media === UNSPECIFIC && !looksLikeText(bytes)) return binary(bytes);
  const label = isJsonType(contentType) ? "utf-8" : charset(contentType);
  const text = decodeText(bytes, label);
  if (text !== null) return fromText(text, contentType);
  if (media === "") return binary(bytes);
  return unreadable(label === "utf-8" ? whyNoUtf8(bytes) : "not valid in its character encoding", bytes);
}

/** Why bytes are no UTF-8: a decoder replaces those that are not, so that they differ once encoded again. */
function whyNoUtf8(bytes: Buffer): string {
  const mended = Buffer.from(bytes.toString("utf8"));
  const at = bytes.findIndex((byte, index) => byte !== mended[index]);
  return `not valid UTF-8, with byte 0x${bytes.toString("hex", at, at + 1)} at offset ${at}`;
}

/**
 * The body of a text with this content type. JSON is recognised by its content type or, failing that, by its first
 * character. What is declared as JSON may be text: a framework may label every answer so, a report too.
 */
export function fromText(marked: string, contentType: string): Body {
  const text = marked.replace(/^\ufeff/, "");
  if (text === "") return { kind: "empty" };
  if (!isJsonType(contentType) && !/^\s*[{[]/.test(text)) return { kind: "text", text: marked };
  // Parsing a million brackets takes seconds and half a gigabyte; a short text is parsed faster than counted.
  const { deepest, opened } = text.length > COUNTED_CHARS ? bracketsIn(text) : { deepest: 0, opened: 0 };
  if (deepest > MAX_DEPTH) return tooDeep(text);
  if (opened > MOST_RECORDS) return { kind: "unreadable", why: TOO_MANY_RECORDS, text: "" };
  try {
    const value: unknown = JSON.parse(text);
    return fits(value, MAX_DEPTH) ? { kind: "json", value, text } : tooDeep(text);
  } catch {
    return { kind: "text", text: marked };
  }
}

/** Whether JSON was left unread because of its many arrays and objects: our own limit, no fault of the target. */
export function isTooManyRecords(body: Body): boolean {
  return body.kind === "unreadable" && body.why === TOO_MANY_RECORDS;
}

/** Keeps a byte order mark, which some programs write. */
const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function decodeText(bytes: Buffer, label: string): string | null {
  try {
    const decoder = label === "utf-8" ? UTF8 : new TextDecoder(label, { fatal: true });
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}

function fits(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  if (levels === 0) return false;
  for (const member of Object.values(value)) if (!fits(member, levels - 1)) return false;
  return true;
}

function tooDeep(text: string): Body {
  return {
    kind: "unreadable",
    why: `nested deeper than ${MAX_DEPTH} levels`,
    text: beginningOf(text),
    byOurLimit: true,
  };
}

/** A copy: a slice would keep the whole text in memory until the end of the run. */
function beginningOf(text: string): string {
  return Buffer.from(text.slice(0, KEPT_CHARS)).toString();
}

/** How many brackets a JSON text opens, and how deep they nest; stops counting just above `MAX_DEPTH`. */
function bracketsIn(text: string): { readonly deepest: number; readonly opened: number } {
  let depth = 0;
  let deepest = 0;
  let opened = 0;
  let quoted = false;
  for (let at = 0; at < text.length && deepest <= MAX_DEPTH; at++) {
    const char = text[at];
    if (char === '"') quoted = !quoted;
    else if (quoted) at += char === "\\" ? 1 : 0;
    else if (char === "[" || char === "{") {
      opened++;
      deepest = Math.max(deepest, ++depth);
    } else if (char === "]" || char === "}") depth--;
  }
  return { deepest, opened };
}

function unreadable(why: string, bytes: Buffer): Body {
  return { kind: "unreadable", why, text: bytes.toString("utf8", 0, KEPT_CHARS) };
}

/** `head` holds the first bytes, one character each (Latin-1), so that "%PDF-" can be recognised. */
function binary(bytes: Buffer): Body {
  return { kind: "binary", bytes: bytes.length, head: bytes.toString("latin1", 0, HEAD_BYTES) };
}

function mediaType(contentType: string): string {
  return contentType.split(";", 1)[0]?.trim().toLowerCase() ?? "";
}

function charset(contentType: string): string {
  return /;\s*charset="?([^";\s]+)/i.exec(contentType)?.[1]?.toLowerCase() ?? "utf-8";
}

function looksLikeText(bytes: Buffer): boolean {
  const text = decodeText(bytes, "utf-8");
  if (text === null || text.startsWith("%PDF")) return false;
  return [...text.slice(0, KEPT_CHARS)].every((char) => char >= " " || "\t\r\n".includes(char));
}

function isBinary(media: string): boolean {
  return /^(image|audio|video|font)\//.test(media) || /^application\/(pdf|zip|gzip)$/.test(media);
}
