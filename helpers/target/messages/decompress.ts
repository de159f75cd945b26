import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from "node:zlib";
import { codeOf } from "../../contract/code-of.js";

/** Why bytes could not be read that are longer than the limit. */
export const TOO_LARGE = "too large";

/**
 * The decompressed bytes, or why they could not be read.
 * @param encoding value of the Content-Encoding header
 * @param limit most bytes
 */
export function decompress(bytes: Buffer, encoding: string, limit: number): Buffer | string {
  let plain = bytes;
  // Codings are listed in the order in which they were applied (RFC 9110, 8.4).
  for (const coding of encoding.toLowerCase().split(",").reverse()) {
    const name = coding.trim();
    if (name === "" || name === "identity") continue;
    try {
      const next = undo(name, plain, limit);
      if (next === null) return `unknown content-encoding ${name.slice(0, 40)}`;
      plain = next;
    } catch (error) {
      return isTooLarge(error) ? TOO_LARGE : `not valid ${name}`;
    }
  }
  return plain;
}

function undo(coding: string, bytes: Buffer, limit: number): Buffer | null {
  const options = { maxOutputLength: limit };
  switch (coding) {
    case "gzip":
    case "x-gzip":
      return gunzipSync(bytes, options);
    case "deflate":
      // The low nibble 8 marks the zlib wrapper; some servers send the bare stream.
      return ((bytes[0] ?? 0) & 0x0f) === 8 ? inflateSync(bytes, options) : inflateRawSync(bytes, options);
    case "br":
      return brotliDecompressSync(bytes, options);
    default:
      return null;
  }
}

function isTooLarge(error: unknown): boolean {
  return codeOf(error) === "ERR_BUFFER_TOO_LARGE";
}
